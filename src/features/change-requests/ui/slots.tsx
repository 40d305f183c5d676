import type { ReactNode } from 'react';
import { isOpenChange } from '../../../domain/access/change-requests.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ShownSection } from '../../ficha/ui/section-list.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import type { ProjectNotice, ProjectTab } from '../../project-record/ui/project-slots.tsx';

const SectionChange = lazyPart(() => import('./section-change.tsx'), 'SectionChange');

export const changesTab: ProjectTab = {
  value: 'changes',
  label: 'Cambios',
  count: project => project.changes.filter(isOpenChange).length,
  isOffered: (project, isOpen) => project.changes.length > 0 || isOpen,
  Panel: lazyPart(() => import('./changes-tab.tsx'), 'ChangesTab'),
};

export const changeNotice: ProjectNotice = {
  name: 'changes',
  isNeeded: project => project.changes.some(c => c.mayDecide),
  Notice: lazyPart(() => import('./change-notice.tsx'), 'ChangeNotice'),
};

/** Around a section that approval froze: where a change of it can be asked for. */
export function FrozenSection({ section, children }: { section: ShownSection; children: ReactNode }) {
  const { project } = useProject();
  return project.requestChange || project.changes.length > 0 ? (
    <SectionChange section={section}>{children}</SectionChange>
  ) : (
    children
  );
}
