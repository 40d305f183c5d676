import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { compare, proposalInEvaluation, reviewersOf, reviewWith } from '../../../../test/evaluation.ts';
import { act, type Created, done } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';

let reviewers: Awaited<ReturnType<typeof reviewersOf>>;

openUniversity();
beforeAll(async () => {
  reviewers = await reviewersOf(server);
});

const proposal = () => proposalInEvaluation(clients.academic, clients.director, refs, 'Huerta comunitaria');
const assign = (projects: readonly Created[], ...userIds: string[]) =>
  clients.admin.post('/admin/reviews', {
    pairs: projects.flatMap(({ id }) => userIds.map(userId => ({ projectId: id, userId }))),
  });
/** What somebody was told of a proposal, the latest first. */
const toldOf = async (who: Client, { code }: Created) =>
  done(
    await who.get<{ rows: { type: string; title: string; text: string }[] }>('/notifications?size=100'),
  ).rows.flatMap(({ type, title, text }) => (text.includes(code) ? [{ type, title, text }] : []));

it('who is invited to several proposals at once is told of them by one notice', async () => {
  const [one, two] = [await proposal(), await proposal()];
  done(await assign([one, two], reviewers.third.id));
  const text =
    /^La oficina te invita a evaluar INC-[\d-]+ «[^»]+» e INC-[\d-]+ «[^»]+»\. Acepta, o rechaza con un motivo hasta el [\d-]+\. La evaluación vence el [\d-]+\.$/;
  const invitation = {
    ...{ type: 'review', title: 'Te invitaron a evaluar 2 propuestas' },
    text: expect.stringMatching(text),
  };
  for (const each of [one, two]) expect(await toldOf(reviewers.third.client, each)).toEqual([invitation]);
});

it('the office is called where a review is lacking', async () => {
  const project = await proposal();
  done(await assign([project], reviewers.first.id));
  await reviewWith(reviewers.first.client, project, 4);
  expect((await toldOf(clients.admin, project))[0]).toEqual({
    ...{ type: 'turn', title: 'Te toca asignar evaluadores' },
    text: `${project.code} necesita otra evaluación: le falta quien la evalúe.`,
  });
});

it('and where scores are too far apart and nobody else may review it', async () => {
  const project = await proposal();
  const [first, second] = [reviewers.first, reviewers.second];
  done(await assign([project], first.id, second.id));
  await sql`update users set roles = array_remove(roles, 'Reviewer')
    where id <> all(${[first.id, second.id]}::uuid[])`.execute(server.db);
  await reviewWith(first.client, project, 5);
  await reviewWith(second.client, project, 1);
  for (const each of [first, second]) done(await compare(each.client, project, 'keep'));
  const why = 'los puntajes quedaron muy lejos y nadie más está libre de conflicto';
  expect((await toldOf(clients.admin, project))[0]).toMatchObject({
    text: `${project.code} necesita otra evaluación: ${why}.`,
  });
});

it('whoever was still to review learns that the proposal left the evaluation, in words that name nobody', async () => {
  const one = await proposal();
  done(await assign([one], reviewers.second.id));
  done(await act(clients.academic, one, 'withdraw', { reason: 'El socio no puede este año.' }));
  const [news] = await toldOf(reviewers.second.client, one);
  expect(news).toEqual({
    type: 'review',
    title: 'Ya no te toca evaluar',
    text: `${one.code} dejó de evaluarse: no tienes que hacer nada más.`,
  });
  const { rows: mails } = await sql<{ subject: string }>`
    select subject from mails where user_id = ${reviewers.second.id} and state = 'pending'
      and text like ${`%${one.code}%`}`.execute(server.db);
  expect(mails.map(m => m.subject)).toEqual(['Ya no te toca evaluar']);
});
