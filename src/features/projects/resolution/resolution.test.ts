import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { proposalInEvaluation, reviewersOf, reviewWith } from '../../../../test/evaluation.ts';
import { type Created, detailOf, done } from '../../../../test/factories.ts';
import type { OutputOf } from '../../../domain/endpoint.ts';
import { FIRST_KINDS } from '../../../domain/kinds/index.ts';
import type { getRanking } from './contract.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let call: string;
const projects: Created[] = [];

/** A call with one line and money for one of its three proposals, which score 60, 80 and 40. */
beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
  academic = await clientAs(server, PEOPLE.academic);
  const director = await clientAs(server, PEOPLE.director);
  const refs = { ...(await nursing(academic)), memberId: userIdOf(PEOPLE.colleague) };
  const rubric = JSON.stringify({ criteria: FIRST_KINDS.incs.rubric?.criteria });
  const { rows } = await sql<{ id: string; line: string }>`
    with c as (
      insert into calls (name, year, kind, state, opens_at, closes_at, rubric)
      values ('Fondo de prueba', 2026, 'incs', 'evaluation', '2026-01-02', '2026-03-02', ${rubric}::jsonb) returning id
    ), l as (
      insert into call_lines (call_id, position, name, cap, budget)
      select id, 1, 'Línea única', 1000000, 1500000 from c returning id, call_id
    ) select c.id, l.id as line from c, l`.execute(server.db);
  call = rows[0]?.id ?? '';
  const reviewers = await reviewersOf(server);
  for (const [n, points] of [3, 4, 2].entries()) {
    const project = await proposalInEvaluation(academic, director, refs, `Propuesta ${n}`);
    projects.push(project);
    await sql`update projects set call_id = ${call}, line_id = ${rows[0]?.line}, amount_requested = 900000
      where id = ${project.id}`.execute(server.db);
    const pairs = [reviewers.first, reviewers.second].map(r => ({ projectId: project.id, userId: r.id }));
    done(await admin.post('/admin/reviews', { pairs }));
    await reviewWith(reviewers.first.client, project, points);
    await reviewWith(reviewers.second.client, project, points);
  }
});
afterAll(() => server.close());

const ranking = async () => done(await admin.get<OutputOf<typeof getRanking>>(`/calls/${call}/ranking`));
const resolve = (decisions: object[]) =>
  admin.post<{ detail: string; errors: { path: string }[] }>(`/calls/${call}/resolution`, { decisions });

it('ranks by final score and proposes what the budget allows', async () => {
  const { rows, minimum } = await ranking();
  expect(minimum).toBe(60);
  expect(rows.map(r => [r.title, r.score, r.rank, r.proposed])).toEqual([
    ['Propuesta 1', 80, 1, 'award'],
    ['Propuesta 0', 60, 2, 'waitlist'],
    ['Propuesta 2', 40, 3, 'not_award'],
  ]);
  expect(rows[0]).toMatchObject({ amount: 900_000, spread: 0, criteria: { innovation: 4 } });
});

it('is the office’s alone', async () => {
  for (const who of [academic, await clientAs(server, PEOPLE.reviewer)]) {
    expect((await who.get(`/calls/${call}/ranking`)).status).toBe(403);
    expect((await who.post(`/calls/${call}/resolution`, { decisions: [] })).status).toBe(403);
  }
  expect((await admin.get('/calls/0190f000-0000-7000-8000-000000000001/ranking')).status).toBe(404);
});

it('what leaves somebody out, breaks the budget or departs without a reason changes nothing', async () => {
  const { rows } = await ranking();
  const proposed = rows.map(({ id, version, proposed: result }) => ({ id, version, result }));
  expect((await resolve(proposed.slice(1))).body.detail).toContain('Falta resolver');
  const both = proposed.map((d, n) => (n === 1 ? { ...d, result: 'award', reason: 'Es muy necesaria.' } : d));
  expect((await resolve(both)).body.errors).toMatchObject([{ path: 'decisions.1.result' }]);
  const silent = proposed.map((d, n) => (n === 0 ? { ...d, result: 'waitlist' } : d));
  expect((await resolve(silent)).body.errors).toMatchObject([{ path: 'decisions.0.reason' }]);
  const stale = proposed.map((d, n) => (n === 2 ? { ...d, version: d.version + 1 } : d));
  expect((await resolve(stale)).status).toBe(409);
  for (const p of projects) expect((await detailOf(admin, p)).status).toBe('resolution');
});

it('one act resolves all, and each author learns of it', async () => {
  const { rows } = await ranking();
  const decisions = rows.map(({ id, version, proposed: result }) => ({ id, version, result }));
  expect(done(await resolve(decisions))).toEqual({ awarded: 1, waitlisted: 1, notAwarded: 1 });
  const statuses = await Promise.all(projects.map(async p => (await detailOf(academic, p)).status));
  expect(statuses).toEqual(['waitlisted', 'approved', 'not_awarded']);
  expect((await ranking()).rows).toEqual([]);
  const { rows: notices } = done(
    await academic.get<{ rows: { title: string }[] }>('/notifications?type=decision&size=50'),
  );
  expect(notices.map(n => n.title)).toContain('Adjudicado');
});
