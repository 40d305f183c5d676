import { type FileState, fileGap, isReady } from '../files/file-states.ts';
import type { Contract } from '../sections/contract.ts';
import type { SectionData, SectionSlug } from '../sections/index.ts';
import type { Indicators } from '../sections/indicators.ts';
import { formatMoney } from '../text/format.ts';
import type { KindDefinition } from './definition.ts';

type Sections = Readonly<Partial<SectionData>>;
interface StoredFile {
  readonly id: string;
  readonly documentType: string;
  readonly state: FileState;
}

interface Award {
  /** CLP; null without one. */
  readonly awarded: number | null;
  /** The budget does not come to it, or breaks a cap of the call. */
  readonly unfitted: boolean;
  /** The call has no result yet. */
  readonly isCallUnresolved: boolean;
}

/** Labels of what has to be there before a project runs. */
export const missingToStart = (
  kind: Pick<KindDefinition, 'sections'>,
  sections: Sections,
  files: readonly StoredFile[],
  { awarded, unfitted, isCallUnresolved }: Award,
): string[] => [
  ...missingContract(kind, sections, files),
  ...(isCallUnresolved ? ['el resultado de la convocatoria'] : []),
  ...(unfitted && awarded !== null
    ? [`ajustar el presupuesto del fondo a lo adjudicado (${formatMoney(awarded)})`]
    : []),
];

function missingContract(
  kind: Pick<KindDefinition, 'sections'>,
  sections: Sections,
  files: readonly StoredFile[],
): string[] {
  if (!kind.sections.some(s => s.slug === 'contract')) return [];
  const contract: Partial<Contract> = sections.contract ?? {};
  const isSigned = files.some(
    f => isReady(f) && (f.id === contract.signedContractFileId || f.documentType === 'signed_contract'),
  );
  return isSigned ? [] : ['el contrato firmado'];
}

/**
 * From which day `yyyy-mm-dd` the final report may be sent: the later of the project's end and that of its last
 * activity; null where nothing says when it ends.
 */
export function reportFrom({ plan }: Sections, endDate: string | null): string | null {
  const days = [endDate, ...(plan?.activities ?? []).map(a => a.to)].filter(
    day => day !== null && day !== '',
  );
  return days.sort().at(-1) ?? null;
}

interface Gap {
  readonly section: SectionSlug;
  readonly path: string;
  readonly label: string;
  readonly message: string;
}

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
}

/** What the final report lacks: people counted, there or in activities, indicators measured and shown, a file of evidence. */
export function reportGaps(sections: Sections, { files, attended, measured }: Recorded): Gap[] {
  const gaps: Gap[] = [];
  const reach = sections.participants?.reach;
  if (!attended && (!reach || Object.values(reach).every(c => c.actual === null)))
    gaps.push({
      section: 'participants',
      path: 'reach',
      label: 'Beneficiarios reales',
      message: 'Anota a cuántas personas llegó el proyecto.',
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
  return gaps;
}
