import { sql } from 'kysely';
import { lit } from '../../db/states.ts';
import { RANKED } from '../../domain/calls/proposals.ts';
import { rank } from '../../domain/calls/ranking.ts';
import { RESOLVED, type Status } from '../../domain/kinds/statuses.ts';
import { APPEALABLE, REOPENED, type TransitionAction } from '../../domain/workflow/transitions.ts';
import { announce } from '../../server/notices/announce.ts';
import type { Effects, Run, TakenStep } from '../workflow/effects.ts';
import { systemStep } from '../workflow/transitions/commands.ts';
import { writeAct } from './acts/commands.ts';
import { settleAppeal } from './appeals/commands.ts';
import { dueAppeals } from './appeals/queries.ts';
import { lockCallOf } from './commands.ts';
import { resultLetters } from './letters/queries.ts';
import { awardRefusal, contendersOf, nextUp, overrideRefusal, undoRefusal } from './queries.ts';

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
  const next = await nextUp(run.tx, call, run.now);
  if (!next) return;
  await systemStep(run, next.id, 'award', workflow);
  await announceMovedUp(run, next, code);
}

/** What the waitlist changes is in an act of its own; what ended with it, in one for all of the call. */
async function writeWaitlistAct(run: Run, { project, action }: TakenStep): Promise<void> {
  const { call, status } = project;
  if (!call || status !== 'waitlisted' || (action !== 'award' && action !== 'not_award')) return;
  const isEnd = action === 'not_award' && run.actor === null;
  const ids = isEnd ? await endedTogether(run, call.id) : [project.id];
  if (ids.length === 0) return;
  const all = rank(await contendersOf(run.tx, call, RANKED));
  const reason = isEnd ? 'Terminó la lista de espera.' : 'Por su lugar en la lista de espera.';
  const decided = all
    .filter(c => ids.includes(c.id))
    .map(proposal => ({ proposal, result: action, proposed: action, reason }));
  await writeAct(run, { call, cause: 'waitlist', decided, session: null });
}

/**
 * Who left the waitlist with its end and is in no act yet; nobody while there are more to follow, as the last one takes
 * them all along.
 */
async function endedTogether({ tx, now }: Run, callId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; more: boolean }>`
    select p.id, exists (select from projects w where w.call_id = p.call_id
        and w.status = ${lit.status('waitlisted')} and w.due_at < ${now}) as more
    from projects p join lateral (
      select action, actor_id, from_status, at from project_history where project_id = p.id and undone_at is null
        and from_status <> to_status order by id desc limit 1) h on h.action = ${lit.action('not_award')}
    where p.call_id = ${callId} and p.status = ${lit.status('not_awarded')} and h.actor_id is null
      and h.from_status = ${lit.status('waitlisted')} and h.at > coalesce((select max(a.at) from call_acts a
        where a.call_id = p.call_id and a.actor_id is null and a.facts -> 'rows' @> '[{"result": "not_award"}]'),
        '-infinity')`.execute(tx);
  return rows.some(row => row.more) ? [] : rows.map(row => row.id);
}

/** The office has put the proposal elsewhere: what was said against its result is answered with that. */
async function settleOvertaken(run: Run, { project, action, reason }: TakenStep, to: Status): Promise<void> {
  if (action !== 'override' || !APPEALABLE.includes(project.status) || APPEALABLE.includes(to)) return;
  await settleAppeal(run, project.id, REOPENED.includes(to) || RESOLVED.includes(to), reason);
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
  letters: resultLetters,
  waiting: dueAppeals,
  after: async (run, step) => {
    if (FREES.includes(step.action)) await moveUp(run, step);
    await writeWaitlistAct(run, step);
    await settleOvertaken(run, step, step.to);
    if (step.action === 'uphold_appeal') await settleAppeal(run, step.project.id, true, step.reason);
  },
};
