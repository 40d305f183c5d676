import { needsAward } from '../../domain/calls/award-money.ts';
import { toReturn } from '../../domain/spending/instalments.ts';
import { formatCount, formatMoney } from '../../domain/text/format.ts';
import type { Effects } from '../workflow/effects.ts';
import { countOpenRefunds, hasMoved, readCommitted, readMoney } from './queries.ts';
import { dueRefunds } from './waiting/queries.ts';

type Refusable = Parameters<NonNullable<Effects['refuse']>>;
type Run = Refusable[0];
type Step = Refusable[1];

/** Whoever gives an award up has touched none of its money; else the office cancels, which frees only the rest. */
const refuseRenouncing = async ({ tx }: Run, { project }: Step): Promise<string | null> =>
  (await hasMoved(tx, project.id))
    ? 'Ya tiene gastos o pagos registrados: pide a la oficina que lo cancele, y se libera lo que no se pagó ni se gastó.'
    : null;

/** What the closing rests on is settled before it. */
async function refuseClosing({ tx }: Run, { project }: Step): Promise<string | null> {
  if (project.subStep !== 'office') return null;
  const open = await countOpenRefunds(tx, project.id);
  if (open > 0)
    return `${open === 1 ? 'Queda' : 'Quedan'} ${formatCount(open, 'reintegro', 'reintegros')} sin aceptar.`;
  const owed = toReturn((await readMoney(tx, project.id)).funds);
  return owed > 0 ? `Faltan ${formatMoney(owed)} por reintegrar: se pagaron y no se rindieron.` : null;
}

/** An award is never below what was paid or spent of it already. */
async function refuseAward({ tx }: Run, project: Step['project'], amount: number): Promise<string | null> {
  const committed = (await readCommitted(tx, [project.id])).get(project.id) ?? 0;
  return amount < committed
    ? `Ya tiene ${formatMoney(committed)} pagados o gastados: el monto no puede ser menor.`
    : null;
}

export const paymentEffects: Effects = {
  waiting: dueRefunds,
  refuse: async (run, step) => {
    const { project, action, given } = step;
    if (action === 'renounce') return refuseRenouncing(run, step);
    if (action === 'accept_final_report') return refuseClosing(run, step);
    if (action === 'award' && project.call)
      return refuseAward(run, project, given.amount ?? project.amountAsked ?? 0);
    return action === 'override' && given.to && needsAward(project, given.to)
      ? refuseAward(run, project, given.amount ?? 0)
      : null;
  },
};
