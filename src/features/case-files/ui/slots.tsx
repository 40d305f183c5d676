import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const caseFileTab: ProjectTab = {
  value: 'case-file',
  label: 'Expediente',
  Panel: lazyPart(() => import('./case-file-tab.tsx'), 'CaseFileTab'),
};
