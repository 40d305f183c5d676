import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import {
  type Call,
  frozenChanges,
  isFrozen,
  isUnresolved,
  settingChanges,
  waitlistEnd,
} from '../../domain/calls/calls.ts';
import { WAITING_REVIEWS } from '../../domain/calls/review-states.ts';
import type { KindDefinition } from '../../domain/kinds/definition.ts';
import { endOfDay } from '../../domain/kit/calendar.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError, invalid, notFound } from '../../domain/kit/problem.ts';
import { cleanHtml } from '../../domain/text/clean-html.ts';
import { formatDateTime } from '../../domain/text/format.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { announce } from '../../server/notices/announce.ts';
import { requireFree } from '../../server/part-taking/commands.ts';
import { readCallBar } from '../../server/part-taking/queries.ts';
import type * as contract from './contract.ts';
import { callById } from './queries.ts';

type Done = OutputOf<typeof contract.saveCall>;
type Settings = contract.CallSettings;
export type Addressed<B> = B & { readonly call: string };

/** The call, held until the end: its form cannot open, close or change meanwhile. */
export async function lockCall(tx: Transaction, id: string, version?: number): Promise<Call> {
  await sql`select 1 from calls where id = ${id} for no key update`.execute(tx);
  const call = await callById(tx, id);
  if (!call) throw notFound();
  if (version !== undefined && version !== call.version)
    throw new AppError('conflict', undefined, { extra: { version: call.version, state: call.state } });
  return call;
}

interface Changing {
  readonly call: string;
  readonly version?: number;
  readonly lastResort?: string | undefined;
}

/** The call to change, by somebody who takes no part in it. */
export async function openCall(run: Command, { call: id, version, lastResort }: Changing): Promise<Call> {
  const call = await lockCall(run.tx, id, version);
  const bar = await readCallBar(run.tx, run.actor, id);
  requireFree(run, bar, { of: { type: 'call', id }, verb: 'cambiar esta convocatoria', lastResort });
  return call;
}

export const next = (call: Call): Done => ({ id: call.id, version: call.version + 1 });
/** Days of grace of a new call: a month, as most bases say. */
const GRACE_DAYS = 30;

const rule = (detail: string) => new AppError('rule', detail);

export const createCall = command(
  'calls.manage',
  async ({ tx, actor, record }: Command, body: BodyOf<typeof contract.createCall>): Promise<Done> => {
    const { rows } = await sql<{ definition: KindDefinition }>`
      select v.definition from kinds k join kind_versions v on v.slug = k.slug and v.version = k.current_version
      where k.slug = ${body.kind}`.execute(tx);
    const kind = rows[0]?.definition;
    const { criteria = [], reviews = 2, minimum = 60, gap = 20, consensusDays = 3 } = kind?.rubric ?? {};
    const { id } = await tx
      .insertInto('calls')
      .values({
        ...body,
        reviews,
        minimum,
        gap,
        consensus_days: consensusDays,
        grace_days: GRACE_DAYS,
        rubric: JSON.stringify({ criteria }),
        created_by: actor.id,
        updated_by: actor.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    record({
      action: 'call.created',
      objectType: 'call',
      objectId: id,
      changes: { name: [null, body.name] },
    });
    return { id, version: 1 };
  },
);

const columnsOf = (s: Settings) => ({
  name: s.name,
  year: s.year,
  opens_at: s.opensAt,
  closes_at: s.closesAt,
  endorse_until: s.endorseUntil,
  correction_days: s.correctionDays,
  evaluation_until: s.evaluationUntil,
  resolution_at: s.resolutionAt,
  appeal_days: s.appealDays,
  answer_days: s.answerDays,
  invitation_days: s.invitationDays,
  execution_from: s.executionFrom,
  execution_to: s.executionTo,
  waitlist_until: s.waitlistUntil,
  committee: JSON.stringify(s.committee),
  blind: s.blind,
  reviews: s.reviews,
  minimum: s.minimum,
  gap: s.gap,
  consensus_days: s.consensusDays,
  proposals_per_lead: s.proposalsPerLead,
  blocks_overdue: s.blocksOverdue,
  category_caps: JSON.stringify(s.categoryCaps),
  partner_minimum: s.partnerMinimum,
  student_minimum: s.studentMinimum,
  instalments: JSON.stringify(s.instalments),
  report_dates: JSON.stringify(s.reportDates),
  grace_days: s.graceDays,
  publishes_results: s.publishesResults,
  rubric: JSON.stringify(s.rubric),
  questions: JSON.stringify(s.questions),
  documents: JSON.stringify(s.documents),
  public_text: s.publicText,
});

/** Lines keep their ids, which proposals refer to once the call is open. */
async function writeParts(tx: Transaction, id: string, { lines, quotas }: Settings): Promise<void> {
  await sql`delete from call_lines where call_id = ${id} and id <> all(${lines.map(l => l.id)}::uuid[])`.execute(
    tx,
  );
  await sql`
    insert into call_lines as l (id, call_id, position, name, cap, budget)
    select n.id, ${id}, n.position, n.name, n.cap, n.budget
    from json_to_recordset(${JSON.stringify(lines.map((l, position) => ({ ...l, position })))})
      n (id uuid, position int, name text, cap bigint, budget bigint)
    on conflict (id) do update set position = excluded.position, name = excluded.name, cap = excluded.cap,
      budget = excluded.budget where l.call_id = excluded.call_id`.execute(tx);
  await tx.deleteFrom('call_quotas').where('call_id', '=', id).execute();
  const known = await sql<{ id: string }>`
    select id from faculties where id = any(${quotas.map(q => q.facultyId)}::uuid[])`.execute(tx);
  const faculties = new Set(known.rows.map(r => r.id));
  const unknown = quotas.findIndex(q => !faculties.has(q.facultyId));
  if (unknown >= 0) throw invalid(`settings.quotas.${unknown}.facultyId`, 'Elige una facultad de la lista.');
  if (quotas.length > 0)
    await tx
      .insertInto('call_quotas')
      .values(quotas.map(q => ({ call_id: id, faculty_id: q.facultyId, quota: q.quota })))
      .execute();
}

/** The dates a proposal's step is due by move with the call's, unless the office gave that one a date of its own. */
async function moveDues(tx: Transaction, before: Call, s: Settings): Promise<void> {
  const endOf = (day: string | null) => day && endOfDay(day).toISOString();
  const moves = [
    ['dean_review', before.endorseUntil, s.endorseUntil],
    ['evaluation', before.evaluationUntil, s.evaluationUntil],
    ['resolution', before.resolutionAt, s.resolutionAt],
    // Due by nothing but the end of the waitlist, so by nothing while that is not known.
    ['waitlisted', endOf(waitlistEnd(before)), endOf(waitlistEnd(s))],
  ] as const;
  for (const [status, from, to] of moves) {
    if (!to || (from && new Date(from).getTime() === new Date(to).getTime())) continue;
    const these = sql`call_id = ${before.id} and status = ${status}`;
    if (status === 'evaluation')
      await sql`update reviews set due_at = ${to} where state in ${among(WAITING_REVIEWS)}
        and due_at = ${from}::timestamptz and project_id in (select id from projects where ${these})`.execute(
        tx,
      );
    await sql`update projects set due_at = ${to}
      where ${these} and due_at is not distinct from ${from}::timestamptz`.execute(tx);
  }
}

export const saveCall = command(
  'calls.manage',
  async (run: Command, asked: Addressed<BodyOf<typeof contract.saveCall>>) => {
    const { tx, actor, now, record } = run;
    const call = await openCall(run, asked);
    const settings = { ...asked.settings, publicText: cleanHtml(asked.settings.publicText) };
    if (isFrozen(call.state)) {
      const frozen = frozenChanges(call, settings);
      if (frozen.length > 0)
        throw new AppError('rule', 'La convocatoria ya abrió: su formulario y sus reglas no cambian.', {
          errors: frozen.map(key => ({
            path: `settings.${key}`,
            message: 'Quedó fijo al abrir la convocatoria.',
          })),
        });
      await moveDues(tx, call, settings);
    }
    await tx
      .updateTable('calls')
      .set({ ...columnsOf(settings), version: call.version + 1, updated_at: now, updated_by: actor.id })
      .where('id', '=', call.id)
      .execute();
    if (!isFrozen(call.state)) await writeParts(tx, call.id, settings);
    const { publicText, ...rest } = settings;
    const changes = settingChanges(call, rest);
    record({ action: 'call.updated', objectType: 'call', objectId: call.id, changes });
    return next(call);
  },
);

export const copyCall = command(
  'calls.manage',
  async (
    { tx, actor, record }: Command,
    asked: Addressed<BodyOf<typeof contract.copyCall>>,
  ): Promise<Done> => {
    const from = await lockCall(tx, asked.call);
    const { rows } = await sql<{ id: string }>`
      with made as (
        insert into calls (name, year, kind, correction_days, appeal_days, answer_days, invitation_days, blind, reviews,
          minimum, gap, consensus_days, proposals_per_lead, blocks_overdue, category_caps, partner_minimum,
          student_minimum, instalments, grace_days, publishes_results, rubric, questions, documents, committee,
          public_text, copied_from,
          created_by, updated_by)
        select ${asked.name}, ${asked.year}, kind, correction_days, appeal_days, answer_days, invitation_days, blind,
          reviews, minimum, gap, consensus_days, proposals_per_lead, blocks_overdue, category_caps, partner_minimum,
          student_minimum, instalments, grace_days, publishes_results, rubric, questions, documents, committee,
          public_text, id,
          ${actor.id}, ${actor.id}
        from calls where id = ${from.id} returning id
      ), l as (
        insert into call_lines (call_id, position, name, cap, budget)
        select made.id, position, l.name, cap, budget from made, call_lines l where l.call_id = ${from.id}
      ), q as (
        insert into call_quotas (call_id, faculty_id, quota)
        select made.id, faculty_id, quota from made, call_quotas where call_id = ${from.id}
      ), w as (
        insert into call_letters (call_id, outcome, subject, body, updated_by)
        select made.id, outcome, subject, body, ${actor.id} from made, call_letters where call_id = ${from.id}
      )
      select id from made`.execute(tx);
    const id = rows[0]?.id ?? '';
    record({ action: 'call.copy', objectType: 'call', objectId: id, changes: { from: [null, from.id] } });
    return { id, version: 1 };
  },
);

export const hasProposals = async (tx: Transaction, id: string): Promise<boolean> =>
  (await sql`select 1 from projects where call_id = ${id} limit 1`.execute(tx)).rows.length > 0;

/** Answers the keys of its files, which go once the row is gone. */
export const deleteCall = command(
  'calls.manage',
  async ({ tx, record }: Command, { call: id }: { call: string }): Promise<string[]> => {
    const call = await lockCall(tx, id);
    if (call.state !== 'preparation' || (await hasProposals(tx, id)))
      throw rule('Solo se elimina una convocatoria en preparación a la que nadie postula.');
    const keys = await tx.selectFrom('call_files').select('storage_key').where('call_id', '=', id).execute();
    await sql`update calls set copied_from = null where copied_from = ${id}`.execute(tx);
    await tx.deleteFrom('calls').where('id', '=', id).execute();
    record({
      action: 'call.deleted',
      objectType: 'call',
      objectId: id,
      changes: { name: [call.name, null] },
    });
    return keys.map(k => k.storage_key);
  },
);

export const extendCall = command(
  'calls.manage',
  async (run: Command, asked: Addressed<BodyOf<typeof contract.extendCall>>) => {
    const { tx, actor, now, record } = run;
    const call = await openCall(run, asked);
    const closesAt = new Date(asked.closesAt);
    if (!isUnresolved(call.state) || !call.closesAt)
      throw rule('Solo se amplía el plazo de una convocatoria abierta, o que acaba de cerrar.');
    if (closesAt <= new Date(call.closesAt) || closesAt <= now)
      throw invalid('closesAt', 'El nuevo cierre debe ser posterior al anterior y a este momento.');
    const after = [call.endorseUntil, call.evaluationUntil, call.resolutionAt].find(
      d => d && new Date(d) <= closesAt,
    );
    if (after)
      throw invalid(
        'closesAt',
        `Antes mueve las fechas siguientes: una vence el ${formatDateTime(new Date(after))}.`,
      );
    await tx
      .insertInto('call_extensions')
      .values({
        call_id: call.id,
        closed_at: call.closesAt,
        closes_at: closesAt,
        reason: asked.reason,
        at: now,
        actor_id: actor.id,
      })
      .execute();
    await tx
      .updateTable('calls')
      .set({
        closes_at: closesAt,
        state: 'open',
        version: call.version + 1,
        updated_at: now,
        updated_by: actor.id,
      })
      .where('id', '=', call.id)
      .execute();
    record({
      action: 'call.extend',
      objectType: 'call',
      objectId: call.id,
      changes: { closesAt: [call.closesAt, closesAt.toISOString()] },
    });
    return { ...next(call), told: await tellDrafts(run, call, closesAt, asked.reason) };
  },
);

/** Drafts are due later; who leads one is told why. Answers how many were. */
async function tellDrafts(
  { tx, actor, now }: Command,
  call: Call,
  closesAt: Date,
  reason: string,
): Promise<number> {
  const { rows } = await sql<{ lead: string; alternate: string | null }>`
    update projects set due_at = ${closesAt} where call_id = ${call.id} and status = ${lit.status('draft')}
    returning lead_id as lead, alternate_id as alternate`.execute(tx);
  const people = new Set(rows.flatMap(r => [r.lead, r.alternate]).filter(id => id !== null));
  people.delete(actor.id);
  if (people.size > 0)
    await announce(
      { tx, now },
      {
        kind: 'call_extended',
        actorId: actor.id,
        name: call.name,
        closesAt: closesAt.toISOString(),
        reason,
        own: [...people],
      },
      null,
    );
  return people.size;
}
