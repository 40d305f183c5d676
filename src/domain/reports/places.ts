import { type SectionSlug, sectionOf } from '../sections/index.ts';

/** Place of what the final report itself lacks, or what is observed in it, beside the sections of the form. */
export const REPORT_PLACE = 'report';

/** What a gap or an observation is about, where the kind gives a section no name of its own. */
export const placeLabel = (place: SectionSlug | typeof REPORT_PLACE): string =>
  place === REPORT_PLACE ? 'Informe final' : sectionOf(place).label;
