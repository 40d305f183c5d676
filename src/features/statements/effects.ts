import { formatCount, formatList } from '../../domain/text/format.ts';
import type { Effects } from '../workflow/effects.ts';
import { standingAfter } from '../workflow/steps/queries.ts';
import { countUnsettled } from './queries.ts';
import { dueStatements } from './waiting/queries.ts';

export const statementEffects: Effects = {
  waiting: dueStatements,
  // The money is accounted for before the project is closed, whichever way it comes there.
  refuse: async (run, step) => {
    const after = await standingAfter(run.tx, step);
    if (after?.status !== 'closed') return null;
    const { statements, expenses } = await countUnsettled(run.tx, step.project.id);
    const left = [
      ...(statements > 0 ? [formatCount(statements, 'rendición', 'rendiciones')] : []),
      ...(expenses > 0 ? [formatCount(expenses, 'gasto del fondo', 'gastos del fondo')] : []),
    ];
    if (left.length === 0) return null;
    const verb = statements + expenses === 1 ? 'Queda' : 'Quedan';
    return `${verb} ${formatList(left)} sin decidir.`;
  },
};
