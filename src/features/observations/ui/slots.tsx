import type { SectionSlug } from '../../../domain/sections/index.ts';
import { isOpen, isResolved } from '../../../domain/workflow/observation-states.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

const SectionObservations = lazyPart(() => import('./section-observations.tsx'), 'SectionObservations');

export const observationsTab: ProjectTab = {
  value: 'observations',
  label: 'Observaciones',
  count: project => project.observations.filter(isOpen).length,
  Panel: lazyPart(() => import('./observations-tab.tsx'), 'ObservationsTab'),
};

/** Above the fields of a section: what waits for an answer, or for who asked for it. */
export function SectionRemarks({ section }: { section: SectionSlug }) {
  const { project } = useProject();
  const observations = project.observations.filter(o => o.section === section && !isResolved(o));
  return observations.length > 0 && <SectionObservations observations={observations} />;
}
