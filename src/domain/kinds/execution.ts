import { type FileState, isReady } from '../files/file-states.ts';
import type { Contract } from '../sections/contract.ts';
import type { SectionData } from '../sections/index.ts';
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
