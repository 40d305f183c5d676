import { sql } from 'kysely';
import { lit } from '../../db/states.ts';
import type { TransitionAction } from '../../domain/workflow/transitions.ts';
import { announce } from '../../server/notices/announce.ts';
import type { Effects, Run, TakenStep } from '../workflow/effects.ts';
import { systemStep } from '../workflow/transitions/commands.ts';
import { settleAppeal } from './appeals/commands.ts';
import { lockCallOf } from './commands.ts';
import { awardRefusal, nextUp, overrideRefusal, undoRefusal } from './queries.ts';

/** After these an award of a call is free for somebody else. */
const FREES: readonly TransitionAction[] = ['renounce', 'cancel'];
/** These change what the lines of a call have spent. */
const AWARDING: readonly string[] = ['award', 'override', 'undo', ...FREES];

/** The office learns which proposal of the waitlist took the place of one that is no longer awarded. */
const announceMovedUp = (
  run: Run,
  next: { readonly id: string; readonly kind: string; readonly code: string; readonly title: string },
  freedBy: string,
): Promise<void> =>
  announce(
    run,
    { kind: 'waitlist_moved_up', actorId: null, code: next.code, freedBy },
    { project: next, status: 'approved', holders: [], office: false, due: null },
  );

/** Money and a place are free again: the first of the waitlist that fits is awarded. */
async function moveUp(run: Run, { project, workflow }: TakenStep): Promise<void> {
  const { status, call, code } = project;
  if (status !== 'approved' || !call) return;
  // Held before one is chosen: whoever is withdrawn meanwhile is passed over.
  await sql`select 1 from projects where call_id = ${call.id} and status = ${lit.status('waitlisted')}
    order by id for no key update`.execute(run.tx);
  const next = await nextUp(run.tx, call);
  if (!next) return;
  await systemStep(run, next.id, 'award', workflow);
  await announceMovedUp(run, next, code);
}

/** Awards of a call keep to its money and places; what is given up goes to who waits; an upheld appeal is settled. */
export const awardEffects: Effects = {
  // Awards of a call go one after the other, so that two do not spend the same money.
  lock: async ({ tx }, { id, action, inBatch }) => {
    // An act holds its call itself; a change of many takes each in a transaction of its own.
    if (AWARDING.includes(action) && !(inBatch && action === 'award')) await lockCallOf(tx, id);
  },
  refuse: async ({ tx }, { project, kind, action, given, inBatch }) => {
    if (action === 'award') return inBatch ? null : awardRefusal(tx, project, kind, given);
    if (action === 'override' && given.to) return overrideRefusal(tx, project, given.to, given);
    return action === 'undo' ? undoRefusal(tx, project) : null;
  },
  after: async (run, step) => {
    if (FREES.includes(step.action)) await moveUp(run, step);
    if (step.action === 'uphold_appeal') await settleAppeal(run, step.project.id, true, step.reason);
  },
};
