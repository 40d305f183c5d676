import type { Transaction } from '../../db/pool.ts';
import { ACCOUNTED, AWARDED } from '../../domain/kinds/statuses.ts';
import { toReturn } from '../../domain/spending/instalments.ts';
import { formatCount, formatMoney } from '../../domain/text/format.ts';
import type { StoredProject } from '../project-record/subject/queries.ts';
import type { Effects } from '../workflow/effects.ts';
import { type Standing, standingAfter } from '../workflow/steps/queries.ts';
import { countOpenRefunds, hasMoved, readCommitted, readMoney, releasedTo } from './queries.ts';
import { dueRefunds } from './waiting/queries.ts';

const MOVED = 'Ya tiene gastos o pagos registrados';
/** Whoever gives an award up has touched none of its money; else the office cancels, which frees only the rest. */
const RENOUNCED = `${MOVED}: pide a la oficina que lo cancele, y se libera lo que no se pagó ni se gastó.`;
const DELETED = `${MOVED}: no se elimina.`;
const UNDONE = `${MOVED} desde entonces: si no sigue, cancélalo.`;

/** What the closing rests on is settled before it. */
async function refuseClosing(tx: Transaction, projectId: string): Promise<string | null> {
  const open = await countOpenRefunds(tx, projectId);
  if (open > 0)
    return `${open === 1 ? 'Queda' : 'Quedan'} ${formatCount(open, 'reintegro', 'reintegros')} sin aceptar.`;
  const owed = toReturn((await readMoney(tx, projectId)).funds);
  return owed > 0 ? `Faltan ${formatMoney(owed)} por reintegrar: se pagaron y no se rindieron.` : null;
}

/** An award is never below what was paid or spent of it already, nor releases less than was paid. */
async function refuseAward(
  tx: Transaction,
  project: StoredProject,
  { status, amountAwarded, undoneId }: Standing,
): Promise<string | null> {
  const committed = (await readCommitted(tx, [project.id])).get(project.id) ?? 0;
  if ((amountAwarded ?? 0) < committed)
    return `Ya tiene ${formatMoney(committed)} pagados o gastados: el monto no puede ser menor.`;
  const money = await readMoney(tx, project.id, undoneId);
  const paid = money.funds.paid - money.funds.refunded;
  // Money is paid to what was started; only what takes the start back makes it unstarted.
  const wasStarted = undoneId === null || money.wasStarted;
  const released = releasedTo({ ...project, status, amountAwarded }, { wasStarted });
  return paid > released
    ? `Ya se le pagaron ${formatMoney(paid)}, y así se liberarían ${formatMoney(released)}: registra antes el reintegro.`
    : null;
}

/** What asks of a place where money has moved, whichever way a project comes there. */
async function refuseStanding(
  tx: Transaction,
  project: StoredProject,
  after: Standing,
): Promise<string | null> {
  if (after.status === 'closed') return refuseClosing(tx, project.id);
  if (project.call && AWARDED.includes(after.status)) return refuseAward(tx, project, after);
  // The office may put it anywhere all the same; nobody undoes what came before the money.
  const isLost = after.undoneId !== null && !ACCOUNTED.includes(after.status);
  return isLost && (await hasMoved(tx, project.id)) ? UNDONE : null;
}

export const paymentEffects: Effects = {
  waiting: dueRefunds,
  refuse: async (run, step) => {
    const { project, action } = step;
    if (action === 'renounce') return (await hasMoved(run.tx, project.id)) ? RENOUNCED : null;
    if (action === 'delete') return (await hasMoved(run.tx, project.id)) ? DELETED : null;
    const after = await standingAfter(run.tx, step);
    return after && refuseStanding(run.tx, project, after);
  },
};
