import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditOf } from '../../../../test/audit.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import {
  act,
  type Created,
  completePacs,
  detailOf,
  done,
  startDraft,
  submittedPacs,
} from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import {
  addDays,
  endOfDay,
  localDay,
  momentOf,
  nearestWorkingDay,
  startOfDay,
  workingDaysBefore,
} from '../../../domain/kit/calendar.ts';
import { FIRST_TIMES } from '../../../domain/settings/reminder-times.ts';
import type { StoredTimes } from '../../settings/reminders/contract.ts';
import { runDue } from './jobs.ts';

openUniversity();
beforeEach(() => sql`delete from projects`.execute(server.db));

const OBSERVATIONS = [{ section: 'budget', text: 'Detalla los materiales.' }];
const DAY_MS = 86_400_000;
const submitted = () => submittedPacs(clients.academic, refs);
const returned = async () => {
  const project = await submitted();
  done(await act(clients.director, project, 'return', { observations: OBSERVATIONS }));
  return project;
};
const approved = async () => {
  const project = await submitted();
  done(await act(clients.director, project, 'endorse'));
  done(await act(clients.dean, project, 'endorse'));
  return project;
};
const moveTo = (project: Created, to: string) =>
  act(clients.admin, project, 'override', { to, reason: 'Para probar el reloj.' });
const dueOf = async (project: Created) => new Date((await detailOf(clients.admin, project)).turn.due ?? 0);
const later = (date: Date, ms = 1000) => new Date(date.getTime() + ms);
const copies = (now: Date) => Promise.all([1, 2, 3, 4].map(() => runDue(server, now)));
const total = (runs: { moved: number; reminded: number }[], what: 'moved' | 'reminded') =>
  runs.reduce((sum, run) => sum + run[what], 0);

describe('steps that happen by themselves', () => {
  it('a project sent back lapses once its time is over, once, and everybody concerned is told', async () => {
    const project = await returned();
    const due = await dueOf(project);
    expect((await runDue(server, due)).moved).toBe(0);
    expect(total(await copies(later(due)), 'moved')).toBe(1);
    const { status, history, turn } = await detailOf(clients.admin, project);
    expect([status, turn.people, turn.due]).toEqual(['rejected', [], null]);
    expect(history.filter(h => h.action === 'lapse')).toMatchObject([
      {
        actor: null,
        from: 'returned',
        to: 'rejected',
        note: 'Venció el plazo para responder las observaciones.',
      },
    ]);
    const told = await server.db
      .selectFrom('notifications')
      .select('user_id')
      .where('project_id', '=', project.id)
      .where('history_id', '=', history[0]?.id ?? 0)
      .execute();
    expect(told.map(t => t.user_id)).toContain(userIdOf(PEOPLE.academic));
    const audit = await auditOf(server, project.id, 'project.lapse');
    expect(audit.map(a => a.actor_id)).toEqual([null]);
  });

  it('one that cannot move holds up no other, and the failure is told', async () => {
    const [broken, sound] = [await returned(), await returned()];
    const due = await dueOf(sound);
    await sql`alter table projects add constraint stays check (id <> ${sql.lit(broken.id)} or status <> 'rejected')`.execute(
      server.db,
    );
    await expect(runDue(server, later(due))).rejects.toThrow('1 projects failed');
    await sql`alter table projects drop constraint stays`.execute(server.db);
    expect((await detailOf(clients.admin, sound)).status).toBe('rejected');
  });

  it('more time keeps it from lapsing', async () => {
    const project = await returned();
    const due = await dueOf(project);
    await server.db
      .updateTable('projects')
      .set({ due_at: later(due, 7 * DAY_MS).toISOString() })
      .where('id', '=', project.id)
      .execute();
    expect((await runDue(server, later(due))).moved).toBe(0);
  });

  it('an approved project starts on its day, and what the lead sees is a running project', async () => {
    const project = await approved();
    const tomorrow = addDays(localDay(new Date()), 1);
    await server.db
      .updateTable('projects')
      .set({ start_date: tomorrow, end_date: addDays(tomorrow, 90) })
      .where('id', '=', project.id)
      .execute();
    expect((await runDue(server)).moved).toBe(0);
    expect(total(await copies(startOfDay(tomorrow)), 'moved')).toBe(1);
    const { status, history, turn } = await detailOf(clients.academic, project);
    expect([status, turn.now, turn.mine, history[0]?.actor]).toEqual(['running', false, false, null]);
  });

  it('approved late, it starts a day later; a contract that is missing holds it up', async () => {
    const project = await approved();
    expect((await runDue(server)).moved).toBe(0);
    expect((await runDue(server, later(new Date(), DAY_MS))).moved).toBe(1);
    expect((await detailOf(clients.academic, project)).status).toBe('running');

    const contract = await startDraft(clients.academic, 'cons');
    done(await moveTo(contract, 'approved'));
    await server.db
      .updateTable('projects')
      .set({ start_date: '2026-01-05' })
      .where('id', '=', contract.id)
      .execute();
    expect((await runDue(server, later(new Date(), 3 * DAY_MS))).moved).toBe(0);
    expect((await detailOf(clients.academic, contract)).status).toBe('approved');
  });

  it('the waitlist ends when it is due', async () => {
    const project = await startDraft(clients.academic, 'fexs');
    // Without a day, and without one on which the execution starts, nothing ends it.
    await sql`update calls set waitlist_until = null, execution_from = null
      where id = (select call_id from projects where id = ${project.id})`.execute(server.db);
    done(await moveTo(project, 'waitlisted'));
    expect((await runDue(server, later(new Date(), 365 * DAY_MS))).moved).toBe(0);
    const end = endOfDay('2026-12-31');
    await server.db
      .updateTable('projects')
      .set({ due_at: end.toISOString() })
      .where('id', '=', project.id)
      .execute();
    expect(total(await copies(later(end)), 'moved')).toBe(1);
    expect((await detailOf(clients.academic, project)).status).toBe('not_awarded');
  });

  it('against the lead who sends it at the same moment exactly one wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const project = await returned();
      const [observation] = (await detailOf(clients.academic, project)).observations;
      const path = `/projects/pacs/${project.id}`;
      done(
        await clients.academic.post(`${path}/observations/${observation?.id}/answers`, { text: 'Listo.' }),
      );
      const [{ version }, due] = [await detailOf(clients.academic, project), await dueOf(project)];
      const [sent, run] = await Promise.all([
        clients.academic.post(`${path}/actions/submit`, { version }),
        runDue(server, later(due)),
      ]);
      const { status, history } = await detailOf(clients.admin, project);
      expect([sent.status, run.moved, status, history.length]).toEqual(
        run.moved === 1 ? [409, 1, 'rejected', 4] : [200, 0, 'director_review', 4],
      );
    }
  });
});

describe('reminders', () => {
  const morning = (day: string) => later(startOfDay(day), 10 * 3_600_000);
  const remindersOf = async (project: Created) =>
    (
      await server.db
        .selectFrom('notifications')
        .select(['user_id', 'title', 'created_at'])
        .where('project_id', '=', project.id)
        .where('type', '=', 'reminder')
        .orderBy('created_at')
        .execute()
    ).map(n => n.title);

  it('one working day before, on the day, then weekly; each once, however many copies look', async () => {
    const project = await submitted();
    const rows = await server.db.selectFrom('holidays').select('day').execute();
    const holidays = new Set(rows.map(h => h.day));
    const day = localDay(await dueOf(project));
    const before = nearestWorkingDay(day, -1, holidays);
    const weekLater = nearestWorkingDay(addDays(day, 6), 1, holidays);
    expect((await runDue(server, morning(addDays(before, -1)))).reminded).toBe(0);
    for (const when of [before, day, weekLater]) {
      expect(total(await copies(morning(when)), 'reminded'), when).toBe(1);
      expect((await runDue(server, later(morning(when), 3_600_000))).reminded).toBe(0);
    }
    const titles = await remindersOf(project);
    expect(titles).toHaveLength(3);
    expect(new Set(titles).size).toBe(3);
    const mails = await server.db
      .selectFrom('mails')
      .select('address')
      .where('project_id', '=', project.id)
      .where('type', '=', 'reminder')
      .execute();
    expect(mails.map(m => m.address)).toEqual([PEOPLE.director, PEOPLE.director, PEOPLE.director]);
  });

  it('the office says on which days and from what time on; it holds at the next run', async () => {
    const times = done(await clients.admin.get<StoredTimes>('/settings/reminders'));
    expect(times).toMatchObject(FIRST_TIMES);
    const asked = { daysBefore: ['2'], everyDays: 3, time: '15:00', digestTime: '18:30' };
    const saved = done(
      await clients.admin.put<StoredTimes>('/settings/reminders', { ...asked, updatedAt: times.updatedAt }),
    );
    expect(saved).toMatchObject({ ...asked, updatedBy: 'Beatriz Navarrete Olea' });
    const stale = { ...asked, updatedAt: times.updatedAt };
    expect((await clients.admin.put('/settings/reminders', stale)).status).toBe(409);
    const wrong = { ...asked, daysBefore: ['4'], everyDays: 0, time: '8:15', updatedAt: saved.updatedAt };
    const refused = await clients.admin.put('/settings/reminders', wrong);
    expect([refused.status, refused.body.errors?.map(e => e.path)]).toEqual([
      400,
      ['daysBefore.0', 'everyDays', 'time'],
    ]);

    const project = await submitted();
    const rows = await server.db.selectFrom('holidays').select('day').execute();
    const holidays = new Set(rows.map(h => h.day));
    const day = localDay(await dueOf(project));
    const two = workingDaysBefore(day, 2, holidays);
    expect((await runDue(server, momentOf(two, '14:59'))).reminded).toBe(0);
    expect((await runDue(server, momentOf(two, '15:00'))).reminded).toBe(1);
    expect((await runDue(server, momentOf(day, '16:00'))).reminded).toBe(0);
    const after = nearestWorkingDay(addDays(day, 2), 1, holidays);
    expect((await runDue(server, momentOf(after, '16:00'))).reminded).toBe(1);
    const told = await server.db
      .selectFrom('notifications')
      .select('text')
      .where('type', '=', 'reminder')
      .orderBy('created_at')
      .execute();
    expect(told.map(n => n.text.split('.')[0])).toEqual([
      'El plazo vence en 2 días hábiles',
      'El plazo ya venció',
    ]);
    const { updatedAt } = saved;
    done(await clients.admin.put('/settings/reminders', { ...FIRST_TIMES, updatedAt }));
  });

  it('a new due date begins anew, and whoever holds it then is called', async () => {
    const project = await submitted();
    const day = localDay(await dueOf(project));
    expect((await runDue(server, morning(day))).reminded).toBe(1);
    const newDay = nearestWorkingDay(addDays(day, 13), 1, new Set());
    const extended = await extend(project, newDay);
    expect(extended.status).toBe(200);
    expect((await runDue(server, morning(addDays(day, 1)))).reminded).toBe(0);
    expect((await runDue(server, morning(newDay))).reminded).toBe(1);
  });

  it('the office is called for what it holds', async () => {
    const project = await startDraft(clients.academic, 'fexs');
    done(await moveTo(project, 'admissibility'));
    const day = localDay(await dueOf(project));
    expect((await runDue(server, morning(day))).reminded).toBe(1);
    expect(await remindersOf(project)).toHaveLength(2);
  });

  it('nothing is due in a draft without a call, nor once a project has ended', async () => {
    await completePacs(clients.academic, refs);
    const project = await submitted();
    const day = localDay(await dueOf(project));
    done(await act(clients.academic, project, 'withdraw', { reason: 'Sin socio.' }));
    expect((await runDue(server, morning(day))).reminded).toBe(0);
  });
});

async function extend(project: Created, day: string) {
  const { version } = await detailOf(clients.admin, project);
  const body = { version, day, reason: 'La directora está con licencia.' };
  return clients.admin.put(`/projects/${project.kind}/${project.id}/due`, body);
}
