import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { resolvingServer } from '../../../../test/evaluation.ts';
import { type Created, done } from '../../../../test/factories.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getHarshness } from '../harshness/contract.ts';
import type { Criteria } from './contract.ts';

let server: TestApp;
let admin: Client;
let call: string;
let projects: Created[];

/** Two reviewed by two people who differ by criterion, one by one person, and one by nobody yet. */
beforeAll(async () => {
  ({ server, admin, call, projects } = await resolvingServer([4, [3, 5], [2], []]));
  const { rows } = await sql<{ id: string; marks: Record<string, { points: number }> }>`
    select id, marks from reviews where state = 'confirmed'
      and project_id = any(${projects.map(p => p.id)}::uuid[]) order by id`.execute(server.db);
  for (const [n, { id, marks }] of rows.entries()) {
    const differing = Object.entries(marks).map(([key, m], c) => [
      key,
      { ...m, points: (n * 3 + c * 2) % 6 },
    ]);
    await sql`update reviews set marks = ${JSON.stringify(Object.fromEntries(differing))}::jsonb
      where id = ${id}`.execute(server.db);
  }
});
afterAll(() => server.close());

const criteria = async (who = admin) => done(await who.get<Criteria>(`/calls/${call}/criteria`));
const harshness = async () =>
  done(await admin.get<OutputOf<typeof getHarshness>>(`/calls/${call}/harshness`));

const taking = async (project: string, change: () => Promise<void>) => {
  await sql`insert into project_parts (project_id, part, user_id)
    select ${project}, 'member', id from users where email = ${PEOPLE.admin}`.execute(server.db);
  await change();
  await sql`delete from project_parts where project_id = ${project} and part = 'member'
    and user_id = (select id from users where email = ${PEOPLE.admin})`.execute(server.db);
};

it('is the mean of the confirmed reviews in percent of the most, best first', async () => {
  const { criteria: asked, proposals, total } = await criteria();
  const { rows } = await sql<{ project: string; criterion: string; percent: number }>`
    select r.project_id as project, k.value ->> 'id' as criterion,
      round(100 * avg((r.marks #>> array[k.value ->> 'id', 'points'])::numeric)
        / (k.value ->> 'maxPoints')::numeric, 2)::float8 as percent
    from reviews r join projects p on p.id = r.project_id join calls c on c.id = p.call_id
      cross join jsonb_array_elements(c.rubric -> 'criteria') k
    where c.id = ${call} and r.state = 'confirmed' group by r.project_id, k.value`.execute(server.db);
  const expected = new Map(rows.map(r => [`${r.project} ${r.criterion}`, r.percent]));
  expect(asked.length).toBeGreaterThan(2);
  expect(proposals.flatMap(p => asked.map((c, n) => [`${p.id} ${c.id}`, p.means[n]]))).toEqual(
    proposals.flatMap(p => asked.map(c => [`${p.id} ${c.id}`, expected.get(`${p.id} ${c.id}`)])),
  );
  expect(new Set(proposals.flatMap(p => p.means)).size).toBeGreaterThan(3);
  const scored = await harshness();
  expect(proposals.map(p => p.title)).toEqual(scored.proposals.map(p => p.title));
  expect([proposals.length, total]).toEqual([3, 3]);
});

it('has nothing where no review gave points, and nothing else for what one left out', async () => {
  const [first] = (await criteria()).proposals;
  const [{ id: key } = { id: '' }] = (await criteria()).criteria;
  const { rows } = await sql<{ id: string }>`
    select id from reviews where project_id = ${first?.id} and state = 'confirmed' order by id`.execute(
    server.db,
  );
  const meansAfter = async (reviews: readonly string[], points: number | null) => {
    await sql`update reviews set marks = jsonb_set(marks, array[${key}, 'points'], ${JSON.stringify(points)}::jsonb)
      where id = any(${[...reviews]}::uuid[])`.execute(server.db);
    return (await criteria()).proposals.find(p => p.id === first?.id)?.means[0];
  };
  const ids = rows.map(r => r.id);
  expect(ids).toHaveLength(2);
  expect(await meansAfter(ids, null)).toBeNull();
  expect(await meansAfter(ids.slice(1), 5)).toBe(50);
  expect(await meansAfter(ids, 5)).toBe(100);
});

it('is the office’s alone', async () => {
  expect((await fetch(`${server.url}/api/calls/${call}/criteria`)).status).toBe(401);
  for (const email of [PEOPLE.academic, PEOPLE.reviewer, PEOPLE.director])
    expect((await (await clientAs(server, email)).get(`/calls/${call}/criteria`)).status).toBe(403);
  expect((await admin.get('/calls/0190f000-0000-7000-8000-000000000001/criteria')).status).toBe(404);
});

it('shows whoever of the office takes part in the call as much as harshness does', async () => {
  const own = projects[0]?.id ?? '';
  await taking(own, async () => {
    const [mine, theirs] = [
      await admin.get<{ detail: string }>(`/calls/${call}/criteria`),
      await admin.get<{ detail: string }>(`/calls/${call}/harshness`),
    ];
    expect([mine.status, mine.body.detail]).toEqual([theirs.status, theirs.body.detail]);
    expect(mine.status).toBe(403);
  });
  // Once it is closed the call is open to them, but for what is their own.
  await sql`update calls set state = 'closed' where id = ${call}`.execute(server.db);
  await taking(own, async () => {
    const { proposals, total } = await criteria();
    expect(proposals.map(p => p.id)).toEqual((await harshness()).proposals.map(p => p.id));
    expect(proposals.some(p => p.id === own)).toBe(false);
    expect([proposals.length, total]).toEqual([2, 2]);
  });
  await sql`update calls set state = 'evaluation' where id = ${call}`.execute(server.db);
});

it('sends at most 200, and says how many there are', async () => {
  await sql`with p as (
      insert into projects (id, code, kind, kind_version, title, lead_id, created_by, status, submitted_at, call_id)
      select gen_random_uuid(), 'INC-1980-' || lpad(n::text, 4, '0'), 'incs', 1, 'De muchas', lead_id, created_by,
        'evaluation', now(), ${call} from projects, generate_series(1, 210) n where id = ${projects[0]?.id} returning id)
    insert into reviews (project_id, user_id, state, blind, score, confirmed_at)
    select p.id, u.id, 'confirmed', false, 10, now() from p, users u where u.email = ${PEOPLE.colleague}`.execute(
    server.db,
  );
  const { proposals, total } = await criteria();
  expect([proposals.length, total]).toEqual([200, 213]);
  expect(proposals.at(-1)?.means.every(m => m === null)).toBe(true);
});

it('says nothing of a call without confirmed reviews', async () => {
  await sql`delete from reviews where project_id in (select id from projects where call_id = ${call})`.execute(
    server.db,
  );
  expect(await criteria()).toMatchObject({ proposals: [], total: 0 });
});
