import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { RESULTS } from '../src/domain/calls/proposals.ts';
import { AWARDED } from '../src/domain/kinds/statuses.ts';
import type { OutputOf } from '../src/domain/kit/endpoint.ts';
import type { getRanking } from '../src/features/awards/contract.ts';
import { type Created, detailOf, done, startDraft } from './factories.ts';
import { clients, server } from './university.ts';

// What the office does with the money of a call, at random, as the screens do it: for properties that hold whatever
// is done. They run on the university of the test file that uses them.

const REASON = 'Acuerdo del comité del 12 de noviembre.';
const LEFT = ['resolution', 'waitlisted', 'not_awarded', 'cancelled'] as const;

/** What each proposal has before anything happens: confirmed reviews, and what it asks for. */
const proposal = fc.record({
  scores: fc.array(fc.integer({ min: 50, max: 100 }), { maxLength: 3 }),
  amount: fc.integer({ min: 1, max: 10 }),
  line: fc.nat(1),
  // Half of them wait for a place, so that it is given by hand too.
  status: fc.constantFrom('resolution', 'waitlisted'),
  /** Back by an appeal: may have money of either line. */
  upheld: fc.boolean(),
});
/** A call of two lines with proposals whose evaluation is over. */
export const givenCall = fc.record({
  minimum: fc.integer({ min: 50, max: 75 }),
  reviews: fc.integer({ min: 1, max: 2 }),
  lines: fc.array(
    fc.record({ budget: fc.integer({ min: 8, max: 20 }), moved: fc.integer({ min: -5, max: 5 }) }),
    { minLength: 2, maxLength: 2 },
  ),
  proposals: fc.array(proposal, { minLength: 5, maxLength: 7 }),
});
type GivenCall = typeof givenCall extends fc.Arbitrary<infer T> ? T : never;

const amount = fc.integer({ min: 1, max: 15 });
const nth = fc.nat(6);
/** Of each proposal that waits: what an act departs from its proposal by. */
const departure = fc.record({
  result: fc.option(fc.constantFrom(...RESULTS), { freq: 1 }),
  amount: fc.option(amount, { nil: undefined }),
  line: fc.option(fc.nat(1), { nil: undefined, freq: 2 }),
});
const departures = fc.array(departure, { minLength: 7, maxLength: 7 });
const overriding = fc.record({
  ...{ type: fc.constant('override' as const), nth, amount: fc.option(amount, { nil: undefined, freq: 5 }) },
  to: fc.constantFrom(...AWARDED, ...LEFT),
  line: fc.option(fc.nat(2), { nil: undefined }),
});
const byHand = fc.record({
  ...{ type: fc.constantFrom('award', 'renounce', 'cancel', 'undo', 'not_award'), nth },
  amount: fc.option(amount, { nil: undefined, freq: 2 }),
});
const transfer = fc.record({ type: fc.constant('transfer' as const), from: fc.nat(1), amount });
export const officeStep = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('resolve' as const), departures }), weight: 2 },
  { arbitrary: overriding, weight: 4 },
  { arbitrary: byHand, weight: 5 },
  { arbitrary: transfer, weight: 2 },
);
export type OfficeStep = typeof officeStep extends fc.Arbitrary<infer T> ? T : never;
export interface Standing {
  readonly call: string;
  /** The last one is of no call. */
  readonly lines: readonly string[];
  readonly projects: readonly Created[];
}

export async function standingOf({ minimum, reviews, lines, proposals }: GivenCall): Promise<Standing> {
  const [id, ids] = [randomUUID(), [randomUUID(), randomUUID()]];
  await sql`insert into calls (id, name, year, kind, state, opens_at, closes_at, rubric, minimum, reviews)
    values (${id}, 'Fondo', 2026, 'incs', 'evaluation', '2026-01-02', '2026-03-02', '{"criteria": []}',
      ${minimum}, ${reviews})`.execute(server.db);
  for (const [n, { budget, moved }] of lines.entries())
    await sql`insert into call_lines (id, call_id, position, name, cap, budget, moved)
      values (${ids[n]}, ${id}, ${n + 1}, ${`Línea ${n}`}, 10, ${budget}, ${moved})`.execute(server.db);
  const projects: Created[] = [];
  for (const given of proposals) {
    const project = await startDraft(clients.academic, 'incs');
    await sql`update projects set status = ${given.status}, call_id = ${id}, line_id = ${ids[given.line]},
      amount_typed = true, amount_requested = ${given.amount}, submitted_at = now()
      where id = ${project.id}`.execute(server.db);
    await sql`insert into reviews (project_id, user_id, blind, state, score, confirmed_at)
      select ${project.id}, u.id, false, 'confirmed', s.score, now()
      from (select id, row_number() over (order by email) as n from users) u
        join unnest(${given.scores}::int[]) with ordinality s (score, n) on s.n = u.n`.execute(server.db);
    if (given.upheld) await uphold(project);
    projects.push(project);
  }
  return { call: id, lines: [...ids, randomUUID()], projects };
}

const uphold = ({ id }: Created) =>
  sql`
    with h as (
      insert into project_history (project_id, action, from_status, to_status)
      values (${id}, 'not_award', 'resolution', 'not_awarded') returning id
    )
    insert into appeals (project_id, author_id, history_id, text, at, upheld, answer, answered_at, answered_by)
    select p.id, p.lead_id, h.id, 'No consideró la carta del socio.', now(), true, 'Se acoge.', now(), p.lead_id
    from projects p, h where p.id = ${id}`.execute(server.db);

/** Takes a step as the screens do; whether it was taken is the rules' to say. */
export async function takeOfficeStep(
  given: OfficeStep,
  { call: id, lines, projects }: Standing,
): Promise<number> {
  if (given.type === 'resolve') return resolve(id, lines, given.departures);
  if (given.type === 'transfer') {
    const { version } = done(await clients.admin.get<{ version: number }>(`/calls/${id}`));
    const [from, to] = given.from === 0 ? lines : lines.slice(0, 2).toReversed();
    const body = { version, from, to, amount: given.amount, reason: REASON };
    return (await clients.admin.post(`/calls/${id}/transfers`, body)).status;
  }
  const project = projects[given.nth % projects.length] as Created;
  if (given.type === 'override') return override(project, { ...given, lineId: lines[given.line ?? -1] });
  const { version } = await detailOf(clients.admin, project);
  const money = given.type === 'award' ? { amount: given.amount } : {};
  // Somebody else may have become the lead: then the project may be none that this one sees.
  const who = given.type === 'renounce' ? clients.academic : clients.admin;
  const path = `/projects/${project.kind}/${project.id}/actions/${given.type}`;
  return (await who.post(path, { version, reason: REASON, ...money })).status;
}

async function resolve(
  id: string,
  lines: readonly string[],
  other: readonly { result: unknown; amount: unknown; line: number | undefined }[],
): Promise<number> {
  const { rows } = done(await clients.admin.get<OutputOf<typeof getRanking>>(`/calls/${id}/ranking`));
  const decisions = rows
    .filter(r => r.proposed !== null)
    .map((row, n) => {
      const result = other[n]?.result ?? row.proposed;
      const { amount: less, line } = other[n] ?? {};
      const lineId = line === undefined ? (row.proposedLineId ?? undefined) : lines[line];
      const more = result === 'award' ? { amount: less, lineId } : {};
      return { id: row.id, version: row.version, result, reason: REASON, ...more };
    });
  return (await clients.admin.post(`/calls/${id}/resolution`, { decisions })).status;
}

async function override(
  project: Created,
  { to, amount: pesos, lineId }: { to: string; amount?: number | undefined; lineId?: string | undefined },
): Promise<number> {
  const { id, kind } = project;
  const { version } = await detailOf(clients.admin, project);
  const body = { batch: randomUUID(), to, reason: REASON };
  const projects = [{ id, kind, version, lineId, amount: pesos }];
  const [result] = done(
    await clients.admin.post<{ done: boolean }[]>('/change-status', { ...body, projects }),
  );
  return result?.done ? 200 : 422;
}
