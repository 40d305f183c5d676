import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { resolvingServer } from '../../../test/evaluation.ts';
import { act, type Created, detailOf, done } from '../../../test/factories.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { getRanking } from './contract.ts';

let server: TestApp;
let beatriz: Client;
let tomas: Client;
let call: string;
let projects: Created[];

/** Money for one of three, which score 60, 80 and 40; two of the office have the ranking before them. */
beforeAll(async () => {
  ({ server, admin: beatriz, call, projects } = await resolvingServer([3, 4, 2]));
  tomas = await clientAs(server, PEOPLE.otherAdmin);
});
afterAll(() => server.close());

type Ranking = OutputOf<typeof getRanking>;
const ranking = async (who: Client) => done(await who.get<Ranking>(`/calls/${call}/ranking`));
const REASON = 'Acuerdo de la comisión del fondo.';
/** What the rules propose, with the best one awarded this much. */
const decisionsOf = ({ rows }: Ranking, amount: number) =>
  rows.map(({ id, version, rank, proposed: result }) => ({
    ...{ id, version, result },
    ...(rank === 1 && { amount, reason: REASON }),
  }));
const resolve = (who: Client, decisions: object[]) =>
  who.post<Problem>(`/calls/${call}/resolution`, { decisions });
const OVERTAKEN =
  /^(Beatriz Navarrete Olea|Tomás Espinoza Garrido) ya actuó sobre este proyecto\. Revisa cómo/;

it('whoever adjusts what somebody has moved meanwhile is told who, and nothing of theirs happens', async () => {
  const seen = await ranking(tomas);
  const reopened = projects[0] as Created;
  done(await act(beatriz, reopened, 'reopen_evaluation', { reason: REASON }));
  done(await act(beatriz, reopened, 'finish_evaluation'));
  const answer = await resolve(tomas, decisionsOf(seen, 800_000));
  expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(OVERTAKEN)]);
  expect((await ranking(beatriz)).acts).toEqual([]);
});

it('of two acts at the same moment one is made whole, and the other learns who made it', async () => {
  const [theirs, ours] = await Promise.all([ranking(tomas), ranking(beatriz)]);
  const answers = await Promise.all([
    resolve(tomas, decisionsOf(theirs, 800_000)),
    resolve(beatriz, decisionsOf(ours, 700_000)),
  ]);
  expect(answers.map(a => a.status).sort()).toEqual([200, 409]);
  const [won, lost] = answers[0]?.status === 200 ? [800_000, answers[1]] : [700_000, answers[0]];
  expect(lost?.body.detail).toMatch(OVERTAKEN);
  const { acts, rows, lines } = await ranking(beatriz);
  expect(acts).toHaveLength(1);
  expect(lines).toMatchObject([{ awarded: won }]);
  expect(rows.map(r => r.status)).toEqual(['approved', 'waitlisted', 'not_awarded']);
  const { history } = await detailOf(beatriz, projects[1] as Created);
  expect(history.filter(h => h.action === 'award')).toHaveLength(1);
});
