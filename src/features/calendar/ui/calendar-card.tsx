/** The secret address of one's own calendar: made, copied, ended. */
export function CalendarCard() {
  return null;
}
