/** Of an academic period, `2026-1`, or of both of a year, `2026`. */
const YEAR = /^\d{4}$/;

/** The periods that a period, or the year of two, stands for. */
export const periodsIn = (given: string): readonly string[] =>
  YEAR.test(given) ? [`${given}-1`, `${given}-2`] : [given];

/** What periods are filtered by: each year before its own, in the order of the periods. */
export function periodOptions(periods: readonly string[]): { value: string; label: string }[] {
  const years = new Set(periods.map(period => period.slice(0, 4)));
  return [...years].flatMap(year => [
    { value: year, label: `Año ${year}` },
    ...periods.filter(period => period.startsWith(year)).map(period => ({ value: period, label: period })),
  ]);
}
