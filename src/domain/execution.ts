import type { KindDefinition } from './kinds/definition.ts';
import type { Contract } from './sections/contract.ts';
import type { SectionData } from './sections/index.ts';
import type { Indicators } from './sections/indicators.ts';

type Sections = Readonly<Partial<SectionData>>;
interface StoredFile {
  readonly id: string;
  readonly documentType: string;
}

/** Labels of what has to be there before a project runs. */
export function missingToStart(
  kind: Pick<KindDefinition, 'sections'>,
  sections: Sections,
  files: readonly StoredFile[],
): string[] {
  if (!kind.sections.some(s => s.slug === 'contract')) return [];
  const contract: Partial<Contract> = sections.contract ?? {};
  const isSigned =
    files.some(f => f.id === contract.signedContractFileId) ||
    files.some(f => f.documentType === 'signed_contract');
  return isSigned ? [] : ['el contrato firmado'];
}

/** How many figures and verifiers the final report lacks, a file of evidence included. */
export function missingInReport(sections: Sections, files: readonly StoredFile[]): number {
  const indicators: Partial<Indicators> = sections.indicators ?? {};
  const unmet = (indicators.indicators ?? []).filter(i => i.actual === null || i.verification === '');
  const reach = sections.participants?.reach;
  const counted = reach ? Object.values(reach).some(c => c.actual !== null) : false;
  return unmet.length + (counted ? 0 : 1) + (files.some(f => f.documentType === 'evidence') ? 0 : 1);
}
