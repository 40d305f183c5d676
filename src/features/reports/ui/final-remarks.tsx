import { Suspense } from 'react';
import { REPORT_PLACE } from '../../../domain/reports/names.ts';
import { isResolved } from '../../../domain/workflow/observation-states.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';

const SectionObservations = lazyPart(
  () => import('../../observations/ui/section-observations.tsx'),
  'SectionObservations',
);

/** What was observed of the final report itself, which is answered as all of its project: what is not settled yet. */
export function FinalRemarks() {
  const { project } = useProject();
  const observations = project.observations.filter(o => o.section === REPORT_PLACE && !isResolved(o));
  return (
    <Suspense>{observations.length > 0 && <SectionObservations observations={observations} />}</Suspense>
  );
}
