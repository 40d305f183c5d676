import type { ReportGap } from '../../../../domain/reports/gaps.ts';
import { REPORT_PLACE, reportName } from '../../../../domain/reports/names.ts';
import { isOpen } from '../../../../domain/workflow/observation-states.ts';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import { mainAction } from '../../../project-record/ui/main-action.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type Place, reportPlace } from '../../../project-record/ui/project-search.tsx';
import { listSections } from '../section-list.tsx';

/** One thing between the project and its next step, and where it is done. */
export type Need = ReportGap;
export interface Needs {
  readonly items: readonly Need[];
  /** Completes "Lo que falta para …". */
  readonly aim: string;
}

/** Place of an observation's answer in the address; see `useJump`. */
export const observationPath = (id: string) => `observation-${id}`;

/** What the main action still asks for, by section; `null` where the main action asks for nothing of the kind. */
export function useNeeds(): Needs | null {
  const { project } = useProject();
  const main = mainAction(project.actions)?.action;
  if (main !== 'submit' && main !== 'submit_final_report') return null;
  const observations = project.observations.filter(isOpen).map(o => ({
    section: o.section,
    path: observationPath(o.id),
    label: `Observación de ${o.author.name}`,
    message: 'Por responder',
  }));
  const [given, aim] =
    main === 'submit'
      ? [project.completeness.missing, 'enviar']
      : [project.reportGaps, 'enviar el informe final'];
  return { items: [...observations, ...given], aim };
}

interface NeedGroup {
  readonly section: Need['section'];
  readonly label: string;
  readonly items: readonly Need[];
}

/** By section, in the order of the form; what the final report itself lacks comes last. */
export const groupNeeds = (project: ProjectDetail, items: readonly Need[]): NeedGroup[] =>
  [
    ...listSections(project).map(({ slug, label }) => ({ section: slug, label })),
    { section: REPORT_PLACE, label: reportName(null) } as const,
  ]
    .map(group => ({ ...group, items: items.filter(i => i.section === group.section) }))
    .filter(group => group.items.length > 0);

/** Where it is done. */
export const placeOfNeed = (section: Need['section'], path: string | null): Partial<Place> =>
  section === REPORT_PLACE ? reportPlace(null, path) : { section, field: path };

/** `3 datos y 1 respuesta` */
export function countNeeds(items: readonly Need[]): string {
  const observations = items.filter(i => i.path.startsWith('observation-')).length;
  const data = items.length - observations;
  return [
    data > 0 && (data === 1 ? '1 dato' : `${data} datos`),
    observations > 0 && (observations === 1 ? '1 respuesta' : `${observations} respuestas`),
  ]
    .filter(Boolean)
    .join(' y ');
}
