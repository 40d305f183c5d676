export function InstrumentsPage() {
  return null;
}
