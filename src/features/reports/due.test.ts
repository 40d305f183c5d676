import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openCall, proposal } from '../../../test/calls.ts';
import { act, detailOf, done } from '../../../test/factories.ts';
import {
  acceptedReport,
  answerReport,
  OBSERVED,
  projectDue,
  reportRow,
  sentReport,
  type Who,
} from '../../../test/report-decisions.ts';
import {
  decideReport,
  openReports,
  reporting as project,
  REPORT_DATES,
  submitReport,
} from '../../../test/reports.ts';
import { clients, refs, server } from '../../../test/university.ts';
import { readHolidays } from '../../db/holidays.ts';
import { addWorkingDays, endOfDay, localDay } from '../../domain/kit/calendar.ts';

openReports();

const send = (who: Who, version = 1) => submitReport(clients[who], project, version);
const accept = (who: Who, version: number) => decideReport(clients[who], project, version);
const sendBack = (who: Who, version: number) =>
  decideReport(clients[who], project, version, { observations: OBSERVED });
const inDays = async (n: number) => addWorkingDays(new Date(), n, await readHolidays(server.db));
const suspend = async () =>
  done(await act(clients.admin, project, 'suspend', { reason: 'Paro estudiantil.' }));
const undo = async () => done(await act(clients.admin, project, 'undo', { reason: 'Era otro proyecto.' }));
async function extendUntil(day: string) {
  const { version } = await detailOf(clients.admin, project);
  const given = { version, day, reason: 'Están de vacaciones.' };
  done(await clients.admin.put(`/projects/${project.kind}/${project.id}/due`, given));
}

describe('what is due of the project follows', () => {
  const due = () => projectDue(project);
  const [first, second] = REPORT_DATES.map(day => endOfDay(day));
  const finalDue = async () => {
    const { rows } = await sql<{
      day: string;
    }>`select end_date as day from projects where id = ${project.id}`.execute(server.db);
    return addWorkingDays(endOfDay(rows[0]?.day ?? ''), 30, await readHolidays(server.db));
  };

  it('the report that is sent next, then the final one', async () => {
    expect(await due()).toEqual(first);
    await acceptedReport(project);
    expect(await due()).toEqual(second);
    await sentReport(project, 2);
    expect(await due()).toEqual(await finalDue());
  });

  it('one that came back when it is to be sent again, and not once it was', async () => {
    const { id, version } = await sentReport(project);
    await sentReport(project, 2);
    done(await sendBack('director', version));
    expect(await due()).toEqual(await inDays(10));
    await answerReport({ id });
    done(await send('academic', version + 2));
    expect(await due()).toEqual(await finalDue());
  });

  it('what the office extended stays until another one is due', async () => {
    const { version } = await sentReport(project);
    const later = localDay(await inDays(30));
    await extendUntil(later);
    expect(await due()).toEqual(endOfDay(later));
    done(await accept('director', version));
    expect(await due()).toEqual(endOfDay(later));
    await sentReport(project, 2);
    expect(await due()).toEqual(await finalDue());
  });

  it('more time for one that came back is its own', async () => {
    const { version } = await sentReport(project);
    await sentReport(project, 2);
    done(await sendBack('director', version));
    const later = localDay(await inDays(20));
    await extendUntil(later);
    expect([await due(), (await reportRow(project)).dueAt]).toEqual([endOfDay(later), endOfDay(later)]);
    done(await decideReport(clients.director, project, 2, { address: 2 }));
    expect(await due()).toEqual(endOfDay(later));
  });

  it('also where it was sent while the project stood still, which is taken back or resumed', async () => {
    await suspend();
    expect(await due()).toBeNull();
    await undo();
    expect(await due()).toEqual(first);
    await suspend();
    await sentReport(project);
    expect(await due()).toBeNull();
    await undo();
    expect(await due()).toEqual(second);
    await suspend();
    await sentReport(project, 2);
    done(await act(clients.admin, project, 'resume', { reason: 'Terminó.' }));
    expect(await due()).toEqual(await finalDue());
  });
});

it('overdue reports keep their lead from new proposals where the call says so, until they are sent', async () => {
  await sql`update projects set status = 'closed' where lead_id = ${refs.leadId} and status = 'running'
    and id <> ${project.id}`.execute(server.db);
  const call = await openCall(clients.admin, { blocksOverdue: true });
  const draft = await proposal(clients.academic, refs, call);
  const rule = async () => {
    const { eligibility } = await detailOf(clients.academic, draft);
    return eligibility.find(r => r.rule === 'overdue');
  };
  expect(await rule()).toEqual({
    ...{ rule: 'overdue', label: 'Sin informes atrasados' },
    message: `El responsable tiene informes atrasados: ${project.code}. Envíalos antes de postular.`,
  });
  expect((await act(clients.academic, draft, 'submit')).status).toBe(422);
  const { version } = await sentReport(project);
  expect(await rule()).toMatchObject({ message: null });
  // One that came back has its days.
  done(await sendBack('director', version));
  expect(await rule()).toMatchObject({ message: null });
  await sql`update projects set due_at = now() - interval '1 minute' where id = ${project.id}`.execute(
    server.db,
  );
  expect((await rule())?.message).toContain(project.code);
  await suspend();
  expect(await rule()).toMatchObject({ message: null });
  await undo();
  expect((await rule())?.message).toContain(project.code);
  await extendUntil(localDay(await inDays(5)));
  done(await act(clients.academic, draft, 'submit'));
});

it('an override leaves what is due to where it leads', async () => {
  const { version } = await sentReport(project);
  done(await act(clients.admin, project, 'override', { to: 'closed', reason: 'Terminó antes de tiempo.' }));
  expect(await projectDue(project)).toBeNull();
  expect((await accept('director', version)).status).toBe(403);
  done(await act(clients.admin, project, 'override', { to: 'running', reason: 'No había terminado.' }));
  expect(await projectDue(project)).toEqual(endOfDay(REPORT_DATES[1]));
  done(await accept('director', version));
});
