import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { openCall } from '../../../../test/calls.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import type { Received } from './contract.ts';

let server: TestApp;
let admin: Client;
beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

let count = 0;
async function add(call: string, submittedAt: string | null, status = 'evaluation') {
  const lead = userIdOf(PEOPLE.academic);
  count += 1;
  await sql`insert into projects (id, code, kind, kind_version, title, lead_id, created_by, status, submitted_at, call_id)
    values (${randomUUID()}, ${`FEX-1992-${String(count).padStart(4, '0')}`}, 'fexs', 1, 'Propuesta', ${lead}, ${lead},
      ${status}, ${submittedAt}, ${call})`.execute(server.db);
}
const received = async (call: string) => done(await admin.get<Received>(`/calls/${call}/received`)).days;

it('adds up day by day, as days begin in Chile', async () => {
  const { id } = await openCall(admin);
  const other = await openCall(admin);
  await add(other.id, '2026-03-10T12:00:00Z');
  // 23:30 of the 10th and 00:30 of the 11th in summer; 23:30 of the 9th and 00:30 of the 10th in winter.
  for (const at of ['2026-03-11T02:30:00Z', '2026-03-11T03:30:00Z', '2026-03-11T18:00:00Z'])
    await add(id, at);
  for (const at of ['2026-06-10T03:30:00Z', '2026-06-10T04:30:00Z']) await add(id, at);
  expect(await received(id)).toEqual([
    { day: '2026-03-10', received: 1 },
    { day: '2026-03-11', received: 3 },
    { day: '2026-06-09', received: 4 },
    { day: '2026-06-10', received: 5 },
  ]);
});

it('counts what was withdrawn after it was sent, and no draft', async () => {
  const { id } = await openCall(admin);
  await add(id, null, 'draft');
  expect(await received(id)).toEqual([]);
  await add(id, '2026-03-10T12:00:00Z', 'withdrawn');
  expect(await received(id)).toEqual([{ day: '2026-03-10', received: 1 }]);
});

it('is the office’s alone', async () => {
  const { id } = await openCall(admin);
  expect((await fetch(`${server.url}/api/calls/${id}/received`)).status).toBe(401);
  for (const email of [PEOPLE.academic, PEOPLE.reviewer, PEOPLE.director])
    expect((await (await clientAs(server, email)).get(`/calls/${id}/received`)).status).toBe(403);
  expect((await admin.get(`/calls/${randomUUID()}/received`)).status).toBe(404);
});
