import type { z } from 'zod';
import { date, flag, inOrder, itemReference, line, list, nameLine, narrative } from './field.ts';
import { section } from './section.ts';

export const plan = section({
  label: 'Plan',
  help: 'Actividades, fechas y responsables. Se muestra como carta Gantt.',
  fields: {
    activities: list(
      'Actividades',
      'Actividad',
      {
        name: line('Actividad', { required: true }),
        description: narrative('Descripción', { max: 1500 }),
        responsible: nameLine('Responsable', { max: 120 }),
        from: date('Desde', { required: true }),
        to: date('Hasta', { required: true }),
        objectiveId: itemReference('Objetivo específico'),
        isMilestone: flag('Es un hito'),
      },
      { max: 100, refine: (activity, fail) => inOrder(activity, 'from', 'to', fail) },
    ),
  },
});
export type Plan = z.output<typeof plan.schema>;
