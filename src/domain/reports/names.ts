// Apart from what a report is made of, as every page of a project needs these alone.

/** What a report is called; the final one has no number. */
export const reportName = (number: number | null): string =>
  number === null ? 'Informe final' : `Informe de avance ${number}`;

/** How addresses name the tab of a project where its reports are. */
export const REPORTS_TAB = 'informes';
/** How its address names a report. */
export const FINAL_ADDRESS = 'final';
export const reportAddress = (number: number | null): string =>
  number === null ? FINAL_ADDRESS : String(number);

/** Number in an address; null of the final one, undefined of what names none. */
export function numberIn(address: string): number | null | undefined {
  if (address === FINAL_ADDRESS) return null;
  return /^[1-9]\d?$/.test(address) ? Number(address) : undefined;
}
