import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../../test/execution.ts';
import { type Created, done, type References } from '../../../../test/factories.ts';
import { readHolidays } from '../../../db/holidays.ts';
import {
  addDays,
  addWorkingDays,
  endOfDay,
  type Holidays,
  localDay,
  momentOf,
  workingDaysBefore,
} from '../../../domain/kit/calendar.ts';
import { runDue } from '../../workflow/transitions/jobs.ts';

let server: TestApp;
let refs: References;
let lead: Client;
let project: Created;
let holidays: Holidays;
/** A working day, so that it is reminded of on the day itself. */
let due: string;

const [LEAD, MEMBER] = [userIdOf(PEOPLE.academic), userIdOf(PEOPLE.colleague)];

beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
  refs = await nursing(lead);
  holidays = await readHolidays(server.db);
  due = localDay(addWorkingDays(new Date(), 4, holidays));
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await approvedPacs(server, lead, refs);
  await setStatus(server, project, 'suspended');
});

const base = () => `/projects/${project.kind}/${project.id}`;
const byMember = () => ({ ...item(), responsibleId: MEMBER });
const item = () => ({ id: randomUUID(), text: 'Enviar <b>el acta</b>', dueDay: due });
async function agree(...actionItems: object[]) {
  done(await lead.post(`${base()}/meetings`, { id: randomUUID(), day: localDay(new Date()), actionItems }));
}
const run = (day: string) => runDue(server, momentOf(day, '10:00'));
const told = async () =>
  (
    await sql<{ who: string; text: string }>`select user_id as who, text from notifications
      where project_id = ${project.id} and type = 'reminder' order by id`.execute(server.db)
  ).rows.map(({ who, text }) => [who, text]);
const WHAT = 'Te toca cumplir un acuerdo de una reunión: «Enviar <b>el acta</b>».';

describe('what was agreed', () => {
  it('is reminded of a working day before, on the day and each week after, until it is done', async () => {
    const agreed = byMember();
    await agree(agreed);
    await run(workingDaysBefore(due, 2, holidays));
    expect(await told()).toEqual([]);
    await run(workingDaysBefore(due, 1, holidays));
    await run(workingDaysBefore(due, 1, holidays));
    await run(due);
    const before = [
      [MEMBER, `El plazo vence el próximo día hábil. ${WHAT}`],
      [MEMBER, `El plazo vence hoy. ${WHAT}`],
    ];
    expect(await told()).toEqual(before);
    await run(localDay(addWorkingDays(endOfDay(addDays(due, 6)), 1, holidays)));
    const late = [...before, [MEMBER, `El plazo ya venció. ${WHAT}`]];
    expect(await told()).toEqual(late);
    done(await lead.put(`${base()}/action-items/${agreed.id}/state`, { done: true }));
    await run(localDay(addWorkingDays(endOfDay(addDays(due, 27)), 1, holidays)));
    expect(await told()).toEqual(late);
  });

  it('is written in a mail as it was typed, with nothing that a mail would take for markup', async () => {
    await agree(byMember());
    await run(due);
    const { rows } = await sql<{ html: string; text: string }>`select html, text from mails
      where project_id = ${project.id} and type = 'reminder'`.execute(server.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).toContain('«Enviar <b>el acta</b>»');
    expect(rows[0]?.html).toContain('&lt;b&gt;el acta&lt;/b&gt;');
  });

  it('by somebody without an account, or who left the team, is the lead’s', async () => {
    await agree({ ...item(), responsibleName: 'Presidenta de la junta' });
    await run(due);
    expect(await told()).toEqual([[LEAD, `El plazo vence hoy. ${WHAT}`]]);
    await agree(byMember());
    await sql`delete from project_members where project_id = ${project.id}`.execute(server.db);
    await run(due);
    expect((await told()).map(([who]) => who)).toEqual([LEAD, LEAD]);
  });

  it('is nobody’s once the end is sent', async () => {
    await agree(byMember());
    await setStatus(server, project, 'closed');
    await run(due);
    expect((await told()).filter(([, text]) => text?.endsWith(WHAT))).toEqual([]);
  });
});
