import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { checkAll, openCall, proposal } from '../../../../test/calls.ts';
import { LAST_DAY } from '../../../../test/days.ts';
import {
  act,
  answerAll,
  type Created,
  completePacs,
  detailOf,
  done,
  endOn,
  fillReport,
  submittedPacs,
} from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { addDays, addWorkingDays, localDay } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import { formatDay } from '../../../domain/text/format.ts';
import type { getHome } from '../../home/contract.ts';
import { runDue } from './jobs.ts';

openUniversity();

const REASON = 'Para probar las fechas del proyecto.';
const OBSERVATIONS = [{ section: 'budget', text: 'Detalla los materiales.' }];
const today = localDay(new Date());

const approved = async () => {
  const project = await submittedPacs(clients.academic, refs);
  done(await act(clients.director, project, 'endorse'));
  done(await act(clients.dean, project, 'endorse'));
  return project;
};
/** Sets its first day, and a last one after it. */
const startOn = (project: Created, day: string) =>
  server.db
    .updateTable('projects')
    .set({ start_date: day, end_date: addDays(day, 60) })
    .where('id', '=', project.id)
    .execute();
const offerOf = async (who: keyof typeof clients, project: Created, action: string) =>
  (await detailOf(clients[who], project)).actions.find(a => a.action === action);
const myTurn = async (who: keyof typeof clients) =>
  done(await clients[who].get<OutputOf<typeof getHome>>('/home')).myTurn.rows.map(row => row.id);
const received = async (more: Parameters<typeof openCall>[1] = {}) => {
  const call = await openCall(clients.admin, more);
  const project = await proposal(clients.academic, refs, call);
  done(await act(clients.academic, project, 'submit'));
  return { ...project, call };
};
const closeCall = (id: string) =>
  server.db
    .updateTable('calls')
    .set({ closes_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute();

describe('a submit', () => {
  it('is not taken back once its call has closed; the button says why', async () => {
    const project = await received();
    expect(await offerOf('academic', project, 'undo')).toMatchObject({ allowed: true });
    await closeCall(project.call.id);
    const why = /^La convocatoria cerró el \d\d-\d\d-\d{4} \d\d:\d\d: el envío ya no se deshace\.$/;
    expect(await offerOf('academic', project, 'undo')).toMatchObject({
      allowed: false,
      reason: expect.stringMatching(why),
    });
    const refused = await act<Problem>(clients.academic, project, 'undo', { reason: REASON });
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringMatching(why)]);
    expect((await detailOf(clients.academic, project)).status).toBe('director_review');
  });

  it('waits until what is planned lies within the dates of the project', async () => {
    const project = await completePacs(clients.academic, refs);
    const found = (await detailOf(clients.academic, project)).sections.find(s => s.slug === 'plan');
    const activities = (found?.data.activities ?? []) as object[];
    let version = found?.version;
    const endPlan = async (to: string) => {
      const body = { version, data: { activities: activities.map(activity => ({ ...activity, to })) } };
      const path = `/projects/pacs/${project.id}/sections/plan`;
      version = done(await clients.academic.put<{ version: number }>(path, body)).version;
    };
    await endPlan(addDays(LAST_DAY, 1));
    expect((await act(clients.academic, project, 'submit')).status).toBe(422);
    const place = { section: 'plan', path: 'activities.0.to', label: 'Actividad 1: Hasta' };
    expect((await detailOf(clients.academic, project)).completeness.missing).toEqual([
      { ...place, message: `El proyecto termina el ${formatDay(LAST_DAY)}.` },
    ]);
    await endPlan(LAST_DAY);
    done(await act(clients.academic, project, 'submit'));
  });

  it('that corrects is taken back until the deadline of the correction, though the call has closed', async () => {
    const project = await received();
    done(await act(clients.director, project, 'return', { observations: OBSERVATIONS }));
    await closeCall(project.call.id);
    await answerAll(clients.academic, project);
    done(await act(clients.academic, project, 'submit'));
    expect(await offerOf('academic', project, 'undo')).toMatchObject({ allowed: true });
    await sql`update project_history set before = before || jsonb_build_object('dueAt', now() - interval '1 minute')
      where project_id = ${project.id} and action = 'submit' and from_status = 'returned'`.execute(server.db);
    expect((await offerOf('academic', project, 'undo'))?.reason).toMatch(
      /^El plazo para corregir venció el /,
    );
    expect((await act(clients.academic, project, 'undo', { reason: REASON })).status).toBe(422);
  });
});

describe('at the admissibility desk', () => {
  it('both answers are taken back by who gave them, and no more once an appeal was made or an act issued', async () => {
    const project = await received({ appealDays: 5 });
    done(await act(clients.director, project, 'endorse'));
    done(await act(clients.dean, project, 'endorse'));
    await checkAll(clients.admin, project);
    done(await act(clients.admin, project, 'admit', { checklist: true }));
    expect((await act(clients.otherAdmin, project, 'undo', { reason: REASON })).status).toBe(403);
    done(await act(clients.admin, project, 'undo', { reason: REASON }));
    expect((await detailOf(clients.admin, project)).status).toBe('admissibility');
    const dismiss = () => act(clients.admin, project, 'dismiss', { reason: 'Falta el convenio.' });
    done(await dismiss());
    done(await act(clients.admin, project, 'undo', { reason: REASON }));
    const letters = await sql`select from result_letters l join project_history h on h.id = l.history_id
      where l.project_id = ${project.id} and h.undone_at is null`.execute(server.db);
    expect(letters.rows).toEqual([]);
    done(await dismiss());
    expect(await offerOf('admin', project, 'undo')).toMatchObject({ allowed: true });
    done(
      await clients.academic.post(`/projects/fexs/${project.id}/appeal`, {
        text: 'El convenio está en los anexos desde el primer envío.',
      }),
    );
    // The office is reminded of it, by the appeal's own due date.
    const { due } = await server.db
      .selectFrom('appeals')
      .select('due_at as due')
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow();
    await runDue(server, new Date(new Date(due).getTime() - 2 * 3_600_000));
    const reminded = await sql<{ text: string }>`select distinct text from notifications
      where project_id = ${project.id} and type = 'reminder' and text like '%apelación%'`.execute(server.db);
    expect(reminded.rows).toEqual([{ text: 'El plazo vence hoy. Te toca responder una apelación.' }]);
    expect(await offerOf('admin', project, 'undo')).toBeUndefined();
    expect((await act(clients.admin, project, 'undo', { reason: REASON })).status).toBe(422);

    const listed = await received();
    done(await act(clients.director, listed, 'endorse'));
    done(await act(clients.dean, listed, 'endorse'));
    done(await act(clients.admin, listed, 'dismiss', { reason: 'Falta el convenio.' }));
    await sql`insert into call_acts (call_id, number, at, facts)
      values (${listed.call.id}, 1, now(), '{"rows": []}')`.execute(server.db);
    expect((await act(clients.admin, listed, 'undo', { reason: REASON })).status).toBe(422);
  });
});

describe('the start', () => {
  it('is not before the start date, by hand neither; on the day it is', async () => {
    const project = await approved();
    await startOn(project, addDays(today, 1));
    const refused = await act<Problem>(clients.academic, project, 'start');
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      `El proyecto empieza el ${formatDay(addDays(today, 1))}: se inicia desde ese día.`,
    ]);
    expect((await act(clients.admin, project, 'start')).status).toBe(422);
    await startOn(project, today);
    done(await act(clients.academic, project, 'start'));
  });
});

const running = async () => {
  const project = await approved();
  done(await act(clients.academic, project, 'start'));
  await endOn(server.db, project, addDays(today, 30));
  return project;
};
const report = (project: Created) => act<Problem>(clients.academic, project, 'submit_final_report');
const allow = async (who: keyof typeof clients, project: Created, reason = REASON) => {
  const { version } = await detailOf(clients.admin, project);
  return clients[who].put<Problem>(`/projects/${project.kind}/${project.id}/early-report`, {
    version,
    reason,
  });
};

describe('the final report', () => {
  it('comes after the end and the last activity, or before if the office allows it', async () => {
    const project = await running();
    await fillReport(server.db, clients.academic, project, refs);
    const late = addDays(today, 30);
    const why = `El proyecto y sus actividades terminan el ${formatDay(late)}: el informe final se envía desde ese día, o antes si la oficina lo permite.`;
    expect([(await report(project)).status, (await report(project)).body.detail]).toEqual([422, why]);
    // The last activity counts where it is later than the end.
    await server.db.updateTable('projects').set({ end_date: today }).where('id', '=', project.id).execute();
    expect((await report(project)).body.detail).toBe(why);
    for (const who of ['academic', 'director', 'dean'] as const)
      expect((await allow(who, project)).status).toBe(403);
    expect((await allow('admin', project, 'Ya')).status).toBe(400);
    done(await allow('admin', project));
    expect((await allow('admin', project)).status).toBe(422);
    const after = await detailOf(clients.academic, project);
    expect(after.history[0]).toMatchObject({ action: 'allow_early_report', reason: REASON });
    expect([after.turn.now, after.turn.mine]).toEqual([true, true]);
    done(await report(project));
  });

  it('sent back is a state of its own, gives ten working days and bars no new proposal', async () => {
    const project = await running();
    await fillReport(server.db, clients.academic, project, refs);
    await endOn(server.db, project, addDays(today, -90));
    await server.db
      .updateTable('projects')
      .set({ due_at: new Date(Date.now() - 20 * 86_400_000) })
      .where('id', '=', project.id)
      .execute();
    const call = await openCall(clients.admin, { blocksOverdue: true });
    const draft = await proposal(clients.academic, refs, call);
    const overdueRule = async () =>
      (await detailOf(clients.academic, draft)).eligibility.find(r => r.rule === 'overdue')?.message ?? null;
    expect(await overdueRule()).not.toBeNull();
    done(await report(project));
    expect(await overdueRule()).toBeNull();
    done(await act(clients.director, project, 'return_final_report', { observations: OBSERVATIONS }));
    const returned = await detailOf(clients.academic, project);
    const holidays = await server.db.selectFrom('holidays').select('day').execute();
    const due = addWorkingDays(new Date(), 10, new Set(holidays.map(h => h.day)));
    expect(returned).toMatchObject({
      status: 'running',
      subStep: 'director',
      turn: { due: due.toISOString(), overdue: false, now: true, mine: true },
    });
    expect(returned.turn.next).toBe('Al responder y enviar, el informe vuelve a Dirección.');
    expect(await overdueRule()).toBeNull();
    // Put into execution by hand it was not sent back.
    await answerAll(clients.academic, project);
    done(await report(project));
    done(await act(clients.admin, project, 'override', { to: 'running', reason: REASON }));
    expect((await detailOf(clients.academic, project)).subStep).toBeNull();
  });
});

describe('whose turn', () => {
  it('is for what can be done now: what is only under way is listed as such', async () => {
    const project = await approved();
    await startOn(project, addDays(today, 20));
    const turn = async () => (await detailOf(clients.academic, project)).turn;
    expect(await turn()).toMatchObject({ now: false, mine: false, overdue: false });
    expect(await myTurn('academic')).not.toContain(project.id);
    await startOn(project, today);
    expect(await turn()).toMatchObject({ now: true, mine: true });
    expect(await myTurn('academic')).toContain(project.id);
    done(await act(clients.academic, project, 'start'));
    await endOn(server.db, project, addDays(today, 8));
    expect(await turn()).toMatchObject({ now: false, mine: false });
    const filtered = async () =>
      done(await clients.academic.get<{ rows: { id: string }[] }>('/projects?myTurn=true&size=200')).rows.map(
        row => row.id,
      );
    expect(await filtered()).not.toContain(project.id);
    await endOn(server.db, project, addDays(today, 7));
    expect(await turn()).toMatchObject({ now: true, mine: true });
    expect(await filtered()).toContain(project.id);
    done(await act(clients.admin, project, 'suspend', { reason: REASON }));
    expect((await detailOf(clients.admin, project)).turn).toMatchObject({
      office: true,
      now: false,
      mine: false,
    });
  });

  it('before the start it is the lead’s while something of theirs is missing', async () => {
    const project = await approved();
    await startOn(project, addDays(today, 20));
    const award = (amount: number | null) =>
      server.db
        .updateTable('projects')
        .set({ amount_awarded: amount })
        .where('id', '=', project.id)
        .execute();
    await award(5);
    expect((await detailOf(clients.academic, project)).turn.mine).toBe(true);
    await award(null);
    expect((await detailOf(clients.academic, project)).turn.mine).toBe(false);
  });

  it('of requests and appeals is reminded of, once a day they are due, by a due date of their own', async () => {
    const project = await running();
    const { sections } = await detailOf(clients.academic, project);
    const { version, data } = sections.find(s => s.slug === 'identification') ?? { version: 0, data: {} };
    done(
      await clients.academic.post(`/projects/pacs/${project.id}/changes`, {
        ...{ id: '0190f000-0000-7000-8000-00000000c0de', section: 'identification', version },
        ...{ data: { ...data, endDate: addDays(today, 200) }, reason: 'Se atrasó el convenio.' },
      }),
    );
    const { due } = await server.db
      .selectFrom('change_requests')
      .select('due_at as due')
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow();
    const reminders = async () =>
      (
        await sql<{ text: string; name: string }>`
          select n.text, u.name from notifications n join users u on u.id = n.user_id
          where n.project_id = ${project.id} and n.type = 'reminder' order by n.id`.execute(server.db)
      ).rows;
    const at = new Date(new Date(due).getTime() - 2 * 3_600_000);
    await runDue(server, at);
    const after = [
      { name: 'Patricia Contreras Vidal', text: 'El plazo vence hoy. Te toca decidir un cambio pedido.' },
    ];
    expect(await reminders()).toEqual(after);
    await runDue(server, at);
    expect(await reminders()).toEqual(after);
  });
});

describe('a request of a change', () => {
  it('is closed with its project, and calls nobody any more', async () => {
    const project = await completePacs(clients.academic, refs, 'Termina antes');
    done(await act(clients.academic, project, 'submit'));
    done(await act(clients.director, project, 'endorse'));
    done(await act(clients.dean, project, 'endorse'));
    const { sections } = await detailOf(clients.academic, project);
    const { version, data } = sections.find(s => s.slug === 'identification') ?? { version: 0, data: {} };
    const id = '0190f000-0000-7000-8000-00000000c0da';
    done(
      await clients.academic.post(`/projects/pacs/${project.id}/changes`, {
        ...{ id, section: 'identification', version },
        ...{ data: { ...data, endDate: addDays(today, 200) }, reason: 'Se atrasó el convenio.' },
      }),
    );
    const called = async () =>
      (
        await sql`select from notifications where project_id = ${project.id} and type = 'request'
          and read_at is null`.execute(server.db)
      ).rows.length;
    expect(await called()).toBe(1);
    done(await act(clients.academic, project, 'renounce', { reason: 'Ya no hay socio.' }));
    const [change] = (await detailOf(clients.academic, project)).changes;
    expect(change).toMatchObject({ state: 'closed', turn: null, mayDecide: false, decidedBy: null });
    expect(await called()).toBe(0);
    const late = await clients.director.post<Problem>(`/projects/pacs/${project.id}/changes/${id}/decision`, {
      ...{ accept: true, version },
    });
    expect([late.status, late.body.detail]).toEqual([
      409,
      'El proyecto terminó, y la solicitud se cerró con él.',
    ]);
  });
});
