import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const caseFileTab: ProjectTab = {
  value: 'case-file',
  label: 'Expediente',
  isOffered: project => project.readsCaseFile,
  Panel: lazyPart(() => import('./case-file-tab.tsx'), 'CaseFileTab'),
};
