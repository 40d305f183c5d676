/**
 * A call where nothing else says its year. Most names have it in them already: «Fondo de extensión 2026» is not called
 * «Fondo de extensión 2026 2026».
 */
export const callTitle = ({ name, year }: { readonly name: string; readonly year: number }): string =>
  hasYear(name, year) ? name : `${name} ${year}`;

/** The same figures within a longer number are no year. */
const hasYear = (name: string, year: number) => new RegExp(`(^|\\D)${year}(\\D|$)`).test(name);

/** The year beside a name that does not have it. */
export const yearBeside = ({ name, year }: { readonly name: string; readonly year: number }): string =>
  hasYear(name, year) ? '' : String(year);
