/** Of an academic period, `2026-1`, of both of a year, `2026`, or of all of several years, `2024-2026`. */
const YEARS = /^(\d{4})(?:-(\d{4}))?$/;

/** The years of the filter that is one of them; null of a period. */
function yearsIn(given: string): { from: number; to: number } | null {
  const [, from, to = from] = YEARS.exec(given) ?? [];
  return from && to ? { from: Number(from), to: Number(to) } : null;
}

/** More than any accreditation looks back. */
const MOST_YEARS = 50;
/** Not the wrong way round, and not for ever. */
export const isSpan = (given: string): boolean => {
  const years = yearsIn(given);
  return years === null || (years.from <= years.to && years.to - years.from < MOST_YEARS);
};

/** The periods that a period, a year or several years stand for. */
export function periodsIn(given: string): readonly string[] {
  const years = yearsIn(given);
  if (!years) return [given];
  const count = years.to - years.from + 1;
  return Array.from({ length: count }, (_, n) => years.from + n).flatMap(year => [`${year}-1`, `${year}-2`]);
}

/** What stands for these years: `2026`, `2024-2026`. */
export const yearSpan = (from: number, to: number): string => (from === to ? String(from) : `${from}-${to}`);

/** The years of these periods, in their order. */
export const yearOptions = (periods: readonly string[]): { value: string; label: string }[] =>
  [...new Set(periods.map(period => period.slice(0, 4)))].map(year => ({
    value: year,
    label: `Año ${year}`,
  }));

/**
 * What periods are filtered by: each year before its own, in the order of the periods; first of all the several years
 * that an address asks for, which are chosen elsewhere.
 */
export function periodOptions(
  periods: readonly string[],
  asked?: unknown,
): { value: string; label: string }[] {
  const span = typeof asked === 'string' ? yearsIn(asked) : null;
  return [
    ...(span && span.from < span.to
      ? [{ value: String(asked), label: `Años ${span.from} a ${span.to}` }]
      : []),
    ...yearOptions(periods).flatMap(year => [
      year,
      ...periods
        .filter(period => period.startsWith(year.value))
        .map(period => ({ value: period, label: period })),
    ]),
  ];
}
