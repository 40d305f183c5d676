import type { SectionSlug } from '../../../../domain/sections/index.ts';
import { isOpen } from '../../../../domain/workflow/observation-states.ts';
import { mainAction } from '../../../project-record/ui/main-action.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { listSections } from '../section-list.tsx';

/** One thing between the project and its next step, and where it is done. */
export interface Need {
  readonly section: SectionSlug;
  readonly path: string;
  readonly label: string;
  readonly message: string;
}
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
  const order = listSections(project).map(s => s.slug);
  const items = [...observations, ...given].sort(
    (a, b) => order.indexOf(a.section) - order.indexOf(b.section),
  );
  return { items, aim };
}

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
