import type { Block, PrintedDocument } from '../kinds/print/print.ts';
import { PROCESSING_LABELS, type ProcessingFields, recordWords } from '../privacy/processing.ts';
import { formatCount, formatDate, formatDateTime } from '../text/format.ts';

/** An activity of the register, with what the application knows of it. */
export interface RegisteredActivity extends ProcessingFields {
  readonly key: string | null;
  readonly records: number | null;
  readonly keptByRule: string | null;
}

interface Heading extends Pick<PrintedDocument, 'institution' | 'product'> {
  /** Who prints it, and when. */
  readonly reader: string;
  readonly now: Date;
}

const LABELS = Object.entries(PROCESSING_LABELS) as [keyof ProcessingFields, string][];

function blocksOf(activity: RegisteredActivity): Block[] {
  const { key, records, keptByRule } = activity;
  const written = LABELS.filter(([field]) => field !== 'name').map(([field, label]) => ({
    label,
    text: activity[field],
  }));
  const known = [
    { label: 'Lo que hace la plataforma con el tiempo', text: keptByRule ?? '' },
    { label: 'Hoy', text: recordWords(key, records) },
  ];
  return [...written, ...known]
    .filter(({ text }) => text !== '')
    .map(({ label, text }) => ({ type: 'text', label, text }));
}

/** The register of what is done with data of persons, as it is handed to whoever asks for it. */
export function registerDocument(
  activities: readonly RegisteredActivity[],
  { reader, now, ...heading }: Heading,
): PrintedDocument {
  return {
    ...heading,
    code: `Al ${formatDate(now)}`,
    title: 'Registro de actividades de tratamiento',
    kind: 'Datos personales',
    facts: [
      { label: 'Institución', text: heading.institution },
      { label: 'Fecha', text: formatDateTime(now) },
      { label: 'Contiene', text: formatCount(activities.length, 'tratamiento', 'tratamientos') },
    ],
    sections: activities.map(activity => ({ label: activity.name, blocks: blocksOf(activity) })),
    signatures: [],
    printed: `Impreso el ${formatDateTime(now)} por ${reader}`,
  };
}
