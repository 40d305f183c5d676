import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anAgreement, anOrganisation, fieldsOf, mergeInto } from '../../../test/agreements.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { addDays, instantAt } from '../../domain/kit/calendar.ts';
import type { Notification } from '../notifications/contract.ts';
import type { Agreement } from './contract.ts';
import { alertEnding } from './jobs.ts';

let server: TestApp;
let office: Client;
beforeAll(async () => {
  server = await startApp();
  office = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['agreements', 'notifications', 'mails'])
    await sql`delete from ${sql.table(table)}`.execute(server.db);
});

const END = '2031-06-30';
const make = (number: string, more: Parameters<typeof anAgreement>[2] = {}) =>
  anAgreement(server, office, { number, endsOn: END, ...more });
/** The job runs so many days before `END`, at this time of the day in Chile. */
const run = (before: number, time = '00:00') =>
  alertEnding(server.db, instantAt(addDays(END, -before), time));
async function told(): Promise<Notification[]> {
  return done(await office.get<{ rows: Notification[] }>('/notifications?size=100')).rows;
}
const mails = () =>
  server.db
    .selectFrom('mails')
    .select(['user_id', 'subject', 'text', 'html'])
    .orderBy('created_at')
    .execute();

it('tells the office 90 days before, in the application and by mail, and that once', async () => {
  const organisationId = await anOrganisation(server, 'Municipalidad de Tomé');
  await make('12/2024', { organisationId });
  expect(await run(91, '23:59')).toBe(0);
  expect(await told()).toEqual([]);
  expect(await run(90)).toBe(1);
  const text = 'El convenio 12/2024 con Municipalidad de Tomé vence el 30-06-2031.';
  expect(await told()).toMatchObject([
    {
      type: 'reminder',
      title: 'Un convenio vence pronto',
      text,
      page: 'agreements',
      project: null,
      by: null,
    },
  ]);
  for (const before of [90, 89, 1, 0]) expect(await run(before)).toBe(0);
  expect(await told()).toHaveLength(1);
  const sent = await mails();
  const { rows: admins } = await sql<{ id: string }>`
    select id from users where 'Admin' = any(roles) and state = 'active'`.execute(server.db);
  expect(sent.map(m => m.user_id).sort()).toEqual(admins.map(a => a.id).sort());
  expect(sent[0]?.subject).toBe('Un convenio vence pronto');
  expect(sent[0]?.text).toContain(text);
  expect(sent[0]?.html).toContain('/partners/agreements?state=ending');
});

it('tells late of what was missed, but not of what has ended or has no end', async () => {
  await make('Perdido');
  await make('Sin término', { endsOn: null });
  await make('Terminado', { endsOn: addDays(END, -1) });
  expect(await run(0)).toBe(1);
  expect((await told()).map(n => n.text)).toEqual([expect.stringContaining('El convenio Perdido con')]);
});

it('tells again of another end, not of another change, nor of the same end once more', async () => {
  const row = await make('Prorrogado');
  const change = async (agreement: Agreement, more: object) =>
    done(await office.put<Agreement>(`/agreements/${row.id}`, { ...fieldsOf(agreement), ...more }));
  expect(await run(90)).toBe(1);
  const noted = await change(row, { note: 'En renovación' });
  expect(await run(80)).toBe(0);
  const later = await change(noted, { endsOn: addDays(END, 365) });
  expect(await run(0)).toBe(0);
  expect(await run(-275)).toBe(1);
  await change(later, { endsOn: END });
  expect(await run(10)).toBe(0);
});

it('tells of several in one notice, those that end first come first, by the organisation that is kept', async () => {
  const [merged, kept] = [
    await anOrganisation(server, 'CESFAM L.'),
    await anOrganisation(server, 'CESFAM Lota'),
  ];
  await make('B', { organisationId: merged });
  await mergeInto(server, merged, kept);
  await make('A', { endsOn: addDays(END, -1), organisationId: kept });
  expect(await run(90)).toBe(2);
  expect((await told()).map(n => n.text)).toEqual([
    'Vencen 2 convenios: A con CESFAM Lota (29-06-2031) y B con CESFAM Lota (30-06-2031).',
  ]);
});

it('names five of many', async () => {
  for (let n = 1; n <= 7; n += 1) await make(`N${n}`);
  expect(await run(90)).toBe(7);
  const [notice] = await told();
  expect(notice?.title).toBe('7 convenios vencen pronto');
  expect(notice?.text).toMatch(/^Vencen 7 convenios: N1 con .+, N5 con .+ y 2 más\.$/);
});

it('tells no administrator who is inactive, and none who wants no reminders', async () => {
  const other = userIdOf(PEOPLE.otherAdmin);
  await sql`update users set state = 'blocked' where id = ${other}`.execute(server.db);
  await sql`insert into notice_preferences (user_id, type, in_app, mail)
    values (${userIdOf(PEOPLE.admin)}, 'reminder', true, 'off')`.execute(server.db);
  await make('Para pocos');
  await run(90);
  expect(await told()).toHaveLength(1);
  const people = (await mails()).map(m => m.user_id);
  expect(people).not.toContain(userIdOf(PEOPLE.admin));
  const { rows } = await sql`select from notifications where user_id = ${other}`.execute(server.db);
  expect(rows).toEqual([]);
  expect(people).not.toContain(other);
});

it('is told once by two copies at the same moment', async () => {
  for (let n = 0; n < 5; n += 1) await make(`Doble ${n}`);
  const counts = await Promise.all([run(90), run(90), run(90)]);
  expect(counts.reduce((a, b) => a + b)).toBe(5);
  const texts = (await told()).map(n => n.text).join('\n');
  for (let n = 0; n < 5; n += 1) expect(texts.split(`Doble ${n} con`)).toHaveLength(2);
});
