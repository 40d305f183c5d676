import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import {
  compare,
  draftOf,
  type OwnReview,
  onlyReviewersOf,
  proposalInEvaluation,
  reviewOf,
  reviewWith,
} from '../../../../test/evaluation.ts';
import { act, type Created, detailOf, done } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { readHolidays } from '../../../db/holidays.ts';
import { addWorkingDays } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { forgetKinds } from '../../kinds/queries.ts';
import type { getReview } from '../../review-desk/contract.ts';
import type { getEvaluation, getMatrix } from '../reviews/contract.ts';
import { runConsensus } from './jobs.ts';

let reviewers: Awaited<ReturnType<typeof onlyReviewersOf>>;
let project: Created;

openUniversity();
beforeAll(async () => {
  reviewers = await onlyReviewersOf(server);
});

const deskOf = async (who: Client) =>
  done(await who.get<OutputOf<typeof getReview>>(`/reviews/${(await reviewOf(who, project)).id}`));
const evaluation = async (who: Client) =>
  done(await who.get<OutputOf<typeof getEvaluation>>(`/projects/incs/${project.id}/evaluation`));
const statesOf = async () =>
  (await evaluation(clients.admin)).reviews
    .map(r => [r.reviewer?.id, r.state, r.consensusAnswer, r.score])
    .sort((a, b) => Number(b[3]) - Number(a[3]));
const statusOf = async () => (await detailOf(clients.admin, project)).status;
const holdersOf = async () => (await detailOf(clients.admin, project)).turn.people.map(p => p.id).sort();
const rowOf = async () =>
  done(await clients.admin.get<OutputOf<typeof getMatrix>>(`/admin/reviews?q=${project.code}`)).rows[0];
const told = async (who: Client) =>
  done(await who.get<{ rows: { title: string; text: string }[] }>('/notifications?size=100')).rows.flatMap(
    n => (n.text.includes(project.code) ? [n.title] : []),
  );
const DAY_MS = 86_400_000;
/** Seen from so many days later. */
const later = (days: number) => runConsensus(server, new Date(Date.now() + days * DAY_MS));

/** Two reviews, 80 points apart. */
async function disagree({ blind = true } = {}) {
  project = await proposalInEvaluation(clients.academic, clients.director, refs, 'Huerta comunitaria');
  const pairs = [reviewers.first, reviewers.second].map(({ id }) => ({ projectId: project.id, userId: id }));
  done(await clients.admin.post('/admin/reviews', { pairs, blind }));
  await reviewWith(reviewers.first.client, project, 5);
  await reviewWith(reviewers.second.client, project, 1);
}

async function confirmAgain(who: Client, points: number) {
  const { id, version } = await deskOf(who);
  const saved = done(await who.put<OwnReview>(`/reviews/${id}`, { version, draft: draftOf(points) }));
  return who.post<{ detail: string }>(`/reviews/${id}/confirm`, { version: saved.version });
}

describe('scores too far apart', () => {
  beforeEach(async () => {
    // What the tests before left open is none of this one's.
    await sql`update review_consensus set closed_at = now() where closed_at is null`.execute(server.db);
    await disagree();
  });
  const [one, two] = ['first', 'second'] as const;

  it('are compared by both before a third is asked for, who is not invited meanwhile', async () => {
    expect(await statusOf()).toBe('evaluation');
    expect(await statesOf()).toEqual([
      [reviewers[one].id, 'confirmed', 'asked', 100],
      [reviewers[two].id, 'confirmed', 'asked', 20],
    ]);
    expect(await holdersOf()).toEqual([reviewers[one].id, reviewers[two].id].sort());
    expect(await rowOf()).toMatchObject({ lacking: 0, needed: 2, consensusUntil: expect.any(String) });
    expect((await told(reviewers[one].client))[0]).toBe('Compara tu evaluación con la otra');
  });

  it('each reads the other review, without who wrote it and what is for the office, for three days', async () => {
    const { consensus, mayEdit } = await deskOf(reviewers[one].client);
    const until = addWorkingDays(new Date(), 3, await readHolidays(server.db)).toISOString();
    expect({ ...consensus, mayEdit }).toMatchObject({ until, own: 'asked', mayEdit: false });
    expect(consensus?.others).toEqual([
      {
        ...{ score: 20, marks: draftOf(1).marks, recommendation: 'award' },
        authorComment: draftOf(1).authorComment,
      },
    ]);
    expect(JSON.stringify(await deskOf(reviewers[one].client))).not.toContain(reviewers[two].id);
  });

  it('both keep theirs: a third is invited by itself, once, and reads neither', async () => {
    const answers = await Promise.all([one, two].map(who => compare(reviewers[who].client, project, 'keep')));
    expect(answers.map(a => a.status)).toEqual([200, 200]);
    expect(await statesOf()).toEqual([
      [reviewers[one].id, 'confirmed', 'kept', 100],
      [reviewers[two].id, 'confirmed', 'kept', 20],
      [reviewers.third.id, 'invited', null, null],
    ]);
    expect(await later(10)).toBe(0);
    await reviewWith(reviewers.third.client, project, 3);
    expect([await statusOf(), (await evaluation(clients.admin)).score]).toEqual(['resolution', 60]);
  });

  it('one revises, and close enough ends the evaluation at once', async () => {
    done(await compare(reviewers[two].client, project, 'revise'));
    expect(await statesOf()).toContainEqual([reviewers[two].id, 'accepted', 'revising', null]);
    // The other reads what was confirmed, not what is being written.
    const { id, version } = await deskOf(reviewers[two].client);
    done(await reviewers[two].client.put(`/reviews/${id}`, { version, draft: draftOf(4) }));
    expect((await deskOf(reviewers[one].client)).consensus?.others).toMatchObject([
      { score: 20, marks: draftOf(1).marks },
    ]);
    expect((await confirmAgain(reviewers[two].client, 4)).status).toBe(200);
    expect([await statusOf(), (await evaluation(clients.admin)).score]).toEqual(['resolution', 90]);
    expect(await statesOf()).toContainEqual([reviewers[two].id, 'confirmed', 'revised', 80]);
  });

  it('one revises, and still far away leads to a third once the other has answered', async () => {
    done(await compare(reviewers[two].client, project, 'revise'));
    done(await confirmAgain(reviewers[two].client, 2));
    expect(await rowOf()).toMatchObject({ lacking: 0 });
    done(await compare(reviewers[one].client, project, 'keep'));
    expect(await statesOf()).toContainEqual([reviewers.third.id, 'invited', null, null]);
  });

  it('who does not answer in time keeps theirs; a revision that was not confirmed gives way, and stays readable', async () => {
    done(await compare(reviewers[two].client, project, 'revise'));
    const { id, version } = await deskOf(reviewers[two].client);
    done(await reviewers[two].client.put(`/reviews/${id}`, { version, draft: draftOf(4) }));
    expect(await later(0)).toBe(0);
    expect(await later(10)).toBe(1);
    expect(await later(10)).toBe(0);
    expect(await statesOf()).toEqual([
      [reviewers[one].id, 'confirmed', 'kept', 100],
      [reviewers[two].id, 'confirmed', 'kept', 20],
      [reviewers.third.id, 'invited', null, null],
    ]);
    const { reviews } = await evaluation(clients.admin);
    const restored = reviews.find(r => r.reviewer?.id === reviewers[two].id);
    expect(restored).toMatchObject({ marks: draftOf(1).marks, officeComment: draftOf(1).officeComment });
    expect(restored?.versions).toMatchObject([
      { score: null, confirmedAt: null, marks: draftOf(4).marks },
      { score: 20, marks: draftOf(1).marks },
    ]);
    expect((await told(reviewers[two].client))[0]).toBe('Se mantuvo tu evaluación');
    expect(await told(reviewers[one].client)).toContain('Compara tu evaluación con la otra');
  });

  it('is answered once, by whoever is asked, while there is time', async () => {
    const { id } = await reviewOf(reviewers[one].client, project);
    const send = (who: Client, answer: string) =>
      who.post<{ detail: string }>(`/reviews/${id}/consensus`, { answer });
    expect((await send(reviewers[two].client, 'keep')).status).toBe(404);
    expect((await send(clients.admin, 'keep')).status).toBe(404);
    expect((await send(reviewers[one].client, 'maybe')).status).toBe(400);
    const both = await Promise.all([
      send(reviewers[one].client, 'keep'),
      send(reviewers[one].client, 'revise'),
    ]);
    expect(both.map(b => b.status).sort()).toEqual([200, 422]);
    expect(both.find(b => b.status === 422)?.body.detail).toBe('Ya respondiste si mantienes tu evaluación.');
    await sql`update review_consensus set until = now() where project_id = ${project.id}`.execute(server.db);
    const late = await compare(reviewers[two].client, project, 'revise');
    expect([late.status, late.body.detail]).toEqual([
      422,
      'El plazo para comparar las evaluaciones terminó.',
    ]);
  });

  it('ends with the evaluation: nobody is asked any more', async () => {
    done(await compare(reviewers[two].client, project, 'revise'));
    done(await act(clients.academic, project, 'withdraw', { reason: 'El socio no puede este año.' }));
    expect(await later(10)).toBe(0);
    expect(await statesOf()).toEqual([
      [reviewers[one].id, 'confirmed', 'kept', 100],
      [reviewers[two].id, 'confirmed', 'kept', 20],
    ]);
    const waiting = await reviewers[one].client.get<{ rows: { code: string }[] }>('/reviews?size=200');
    expect(done(waiting).rows.map(r => r.code)).not.toContain(project.code);
  });

  it('is not given back by the office meanwhile, and is none of whoever is invited anew', async () => {
    const { reviews } = await evaluation(clients.admin);
    const [high, low] = [100, 20].map(score => reviews.find(r => r.score === score)?.id);
    const reason = 'Justifica el criterio de equipo.';
    const back = await clients.admin.post<{ detail: string }>(`/admin/reviews/${high}/return`, { reason });
    expect([back.status, back.body.detail]).toEqual([
      422,
      expect.stringMatching(/^Quienes evalúan la comparan hasta el [\d-]+: devuélvela después\.$/),
    ]);
    done(await compare(reviewers[two].client, project, 'revise'));
    done(await clients.admin.post(`/admin/reviews/${low}/replacement`, { userId: null, reason }));
    const pairs = [{ projectId: project.id, userId: reviewers[two].id }];
    done(await clients.admin.post('/admin/reviews', { pairs }));
    await reviewWith(reviewers[two].client, project, 4);
    expect([await statusOf(), (await evaluation(clients.admin)).score]).toEqual(['resolution', 90]);
    expect(await statesOf()).toContainEqual([reviewers[two].id, 'confirmed', null, 80]);
  });

  it('who compares has nothing to hand over', async () => {
    const checked = await clients.admin.post<{ rows: { refused: string | null }[] }>('/reassign/check', {
      from: reviewers[one].id,
      moves: [{ holding: 'step', id: project.id, to: reviewers.third.id }],
    });
    expect(done(checked).rows[0]?.refused).toMatch(/ya confirmó su evaluación y la compara con otra/);
  });
});

it('a blind reviewer does not learn from the other review whose it is', async () => {
  await disagree();
  const { rows } = await sql<{ name: string }>`
    select name from users where email = ${PEOPLE.academic}`.execute(server.db);
  const lead = rows[0]?.name ?? '';
  await sql`update reviews set author_comment = ${`Bien, ${lead}.`}
    where project_id = ${project.id} and user_id = ${reviewers.second.id}`.execute(server.db);
  const { consensus } = await deskOf(reviewers.first.client);
  expect(consensus?.others[0]?.authorComment).toMatch(/^Bien, /);
  expect(JSON.stringify(consensus)).not.toContain(lead);
});

it('what the office gives back keeps what was confirmed, for the office alone', async () => {
  project = await proposalInEvaluation(clients.academic, clients.director, refs, 'Huerta comunitaria');
  const pairs = [reviewers.first, reviewers.second].map(({ id }) => ({ projectId: project.id, userId: id }));
  done(await clients.admin.post('/admin/reviews', { pairs }));
  await reviewWith(reviewers.first.client, project, 5);
  const { id } = (await evaluation(clients.admin)).reviews.find(r => r.score !== null) ?? { id: '' };
  done(
    await clients.admin.post(`/admin/reviews/${id}/return`, { reason: 'Justifica el criterio de equipo.' }),
  );
  done(await confirmAgain(reviewers.first.client, 4));
  await reviewWith(reviewers.second.client, project, 4);
  const versions = async (who: Client) => (await evaluation(who)).reviews.flatMap(r => r.versions);
  expect(await versions(clients.admin)).toMatchObject([{ score: 100, marks: draftOf(5).marks }]);
  const { version } = await detailOf(clients.admin, project);
  done(await clients.admin.post(`/projects/incs/${project.id}/actions/award`, { version }));
  expect(await versions(clients.academic)).toEqual([]);
});

it('without days for it a third is asked for at once, as in what was published before', async () => {
  await sql`update kind_versions set definition = definition #- '{rubric,consensusDays}' where slug = 'incs'`.execute(
    server.db,
  );
  forgetKinds(server.db);
  await disagree();
  expect(await statesOf()).toContainEqual([reviewers.third.id, 'invited', null, null]);
  expect((await evaluation(clients.admin)).consensus).toBeNull();
  const own = (await evaluation(clients.admin)).reviews.find(r => r.score === 100);
  const asked = await reviewers.first.client.post<{ detail: string }>(`/reviews/${own?.id}/consensus`, {
    answer: 'keep',
  });
  expect([asked.status, asked.body.detail]).toEqual([422, 'Esta evaluación no se compara con otra.']);
});
