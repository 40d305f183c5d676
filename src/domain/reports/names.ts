import { type SectionSlug, sectionOf } from '../sections/index.ts';

// Apart from what a report is made of, as every page of a project needs these alone.

/** What a report is called; the final one has no number. */
export const reportName = (number: number | null): string =>
  number === null ? 'Informe final' : `Informe de avance ${number}`;

/** How its address names it. */
export const FINAL_ADDRESS = 'final';
export const reportAddress = (number: number | null): string =>
  number === null ? FINAL_ADDRESS : String(number);

/** Number in an address; null of the final one, undefined of what names none. */
export function numberIn(address: string): number | null | undefined {
  if (address === FINAL_ADDRESS) return null;
  return /^[1-9]\d?$/.test(address) ? Number(address) : undefined;
}

/** Place of what the final report itself lacks, or what is observed in it, beside the sections of the form. */
export const REPORT_PLACE = 'report';

/** What a gap or an observation is about, where the kind gives a section no name of its own. */
export const placeLabel = (place: SectionSlug | typeof REPORT_PLACE): string =>
  place === REPORT_PLACE ? 'Informe final' : sectionOf(place).label;
