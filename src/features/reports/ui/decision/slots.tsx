import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import type { ProjectNotice } from '../../../project-record/ui/project-slots.tsx';

/** A progress report waits for the reader. */
export const reportNotice: ProjectNotice = {
  name: 'report',
  isNeeded: ({ waitingReports }) => waitingReports.length > 0,
  // With the tab that it leads to: every page of a project names what it may fetch.
  Notice: lazyPart(() => import('./waiting-notice.tsx'), 'WaitingNotice'),
};
