import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { checkAll, openCall, proposal } from '../../../../test/calls.ts';
import { reviewersOf, reviewWith } from '../../../../test/evaluation.ts';
import { act, type Created, detailOf, done } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import type { ActFacts } from '../../../domain/calls/act.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getRanking } from '../contract.ts';

openUniversity({ rateLimit: 0 });

const MERIT = {
  id: 'merit',
  name: 'Mérito',
  help: '',
  maxPoints: 10,
  weight: 100,
  justificationRequired: true,
};
let call: { id: string; lineId: string };
/** In the order in which they were registered. */
let projects: Created[];

/** Money for two of three, whose ids stand in the opposite order of their registration. */
beforeAll(async () => {
  const line = { id: crypto.randomUUID(), name: 'Línea única', cap: 2_000_000, budget: 4_000_000 };
  call = await openCall(clients.admin, {
    ...{ lines: [line], rubric: { criteria: [MERIT] }, proposalsPerLead: 3, reviews: 2 },
  });
  projects = [];
  for (const digit of 'fba') {
    const id = crypto.randomUUID().replace(/^./, digit);
    const project = await proposal(clients.academic, refs, call, undefined, { id });
    for (const [who, step] of [
      [clients.academic, 'submit'],
      [clients.director, 'endorse'],
      [clients.dean, 'endorse'],
    ] as const)
      done(await act(who, project, step));
    await checkAll(clients.admin, project);
    done(await act(clients.admin, project, 'admit', { checklist: true }));
    projects.push(project);
  }
  // One closing brings many at the same instant.
  await sql`update projects set submitted_at = '2026-11-20T12:00:00Z' where call_id = ${call.id}`.execute(
    server.db,
  );
  const { first, second } = await reviewersOf(server);
  const pairs = projects.flatMap(({ id }) => [first, second].map(r => ({ projectId: id, userId: r.id })));
  done(await clients.admin.post('/admin/reviews', { pairs }));
  for (const project of projects) {
    await reviewWith(first.client, project, 8);
    await reviewWith(second.client, project, 9);
  }
  await sql`update calls set closes_at = now() - interval '1 minute' where id = ${call.id}`.execute(
    server.db,
  );
});

const ranking = async () =>
  done(await clients.admin.get<OutputOf<typeof getRanking>>(`/calls/${call.id}/ranking`));
const codes = () => projects.map(p => p.code);

it('a rubric of one criterion scores by it alone', async () => {
  expect((await ranking()).rows).toMatchObject(
    projects.map(() => ({ score: 85, criteria: { merit: { mean: 8.5, spread: 1 } } })),
  );
});

it('a tie to the last rule is broken by registration, in the same order each time, and the act says so', async () => {
  for (let read = 0; read < 3; read += 1) {
    // However the rows lie in the table.
    await sql`update projects set updated_at = now() where id = ${projects[read]?.id}`.execute(server.db);
    expect((await ranking()).rows.map(r => r.code)).toEqual(codes());
  }
  const { rows } = await ranking();
  expect(rows.map(r => r.proposed)).toEqual(['award', 'award', 'waitlist']);
  const decisions = rows.map(({ id, version, proposed }) => ({ id, version, result: proposed }));
  done(await clients.admin.post(`/calls/${call.id}/resolution`, { decisions }));
  const { rows: acts } = await sql<{ facts: ActFacts }>`
    select facts from call_acts where call_id = ${call.id}`.execute(server.db);
  const [first, second, third] = codes();
  expect(acts.map(a => a.facts.rows.map(r => [r.code, r.tie]))).toEqual([
    [
      [first, `Empata con ${second}: por orden de registro.`],
      [second, `Empata con ${third}: por orden de registro.`],
      [third, undefined],
    ],
  ]);
  const statuses = await Promise.all(projects.map(async p => (await detailOf(clients.admin, p)).status));
  expect(statuses).toEqual(['approved', 'approved', 'waitlisted']);
});
