import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { type Created, done } from '../../../test/factories.ts';
import { INSTALMENTS, keepReport, openReports, REPORT_DATES, reporting } from '../../../test/reports.ts';
import { TODAY } from '../../../test/spending.ts';
import { clients, server } from '../../../test/university.ts';
import { addDays, endOfDay } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { ProjectDetail } from '../project-record/detail/contract.ts';
import type { getHome } from './contract.ts';

openReports();

const home = async (who: Client) => done(await who.get<OutputOf<typeof getHome>>('/home'));
const detail = async (who: Client, { kind, id }: Created) =>
  done(await who.get<ProjectDetail>(`/projects/${kind}/${id}`));
const dueTo = async (who: Client) =>
  (await home(who)).deadlines.find(d => d.project.id === reporting.id)?.report;
async function calendarOf(who: Client): Promise<string> {
  const { url } = done(await who.post<{ url: string }>('/calendar-feed'));
  const text = await (await fetch(`${server.url}${new URL(url).pathname}`)).text();
  return text.replaceAll(/\r\n[ \t]/g, '');
}
/** What each reads of the reports that wait for them in this project: at home, and on its page. */
async function waiting(who: Client) {
  const own = (await home(who)).reports.filter(r => r.project.id === reporting.id);
  const shown = own.map(({ number, isReturned }) => ({ number, isReturned }));
  expect((await detail(who, reporting)).waitingReports).toEqual(shown);
  return shown.map(r => [r.number, r.isReturned]);
}
const moveDue = (days: number) =>
  sql`update projects set due_at = ${endOfDay(addDays(TODAY, days))} where id = ${reporting.id}`.execute(
    server.db,
  );

it('the report that is due next is named at home, on the page of its project, and in calendars', async () => {
  const { academic } = clients;
  expect([await dueTo(academic), (await detail(academic, reporting)).nextReport]).toEqual([1, 1]);
  expect(await calendarOf(academic)).toContain('SUMMARY:Vence: Informe de avance 1 · ');
  // What was sent is due to nobody of its project; what came back is, on its own day.
  await keepReport(server, reporting, { state: 'submitted' });
  expect(await dueTo(academic)).toBe(2);
  await sql`update reports set state = 'returned', due_at = ${endOfDay(addDays(TODAY, 3))}
    where project_id = ${reporting.id}`.execute(server.db);
  expect(await dueTo(academic)).toBe(1);
  await sql`update reports set state = 'accepted', sub_step = null, due_at = null
    where project_id = ${reporting.id}`.execute(server.db);
  await keepReport(server, reporting, { number: 2, state: 'accepted' });
  await moveDue(5);
  expect([await dueTo(academic), (await detail(academic, reporting)).nextReport]).toEqual([null, null]);
  expect(await calendarOf(academic)).toContain('SUMMARY:Vence: Informe final · ');
});

it('one that only releases money is due to nobody, and a final one that came back is due first', async () => {
  const callOf = sql`(select call_id from projects where id = ${reporting.id})`;
  await sql`update calls set report_dates = '[]' where id = ${callOf}`.execute(server.db);
  expect(INSTALMENTS.some(i => i.report === 1)).toBe(true);
  expect((await detail(clients.academic, reporting)).nextReport).toBeNull();
  await sql`update calls set report_dates = ${JSON.stringify(REPORT_DATES)}::jsonb where id = ${callOf}`.execute(
    server.db,
  );
  expect((await detail(clients.academic, reporting)).nextReport).toBe(1);
  // Back to its lead with what was observed of the final one, that one is due.
  await sql`update projects set sub_step = 'office' where id = ${reporting.id}`.execute(server.db);
  expect([await dueTo(clients.academic), (await detail(clients.academic, reporting)).nextReport]).toEqual([
    null,
    null,
  ]);
});

it('a report waits for who decides it, then for its lead and alternate, at home and on its page', async () => {
  const { academic, colleague, director, otherDirector, dean, admin } = clients;
  await sql`update projects set alternate_id = ${userIdOf(PEOPLE.colleague)} where id = ${reporting.id}`.execute(
    server.db,
  );
  for (const each of [academic, director, admin]) expect(await waiting(each)).toEqual([]);
  await keepReport(server, reporting, { state: 'submitted' });
  await keepReport(server, reporting, { number: 2, state: 'submitted', subStep: 'office' });
  expect(await waiting(director)).toEqual([[1, false]]);
  expect(await waiting(admin)).toEqual([[2, false]]);
  for (const each of [academic, colleague, otherDirector, dean]) expect(await waiting(each)).toEqual([]);
  await sql`update reports set state = 'returned' where project_id = ${reporting.id} and number = 1`.execute(
    server.db,
  );
  for (const each of [academic, colleague]) expect(await waiting(each)).toEqual([[1, true]]);
  expect(await waiting(director)).toEqual([]);
});
