import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const spendingTab: ProjectTab = {
  value: 'spending',
  label: 'Gastos y rendición',
  isOffered: project => project.readsSpending,
  Panel: lazyPart(() => import('./spending-tab.tsx'), 'SpendingTab'),
};
