import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { openCall } from '../../../../test/calls.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { appealUntil } from '../../../domain/calls/appeals.ts';
import type { CallState } from '../../../domain/calls/calls.ts';
import { STATUSES, type Status } from '../../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { callById } from '../queries.ts';
import type { getProgress, Received } from './contract.ts';
import { holdsOf } from './queries.ts';

type Progress = OutputOf<typeof getProgress>;

let server: TestApp;
let admin: Client;
beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

let count = 0;
interface Row {
  readonly status: Status;
  readonly title?: string;
  /** Now where it does not matter; null of what was never sent. */
  readonly submittedAt?: string | null;
  /** How it came to its status: from where, by what, and how many days ago. */
  readonly decided?: { readonly from: Status; readonly action: string; readonly daysAgo: number };
  /** Days until it is answered, or `answered`. */
  readonly appeal?: number | 'answered';
}

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

async function add(call: string, { status, title = 'Propuesta', submittedAt, decided, appeal }: Row) {
  const id = randomUUID();
  const lead = userIdOf(PEOPLE.academic);
  count += 1;
  const code = `FEX-1991-${String(count).padStart(4, '0')}`;
  await sql`insert into projects (id, code, kind, kind_version, title, lead_id, created_by, status, submitted_at, call_id)
    values (${id}, ${code}, 'fexs', 1, ${title}, ${lead}, ${lead}, ${status},
      ${submittedAt === undefined ? sql`now()` : submittedAt}, ${call})`.execute(server.db);
  const { from, action, daysAgo } = decided ?? { from: 'resolution', action: 'not_award', daysAgo: 100 };
  const { rows } = await sql<{ id: string }>`
    insert into project_history (project_id, action, from_status, to_status, at)
    values (${id}, ${action}, ${from}, ${status}, ${inDays(-daysAgo)}) returning id`.execute(server.db);
  if (appeal === undefined) return id;
  await sql`insert into appeals (project_id, author_id, history_id, text, at, due_at)
    values (${id}, ${lead}, ${rows[0]?.id ?? ''}, 'No estamos de acuerdo.', now(),
      ${inDays(appeal === 'answered' ? 1 : appeal)})`.execute(server.db);
  if (appeal === 'answered')
    await sql`update appeals set upheld = false, answer = 'Se mantiene.', answered_at = now(), answered_by = ${lead}
      where project_id = ${id}`.execute(server.db);
  return id;
}

const newCall = async (rows: readonly Row[], more: { appealDays?: number } = {}) => {
  const { id } = await openCall(admin, more);
  const ids: string[] = [];
  for (const row of rows) ids.push(await add(id, row));
  return { id, ids };
};
const put = (id: string, state: CallState) =>
  sql`update calls set state = ${state} where id = ${id}`.execute(server.db);
const progress = async (id: string) => done(await admin.get<Progress>(`/calls/${id}/progress`));
const heldIn = async (id: string, state: CallState) => {
  await put(id, state);
  const { next, holds, total } = await progress(id);
  expect(total).toBe(holds.length);
  return { next, statuses: new Set(holds.map(h => h.status)) };
};

it('names, in each state, the statuses that hold a call there', async () => {
  const { id } = await newCall(STATUSES.map(status => ({ status })));
  const underWay = ['director_review', 'dean_review', 'admissibility', 'evaluation', 'returned'];
  const unfinished = ['waitlisted', 'approved', 'running', 'suspended', 'final_report'];
  expect(await heldIn(id, 'evaluation')).toEqual({ next: 'provisional', statuses: new Set(underWay) });
  const undecided = new Set([...underWay, 'resolution']);
  expect(await heldIn(id, 'provisional')).toEqual({ next: 'resolved', statuses: undecided });
  const open = { next: 'closed', statuses: new Set([...undecided, ...unfinished]) };
  expect(await heldIn(id, 'resolved')).toEqual(open);
  expect(await heldIn(id, 'execution')).toEqual(open);
  for (const state of ['preparation', 'open', 'closed'] as const)
    expect(await heldIn(id, state)).toEqual({ next: null, statuses: new Set() });
});

it('an open appeal holds a call back whatever its proposal came to, the one due first before the others', async () => {
  const { id, ids } = await newCall([
    { status: 'evaluation', title: 'Sin apelación' },
    { status: 'not_awarded', appeal: 5 },
    { status: 'rejected', appeal: -2 },
    { status: 'not_awarded', appeal: 'answered' },
  ]);
  for (const state of ['evaluation', 'provisional', 'resolved', 'execution'] as const) {
    await put(id, state);
    const { holds, total } = await progress(id);
    expect(holds.map(h => h.id)).toEqual([ids[2], ids[1], ids[0]]);
    expect(total).toBe(3);
    expect(holds[0]?.appeal?.due.slice(0, 10)).toBe(inDays(-2).toISOString().slice(0, 10));
    expect(holds[2]).toMatchObject({ title: 'Sin apelación', kind: 'fexs', appeal: null });
  }
});

it('says until when anybody may still appeal: the latest of the results that nobody has appealed', async () => {
  const recent = { from: 'resolution', action: 'not_award', daysAgo: 1 } as const;
  const { id } = await newCall(
    [
      { status: 'not_awarded', decided: { ...recent, daysAgo: 3 } },
      // Nobody appeals these: appealed already, lapsed from the waitlist, rejected by a head.
      { status: 'not_awarded', decided: { ...recent, daysAgo: 0 }, appeal: 'answered' },
      { status: 'not_awarded', decided: { from: 'waitlisted', action: 'not_award', daysAgo: 0 } },
      { status: 'rejected', decided: { from: 'dean_review', action: 'reject', daysAgo: 0 } },
    ],
    { appealDays: 5 },
  );
  await put(id, 'provisional');
  const { rows } = await sql<{ day: string }>`select day::text from holidays`.execute(server.db);
  const holidays = new Set(rows.map(r => r.day));
  const until = (daysAgo: number) => appealUntil(inDays(-daysAgo), 5, holidays).toISOString();
  expect((await progress(id)).appealsUntil).toBe(until(3));
  await add(id, { status: 'rejected', decided: { from: 'admissibility', action: 'dismiss', daysAgo: 1 } });
  expect((await progress(id)).appealsUntil).toBe(until(1));

  const call = await callById(server.db, id);
  if (!call) throw new Error('the call is there');
  const at = (more: object, now: Date) => holdsOf(server.db, { ...call, ...more }, now);
  expect((await at({}, new Date(until(1)))).appealsUntil).toBe(until(1));
  expect((await at({}, new Date(Date.parse(until(1)) + 1))).appealsUntil).toBeNull();
  expect((await at({ appealDays: 0 }, new Date())).appealsUntil).toBeNull();
  await put(id, 'resolved');
  expect((await progress(id)).appealsUntil).toBeNull();
});

it('names a hundred and counts all', async () => {
  const { id, ids } = await newCall([{ status: 'not_awarded', appeal: 3 }]);
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by, status, submitted_at, call_id)
    select 'FEX-1992-' || n, 'fexs', 1, 'Propuesta', lead_id, lead_id, 'evaluation', now(), call_id
    from projects, generate_series(1000, 1109) n where id = ${ids[0] ?? ''}`.execute(server.db);
  await put(id, 'evaluation');
  const { holds, total } = await progress(id);
  expect([holds.length, total, holds[0]?.id]).toEqual([100, 111, ids[0]]);
});

it('is the office’s, whoever of it takes part in the call included', async () => {
  const { id, ids } = await newCall([{ status: 'evaluation' }]);
  await put(id, 'evaluation');
  await sql`insert into project_parts (project_id, part, user_id)
    values (${ids[0] ?? ''}, 'member', ${userIdOf(PEOPLE.otherAdmin)})`.execute(server.db);
  const member = await clientAs(server, PEOPLE.otherAdmin);
  expect(done(await member.get<Progress>(`/calls/${id}/progress`)).total).toBe(1);
  const director = await clientAs(server, PEOPLE.director);
  expect((await director.get(`/calls/${id}/progress`)).status).toBe(403);
  expect((await admin.get(`/calls/${randomUUID()}/progress`)).status).toBe(404);
  expect((await fetch(`${server.url}/api/calls/${id}/progress`)).status).toBe(401);
});

const received = async (call: string) => done(await admin.get<Received>(`/calls/${call}/received`)).days;

describe('what a call has received', () => {
  it('adds up day by day, as days begin in Chile', async () => {
    const { id } = await openCall(admin);
    const other = await openCall(admin);
    await add(other.id, { status: 'evaluation', submittedAt: '2026-03-10T12:00:00Z' });
    // 23:30 of the 10th and 00:30 of the 11th in summer; 23:30 of the 9th and 00:30 of the 10th in winter.
    for (const at of ['2026-03-11T02:30:00Z', '2026-03-11T03:30:00Z', '2026-03-11T18:00:00Z'])
      await add(id, { status: 'evaluation', submittedAt: at });
    for (const at of ['2026-06-10T03:30:00Z', '2026-06-10T04:30:00Z'])
      await add(id, { status: 'evaluation', submittedAt: at });
    expect(await received(id)).toEqual([
      { day: '2026-03-10', received: 1 },
      { day: '2026-03-11', received: 3 },
      { day: '2026-06-09', received: 4 },
      { day: '2026-06-10', received: 5 },
    ]);
  });

  it('counts what was withdrawn after it was sent, and no draft', async () => {
    const { id } = await openCall(admin);
    await add(id, { status: 'draft', submittedAt: null });
    expect(await received(id)).toEqual([]);
    await add(id, { status: 'withdrawn', submittedAt: '2026-03-10T12:00:00Z' });
    expect(await received(id)).toEqual([{ day: '2026-03-10', received: 1 }]);
  });

  it('is the office’s alone', async () => {
    const { id } = await openCall(admin);
    expect((await fetch(`${server.url}/api/calls/${id}/received`)).status).toBe(401);
    for (const email of [PEOPLE.academic, PEOPLE.reviewer, PEOPLE.director])
      expect((await (await clientAs(server, email)).get(`/calls/${id}/received`)).status).toBe(403);
    expect((await admin.get(`/calls/${randomUUID()}/received`)).status).toBe(404);
  });
});
