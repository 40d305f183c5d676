import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { onlyReviewersOf, proposalInEvaluation, reviewOf } from '../../../../test/evaluation.ts';
import { type Created, detailOf, done } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getReview } from '../../review-desk/contract.ts';
import type { getMatrix } from '../reviews/contract.ts';
import { runInvitations } from './jobs.ts';

let reviewers: Awaited<ReturnType<typeof onlyReviewersOf>>;

openUniversity();
beforeAll(async () => {
  reviewers = await onlyReviewersOf(server);
});

const DAY_MS = 86_400_000;
const proposal = () => proposalInEvaluation(clients.academic, clients.director, refs, 'Huerta comunitaria');
const assign = async (project: Created, ...userIds: string[]) =>
  done(
    await clients.admin.post('/admin/reviews', {
      pairs: userIds.map(userId => ({ projectId: project.id, userId })),
      blind: true,
    }),
  );
const answer = async (who: Client, project: Created, body: object) =>
  who.post<{ detail: string; errors: { path: string }[] }>(
    `/reviews/${(await reviewOf(who, project)).id}/answer`,
    body,
  );
const cellsOf = async ({ code }: Created) => {
  const found = await clients.admin.get<OutputOf<typeof getMatrix>>(`/admin/reviews?q=${code}`);
  return done(found).rows.flatMap(row => row.reviews);
};
const latest = async (who: Client, { code }: Created) => {
  const { rows } = done(
    await who.get<{ rows: { type: string; title: string; text: string }[] }>('/notifications?size=100'),
  );
  return rows.find(n => n.text.includes(code));
};
/** Seen from so many days later. */
const later = (days: number) => runInvitations(server.db, new Date(Date.now() + days * DAY_MS));

it('no answer in time counts as declined: the next is asked by itself, once', async () => {
  const project = await proposal();
  await assign(project, reviewers.first.id, reviewers.second.id);
  done(await answer(reviewers.second.client, project, { answer: 'accept', declares: true }));
  const { id } = await reviewOf(reviewers.first.client, project);
  expect(await later(0)).toBe(0);
  expect(await later(15)).toBe(1);
  const standing = new Map((await cellsOf(project)).map(c => [c.userId, [c.state, c.reason]]));
  expect(standing).toEqual(
    new Map([
      [reviewers.first.id, ['declined', 'No respondió a tiempo.']],
      [reviewers.second.id, ['accepted', null]],
      [reviewers.third.id, ['invited', null]],
    ]),
  );
  // Not the one who was invited just now, on the same terms.
  expect(await later(15)).toBe(0);
  const { rows } = await sql<{ blind: boolean; isTimed: boolean }>`
    select blind, answer_by > now() + interval '15 days' as "isTimed" from reviews
    where project_id = ${project.id} and user_id = ${reviewers.third.id}`.execute(server.db);
  expect(rows).toEqual([{ blind: true, isTimed: true }]);
  expect((await reviewers.first.client.get(`/reviews/${id}`)).status).toBe(404);
  const late = await reviewers.first.client.post(`/reviews/${id}/answer`, {
    answer: 'accept',
    declares: true,
  });
  expect(late.status).toBe(422);
  expect(await latest(reviewers.first.client, project)).toMatchObject({
    title: 'Venció tu invitación a evaluar',
  });
  expect(await latest(clients.admin, project)).toMatchObject({
    ...{ type: 'turn', title: 'Invitamos a otra persona a evaluar' },
    text: expect.stringMatching(/ no respondió a tiempo si evalúa .+ Invitamos en su lugar a .+\.$/),
  });
  expect((await detailOf(clients.admin, project)).turn.people.map(p => p.id).sort()).toEqual(
    [reviewers.second.id, reviewers.third.id].sort(),
  );
  // Nobody else may review it: the office has to find somebody.
  expect(await later(40)).toBe(1);
  expect(await latest(clients.admin, project)).toMatchObject({ type: 'turn' });
});

it('what is asked of nobody any more does not lapse', async () => {
  const project = await proposal();
  await assign(project, reviewers.first.id);
  done(
    await clients.academic.post(`/projects/incs/${project.id}/actions/withdraw`, {
      ...{ version: (await detailOf(clients.academic, project)).version, confirmed: true },
      reason: 'El socio no puede este año.',
    }),
  );
  expect(await later(15)).toBe(0);
});

it('nothing but title and summary is read before the declaration', async () => {
  const project = await proposal();
  await assign(project, reviewers.first.id);
  const { client } = reviewers.first;
  const { id } = await reviewOf(client, project);
  const read = async () => done(await client.get<OutputOf<typeof getReview>>(`/reviews/${id}`));
  const before = await read();
  expect(before).toMatchObject({ sections: [], files: [], mayAnswer: true, mayEdit: false });
  expect(before.summary.length).toBeGreaterThan(0);
  // Nor by the page of the project, where the review is not blind.
  await sql`update reviews set blind = false where id = ${id}`.execute(server.db);
  const page = async () => (await client.get(`/projects/incs/${project.id}`)).status;
  expect(await page()).toBe(404);
  expect((await client.get(`/reviews/${id}/pdf`)).status).toBe(422);
  expect((await client.post(`/reviews/${id}/files/${id}/link`, {})).status).toBe(422);
  for (const body of [{ answer: 'accept' }, { answer: 'accept', declares: false }]) {
    const refused = await answer(client, project, body);
    expect([refused.status, refused.body.errors.map(e => e.path)]).toEqual([400, ['declares']]);
  }
  done(await answer(client, project, { answer: 'accept', declares: true }));
  expect((await read()).sections.length).toBeGreaterThan(3);
  expect(await page()).toBe(200);
  const { rows } = await sql<{ isDeclared: boolean }>`
    select declared_at is not null as "isDeclared" from reviews where id = ${id}`.execute(server.db);
  expect(rows).toEqual([{ isDeclared: true }]);
});

it('who declines may name somebody, whom the office reads', async () => {
  const project = await proposal();
  await assign(project, reviewers.first.id);
  const body = { answer: 'decline', reason: 'Estaré fuera del país.', suggestion: 'Luz Paz, de Obstetricia' };
  expect(
    (await answer(reviewers.first.client, project, { ...body, suggestion: 'x'.repeat(201) })).status,
  ).toBe(400);
  done(await answer(reviewers.first.client, project, body));
  expect((await latest(clients.admin, project))?.text).toContain('Sugiere a: Luz Paz, de Obstetricia.');
  const [cell] = await cellsOf(project);
  expect(cell).toMatchObject({ state: 'declined', suggestion: 'Luz Paz, de Obstetricia' });
});

it('of accepting and declining at the same instant exactly one happens, and nobody is asked in vain', async () => {
  for (let round = 0; round < 8; round += 1) {
    const project = await proposal();
    await assign(project, reviewers.first.id);
    const { id } = await reviewOf(reviewers.first.client, project);
    const ask = (body: object) =>
      reviewers.first.client.post<{ detail: string }>(`/reviews/${id}/answer`, { ...body, seen: 'invited' });
    const both = [
      { answer: 'accept', declares: true },
      { answer: 'decline', reason: 'Estaré fuera del país.' },
    ];
    const answers = await Promise.all((round % 2 ? both : both.toReversed()).map(ask));
    expect(answers.map(a => a.status).sort()).toEqual([200, 422]);
    expect(answers.find(a => a.status === 422)?.body.detail).toBe('Ya respondiste esta invitación.');
    const states = (await cellsOf(project)).map(c => c.state).sort();
    const isAccepted = states.includes('accepted');
    expect(states).toEqual(isAccepted ? ['accepted'] : ['declined', 'invited']);
    const holders = (await detailOf(clients.admin, project)).turn.people.map(p => p.id);
    expect([holders.length, holders.includes(reviewers.first.id)]).toEqual([1, isAccepted]);
  }
});

it('who accepted may still decline, and knows it then', async () => {
  const project = await proposal();
  await assign(project, reviewers.first.id);
  done(await answer(reviewers.first.client, project, { answer: 'accept', declares: true, seen: 'invited' }));
  const decline = { answer: 'decline', reason: 'Estaré fuera del país.' };
  const late = await answer(reviewers.first.client, project, { ...decline, seen: 'invited' });
  expect([late.status, late.body.detail]).toEqual([422, 'Ya respondiste esta invitación.']);
  done(await answer(reviewers.first.client, project, { ...decline, seen: 'accepted' }));
});
