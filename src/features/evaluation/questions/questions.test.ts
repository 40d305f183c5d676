import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import {
  draftOf,
  proposalInEvaluation,
  reviewersOf,
  reviewOf,
  reviewWith,
} from '../../../../test/evaluation.ts';
import { act, type Created, done } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { addWorkingDays } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { listAudit } from '../../audit/contract.ts';
import type { getHome } from '../../home/contract.ts';
import type { getReview } from '../../review-desk/contract.ts';
import { runDue } from '../../workflow/transitions/jobs.ts';
import type { getQuestions } from './contract.ts';

let reviewers: Awaited<ReturnType<typeof reviewersOf>>;

openUniversity({ rateLimit: 0 });
beforeAll(async () => {
  reviewers = await reviewersOf(server);
});

const TEAM = {
  members: [
    { id: 'm1', userId: userIdOf(PEOPLE.colleague), role: 'academic' } as const,
    { id: 'm2', name: 'Tomás', email: PEOPLE.otherAdmin, role: 'academic' } as const,
  ],
};
const QUESTION = '¿Quién riega en febrero? <b onclick="x()">¿Y en marzo?</b>\n👩🏽‍🌾';
const ANSWER = 'Riega Camila Rojas con la Escuela de Enfermería.';

type Reviewer = (typeof reviewers)['first'];

/** A proposal in evaluation with an alternate; the reviewer has accepted, unless only invited. */
async function begun(who: Reviewer, { accept = true, blind = true } = {}) {
  const project = await proposalInEvaluation(clients.academic, clients.director, refs, 'Huerta comunitaria', {
    team: TEAM,
  });
  await sql`update projects set alternate_id = ${userIdOf(PEOPLE.otherDirector)} where id = ${project.id}`.execute(
    server.db,
  );
  return { project, review: await invite(project, who, { accept, blind }) };
}

async function invite(project: Created, who: Reviewer, { accept = true, blind = true } = {}) {
  done(
    await clients.admin.post('/admin/reviews', { pairs: [{ projectId: project.id, userId: who.id }], blind }),
  );
  const { id } = await reviewOf(who.client, project);
  if (accept) done(await who.client.post(`/reviews/${id}/answer`, { answer: 'accept', declares: true }));
  return id;
}

const ask = (who: Client, review: string, question = QUESTION) =>
  who.post<{ due: string } & Problem>(`/reviews/${review}/question`, { question });
const pathOf = ({ kind, id }: Created) => `/projects/${kind}/${id}/questions`;
const list = (who: Client, project: Created) => who.get<OutputOf<typeof getQuestions>>(pathOf(project));
const questionsOf = async (who: Client, project: Created) => done(await list(who, project)).questions;
async function idOf(project: Created): Promise<string> {
  const [first] = await questionsOf(clients.academic, project);
  if (!first) throw new Error('nothing was asked');
  return first.id;
}
const reply = async (who: Client, project: Created, text = ANSWER) =>
  who.post(`${pathOf(project)}/${await idOf(project)}/answer`, { answer: text });
const desk = async (who: Client, review: string) =>
  done(await who.get<OutputOf<typeof getReview>>(`/reviews/${review}`));
const waitingFor = async (who: Client) =>
  done(await who.get<OutputOf<typeof getHome>>('/home')).questions.map(q => q.project.code);
interface Told {
  type: string;
  title: string;
  text: string;
  read: boolean;
}
const toldOf = async (who: Client, { code }: Created) =>
  done(await who.get<{ rows: Told[] }>('/notifications?size=200')).rows.filter(n => n.text.includes(code));
const mailsOf = async ({ id }: Created, email: string) =>
  (
    await sql<{ subject: string; text: string }>`select subject, text from mails
      where project_id = ${id} and address = ${email} and state = 'pending'`.execute(server.db)
  ).rows;

describe('a question', () => {
  it('is asked once, of 1 to 1500 characters, kept as they were typed', async () => {
    const { first, second } = reviewers;
    const { project, review } = await begun(first);
    for (const wrong of ['', ' \n ', 'x'.repeat(1501)]) {
      const refused = await ask(first.client, review, wrong);
      expect([refused.status, refused.body.errors?.map(e => e.path)]).toEqual([400, ['question']]);
    }
    expect(await desk(first.client, review)).toMatchObject({ question: null, mayAsk: true });
    const { due } = done(await ask(first.client, review));
    const again = await ask(first.client, review, 'Otra más.');
    expect([again.status, again.body.detail]).toEqual([
      422,
      'Ya hiciste tu pregunta: es una sola por evaluación.',
    ]);
    const { question, mayAsk } = await desk(first.client, review);
    expect(question).toMatchObject({ question: QUESTION, due, waits: true, overdue: false, answer: null });
    expect(mayAsk).toBe(false);
    expect(due).toBe(addWorkingDays(new Date(), 3, new Set()).toISOString());
    const other = await invite(project, second);
    const long = 'x'.repeat(1500);
    done(await ask(second.client, other, long));
    expect((await questionsOf(clients.academic, project)).map(q => q.question)).toEqual([QUESTION, long]);
    expect((await desk(second.client, other)).question?.question).toBe(long);
  });

  it('at two desks of the same person at once, one of both', async () => {
    const { project, review } = await begun(reviewers.first);
    const both = await Promise.all([1, 2].map(n => ask(reviewers.first.client, review, `Pregunta ${n}`)));
    expect(both.map(a => a.status).sort()).toEqual([200, 422]);
    expect(await questionsOf(clients.academic, project)).toHaveLength(1);
  });

  it('is due with the review where that is earlier', async () => {
    const { review } = await begun(reviewers.first);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await sql`update reviews set due_at = ${soon} where id = ${review}`.execute(server.db);
    expect(done(await ask(reviewers.first.client, review)).due).toBe(soon);
  });

  it('is for who has accepted and not confirmed, of what is evaluated and they take no part in', async () => {
    const { first, second } = reviewers;
    const invited = await begun(first, { accept: false });
    const refusals = async (who: Client, review: string) => {
      const { status, body } = await ask(who, review);
      return [status, body.detail];
    };
    expect(await refusals(first.client, invited.review)).toEqual([
      422,
      'Acepta la invitación antes de evaluar.',
    ]);
    for (const who of [second.client, clients.admin, clients.academic, clients.director])
      expect((await ask(who, invited.review)).status).toBe(404);
    expect(
      (await fetch(`${server.url}/api/reviews/${invited.review}/question`, { method: 'POST' })).status,
    ).toBe(401);
    await reviewWith(first.client, invited.project, 4);
    expect((await refusals(first.client, invited.review))[0]).toBe(422);
    expect((await desk(first.client, invited.review)).mayAsk).toBe(false);

    const joined = await begun(first);
    await sql`insert into project_parts (project_id, part, user_id)
      values (${joined.project.id}, 'mentor', ${first.id})`.execute(server.db);
    expect((await refusals(first.client, joined.review))[1]).toContain('Participas en');
    await sql`delete from project_parts where user_id = ${first.id}`.execute(server.db);

    const gone = await begun(first);
    done(await act(clients.academic, gone.project, 'withdraw', { reason: 'El socio no puede este año.' }));
    expect(await refusals(first.client, gone.review)).toEqual([
      422,
      'La propuesta ya no está en evaluación.',
    ]);
  });
});

describe('the author', () => {
  it('reads it without a name, as lead and alternate, and answers once', async () => {
    const { project, review } = await begun(reviewers.first);
    done(await ask(reviewers.first.client, review));
    for (const who of [clients.academic, clients.otherDirector]) {
      const answered = done(await list(who, project));
      expect(answered).toMatchObject({ own: true, questions: [{ question: QUESTION, reviewId: null }] });
      expect(JSON.stringify(answered)).not.toMatch(new RegExp(`${review}|${reviewers.first.id}|Soledad`));
      expect(await waitingFor(who)).toContain(project.code);
      expect((await who.get(`/reviews/${await idOf(project)}`)).status).toBe(404);
      expect((await who.get(`/reviews/${review}`)).status).toBe(404);
    }
    for (const wrong of ['', 'x'.repeat(1501)])
      expect((await reply(clients.academic, project, wrong)).status).toBe(400);
    const both = await Promise.all([
      reply(clients.academic, project, ANSWER),
      reply(clients.otherDirector, project, ANSWER),
    ]);
    expect(both.map(a => a.status).sort()).toEqual([200, 422]);
    expect(both.find(a => a.status === 422)?.body.detail).toMatch(
      /^Esta pregunta se respondió el \d\d-\d\d-\d{4}\.$/,
    );
    for (const who of [clients.academic, clients.otherDirector])
      expect(await waitingFor(who)).not.toContain(project.code);
    expect(await questionsOf(clients.academic, project)).toMatchObject([{ answer: ANSWER, waits: false }]);
  });

  it('is read by a blind reviewer without names, by others as it was written, and by no other reviewer', async () => {
    const { first, second } = reviewers;
    for (const [blind, read] of [
      [true, 'Riega [nombre oculto] con la [unidad oculta].'],
      [false, ANSWER],
    ] as const) {
      const { project, review } = await begun(first, { blind });
      const other = await invite(project, second, { blind });
      done(await ask(first.client, review));
      done(await reply(clients.academic, project));
      expect((await desk(first.client, review)).question?.answer).toBe(read);
      expect(await desk(second.client, other)).toMatchObject({ question: null, mayAsk: true });
      const seen = await list(second.client, project);
      expect([seen.status, seen.body.questions]).toEqual(blind ? [404, undefined] : [200, []]);
    }
  });

  it('is alone with it: the team reads none, others find no project, the office reads who asks', async () => {
    const { project, review } = await begun(reviewers.first);
    done(await ask(reviewers.first.client, review));
    for (const who of [clients.colleague, clients.director])
      expect(done(await list(who, project))).toEqual({ own: false, questions: [] });
    expect((await list(clients.stranger, project)).status).toBe(404);
    expect(await questionsOf(clients.admin, project)).toMatchObject([{ reviewId: review, waits: true }]);
    expect(done(await list(clients.admin, project)).own).toBe(false);
    // Takes part by mail alone.
    expect(done(await list(clients.otherAdmin, project))).toEqual({ own: false, questions: [] });
    const audited = async (who: Client) =>
      done(
        await who.get<OutputOf<typeof listAudit>>(`/audit?object=project&objectId=${project.id}&size=50`),
      ).rows.filter(row => row.label === 'Pregunta al autor');
    expect(await audited(clients.admin)).toMatchObject([{ actor: { id: reviewers.first.id } }]);
    expect(await audited(clients.otherAdmin)).toEqual([]);
    const refusals: number[] = [];
    for (const who of [clients.colleague, clients.admin, clients.otherAdmin, clients.stranger])
      refusals.push((await reply(who, project)).status);
    expect(refusals).toEqual([403, 403, 403, 404]);
    const unknown = `${pathOf(project)}/${review}/answer`;
    expect((await clients.academic.post(unknown, { answer: ANSWER })).status).toBe(404);
    await sql`update projects set lead_id = ${userIdOf(PEOPLE.otherAdmin)} where id = ${project.id}`.execute(
      server.db,
    );
    expect(done(await list(clients.otherAdmin, project))).toMatchObject({
      ...{ own: true, questions: [{ question: QUESTION, reviewId: null }] },
    });
  });

  it('still reads both once it is resolved, and answers no more', async () => {
    const { first, second } = reviewers;
    const { project, review } = await begun(first);
    const other = await invite(project, second);
    done(await ask(first.client, review));
    done(await reply(clients.academic, project));
    done(await ask(second.client, other, '¿Y la bodega?'));
    done(await act(clients.academic, project, 'withdraw', { reason: 'El socio no puede este año.' }));
    const read = await questionsOf(clients.academic, project);
    expect(read).toMatchObject([
      { question: QUESTION, answer: ANSWER, waits: false },
      { question: '¿Y la bodega?', answer: null, waits: false },
    ]);
    const late = await clients.academic.post(`${pathOf(project)}/${read[1]?.id}/answer`, {
      answer: 'Ya no.',
    });
    expect([late.status, late.body.detail]).toEqual([
      422,
      'Esta pregunta ya no espera respuesta: quien la hizo dejó de evaluar.',
    ]);
  });
});

describe('it waits for lead and alternate', () => {
  it('who are called in the name of nobody, and its reviewer once it is answered', async () => {
    const { project, review } = await begun(reviewers.first);
    const before = await toldOf(reviewers.first.client, project);
    done(await ask(reviewers.first.client, review, '¿Quién riega?'));
    for (const [who, email] of [
      [clients.academic, PEOPLE.academic],
      [clients.otherDirector, PEOPLE.otherDirector],
    ] as const) {
      const [news] = await toldOf(who, project);
      expect(news).toMatchObject({ type: 'turn', title: 'Te toca responder a quien evalúa', read: false });
      expect(news?.text).toMatch(
        new RegExp(
          `^Quien evalúa ${project.code} te pregunta: «¿Quién riega\\?» Responde hasta el [\\d-]+\\.$`,
        ),
      );
      const mails = (await mailsOf(project, email)).filter(m =>
        m.subject.endsWith('te toca responder a quien evalúa'),
      );
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('¿Quién riega?');
      expect(mails[0]?.text).not.toContain('Soledad');
    }
    expect((await toldOf(clients.colleague, project)).map(n => n.title)).not.toContain(
      'Te toca responder a quien evalúa',
    );
    done(await reply(clients.academic, project));
    const [answered, ...rest] = await toldOf(reviewers.first.client, project);
    expect(answered).toMatchObject({
      ...{ type: 'review', title: 'Respondieron tu pregunta' },
      text: `El autor de ${project.code} respondió la pregunta que le hiciste.`,
    });
    expect(rest).toEqual(before);
    // Both are called no more, whoever of them answered.
    for (const who of [clients.academic, clients.otherDirector])
      expect((await toldOf(who, project))[0]?.read).toBe(true);
    expect(await mailsOf(project, PEOPLE.otherDirector)).toEqual([]);
  });

  it('is reminded of on its own day, among the reminders of projects', async () => {
    const { project, review } = await begun(reviewers.first);
    const { due } = done(await ask(reviewers.first.client, review));
    const reminders = async (type: string) =>
      (
        await sql<{ id: string; text: string }>`select user_id as id, text from notifications
          where project_id = ${project.id} and type = ${type} and title like 'El plazo%'
          order by user_id`.execute(server.db)
      ).rows;
    const at = new Date(new Date(due).getTime() - 2 * 3_600_000);
    await runDue(server, at);
    await runDue(server, at);
    const text = 'El plazo vence hoy. Te toca responder a quien evalúa.';
    const own = [userIdOf(PEOPLE.academic), userIdOf(PEOPLE.otherDirector)].sort();
    expect(await reminders('reminder')).toEqual(own.map(id => ({ id, text })));
    done(await reply(clients.otherDirector, project));
    await runDue(server, new Date(at.getTime() + 30 * 86_400_000));
    expect(await reminders('reminder')).toHaveLength(2);
  });

  it('late, it says so where it waits', async () => {
    const { project, review } = await begun(reviewers.first);
    done(await ask(reviewers.first.client, review));
    await sql`update review_questions set due_at = now() - interval '1 hour' where review_id = ${review}`.execute(
      server.db,
    );
    const { questions } = done(await clients.academic.get<OutputOf<typeof getHome>>('/home'));
    expect(questions.find(q => q.project.id === project.id)).toMatchObject({ overdue: true });
    expect((await desk(reviewers.first.client, review)).question).toMatchObject({ overdue: true });
  });

  const endings: Record<string, (told: { project: Created; review: string }) => Promise<unknown>> = {
    'declines after all': async ({ review }) =>
      reviewers.first.client.post(`/reviews/${review}/answer`, {
        ...{ answer: 'conflict', reason: 'Conozco a quien la presenta.' },
      }),
    'is replaced': async ({ review }) =>
      clients.admin.post(`/admin/reviews/${review}/replacement`, {
        ...{ userId: null, reason: 'Pidió no seguir evaluando.' },
      }),
    'confirms without the answer': async ({ review }) => {
      const { version } = await desk(reviewers.first.client, review);
      const saved = done(
        await reviewers.first.client.put<{ version: number }>(`/reviews/${review}`, {
          ...{ version, draft: draftOf(4) },
        }),
      );
      return reviewers.first.client.post(`/reviews/${review}/confirm`, { version: saved.version });
    },
  };
  it.each(Object.entries(endings))('no more where who asked %s', async (_, end) => {
    const told = await begun(reviewers.first);
    const { project, review } = told;
    const other = await invite(project, reviewers.second);
    done(await ask(reviewers.first.client, review, '¿Quién riega?'));
    done(await ask(reviewers.second.client, other, '¿Y la bodega?'));
    done((await end(told)) as { status: number; body: unknown });
    const open = async () =>
      (await toldOf(clients.academic, project)).flatMap(n =>
        n.type === 'turn' && !n.read ? [/«(.*)»/.exec(n.text)?.[1]] : [],
      );
    // The other one goes on waiting.
    expect(await open()).toEqual(['¿Y la bodega?']);
    expect((await mailsOf(project, PEOPLE.academic)).filter(m => m.text.includes('riega'))).toEqual([]);
    expect((await questionsOf(clients.academic, project)).map(q => q.waits)).toEqual([false, true]);
    done(await act(clients.academic, project, 'withdraw', { reason: 'El socio no puede este año.' }));
    expect(await open()).toEqual([]);
    expect(await waitingFor(clients.academic)).not.toContain(project.code);
  });
});
