import { AWARDED } from '../../../domain/kinds/statuses.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const certificatesTab: ProjectTab = {
  value: 'certificates',
  label: 'Certificados',
  isOffered: project => AWARDED.includes(project.status),
  Panel: lazyPart(() => import('./project/project-certificates.tsx'), 'ProjectCertificates'),
};
