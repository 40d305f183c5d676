import type { Holding } from '../../../domain/workflow/reassignment.ts';

/** Headings of what a person holds, by what it is. */
export const GROUPS: Record<Holding, string> = {
  lead: 'Proyectos que dirige',
  alternate: 'Proyectos en que es responsable alterno',
  step: 'Pasos que tiene pendientes',
  school: 'Escuelas que dirige',
  faculty: 'Facultades en que tiene el decanato',
};
