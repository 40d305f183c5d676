import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import type { Client } from '../../../../test/client.ts';
import { resolvingServer } from '../../../../test/evaluation.ts';
import { type Created, detailOf, done } from '../../../../test/factories.ts';
import { addDays, localDay, startOfDay } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { formatDate } from '../../../domain/text/format.ts';
import { runCalls } from '../../calls/jobs.ts';
import type { getRanking } from '../contract.ts';
import type { getAppeal } from './contract.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let call: string;
let projects: Created[];
/** The last moment to appeal, some days ago. */
let until: Date;

beforeAll(async () => {
  ({ server, admin, academic, call, projects } = await resolvingServer([2, 4, 2]));
  const { rows } = await ranking();
  const decisions = rows.map(({ id, version, proposed }) => ({ id, version, result: proposed }));
  done(await admin.post(`/calls/${call}/resolution`, { decisions }));
  await sql`update project_history set at = at - interval '20 days'`.execute(server.db);
  until = new Date((await shown(at(0))).until ?? 0);
});
afterAll(() => server.close());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const ranking = async () => done(await admin.get<OutputOf<typeof getRanking>>(`/calls/${call}/ranking`));
const at = (n: number) => projects[n] as Created;
const pathOf = ({ kind, id }: Created) => `/projects/${kind}/${id}/appeal`;
const shown = async (p: Created) => done(await academic.get<OutputOf<typeof getAppeal>>(pathOf(p)));
const TEXT = 'La evaluación no consideró la carta del socio.';
/** Asks when the server's clock shows so many milliseconds after the last moment. */
const appealAfter = (ms: number, p: Created) => {
  vi.setSystemTime(until.getTime() + ms);
  return academic.post<{ detail: string }>(pathOf(p), { text: TEXT });
};
const clock = (ms: number) => runCalls(server.db, new Date(until.getTime() + ms));
const MINUTE_MS = 60_000;

it('is the last millisecond of a day in Chile', () => {
  expect(until.getTime() + 1).toBe(startOfDay(addDays(localDay(until), 1)).getTime());
});

it('a moment after it an appeal is refused with the rule, and the result stands', async () => {
  const late = await appealAfter(1, at(0));
  expect([late.status, late.body.detail]).toEqual([
    422,
    `El plazo para apelar venció el ${formatDate(until)}: las bases dan 5 días hábiles desde el resultado.`,
  ]);
  expect((await shown(at(0))).appeal).toBeNull();
  expect((await detailOf(admin, at(0))).status).toBe('not_awarded');
});

it('at it an appeal is in time, though the clock ends the days at that very moment', async () => {
  const [answer, ...moved] = await Promise.all([appealAfter(0, at(2)), clock(0), clock(1), clock(1)]);
  expect([answer.status, ...moved]).toEqual([200, 0, 0, 0]);
  expect((await shown(at(2))).appeal).toMatchObject({ text: TEXT, upheld: null });
  // It holds the result back for as long as it is open.
  await clock(30 * 24 * 60 * MINUTE_MS);
  expect((await ranking()).state).toBe('provisional');
});

it('what is on its way through the server is waited for', async () => {
  await sql`delete from appeals`.execute(server.db);
  expect(await clock(4 * MINUTE_MS)).toBe(0);
  done(await appealAfter(0, at(0)));
  expect(await clock(6 * MINUTE_MS)).toBe(0);
  await sql`delete from appeals`.execute(server.db);
  expect(await clock(6 * MINUTE_MS)).toBe(1);
  expect((await ranking()).state).toBe('resolved');
});
