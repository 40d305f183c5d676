import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import {
  draftOf,
  type OwnReview,
  proposalInEvaluation,
  reviewersOf,
  reviewOf,
} from '../../../../test/evaluation.ts';
import { type Created, detailOf, done } from '../../../../test/factories.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let director: Client;
let reviewers: Awaited<ReturnType<typeof reviewersOf>>;

beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
  academic = await clientAs(server, PEOPLE.academic);
  director = await clientAs(server, PEOPLE.director);
  reviewers = await reviewersOf(server);
});
afterAll(() => server.close());

const REASON = 'Sale con licencia médica.';
async function invited(...ids: string[]): Promise<Created> {
  const refs = { ...(await nursing(academic)), memberId: userIdOf(PEOPLE.colleague) };
  const project = await proposalInEvaluation(academic, director, refs, 'Huerta comunitaria');
  const pairs = ids.map(userId => ({ projectId: project.id, userId }));
  done(await admin.post('/admin/reviews', { pairs, blind: true }));
  return project;
}
interface Row {
  userId: string;
  state: string;
  blind: boolean;
  due: string;
  reason: string | null;
  marks: object;
}
async function rowsOf({ id }: Created): Promise<Row[]> {
  const { rows } = await sql<Row>`select user_id as "userId", state, blind, due_at as due, reason, marks
    from reviews where project_id = ${id} order by invited_at, user_id`.execute(server.db);
  return rows;
}
const move = ({ id }: Created, to: string) => ({ holding: 'step', id, to });
const send = (project: Created, to: string, more: object = {}) =>
  admin.post<{ moved: object[]; errors: { message: string }[] }>('/reassign', {
    from: reviewers.first.id,
    moves: [move(project, to)],
    reason: REASON,
    ...more,
  });
const titlesOf = async (who: Client, { code }: Created) =>
  done(
    await who.get<{ rows: { title: string; text: string; read: boolean }[] }>('/notifications?size=100'),
  ).rows.flatMap(n => (n.text.includes(code) && !n.read ? [n.title] : []));

describe('a reviewer’s step that is reassigned', () => {
  it('goes over as an invitation on the same terms, and what was written is kept', async () => {
    const project = await invited(reviewers.first.id);
    const own = await reviewOf(reviewers.first.client, project);
    done(
      await reviewers.first.client.post(`/reviews/${own.id}/answer`, { answer: 'accept', declares: true }),
    );
    done(await reviewers.first.client.put(`/reviews/${own.id}`, { version: 1, draft: draftOf(3) }));
    // Not over yet: what is over is due anew.
    const due = `${addDays(localDay(new Date()), 47)} 12:00Z`;
    await sql`update reviews set due_at = ${due} where id = ${own.id}`.execute(server.db);
    done(await send(project, reviewers.second.id));
    const [before, after] = await rowsOf(project);
    expect(before).toMatchObject({ userId: reviewers.first.id, state: 'replaced', reason: REASON });
    expect(before?.marks).toEqual(draftOf(3).marks);
    expect(after).toMatchObject({ userId: reviewers.second.id, state: 'invited', blind: true, marks: {} });
    expect(after?.due).toEqual(before?.due);
    expect((await detailOf(admin, project)).turn.people.map(p => p.id)).toEqual([reviewers.second.id]);
    // The former one finds nothing any more; the new one answers like everybody invited.
    expect((await reviewers.first.client.get(`/reviews/${own.id}`)).status).toBe(404);
    const theirs: OwnReview = await reviewOf(reviewers.second.client, project);
    done(
      await reviewers.second.client.post(`/reviews/${theirs.id}/answer`, {
        answer: 'accept',
        declares: true,
      }),
    );
    expect(await titlesOf(reviewers.first.client, project)).toEqual(['Ya no te toca evaluar']);
    expect(await titlesOf(reviewers.second.client, project)).toEqual(['Te invitaron a evaluar']);
  });

  it('does not tell its author who reviews, nor why one of them left', async () => {
    const project = await invited(reviewers.first.id);
    const people = [reviewers.first.id, reviewers.second.id];
    const rows = await server.db.selectFrom('users').select('name').where('id', 'in', people).execute();
    done(await send(project, reviewers.second.id));
    const read = JSON.stringify(await detailOf(academic, project));
    for (const words of [REASON, ...rows.map(r => r.name)]) expect(read).not.toContain(words);
    expect((await detailOf(academic, project)).history[0]?.action).toBe('reassign');
  });

  it('in silence where nobody is to be told', async () => {
    const project = await invited(reviewers.first.id);
    done(await send(project, reviewers.second.id, { notify: false }));
    expect(await titlesOf(reviewers.first.client, project)).toEqual([]);
    expect(await titlesOf(reviewers.second.client, project)).toEqual([]);
  });

  it('stays with whoever has it where the other may not review it', async () => {
    const project = await invited(reviewers.first.id, reviewers.second.id);
    const colleague = userIdOf(PEOPLE.colleague);
    await sql`update users set roles = roles || '{Reviewer}' where id = any(${[colleague, userIdOf(PEOPLE.director), userIdOf(PEOPLE.otherAdmin)]}::uuid[])`.execute(
      server.db,
    );
    const cases = [
      [reviewers.second.id, /ya tiene este paso|ya evalúa/],
      [colleague, /Conflicto de interés/],
      [userIdOf(PEOPLE.director), /misma escuela|Dirige su escuela/],
      [userIdOf(PEOPLE.otherAdmin), /La oficina no evalúa a ciegas/],
      [userIdOf(PEOPLE.academic), /Conflicto de interés|rol de Evaluación/],
      [userIdOf(PEOPLE.dean), /rol de Evaluación/],
    ] as const;
    for (const [to, words] of cases) {
      const { status, body } = await send(project, to);
      expect(status).toBe(422);
      expect(body.errors[0]?.message).toMatch(words);
    }
    expect((await rowsOf(project)).map(r => r.state)).toEqual(['invited', 'invited']);
  });

  it('a step of an evaluation without a review row goes over like other steps', async () => {
    const project = await invited(reviewers.first.id);
    await sql`delete from reviews where project_id = ${project.id}`.execute(server.db);
    done(await send(project, reviewers.second.id));
    expect((await detailOf(admin, project)).turn.people.map(p => p.id)).toEqual([reviewers.second.id]);
  });
});

it('whoever evaluates a proposal does not become its lead', async () => {
  const project = await invited(reviewers.second.id);
  const moves = [{ holding: 'lead', id: project.id, to: reviewers.second.id }];
  const body = { from: userIdOf(PEOPLE.academic), moves, reason: REASON };
  const answered = await admin.post<{ errors: { message: string }[] }>('/reassign', body);
  expect([answered.status, answered.body.errors[0]?.message]).toEqual([
    422,
    'Conflicto de interés: Diego Huenchulaf Soto evalúa este proyecto u otro de su convocatoria.',
  ]);
  expect((await detailOf(admin, project)).lead.id).toBe(userIdOf(PEOPLE.academic));
});
