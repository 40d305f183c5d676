import { AWARDED } from '../../../domain/kinds/statuses.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const executionTab: ProjectTab = {
  value: 'execution',
  label: 'Ejecución',
  isOffered: project => AWARDED.includes(project.status),
  Panel: lazyPart(() => import('./execution-tab.tsx'), 'ExecutionTab'),
};
