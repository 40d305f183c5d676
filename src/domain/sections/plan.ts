import type { z } from 'zod';
import { formatDay } from '../text/format.ts';
import { date, flag, inOrder, itemReference, line, list, nameLine, narrative } from './field.ts';
import { type Requirement, section } from './section.ts';

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
  rules: ({ activities }, { sections }) =>
    activities.flatMap((activity, n) => [
      ...outside(activity.from, `activities.${n}.from`, `Actividad ${n + 1}: Desde`, sections.identification),
      ...outside(activity.to, `activities.${n}.to`, `Actividad ${n + 1}: Hasta`, sections.identification),
    ]),
});
export type Plan = z.output<typeof plan.schema>;

/** What is planned lies within the project's own dates, as far as these are given. */
function outside(day: string | null, path: string, label: string, identification: unknown): Requirement[] {
  const { startDate, endDate } = (identification ?? {}) as Partial<
    Record<'startDate' | 'endDate', string | null>
  >;
  if (day && startDate && day < startDate)
    return [{ path, label, message: `El proyecto comienza el ${formatDay(startDate)}.` }];
  if (day && endDate && day > endDate)
    return [{ path, label, message: `El proyecto termina el ${formatDay(endDate)}.` }];
  return [];
}
