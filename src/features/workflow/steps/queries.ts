import type { Transaction } from '../../../db/pool.ts';
import { moneyAfter, type ProjectMoney } from '../../../domain/calls/award-money.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import type { StoredProject } from '../../project-record/subject/queries.ts';
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
  const { amountAwarded, subStep } = project;
  if (action === 'accept_final_report')
    return subStep === 'office' ? { status: 'closed', amountAwarded, undoneId: null } : null;
  if (action === 'undo') return standingBefore(tx, project);
  const to = action === 'award' ? 'approved' : action === 'override' ? given.to : undefined;
  if (!to) return null;
  const money = moneyAfter(project, { action, to, given, budget: [] });
  return { status: to, amountAwarded: money.amountAwarded, undoneId: null };
}

/** As a project stood before its last step, which may be taken back; entries of before there was money have what is stored. */
export async function standingBefore(
  tx: Transaction,
  { last, lineId, amountAsked, amountAwarded, amountMoved }: StoredProject,
): Promise<(ProjectMoney & { readonly status: Status; readonly undoneId: number }) | null> {
  if (!last) return null;
  const { before } = await tx
    .selectFrom('project_history')
    .select('before')
    .where('id', '=', last.id)
    .executeTakeFirstOrThrow();
  const { status, money } = before as { readonly status: Status; readonly money?: ProjectMoney };
  return { ...(money ?? { lineId, amountAsked, amountAwarded, amountMoved }), status, undoneId: last.id };
}
