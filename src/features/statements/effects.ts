import { formatCount, formatList } from '../../domain/text/format.ts';
import type { Effects } from '../workflow/effects.ts';
import { countUnsettled } from './queries.ts';
import { dueStatements } from './waiting/queries.ts';

export const statementEffects: Effects = {
  waiting: dueStatements,
  // The money is accounted for before the project is closed.
  refuse: async (run, { project, action }) => {
    if (action !== 'accept_final_report' || project.subStep !== 'office') return null;
    const { statements, expenses } = await countUnsettled(run.tx, project.id);
    const left = [
      ...(statements > 0 ? [formatCount(statements, 'rendición', 'rendiciones')] : []),
      ...(expenses > 0 ? [formatCount(expenses, 'gasto del fondo', 'gastos del fondo')] : []),
    ];
    if (left.length === 0) return null;
    const verb = statements + expenses === 1 ? 'Queda' : 'Quedan';
    return `${verb} ${formatList(left)} sin decidir.`;
  },
};
