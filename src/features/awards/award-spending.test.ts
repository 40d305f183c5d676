import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { act, type Created, detailOf, startDraft } from '../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import { among } from '../../db/states.ts';
import { STARTED } from '../../domain/kinds/statuses.ts';
import type { BudgetLine } from '../../domain/sections/budget.ts';

openUniversity({ rateLimit: 0 });

const REASON = 'Acuerdo del comité del 12 de noviembre.';
const WHO = ['academic', 'admin', 'director'] as const;

/** Lines of a budget, few pesos each, so that sums meet the award now and then. */
const budget = fc.array(
  fc.record({
    category: fc.constantFrom('operation' as const, 'travel' as const),
    source: fc.constantFrom('fund' as const, 'fund' as const, 'unit' as const),
    unitCost: fc.nat(8),
  }),
  { minLength: 1, maxLength: 3 },
);
const step = fc.oneof(
  {
    arbitrary: fc.record({ type: fc.constant('save' as const), who: fc.constantFrom(...WHO), budget }),
    weight: 4,
  },
  { arbitrary: fc.record({ type: fc.constant('ask' as const), budget }), weight: 3 },
  {
    arbitrary: fc.record({
      type: fc.constant('decide' as const),
      who: fc.constantFrom(...WHO),
      accept: fc.boolean(),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ type: fc.constantFrom('start', 'suspend', 'resume', 'undo', 'fit') }), weight: 4 },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const steps = fc.array(fc.record({ step, atOnce: fc.boolean() }), { minLength: 10, maxLength: 10 });

let call: string;
let line: string;
beforeAll(async () => {
  const { rows } = await sql<{ call: string; line: string }>`
    with c as (
      insert into calls (name, year, kind, state, opens_at, closes_at, rubric)
      values ('Fondo', 2026, 'incs', 'resolved', '2026-01-02', '2026-03-02', '{"criteria": []}') returning id
    ), l as (
      insert into call_lines (call_id, position, name, cap, budget) select id, 1, 'Línea', 100, 10000 from c
      returning id, call_id
    ) select call_id as call, id as line from l`.execute(server.db);
  call = rows[0]?.call ?? '';
  line = rows[0]?.line ?? '';
});

type Sent = Pick<BudgetLine, 'category' | 'source' | 'unitCost'>;
const linesOf = (sent: readonly Sent[]) =>
  sent.map((l, n) => ({ ...l, id: `l${n}`, description: 'Ítem', quantity: 1 }));

/** Awarded this much, with a budget that asked for more or less. */
async function awarded(amount: number, asked: readonly Sent[]): Promise<Created> {
  const project = await startDraft(clients.academic, 'incs');
  const data = JSON.stringify({ lines: linesOf(asked) });
  await sql`update projects set status = 'approved', call_id = ${call}, line_id = ${line}, amount_requested = 20,
    amount_awarded = ${amount}, submitted_at = now(), start_date = '2026-01-05', end_date = '2027-12-31',
    school_id = (select home_school_id from users where id = lead_id) where id = ${project.id}`.execute(
    server.db,
  );
  await sql`insert into project_sections (project_id, section, data) values (${project.id}, 'budget', ${data}::jsonb)
    on conflict (project_id, section) do update set data = excluded.data`.execute(server.db);
  return project;
}

async function take(given: Step, project: Created, amount: number): Promise<number> {
  const path = `/projects/${project.kind}/${project.id}`;
  const { sections, changes } = await detailOf(clients.admin, project);
  const version = sections.find(s => s.slug === 'budget')?.version ?? 0;
  const save = (who: (typeof WHO)[number], sent: readonly Sent[]) =>
    clients[who].put(`${path}/sections/budget`, { version, data: { lines: linesOf(sent) } });
  if (given.type === 'save') return (await save(given.who, given.budget)).status;
  if (given.type === 'fit')
    return (await save('academic', [{ category: 'operation', source: 'fund', unitCost: amount }])).status;
  if (given.type === 'ask') {
    const data = { lines: linesOf(given.budget) };
    const body = { id: randomUUID(), section: 'budget', version, data, reason: REASON };
    return (await clients.academic.post(`${path}/changes`, body)).status;
  }
  if (given.type === 'decide') {
    const open = changes.find(c => c.state === 'open');
    if (!open) return 404;
    const { accept, who } = given;
    return (
      await clients[who].post(`${path}/changes/${open.id}/decision`, { accept, version, reason: REASON })
    ).status;
  }
  const who = given.type === 'start' ? clients.academic : clients.admin;
  return (await act(who, project, given.type, { reason: REASON })).status;
}

/** Fund lines above the award, once it has started. */
const excess = async ({ id }: Created) =>
  (
    await sql`select p.status, p.amount_awarded, fund_total(s.data) as planned from projects p
      join project_sections s on s.project_id = p.id and s.section = 'budget'
      where p.id = ${id} and p.status in ${among(STARTED)} and fund_total(s.data) > p.amount_awarded`.execute(
      server.db,
    )
  ).rows;

it('no sequence of steps lets a project that started plan more of the fund than it was awarded', async () => {
  const taken = new Map<string, number>();
  const answers = new Set<number>();
  const count = (type: string, status: number) => {
    answers.add(status);
    if (status === 200) taken.set(type, (taken.get(type) ?? 0) + 1);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
      budget,
      steps,
      async (amount, isFitted, asked, sequence) => {
        const fitted = [{ category: 'operation', source: 'fund', unitCost: amount }] as const;
        const project = await awarded(amount, isFitted ? fitted : asked);
        if (isFitted) count('start', await take({ type: 'start' }, project, amount));
        for (let n = 0; n < sequence.length; ) {
          const next = sequence.slice(n, sequence[n + 1]?.atOnce ? n + 2 : n + 1);
          n += next.length;
          const statuses = await Promise.all(next.map(({ step: each }) => take(each, project, amount)));
          for (const [k, status] of statuses.entries()) count(next[k]?.step.type ?? '', status);
          expect(await excess(project)).toEqual([]);
        }
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
  // Not by refusing everything, and never by failing.
  for (const type of ['save', 'ask', 'decide', 'start'])
    expect(taken.get(type) ?? 0, type).toBeGreaterThan(0);
  expect([...answers].filter(status => ![200, 400, 403, 404, 409, 422].includes(status))).toEqual([]);
});
