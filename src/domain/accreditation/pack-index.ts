import { groupsOf, type PackEntry, type PackGroup } from '../packs/pack-entries.ts';
import { formatCount } from '../text/format.ts';
import { EVIDENCE, EVIDENCE_NAMES, type EvidenceName } from './evidence.ts';
import { type Criterion, type Found, isGap, type Statement } from './matrix.ts';

export type EvidenceEntry = PackEntry<EvidenceName>;

export interface PackIndex {
  readonly institution: string;
  readonly matrix: string;
  readonly origin: string;
  /** Of whom: the university, a faculty, a school, somebody's units. */
  readonly of: string;
  readonly years: string;
  /** Day of the data. */
  readonly day: string;
  readonly projects: number;
  readonly criteria: readonly Criterion[];
  readonly entries: readonly EvidenceEntry[];
}

/** How many entries there are of each kind, whatever became of them: what is reserved is shown on request. */
export function foundIn(entries: readonly EvidenceEntry[]): Found {
  const found: Partial<Record<EvidenceName, number>> = {};
  for (const { group, standing, things } of entries)
    if (standing === 'included' || standing === 'reserved') found[group] = (found[group] ?? 0) + things;
  return found;
}

/** Each statement with its criterion, and whether nothing shows it. */
export const statementRows = (
  criteria: readonly Criterion[],
  found: Found,
): readonly { readonly criterion: Criterion; readonly statement: Statement; readonly gap: boolean }[] =>
  criteria.flatMap(criterion =>
    criterion.statements.map(statement => ({ criterion, statement, gap: isGap(statement, found) })),
  );

/** `Informes finales aceptados (12)`. */
export const evidenceWords = (name: EvidenceName, found: Found): string =>
  `${EVIDENCE[name].label} (${found[name] ?? 0})`;

export const gapWords = (gaps: number): string =>
  gaps === 0
    ? 'Todos los enunciados tienen evidencia'
    : formatCount(gaps, 'enunciado sin evidencia', 'enunciados sin evidencia');

/** Entries of each kind that has some, in the order of the kinds. */
export const byEvidence = (entries: readonly EvidenceEntry[]): readonly PackGroup<EvidenceName>[] =>
  groupsOf(
    entries,
    EVIDENCE_NAMES.map(name => [name, EVIDENCE[name].label] as const),
  );
