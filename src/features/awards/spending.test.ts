import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { givenCall, officeStep, standingOf, takeOfficeStep } from '../../../test/office-steps.ts';
import { openUniversity, server } from '../../../test/university.ts';
import { among } from '../../db/states.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';

openUniversity({ rateLimit: 0 });

/** What happens next, and whether it does so at the moment of the one before. */
const steps = fc.array(fc.record({ step: officeStep, atOnce: fc.boolean() }), {
  minLength: 12,
  maxLength: 12,
});

/** Lines that have spent more than they have. */
const overspent = async (id: string) =>
  (
    await sql`select l.name, l.budget + l.moved as money, sum(p.amount_awarded) as spent
    from call_lines l join projects p on p.line_id = l.id and p.status in ${among(AWARDED)}
    where l.call_id = ${id} group by l.id, l.call_id having sum(p.amount_awarded) > l.budget + l.moved`.execute(
      server.db,
    )
  ).rows;

/** Money of all lines of a call, and what is awarded of it. */
async function moneyOf(id: string): Promise<{ money: number; spent: number }> {
  const { rows } = await sql<{ money: number; spent: number }>`
    select (select sum(budget + moved)::int from call_lines where call_id = c.id) as money,
      (select coalesce(sum(amount_awarded), 0)::int from projects
        where call_id = c.id and status in ${among(AWARDED)}) as spent
    from calls c where c.id = ${id}`.execute(server.db);
  return rows[0] ?? { money: 0, spent: 0 };
}

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

it('no sequence of steps overspends a line or the call, nor awards what did not earn it but by an override', async () => {
  const taken = new Map<string, number>();
  const answers = new Set<number>();
  await fc.assert(
    fc.asyncProperty(givenCall, steps, async (given, sequence) => {
      const standing = await standingOf(given);
      const { money: all } = await moneyOf(standing.call);
      for (let n = 0; n < sequence.length; ) {
        const next = sequence.slice(n, sequence[n + 1]?.atOnce ? n + 2 : n + 1);
        n += next.length;
        const statuses = await Promise.all(next.map(({ step: each }) => takeOfficeStep(each, standing)));
        for (const [k, status] of statuses.entries()) {
          answers.add(status);
          const type = next[k]?.step.type ?? '';
          if (status === 200) taken.set(type, (taken.get(type) ?? 0) + 1);
        }
        expect(await overspent(standing.call)).toEqual([]);
        const { money, spent } = await moneyOf(standing.call);
        expect([money, spent <= all]).toEqual([all, true]);
        expect(await unearned(standing.call)).toEqual([]);
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
  // Not by refusing everything, and never by failing.
  for (const type of ['resolve', 'override', 'transfer'])
    expect(taken.get(type) ?? 0, type).toBeGreaterThan(0);
  const others = ['award', 'undo', 'cancel', 'renounce', 'not_award'].map(type => taken.get(type) ?? 0);
  expect(Math.max(...others)).toBeGreaterThan(0);
  expect([...answers].filter(status => ![200, 400, 403, 404, 409, 422].includes(status))).toEqual([]);
});
