import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import type { ProjectNotice } from '../../../project-record/ui/project-slots.tsx';

/** A progress report waits for the reader. */
export const reportNotice: ProjectNotice = {
  name: 'report',
  isNeeded: ({ waitingReports }) => waitingReports.length > 0,
  Notice: lazyPart(() => import('./waiting-notice.tsx'), 'WaitingNotice'),
};
