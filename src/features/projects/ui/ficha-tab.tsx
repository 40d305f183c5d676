import type { ReactNode } from 'react';
import type { SectionSlug } from '../../../domain/sections/index.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { Ficha } from '../../ficha/ui/ficha.tsx';
import type { ShownSection } from '../../ficha/ui/section-list.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';

const SectionChange = lazyPart(() => import('../../change-requests/ui/section-change.tsx'), 'SectionChange');
const SectionObservations = lazyPart(
  () => import('../../observations/ui/section-observations.tsx'),
  'SectionObservations',
);

/** What waits for an answer, or for who asked for it. */
function Remarks({ section }: { section: SectionSlug }) {
  const { project } = useProject();
  const observations = project.observations.filter(o => o.section === section && o.state !== 'resolved');
  return observations.length > 0 && <SectionObservations observations={observations} />;
}

function Frozen({ section, children }: { section: ShownSection; children: ReactNode }) {
  const { project } = useProject();
  return project.requestChange || project.changes.length > 0 ? (
    <SectionChange section={section}>{children}</SectionChange>
  ) : (
    children
  );
}

/** The form with what observations and requested changes show in its sections. */
export const FichaTab = () => <Ficha Remarks={Remarks} Frozen={Frozen} />;
