import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { act, type Created, detailOf, done, startDraft } from '../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import { among } from '../../db/states.ts';
import { RESULTS } from '../../domain/calls/ranking.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { getRanking } from './contract.ts';

openUniversity({ rateLimit: 0 });

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
const call = fc.record({
  minimum: fc.integer({ min: 50, max: 75 }),
  reviews: fc.integer({ min: 1, max: 2 }),
  lines: fc.array(
    fc.record({ budget: fc.integer({ min: 8, max: 20 }), moved: fc.integer({ min: -5, max: 5 }) }),
    { minLength: 2, maxLength: 2 },
  ),
  proposals: fc.array(proposal, { minLength: 5, maxLength: 7 }),
});
type Given = typeof call extends fc.Arbitrary<infer T> ? T : never;

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
const step = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('resolve' as const), departures }), weight: 2 },
  { arbitrary: overriding, weight: 4 },
  { arbitrary: byHand, weight: 5 },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
/** What happens next, and whether it does so at the moment of the one before. */
const steps = fc.array(fc.record({ step, atOnce: fc.boolean() }), { minLength: 12, maxLength: 12 });

interface Standing {
  readonly call: string;
  /** The last one is of no call. */
  readonly lines: readonly string[];
  readonly projects: readonly Created[];
}

async function standingOf({ minimum, reviews, lines, proposals }: Given): Promise<Standing> {
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
async function take(given: Step, { call: id, lines, projects }: Standing): Promise<number> {
  if (given.type === 'resolve') return resolve(id, lines, given.departures);
  const project = projects[given.nth % projects.length] as Created;
  if (given.type === 'override') return override(project, { ...given, lineId: lines[given.line ?? -1] });
  const reason = { reason: REASON };
  const money = given.type === 'award' ? { amount: given.amount } : {};
  const who = given.type === 'renounce' ? clients.academic : clients.admin;
  return (await act(who, project, given.type, { ...reason, ...money })).status;
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

/** Lines that have spent more than they have. */
const overspent = async (id: string) =>
  (
    await sql`select l.name, l.budget + l.moved as money, sum(p.amount_awarded) as spent
    from call_lines l join projects p on p.line_id = l.id and p.status in ${among(AWARDED)}
    where l.call_id = ${id} group by l.id, l.call_id having sum(p.amount_awarded) > l.budget + l.moved`.execute(
      server.db,
    )
  ).rows;

/** Awards without what an award needs, but for what the office brought there by its own word. */
const unearned = async (id: string) =>
  (
    await sql`select p.code, p.status, p.amount_awarded, w.action, r.n, r.score
    from projects p join calls c on c.id = p.call_id
      left join lateral (select count(*) as n, avg(score) as score from reviews
        where project_id = p.id and state = 'confirmed') r on true
      left join lateral (select action from project_history
        where project_id = p.id and undone_at is null and action <> 'undo'
          and to_status in ${among(AWARDED)} and from_status not in ${among(AWARDED)}
        order by id desc limit 1) w on true
    where c.id = ${id} and p.status in ${among(AWARDED)} and (p.amount_awarded is null or p.line_id is null
      or w.action is null or w.action <> 'override' and (r.n < c.reviews or r.score is null or r.score < c.minimum))`.execute(
      server.db,
    )
  ).rows;

it('no sequence of steps overspends a line, nor awards what did not earn it but by an override', async () => {
  const taken = new Map<string, number>();
  const answers = new Set<number>();
  await fc.assert(
    fc.asyncProperty(call, steps, async (given, sequence) => {
      const standing = await standingOf(given);
      for (let n = 0; n < sequence.length; ) {
        const next = sequence.slice(n, sequence[n + 1]?.atOnce ? n + 2 : n + 1);
        n += next.length;
        const statuses = await Promise.all(next.map(({ step: each }) => take(each, standing)));
        for (const [k, status] of statuses.entries()) {
          answers.add(status);
          const type = next[k]?.step.type ?? '';
          if (status === 200) taken.set(type, (taken.get(type) ?? 0) + 1);
        }
        expect(await overspent(standing.call)).toEqual([]);
        expect(await unearned(standing.call)).toEqual([]);
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
  // Not by refusing everything, and never by failing.
  for (const type of ['resolve', 'override']) expect(taken.get(type) ?? 0, type).toBeGreaterThan(0);
  const others = ['award', 'undo', 'cancel', 'renounce', 'not_award'].map(type => taken.get(type) ?? 0);
  expect(Math.max(...others)).toBeGreaterThan(0);
  expect([...answers].filter(status => ![200, 400, 403, 404, 409, 422].includes(status))).toEqual([]);
});
