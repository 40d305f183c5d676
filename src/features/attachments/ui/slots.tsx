import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const filesTab: ProjectTab = {
  value: 'files',
  label: 'Archivos',
  count: project => project.files.length,
  Panel: lazyPart(() => import('./documents.tsx'), 'Documents'),
};
