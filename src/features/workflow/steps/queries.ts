import type { Transaction } from '../../../db/pool.ts';
import { moneyAfter, type ProjectMoney } from '../../../domain/calls/award-money.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import type { Effects } from '../effects.ts';

type Refusable = Parameters<NonNullable<Effects['refuse']>>[1];

/** Where a step puts a project, with its award in pesos. */
export interface Standing {
  readonly status: Status;
  readonly amountAwarded: number | null;
  /** Row of the history that is taken back. */
  readonly undoneId: number | null;
}

/**
 * Where a step leads that closes a project, awards it, or puts it anywhere: what is asked of such a place is asked by
 * whatever way it is reached. Null for every other step.
 */
export async function standingAfter(
  tx: Transaction,
  { project, action, given }: Refusable,
): Promise<Standing | null> {
  const { amountAwarded, subStep, last } = project;
  if (action === 'accept_final_report')
    return subStep === 'office' ? { status: 'closed', amountAwarded, undoneId: null } : null;
  if (action === 'undo') return last && standingBefore(tx, last.id);
  const to = action === 'award' ? 'approved' : action === 'override' ? given.to : undefined;
  if (!to) return null;
  const money = moneyAfter(project, { action, to, given, budget: [] });
  return { status: to, amountAwarded: money.amountAwarded, undoneId: null };
}

/** As the project stood before a step. */
async function standingBefore(tx: Transaction, historyId: number): Promise<Standing> {
  const { before } = await tx
    .selectFrom('project_history')
    .select('before')
    .where('id', '=', historyId)
    .executeTakeFirstOrThrow();
  const { status, money } = before as { readonly status: Status; readonly money?: ProjectMoney };
  return { status, amountAwarded: money?.amountAwarded ?? null, undoneId: historyId };
}
