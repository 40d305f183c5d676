import { type KindSection, kindSections } from '../../../domain/kinds/definition.ts';
import { isEmpty } from '../../../domain/sections/section.ts';
import { isOpen } from '../../../domain/workflow/observation-states.ts';
import type { ProjectDetail, ProjectSection } from '../../project-record/detail/contract.ts';

/** A section as this project's kind shows it, with what is stored. */
export interface ShownSection extends KindSection {
  readonly stored: ProjectSection;
  /** Progress towards submitting; total 0 where nothing is asked for. */
  readonly done: number;
  readonly total: number;
  /** Something is written in it, asked for or not. */
  readonly filled: boolean;
  /** While running: what the final report lacks here. */
  readonly gaps: number;
  /** Observations that wait for an answer. */
  readonly open: number;
}

/** In the order of the kind; what the reader may not see is left out. */
export function listSections(project: ProjectDetail): ShownSection[] {
  const stored = new Map(project.sections.map(s => [s.slug, s]));
  return kindSections(project.definition, stored.has('fund')).flatMap(kind => {
    const own = stored.get(kind.slug);
    if (!own) return [];
    const progress = project.completeness.bySection[kind.slug] ?? { done: 0, total: 0 };
    const open = project.observations.filter(o => o.section === kind.slug && isOpen(o)).length;
    const hasFiles = kind.slug === 'attachments' && project.files.length > 0;
    const filled = hasFiles || !isEmpty(own.data);
    const gaps = project.reportGaps.filter(g => g.section === kind.slug).length;
    return [{ ...kind, stored: own, ...progress, filled, gaps, open }];
  });
}
