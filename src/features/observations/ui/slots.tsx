import { Suspense } from 'react';
import { isOpen, isResolved } from '../../../domain/workflow/observation-states.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';
import { useObserving } from './observing/observing.tsx';
import type { PlaceProps } from './observing/section-observing.tsx';

const ObserveButton = lazyPart(() => import('./observing/section-observing.tsx'), 'ObserveButton');
const SectionObservations = lazyPart(() => import('./section-observations.tsx'), 'SectionObservations');

export const observationsTab: ProjectTab = {
  value: 'observations',
  label: 'Observaciones',
  count: project => project.observations.filter(isOpen).length,
  Panel: lazyPart(() => import('./observations-tab.tsx'), 'ObservationsTab'),
};

/** Above the fields of a section, or the words of the final report: what waits for an answer, or is being observed. */
export function SectionRemarks({ section, label }: PlaceProps) {
  const { project } = useProject();
  const observing = useObserving();
  const observations = project.observations.filter(o => o.section === section && !isResolved(o));
  const isBegun = observing?.unsent.some(o => o.section === section);
  if (observations.length === 0 && !isBegun) return null;
  return (
    <Suspense>
      <SectionObservations {...{ section, label, observations }} />
    </Suspense>
  );
}

/** Beside the title of the same: the way to observe it. */
export function ObserveTool(place: PlaceProps) {
  return (
    useObserving() && (
      <Suspense>
        <ObserveButton {...place} />
      </Suspense>
    )
  );
}
