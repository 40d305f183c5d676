import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { fundBudget } from '../../../../test/calls.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { callToResolve, draftOf, reviewOf, reviewWith } from '../../../../test/evaluation.ts';
import {
  act,
  type Created,
  done,
  fillSections,
  pacsSections,
  startDraft,
} from '../../../../test/factories.ts';
import { SECTIONS } from '../../../domain/sections/index.ts';

// Whoever takes part in one proposal of a call reviews none of it, whichever came first.

let server: TestApp;
let admin: Client;
let academic: Client;
let judged: Created;
let competitor: Created;
let call: string;

beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
  academic = await clientAs(server, PEOPLE.academic);
  const director = await clientAs(server, PEOPLE.director);
  const refs = await nursing(academic);
  const made = await callToResolve(server, { admin, lead: academic, director }, refs, [4, 3]);
  call = made.call;
  [judged, competitor] = made.projects as [Created, Created];
  await sql`update projects set status = 'evaluation' where id = ${judged.id}`.execute(server.db);
});
afterAll(() => server.close());

const MENTOR = userIdOf(PEOPLE.otherDirector);
const mentorOf = (project: Created, mentorId: string | null) =>
  sql`update project_sections set data = data || ${JSON.stringify({ mentorId })}::jsonb
    where project_id = ${project.id} and section = 'venture'`.execute(server.db);
const proposed = async () => {
  const body = { projectIds: [judged.id] };
  const { pairs } = done(await admin.post<{ pairs: { userId: string }[] }>('/admin/reviews/proposal', body));
  return pairs.map(p => p.userId);
};

it('the program proposes nobody who competes, and nobody can be invited by hand', async () => {
  await sql`update users set roles = '{Reviewer}' where 'Reviewer' = any(roles) and id <> ${MENTOR}`.execute(
    server.db,
  );
  await sql`update users set roles = '{Director,Reviewer}', expertise = '{Propuesta}' where id = ${MENTOR}`.execute(
    server.db,
  );
  await sql`update users set state = 'blocked' where 'Reviewer' = any(roles) and id <> ${MENTOR}`.execute(
    server.db,
  );
  await sql`update reviews set state = 'declined', score = null, confirmed_at = null where project_id = ${judged.id}`.execute(
    server.db,
  );
  expect(await proposed()).toEqual([MENTOR]);
  await mentorOf(competitor, MENTOR);
  expect(await proposed()).toEqual([]);
  const pairs = [{ projectId: judged.id, userId: MENTOR }];
  const answer = await admin.post<{ detail: string }>('/admin/reviews', { pairs });
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toMatch(/Participa en otra propuesta de la convocatoria\.$/);
});

it('who comes to compete once invited neither accepts, writes nor confirms, and says so', async () => {
  await mentorOf(competitor, null);
  const mentor = await clientAs(server, PEOPLE.otherDirector);
  done(await admin.post('/admin/reviews', { pairs: [{ projectId: judged.id, userId: MENTOR }] }));
  const { id } = await reviewOf(mentor, judged);
  await mentorOf(competitor, MENTOR);
  const why = `Participas en ${competitor.code}: declara un conflicto de interés para no evaluar.`;
  const accept = () =>
    mentor.post<{ detail: string }>(`/reviews/${id}/answer`, { answer: 'accept', declares: true });
  expect((await accept()).body.detail).toBe(why);
  await mentorOf(competitor, null);
  done(await accept());
  await mentorOf(competitor, MENTOR);
  const save = await mentor.put<{ detail: string }>(`/reviews/${id}`, { version: 1, draft: draftOf(1) });
  expect(save.body.detail).toBe(why);
  expect((await mentor.post<{ detail: string }>(`/reviews/${id}/confirm`, { version: 1 })).body.detail).toBe(
    why,
  );
  done(await mentor.post(`/reviews/${id}/answer`, { answer: 'conflict', reason: 'Asesoro otra propuesta.' }));
});

it('who has reviewed in the call sends no proposal to it, nor does a team they are in', async () => {
  await mentorOf(competitor, null);
  await sql`update reviews set state = 'invited' where user_id = ${MENTOR}`.execute(server.db);
  await reviewWith(await clientAs(server, PEOPLE.otherDirector), judged, 2);
  await sql`update calls set state = 'open', closes_at = now() + interval '1 day' where id = ${call}`.execute(
    server.db,
  );
  const refs = await nursing(academic);
  const late = await startDraft(academic, 'incs', { title: 'Llega tarde', schoolId: refs.schoolId });
  const { rows } = await sql<{ id: string }>`select id from call_lines where call_id = ${call}`.execute(
    server.db,
  );
  const { courses: _none, ...sections } = pacsSections(refs, 'Llega tarde');
  const venture = { ...SECTIONS.venture.empty, name: 'Huerta', stage: 'idea' as const };
  await fillSections(academic, late, {
    ...sections,
    venture: { ...venture, mentorId: MENTOR },
    fund: { callId: call, lineId: rows[0]?.id ?? null },
    budget: fundBudget(500_000),
  });
  await sql`update calls set proposals_per_lead = 9 where id = ${call}`.execute(server.db);
  const refused = await act(academic, late, 'submit');
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toMatch(/Una persona que participa en la propuesta evalúa otra/);
  await mentorOf(late, null);
  done(await act(academic, late, 'submit'));
});
