import type { Effects } from '../workflow/effects.ts';
import { countOpen } from './queries.ts';
import { dueMeasurements } from './waiting/queries.ts';

export const indicatorEffects: Effects = {
  waiting: dueMeasurements,
  // What the closing rests on is decided before it.
  refuse: async (run, { project, action }) => {
    if (action !== 'accept_final_report' || project.subStep !== 'office') return null;
    const open = await countOpen(run.tx, project.id);
    return open === 0
      ? null
      : `${open === 1 ? 'Queda 1 medición' : `Quedan ${open} mediciones`} de indicadores sin decidir.`;
  },
};
