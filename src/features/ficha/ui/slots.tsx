import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const historyTab: ProjectTab = {
  value: 'history',
  label: 'Historial',
  Panel: lazyPart(() => import('./history/history-tab.tsx'), 'HistoryTab'),
};
