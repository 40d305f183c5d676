import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { resolvingServer } from '../../../../test/evaluation.ts';
import { type Created, done } from '../../../../test/factories.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getRanking } from '../contract.ts';
import type { getHarshness } from './contract.ts';

let server: TestApp;
let admin: Client;
let call: string;
let projects: Created[];

/**
 * Four scored by two people, 20 points apart in three; the third review of one is by somebody who wrote no other, and the
 * last proposal has a harsh review only.
 */
beforeAll(async () => {
  ({ server, admin, call, projects } = await resolvingServer([4, 3, 4, [3]]));
  const { rows } = await sql<{ id: string }>`
    select r.id from reviews r join users u on u.id = r.user_id where u.email = ${PEOPLE.reviewer}
      and r.project_id = any(${projects.map(p => p.id)}::uuid[])`.execute(server.db);
  await sql`update reviews set score = score - 20 where id = any(${rows.map(r => r.id)}::uuid[])`.execute(
    server.db,
  );
  await sql`insert into reviews (project_id, user_id, state, score, confirmed_at, blind)
    select ${projects[1]?.id}, id, 'confirmed', 85, now(), false from users where email = ${PEOPLE.colleague}`.execute(
    server.db,
  );
});
afterAll(() => server.close());

type Harshness = OutputOf<typeof getHarshness>;
const harshness = async () => done(await admin.get<Harshness>(`/calls/${call}/harshness`));
const ranking = async () => done(await admin.get<OutputOf<typeof getRanking>>(`/calls/${call}/ranking`));
const file = async (path: string) => {
  const answer = await fetch(`${server.url}/api/calls/${call}/${path}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

it('tells how far each reviewer is from all, harshest first, and who reviewed too little to be adjusted', async () => {
  const { mean, reviewers } = await harshness();
  // 60, 40, 60, 40 · 80, 60, 80 · 85.
  expect(mean).toBe(63.13);
  expect(
    reviewers.map(({ reviews, mean: own, difference, adjusted }) => [reviews, own, difference, adjusted]),
  ).toEqual([
    [4, 50, -13.13, true],
    [3, 73.33, 10.2, true],
    [1, 85, 21.87, false],
  ]);
  const { rows } = await sql<{
    name: string;
  }>`select name from users where email = ${PEOPLE.reviewer}`.execute(server.db);
  expect(reviewers[0]?.name).toBe(rows[0]?.name);
});

it('adjusts the ranking for it, with places before and after', async () => {
  const { proposals } = await harshness();
  expect(proposals.map(p => [p.title, p.score, p.rank, p.adjusted, p.adjustedRank])).toEqual([
    ['Propuesta 0', 70, 1, 71.47, 1],
    ['Propuesta 2', 70, 2, 71.47, 2],
    ['Propuesta 1', 61.67, 3, 62.64, 3],
    ['Propuesta 3', 40, 4, 53.13, 4],
  ]);
  // Two harsh reviews weigh less than what only one person of those two would have given.
  await sql`update reviews set score = 60 where project_id = ${projects[3]?.id} and score is not null`.execute(
    server.db,
  );
  const moved = (await harshness()).proposals;
  expect(moved.map(p => [p.title, p.rank, p.adjustedRank])).toEqual([
    ['Propuesta 0', 1, 1],
    ['Propuesta 2', 2, 2],
    ['Propuesta 1', 3, 4],
    ['Propuesta 3', 4, 3],
  ]);
});

it('leaves as a file with a row a review, from which it can be worked out again', async () => {
  const { status, bytes } = await file('harshness/export?format=csv');
  expect(status).toBe(200);
  const [names = '', ...lines] = bytes.toString().replace('\uFEFF', '').trimEnd().split('\r\n');
  const columns = names.split(';');
  expect(lines).toHaveLength(8);
  const of = (line: string, name: string) =>
    Number((line.split(';')[columns.indexOf(name)] ?? '').replace(',', '.'));
  for (const line of lines)
    expect(of(line, 'puntaje') + of(line, 'ajuste')).toBeCloseTo(of(line, 'puntaje_ajustado'), 1);
});

it('is the office’s alone', async () => {
  for (const email of [PEOPLE.academic, PEOPLE.reviewer, PEOPLE.director]) {
    const who = await clientAs(server, email);
    for (const path of ['harshness', 'harshness/export?format=csv'])
      expect((await who.get(`/calls/${call}/${path}`)).status).toBe(403);
  }
  expect((await admin.get('/calls/0190f000-0000-7000-8000-000000000001/harshness')).status).toBe(404);
});

it('is kept from whoever of the office takes part in the call, with the reason', async () => {
  const [{ id } = { id: '' }] = projects;
  await sql`insert into project_parts (project_id, part, user_id)
    select ${id}, 'member', id from users where email = ${PEOPLE.admin}`.execute(server.db);
  const { status, body } = await admin.get<{ detail: string }>(`/calls/${call}/harshness`);
  expect(status).toBe(403);
  expect(body.detail).toContain('ver los puntajes de esta convocatoria');
  await sql`delete from project_parts where project_id = ${id} and part = 'member'
    and user_id = (select id from users where email = ${PEOPLE.admin})`.execute(server.db);
});

it('informs, and nothing is decided by it: ranking, proposed awards and act go by the scores', async () => {
  const scoresAlone = (await ranking()).rows.map(r => [r.title, r.score, r.rank, r.proposed]);
  await sql`update projects set status = 'resolution' where id = ${projects[3]?.id}`.execute(server.db);
  const { proposals } = await harshness();
  expect(proposals.some(p => p.rank !== p.adjustedRank)).toBe(true);
  const { rows } = await ranking();
  expect(rows.map(r => [r.title, r.score, r.rank])).toEqual(scoresAlone.map(r => r.slice(0, 3)));
  expect(rows.map(r => r.title)).toEqual(proposals.map(p => p.title));
  const decisions = rows.map(({ id, version, proposed }) => ({ id, version, result: proposed }));
  const { id } = done(await admin.post<{ id: string }>(`/calls/${call}/resolution`, { decisions }));
  const act = await file(`acts/${id}`);
  const { rows: kept } = await sql<{ facts: { rows: { rank: number; score: number; title: string }[] } }>`
    select facts from call_acts where id = ${id}`.execute(server.db);
  expect(kept[0]?.facts.rows.map(r => [r.title, r.score, r.rank])).toEqual(
    rows.map(r => [r.title, r.score, r.rank]),
  );
  expect(JSON.stringify(kept)).not.toMatch(/adjusted|harsh/);
  await harshness();
  expect((await file(`acts/${id}`)).bytes.equals(act.bytes)).toBe(true);
});

it('says nothing of a call without confirmed reviews', async () => {
  await sql`delete from reviews where project_id = any(${projects.map(p => p.id)}::uuid[])`.execute(
    server.db,
  );
  expect(await harshness()).toEqual({ mean: null, reviewers: [], proposals: [] });
});
