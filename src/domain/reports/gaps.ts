import { type FileState, fileGap } from '../files/file-states.ts';
import { type SectionData, type SectionSlug, sectionOf } from '../sections/index.ts';
import type { Indicators } from '../sections/indicators.ts';
import { REPORT_PLACE, reportName } from './names.ts';
import { OBSERVED_PARTS, REPORT_PARTS, type ReportPart } from './parts.ts';

type Sections = Readonly<Partial<SectionData>>;
interface StoredFile {
  readonly id: string;
  readonly documentType: string;
  readonly state: FileState;
}

/** Where something is missing: in a section of the form, or in the report itself. */
export interface ReportGap {
  readonly section: SectionSlug | typeof REPORT_PLACE;
  readonly path: string;
  readonly label: string;
  readonly message: string;
}

/** What a gap or an observation is about, where the kind gives a section no name of its own. */
export const placeLabel = (place: ReportGap['section']): string =>
  place === REPORT_PLACE ? reportName(null) : sectionOf(place).label;

/** What was measured of each indicator, by its id. */
export type Measured = Readonly<Record<string, MeasuredIndicator>>;
export interface MeasuredIndicator {
  /** What its accepted measurements come to; null without any, and of what is told in words. */
  readonly value: number | null;
  /** A measurement counts, or waits to. */
  readonly isSent: boolean;
  /** Something shows one of those. */
  readonly isProven: boolean;
}

interface Recorded {
  readonly files: readonly StoredFile[];
  /** People were counted in activities or are on their lists. */
  readonly attended: boolean;
  readonly measured: Measured | null;
  /** What is written of the final report; null while nothing is. */
  readonly finalReport: WrittenReport | null;
}

/** What of a report its completeness depends on. */
export interface WrittenReport {
  /** Texts that say something. */
  readonly written: readonly ReportPart[];
  /** It corrects the number of people. */
  readonly countsPeople: boolean;
}

/** Texts that a report asks for; the final one has no number. */
export const askedParts = (number: number | null) =>
  REPORT_PARTS.filter(part => number === null || part.inProgress);

/** What of a report may be observed: the texts it asks for, and what was put together. */
export const observableParts = (number: number | null) =>
  OBSERVED_PARTS.filter(
    ({ value }) =>
      askedParts(number).some(part => part.value === value) ||
      !REPORT_PARTS.some(part => part.value === value),
  );

/** Why a photo keeps a report from being sent. */
export const refusedPhoto = (name: string): string => `La revisión rechazó «${name}»: quítala.`;

/** Texts that a report still lacks. */
export const textGaps = (number: number | null, written: readonly ReportPart[]): ReportGap[] =>
  askedParts(number)
    .filter(({ value }) => !written.includes(value))
    .map(({ value, label }) => ({
      ...{ section: REPORT_PLACE, path: `texts.${value}`, label },
      message: 'Escríbelo en «Informes».',
    }));

/**
 * What the final report lacks: people counted, in activities or by itself, indicators measured and shown, a file of
 * evidence, its texts. What was typed of people before activities were recorded counts, too.
 */
export function reportGaps(
  sections: Sections,
  { files, attended, measured, finalReport }: Recorded,
): ReportGap[] {
  const gaps: ReportGap[] = [];
  const reach = sections.participants?.reach;
  const isCounted = attended || finalReport?.countsPeople === true;
  if (!isCounted && (!reach || Object.values(reach).every(c => c.actual === null)))
    gaps.push({
      section: REPORT_PLACE,
      path: 'people',
      label: 'Personas',
      message: 'Anota personas en alguna actividad, o corrígelas en el informe.',
    });
  const indicators: Partial<Indicators> = sections.indicators ?? {};
  (indicators.indicators ?? []).forEach(({ id, name }, n) => {
    const { isSent = false, isProven = false } = measured?.[id] ?? {};
    if (isProven) return;
    gaps.push({
      section: 'indicators',
      path: `indicators.${n}.actual`,
      label: `${name || `Indicador ${n + 1}`}: ${isSent ? 'evidencia' : 'medición'}`,
      message: isSent
        ? 'Adjunta con qué se comprueba en una medición.'
        : 'Registra una medición en «Ejecución».',
    });
  });
  const message = fileGap(
    files.filter(f => f.documentType === 'evidence'),
    'Sube al menos un archivo.',
  );
  if (message !== null)
    gaps.push({ section: 'attachments', path: 'documents.evidence', label: 'Evidencia', message });
  return [...gaps, ...textGaps(null, finalReport?.written ?? [])];
}
