import { sql } from 'kysely';
import { roundEnd, roundErrors, roundRefusal } from '../../../domain/calls/assigning/rounds.ts';
import type { Call } from '../../../domain/calls/calls.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../../domain/kit/problem.ts';
import { formatDateTime } from '../../../domain/text/format.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { announceAll, expectReaders } from '../../../server/notices/announce.ts';
import { requireFree } from '../../../server/part-taking/commands.ts';
import { readCallBar } from '../../../server/part-taking/queries.ts';
import { callById } from '../../calls/queries.ts';
import type * as contract from './contract.ts';
import { type AskedPerson, askedPeople, ownPreferences, readRound } from './queries.ts';

interface Given<Body> {
  readonly call: string;
  readonly given: Body;
}

/** The call, held until the end, of somebody who may decide on it. */
async function lockFree(run: Command, id: string, lastResort: string | undefined): Promise<Call> {
  await sql`select from calls where id = ${id} for no key update`.execute(run.tx);
  const call = await callById(run.tx, id);
  if (!call) throw notFound();
  const bar = await readCallBar(run.tx, run.actor, id);
  requireFree(run, bar, { of: { type: 'call', id }, verb: 'pedir preferencias', lastResort });
  return call;
}

export const askPreferences = command(
  'reviews.manage',
  async (
    run: Command,
    { call: id, given }: Given<BodyOf<typeof contract.askPreferences>>,
  ): Promise<OutputOf<typeof contract.askPreferences>> => {
    const { tx, actor, now } = run;
    const call = await lockFree(run, id, given.lastResort);
    const round = await readRound(tx, id, now);
    const { proposals, people } = await askedPeople(tx, call);
    const refusal = roundRefusal(call, { proposals, reviewers: people.length, now });
    if (refusal) throw new AppError('rule', refusal);
    const current = round?.isOpen ? round.until : null;
    const errors = roundErrors(given.until, call, { until: current, now });
    if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
    const until = roundEnd(given.until, call);
    // Asked for twice, as by a second click.
    if (current?.getTime() === until.getTime()) return { until: until.toISOString(), told: 0 };
    await sql`
      insert into preference_rounds (call_id, until, opened_at, opened_by) values (${id}, ${until}, ${now}, ${actor.id})
      on conflict (call_id) do update set until = excluded.until
        ${current ? sql`` : sql`, opened_at = excluded.opened_at, opened_by = excluded.opened_by`}`.execute(
      tx,
    );
    run.record({
      action: current ? 'call.preferences_extended' : 'call.preferences_asked',
      objectType: 'call',
      objectId: id,
      changes: { until: [current, until] },
    });
    return { until: until.toISOString(), told: current ? 0 : await tellAsked(run, call, until, people) };
  },
);

/** Answers how many: whoever has answered everything in an earlier round is not asked again. */
async function tellAsked(run: Command, { id, name }: Call, until: Date, people: readonly AskedPerson[]) {
  const asked = people.filter(p => p.answered < p.total);
  await expectReaders(
    run.tx,
    asked.map(p => p.id),
    id,
  );
  await announceAll(
    run,
    asked.map(({ id: reviewerId, total, answered }) => ({
      event: {
        ...({ kind: 'preferences_asked', actorId: null, reviewerId, call: name } as const),
        ...{ proposals: total - answered, until: until.toISOString() },
      },
      subject: null,
    })),
  );
  return asked.length;
}

export const endPreferences = command(
  'reviews.manage',
  async (run: Command, { call: id, given }: Given<BodyOf<typeof contract.endPreferences>>) => {
    const { tx, now } = run;
    await lockFree(run, id, given.lastResort);
    const round = await readRound(tx, id, now);
    if (!round?.isOpen) throw new AppError('rule', 'No hay preferencias por responder.');
    await tx.updateTable('preference_rounds').set({ until: now }).where('call_id', '=', id).execute();
    run.record({
      action: 'call.preferences_ended',
      objectType: 'call',
      objectId: id,
      changes: { until: [round.until, now] },
    });
    return {};
  },
);

interface Answered extends Given<BodyOf<typeof contract.savePreference>> {
  readonly project: string;
}

/** A conflict may be taken back until the end, too. */
export const savePreference = command('active', async (run: Command, { call, project, given }: Answered) => {
  const { tx, actor, now } = run;
  // One answer of a person after the other, and none while the round is ended.
  await sql`select from users where id = ${actor.id} for no key update`.execute(tx);
  await sql`select from preference_rounds where call_id = ${call} for share`.execute(tx);
  const { proposals, until, isOpen } = await ownPreferences(tx, actor, call, project);
  const [proposal] = proposals;
  if (!proposal) throw notFound();
  if (!isOpen)
    throw new AppError(
      'rule',
      `El plazo para responder terminó el ${formatDateTime(new Date(until))}: tu respuesta no se guardó.`,
    );
  const { preference } = given;
  if (proposal.preference === preference) return {};
  await sql`
    insert into review_preferences (project_id, user_id, preference, updated_at)
    values (${project}, ${actor.id}, ${preference}, ${now})
    on conflict (project_id, user_id) do update
      set preference = excluded.preference, updated_at = excluded.updated_at`.execute(tx);
  run.record({
    action: preference === 'conflict' ? 'review.conflict' : 'review.preference',
    objectType: 'project',
    objectId: project,
    changes: { preference: [proposal.preference, preference] },
  });
  return {};
});
