import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { callSettings, openCall } from '../../../../test/calls.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { type Clients, everybody, nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import {
  compare,
  draftOf,
  type OwnReview,
  proposalInEvaluation,
  reviewersOf,
  reviewOf,
  reviewWith,
} from '../../../../test/evaluation.ts';
import { act, type Created, detailOf, done, type References } from '../../../../test/factories.ts';
import { readHolidays } from '../../../db/holidays.ts';
import { addWorkingDays } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { formatDate } from '../../../domain/text/format.ts';
import type { CallDetail } from '../../calls/contract.ts';
import type { getEvaluation, getMatrix, listCandidates, proposeReviewers } from './contract.ts';

let server: TestApp;
let refs: References;
let clients: Clients;
let reviewers: Awaited<ReturnType<typeof reviewersOf>>;

beforeAll(async () => {
  server = await startApp();
  clients = await everybody(server);
  refs = { ...(await nursing(clients.academic)), memberId: userIdOf(PEOPLE.colleague) };
  reviewers = await reviewersOf(server);
});
afterAll(() => server.close());

const proposal = (title = 'Huerta comunitaria') =>
  proposalInEvaluation(clients.academic, clients.director, refs, title);
const assign = (project: Created, ...userIds: string[]) =>
  clients.admin.post<{ detail: string; errors: { path: string; message: string }[] }>('/admin/reviews', {
    pairs: userIds.map(userId => ({ projectId: project.id, userId })),
  });
const evaluation = async (who: Client, { kind, id }: Created) =>
  done(await who.get<OutputOf<typeof getEvaluation>>(`/projects/${kind}/${id}/evaluation`));
const answer = async (who: Client, project: Created, body: object) =>
  who.post<{ detail: string; state: string }>(`/reviews/${(await reviewOf(who, project)).id}/answer`, body);
const noticesOf = async (who: Client) =>
  done(
    await who.get<{ rows: { type: string; title: string; text: string; by: unknown }[] }>(
      '/notifications?size=100',
    ),
  ).rows;
/** What somebody was told of a proposal, the latest first. */
const toldOf = async (who: Client, { code }: Created) =>
  (await noticesOf(who)).flatMap(n => (n.text.includes(code) ? [[n.type, n.title, n.text]] : []));

describe('inviting', () => {
  it('a proposal without reviewers waits for the office, then for those invited', async () => {
    const project = await proposal();
    expect((await detailOf(clients.admin, project)).turn).toMatchObject({ office: true, people: [] });
    done(await assign(project, reviewers.first.id, reviewers.second.id));
    const { turn } = await detailOf(clients.admin, project);
    expect(turn.office).toBe(false);
    expect(turn.people.map(p => p.id).sort()).toEqual([reviewers.first.id, reviewers.second.id].sort());
    // Its author knows how many, not who.
    expect((await detailOf(clients.academic, project)).turn).toMatchObject({ people: [], reviewers: 2 });
    const notices = await noticesOf(reviewers.first.client);
    const holidays = await readHolidays(server.db);
    expect(notices.find(n => n.text.includes(project.code))).toMatchObject({
      type: 'review',
      title: 'Te invitaron a evaluar',
      text: `La oficina te invita a evaluar ${project.code} «Huerta comunitaria». Acepta, o rechaza con un motivo hasta el ${formatDate(addWorkingDays(new Date(), 3, holidays))}. La evaluación vence el ${formatDate(new Date(turn.due ?? 0))}.`,
      by: null,
    });
  });

  it('whoever endorsed no longer undoes it: the office has acted after', async () => {
    const project = await proposal();
    const offered = async () =>
      (await detailOf(clients.director, project)).actions.some(a => a.action === 'undo');
    expect(await offered()).toBe(true);
    done(await assign(project, reviewers.first.id));
    expect(await offered()).toBe(false);
    const answered = await act(clients.director, project, 'undo', { reason: 'Me equivoqué de proyecto.' });
    expect(answered.status).toBe(422);
    expect((await detailOf(clients.admin, project)).status).toBe('evaluation');
  });

  it('who has a conflict of interest is refused, and nobody is invited', async () => {
    const project = await proposal();
    const roles = ['Reviewer'] as const;
    await server.db
      .updateTable('users')
      .set({ roles: [...roles] })
      .where('id', '=', userIdOf(PEOPLE.colleague))
      .execute();
    const answered = await assign(
      project,
      reviewers.first.id,
      userIdOf(PEOPLE.colleague),
      reviewers.first.id,
      refs.leadId,
    );
    expect(answered.status).toBe(422);
    expect(answered.body.errors.map(e => e.path)).toEqual([
      'pairs.1.userId',
      'pairs.2.userId',
      'pairs.3.userId',
    ]);
    expect(answered.body.errors[0]?.message).toContain('Es parte del equipo.');
    expect((await detailOf(clients.admin, project)).turn.people).toEqual([]);
    const candidates = done(
      await clients.admin.get<OutputOf<typeof listCandidates>>(`/admin/reviews/${project.id}/candidates`),
    );
    expect(candidates.find(c => c.id === userIdOf(PEOPLE.colleague))?.refused).toBe('Es parte del equipo.');
    expect(candidates.find(c => c.id === reviewers.third.id)?.refused).toBeNull();
    // The dean of its own faculty neither, though of another school.
    const dean = userIdOf(PEOPLE.dean);
    await server.db
      .updateTable('users')
      .set({ roles: ['Dean', 'Reviewer'] })
      .where('id', '=', dean)
      .execute();
    expect((await assign(project, dean)).body.detail).toContain('Dirige su escuela o su facultad.');
  });

  it('who is in the team by name and mail alone is in conflict too', async () => {
    const outsider = { id: 'm9', userId: null, name: 'Diego', email: PEOPLE.stranger.toUpperCase() };
    const member = { ...outsider, organisation: '', role: 'partner' as const };
    const project = await proposalInEvaluation(clients.academic, clients.director, refs, 'Huerta con Diego', {
      team: { members: [{ ...member, hoursPerWeek: 1, from: null, to: null }] },
    });
    expect((await assign(project, reviewers.second.id)).body.detail).toContain('Es parte del equipo.');
  });

  it('the proposed pairs lack nothing and can be applied as they are', async () => {
    const project = await proposal('Huerta que nadie evalúa');
    const found = done(
      await clients.admin.post<OutputOf<typeof proposeReviewers>>('/admin/reviews/proposal', {
        projectIds: [project.id],
      }),
    );
    expect(found.unfilled).toBe(0);
    expect(found.pairs).toHaveLength(2);
    done(await clients.admin.post('/admin/reviews', { pairs: found.pairs }));
    const { rows, reviewers: people } = done(
      await clients.admin.get<OutputOf<typeof getMatrix>>('/admin/reviews?q=nadie'),
    );
    expect(rows).toMatchObject([{ code: project.code, needed: 2, lacking: 0 }]);
    expect(people.find(p => p.id === found.pairs[0]?.userId)?.load).toBeGreaterThan(0);
  });

  it('is the office’s alone', async () => {
    const project = await proposal();
    const pairs = [{ projectId: project.id, userId: reviewers.first.id }];
    for (const who of ['academic', 'director', 'dean', 'reviewer'] as const) {
      expect((await clients[who].post('/admin/reviews', { pairs })).status).toBe(403);
      expect((await clients[who].post('/admin/reviews/proposal', {})).status).toBe(403);
      expect((await clients[who].get('/admin/reviews')).status).toBe(403);
      expect((await clients[who].get(`/admin/reviews/${project.id}/candidates`)).status).toBe(403);
      const given = { userId: null, reason: 'Una razón bastante larga.' };
      expect((await clients[who].post(`/admin/reviews/${project.id}/replacement`, given)).status).toBe(403);
      expect((await clients[who].post(`/admin/reviews/${project.id}/return`, given)).status).toBe(403);
    }
    const draft = { projectId: '0190f000-0000-7000-8000-000000000001', userId: reviewers.first.id };
    expect((await clients.admin.post('/admin/reviews', { pairs: [draft] })).status).toBe(422);
    expect((await clients.admin.post('/admin/reviews', { pairs: [] })).status).toBe(400);
  });
});

describe('answering', () => {
  it('who declines or declares a conflict says why, and the office is called', async () => {
    const project = await proposal();
    done(await assign(project, reviewers.first.id, reviewers.second.id));
    const { client } = reviewers.first;
    expect((await answer(client, project, { answer: 'decline', reason: 'No' })).status).toBe(400);
    const own = await reviewOf(client, project);
    done(await answer(client, project, { answer: 'conflict', reason: 'Trabajamos juntos el año pasado.' }));
    expect((await client.get(`/reviews/${own.id}`)).status).toBe(404);
    const conflict = `Soledad Cifuentes Lagos declaró un conflicto de interés en ${project.code}: Trabajamos juntos el año pasado.`;
    const invited = ['turn', 'Invitamos a otra persona a evaluar'];
    const next = (text: string) => expect.stringMatching(`^${text} Invitamos en su lugar a .+\\.$`);
    expect((await toldOf(clients.admin, project))[0]).toEqual([...invited, next(conflict)]);
    // Not a second time.
    expect((await assign(project, reviewers.first.id)).body.detail).toContain(
      'Declaró un conflicto de interés.',
    );
    done(
      await answer(reviewers.second.client, project, { answer: 'decline', reason: 'Estaré fuera del país.' }),
    );
    const { people } = (await detailOf(clients.admin, project)).turn;
    expect(people).toHaveLength(2);
    for (const { id } of people) expect([reviewers.first.id, reviewers.second.id]).not.toContain(id);
    const declined = `Diego Huenchulaf Soto rechazó evaluar ${project.code}: Estaré fuera del país.`;
    expect((await toldOf(clients.admin, project))[0]).toEqual([...invited, next(declined)]);
    // Whoever declined may be asked again.
    done(await assign(project, reviewers.second.id));
  });

  it('replacing one keeps the rest', async () => {
    const project = await proposal();
    done(await assign(project, reviewers.first.id, reviewers.second.id));
    await reviewWith(reviewers.first.client, project, 4);
    const own = await reviewOf(reviewers.second.client, project);
    const path = `/admin/reviews/${own.id}/replacement`;
    const reason = 'No responde a los correos.';
    expect((await clients.admin.post(path, { userId: refs.leadId, reason })).status).toBe(422);
    done(await clients.admin.post(path, { userId: reviewers.third.id, reason }));
    expect((await reviewers.second.client.get(`/reviews/${own.id}`)).status).toBe(404);
    expect((await toldOf(reviewers.second.client, project))[0]).toEqual([
      ...['review', 'Ya no te toca evaluar', `La oficina retiró tu evaluación de ${project.code}.`],
    ]);
    // They never answered, and no figure of times says that they did.
    const row = server.db.selectFrom('reviews').select('answered_at').where('id', '=', own.id);
    expect((await row.executeTakeFirst())?.answered_at).toBeNull();
    const { reviews } = await evaluation(clients.admin, project);
    expect(reviews.map(r => r.state).sort()).toEqual(['confirmed', 'invited', 'replaced']);
    expect((await clients.admin.post(path, { userId: null, reason })).status).toBe(422);
  });
});

it('a replacement is invited on the same terms: blind as the one before', async () => {
  const project = await proposal();
  const pairs = [{ projectId: project.id, userId: reviewers.first.id }];
  done(await clients.admin.post('/admin/reviews', { pairs, blind: true }));
  const own = await reviewOf(reviewers.first.client, project);
  const given = { userId: reviewers.second.id, reason: 'No responde a los correos.' };
  done(await clients.admin.post(`/admin/reviews/${own.id}/replacement`, given));
  expect(await reviewOf(reviewers.second.client, project)).toMatchObject({ blind: true });
  expect((await reviewers.second.client.get(`/projects/${project.kind}/${project.id}`)).status).toBe(404);
});

it('a call that gives more time to evaluate gives it to its reviewers', async () => {
  const project = await proposal();
  const [soon, later] = [150, 300].map(hours => new Date(Date.now() + hours * 3_600_000).toISOString());
  const { id } = await openCall(clients.admin, { kind: 'incs', evaluationUntil: soon ?? null });
  await sql`update projects set call_id = ${id}, due_at = ${soon} where id = ${project.id}`.execute(
    server.db,
  );
  done(await assign(project, reviewers.first.id));
  const call = done(await clients.admin.get<CallDetail>(`/calls/${id}`));
  const settings = callSettings(call, { evaluationUntil: later });
  done(await clients.admin.put(`/calls/${id}`, { version: call.version, settings }));
  expect(await reviewOf(reviewers.first.client, project)).toMatchObject({ due: later });
});

it('withdrawing does not show the author what they may still come back to', async () => {
  const project = await proposal();
  done(await assign(project, reviewers.first.id, reviewers.second.id));
  await reviewWith(reviewers.first.client, project, 4);
  done(await act(clients.academic, project, 'withdraw', { reason: 'No la haremos este año.' }));
  const path = `/projects/${project.kind}/${project.id}/evaluation`;
  expect((await clients.academic.get(path)).status).toBe(404);
  done(await act(clients.academic, project, 'undo', { reason: 'La haremos igual.' }));
  expect((await detailOf(clients.academic, project)).status).toBe('evaluation');
});

describe('writing', () => {
  let project: Created;
  let own: OwnReview;
  beforeAll(async () => {
    project = await proposal();
    done(await assign(project, reviewers.first.id, reviewers.second.id));
    own = await reviewOf(reviewers.first.client, project);
  });
  const save = (version: number, draft: object = draftOf(3)) =>
    reviewers.first.client.put<{ version: number; detail: string; extra: { version: number } }>(
      `/reviews/${own.id}`,
      {
        version,
        draft,
      },
    );

  it('only after accepting, only by the reviewer, on the version it started from', async () => {
    expect((await save(1)).body.detail).toBe('Acepta la invitación antes de evaluar.');
    done(await answer(reviewers.first.client, project, { answer: 'accept', declares: true }));
    expect((await answer(reviewers.first.client, project, { answer: 'accept', declares: true })).status).toBe(
      422,
    );
    expect(done(await save(1)).version).toBe(2);
    expect(await save(1)).toMatchObject({ status: 409, body: { extra: { version: 2 } } });
    for (const who of [clients.admin, clients.academic, reviewers.second.client]) {
      expect((await who.get(`/reviews/${own.id}`)).status).toBe(404);
      expect((await who.put(`/reviews/${own.id}`, { version: 2, draft: draftOf(1) })).status).toBe(404);
      expect((await who.post(`/reviews/${own.id}/confirm`, { version: 2 })).status).toBe(404);
      expect((await who.post(`/reviews/${own.id}/answer`, { answer: 'accept', declares: true })).status).toBe(
        404,
      );
    }
    const marks = { innovation: { points: 9, justification: '' } };
    expect((await save(2, { ...draftOf(3), marks })).status).toBe(400);
  });

  it('confirmed once complete; what is missing is named at once', async () => {
    done(await save(2, { ...draftOf(3), marks: {}, recommendation: null }));
    const { client } = reviewers.first;
    const early = await client.post<{ errors: unknown[] }>(`/reviews/${own.id}/confirm`, { version: 3 });
    expect(early.status).toBe(422);
    expect(early.body.errors).toHaveLength(9);
    done(await save(3));
    expect(done(await client.post(`/reviews/${own.id}/confirm`, { version: 4 }))).toEqual({ score: 60 });
    expect((await save(5)).body.detail).toBe('Esta evaluación ya no se puede cambiar.');
  });

  it('given back by the office with what was written', async () => {
    const reason = 'Falta fundar mejor el puntaje.';
    done(await clients.admin.post(`/admin/reviews/${own.id}/return`, { reason }));
    expect((await clients.admin.post(`/admin/reviews/${own.id}/return`, { reason })).status).toBe(422);
    const { client } = reviewers.first;
    const desk = done(await client.get<OwnReview>(`/reviews/${own.id}`));
    expect(desk).toMatchObject({ mayEdit: true, returned: true, returnedReason: reason, ...draftOf(3) });
    expect((await toldOf(client, project))[0]).toEqual([
      'review',
      'Te devolvieron una evaluación',
      `La oficina te devolvió tu evaluación de ${project.code}.`,
    ]);
    done(await client.post(`/reviews/${own.id}/confirm`, { version: desk.version }));
  });

  it('the last one ends the evaluation', async () => {
    await reviewWith(reviewers.second.client, project, 4);
    const detail = await detailOf(clients.admin, project);
    expect(detail.status).toBe('resolution');
    expect(detail.history[0]).toMatchObject({ action: 'finish_evaluation', actor: null });
    expect(await evaluation(clients.admin, project)).toMatchObject({ score: 70, spread: 20, needed: 2 });
  });

  it('its author reads it after the resolution, without names and what is for the office', async () => {
    const { kind, id } = project;
    expect((await clients.academic.get(`/projects/${kind}/${id}/evaluation`)).status).toBe(404);
    const { version } = await detailOf(clients.admin, project);
    done(await clients.admin.post(`/projects/${kind}/${id}/actions/award`, { version }));
    const read = await evaluation(clients.academic, project);
    expect(read.reviews.map(r => r.authorComment)).toContain('Comentario para el autor, 4.');
    for (const r of read.reviews)
      expect(r).toMatchObject({ reviewer: null, officeComment: null, recommendation: null });
    expect(JSON.stringify(read)).not.toContain('reservado');
    expect((await clients.stranger.get(`/projects/${kind}/${id}/evaluation`)).status).toBe(200);
    expect((await clients.otherDirector.get(`/projects/${kind}/${id}/evaluation`)).status).toBe(404);
  });
});

const keepBoth = async (project: Created) => {
  for (const each of [reviewers.first, reviewers.second]) done(await compare(each.client, project, 'keep'));
};

it('scores that stay too far apart ask for a third review by themselves', async () => {
  const project = await proposal();
  done(await assign(project, reviewers.first.id, reviewers.second.id));
  await reviewWith(reviewers.first.client, project, 5);
  await reviewWith(reviewers.second.client, project, 1);
  await keepBoth(project);
  expect((await detailOf(clients.admin, project)).status).toBe('evaluation');
  const { reviews, needed } = await evaluation(clients.admin, project);
  expect(needed).toBe(3);
  expect(reviews.map(r => r.state).sort()).toEqual(['confirmed', 'confirmed', 'invited']);
  const invited = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', reviews.find(r => r.state === 'invited')?.reviewer?.id ?? '')
    .executeTakeFirstOrThrow();
  await reviewWith(await clientAs(server, invited.email), project, 3);
  expect((await detailOf(clients.admin, project)).status).toBe('resolution');
  expect((await evaluation(clients.admin, project)).score).toBe(60);
});

it('nobody is invited to a date that has passed: the step lasts longer, and its history says so', async () => {
  const project = await proposal();
  done(await assign(project, reviewers.first.id, reviewers.second.id));
  const passed = new Date(Date.now() - 3_600_000);
  await server.db.updateTable('projects').set({ due_at: passed }).where('id', '=', project.id).execute();
  await server.db
    .updateTable('reviews')
    .set({ due_at: passed })
    .where('project_id', '=', project.id)
    .execute();
  await reviewWith(reviewers.first.client, project, 5);
  await reviewWith(reviewers.second.client, project, 1);
  const compared = (await detailOf(clients.admin, project)).turn.due;
  await server.db.updateTable('projects').set({ due_at: passed }).where('id', '=', project.id).execute();
  await keepBoth(project);

  const days = await server.db.selectFrom('holidays').select('day').execute();
  const due = addWorkingDays(new Date(), 5, new Set(days.map(d => d.day))).toISOString();
  const detail = await detailOf(clients.admin, project);
  expect(detail.turn).toMatchObject({ due, people: [{}] });
  expect(detail.history[0]).toMatchObject({ action: 'extend', actor: null });
  const dues = await server.db
    .selectFrom('reviews')
    .select(['state', 'due_at'])
    .where('project_id', '=', project.id)
    .orderBy('due_at')
    .execute();
  expect(dues.map(r => [r.state, new Date(r.due_at ?? 0).toISOString()])).toEqual([
    ['confirmed', compared],
    ['confirmed', compared],
    ['invited', due],
  ]);
});
