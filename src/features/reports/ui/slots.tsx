import { REPORTS_TAB } from '../../../domain/reports/names.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const reportsTab: ProjectTab = {
  value: REPORTS_TAB,
  label: 'Informes',
  isOffered: project => project.readsReports,
  Panel: lazyPart(() => import('./reports-tab.tsx'), 'ReportsTab'),
};
