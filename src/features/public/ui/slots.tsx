import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const publicationTab: ProjectTab = {
  value: 'publication',
  label: 'Publicación',
  isOffered: project => project.readsPublication,
  Panel: lazyPart(() => import('./project/project-publication.tsx'), 'ProjectPublication'),
};
