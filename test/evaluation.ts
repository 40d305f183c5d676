import { sql } from 'kysely';
import { demoUserId } from '../src/demo/seed/load.ts';
import { FIRST_KINDS } from '../src/domain/kinds/index.ts';
import { SECTIONS } from '../src/domain/sections/index.ts';
import { runCalls } from '../src/features/calls/jobs.ts';
import type { DeskReview } from '../src/features/review-desk/contract.ts';
import { startApp, type TestApp } from './app.ts';
import { type Client, clientAs } from './client.ts';
import { nursing, PEOPLE } from './demo.ts';
import {
  act,
  type Created,
  done,
  fillSections,
  pacsSections,
  type References,
  startDraft,
} from './factories.ts';

/** An `incs` of the school of nursing, complete and sent; the director's word brings it to evaluation. */
export async function proposalInEvaluation(
  lead: Client,
  director: Client,
  refs: References,
  title: string,
  more: Parameters<typeof fillSections>[2] = {},
): Promise<Created> {
  const project = await startDraft(lead, 'incs', { title, leadId: refs.leadId, schoolId: refs.schoolId });
  const { courses: _none, ...sections } = pacsSections(refs, title);
  await fillSections(lead, project, {
    ...sections,
    venture: { ...SECTIONS.venture.empty, name: 'Huerta', stage: 'idea' },
    ...more,
  });
  done(await act(lead, project, 'submit'));
  done(await act(director, project, 'endorse'));
  return project;
}

/** People of other schools who may review, signed in. */
export async function reviewersOf(server: TestApp) {
  const emails = { first: PEOPLE.reviewer, second: PEOPLE.stranger, third: PEOPLE.otherDean } as const;
  await sql`update users set roles = roles || '{Reviewer}'
    where email = any(${Object.values(emails)}) and not 'Reviewer' = any(roles)`.execute(server.db);
  const entries = Object.entries(emails).map(
    async ([key, email]) => [key, { id: demoUserId(email), client: await clientAs(server, email) }] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Record<
    keyof typeof emails,
    { id: string; client: Client }
  >;
}

/** The same as the only ones who may review. */
export async function onlyReviewersOf(server: TestApp) {
  const reviewers = await reviewersOf(server);
  const ids = Object.values(reviewers).map(r => r.id);
  await sql`update users set roles = array_remove(roles, 'Reviewer') where id <> all(${ids}::uuid[])`.execute(
    server.db,
  );
  return reviewers;
}

const CRITERIA = FIRST_KINDS.incs.rubric?.criteria ?? [];

/** A complete review that gives every criterion, those of `incs` unless told otherwise, the same points. */
export const draftOf = (points: number, criteria: readonly { id: string; name: string }[] = CRITERIA) => ({
  marks: Object.fromEntries(criteria.map(c => [c.id, { points, justification: `Justifica ${c.name}.` }])),
  authorComment: `Comentario para el autor, ${points}.`,
  officeComment: `Comentario reservado, ${points}.`,
  recommendation: 'award' as const,
});

export interface OwnReview {
  id: string;
  code: string;
  version: number;
}

/** The reviewer's row for this proposal. */
export async function reviewOf(client: Client, project: Created): Promise<OwnReview> {
  const { rows } = done(await client.get<{ rows: OwnReview[] }>('/reviews?size=200'));
  const row = rows.find(r => r.code === project.code);
  if (!row) throw new Error(`no review of ${project.code}`);
  return row;
}

/** Accepts, writes and confirms. */
export async function reviewWith(client: Client, project: Created, points: number): Promise<void> {
  const { id } = await reviewOf(client, project);
  done(await client.post(`/reviews/${id}/answer`, { answer: 'accept', declares: true }));
  await confirmWith(client, id, points);
}

/** Writes an accepted review anew, with these points in every criterion, and confirms it. */
export async function confirmWith(client: Client, id: string, points: number): Promise<void> {
  const desk = done(await client.get<DeskReview>(`/reviews/${id}`));
  const { version } = done(
    await client.put<OwnReview>(`/reviews/${id}`, {
      version: desk.version,
      draft: draftOf(points, desk.criteria),
    }),
  );
  done(await client.post(`/reviews/${id}/confirm`, { version }));
}

/** Answers to a consensus; `revise` only opens the review again. */
export const compare = async (client: Client, project: Created, answer: 'keep' | 'revise') =>
  client.post<{ own: string; detail: string }>(`/reviews/${(await reviewOf(client, project)).id}/consensus`, {
    answer,
  });

type Points = number | readonly number[];

/**
 * A call of one line (cap 1 million, budget 1.5) that is closed, with proposals of 900 000 each that scored these points
 * (0–5) in every criterion and wait for the resolution. A list has the points of each reviewer: with one, or none, the
 * proposal is still in evaluation.
 */
export async function callToResolve(
  server: TestApp,
  clients: { admin: Client; lead: Client; director: Client },
  refs: References,
  points: readonly Points[],
): Promise<{ call: string; projects: Created[] }> {
  const rubric = JSON.stringify({ criteria: CRITERIA });
  const { rows } = await sql<{ id: string; line: string }>`
    with c as (
      insert into calls (name, year, kind, state, opens_at, closes_at, rubric)
      values ('Fondo de prueba', 2026, 'incs', 'evaluation', '2026-01-02', '2026-03-02', ${rubric}::jsonb) returning id
    ), l as (
      insert into call_lines (call_id, position, name, cap, budget)
      select id, 1, 'Línea única', 1000000, 1500000 from c returning id, call_id
    ) select c.id, l.id as line from c, l`.execute(server.db);
  const [{ id: call, line } = { id: '', line: '' }] = rows;
  const reviewers = await reviewersOf(server);
  const projects: Created[] = [];
  for (const [n, given] of points.entries()) {
    const project = await proposalInEvaluation(clients.lead, clients.director, refs, `Propuesta ${n}`);
    projects.push(project);
    await sql`update projects set call_id = ${call}, line_id = ${line}, amount_requested = 900000
      where id = ${project.id}`.execute(server.db);
    const pairs = [reviewers.first, reviewers.second].map(r => ({ projectId: project.id, userId: r.id }));
    done(await clients.admin.post('/admin/reviews', { pairs }));
    const [first, second] = typeof given === 'number' ? [given, given] : given;
    if (first !== undefined) await reviewWith(reviewers.first.client, project, first);
    if (second !== undefined) await reviewWith(reviewers.second.client, project, second);
  }
  return { call, projects };
}

/** The days to appeal pass without an appeal: the clock makes provisional results final. */
export const passAppeals = ({ db }: TestApp) => runCalls(db, new Date(Date.now() + 60 * 86_400_000));

/** A server with such a call, its office and its author signed in. */
export async function resolvingServer(points: readonly Points[]) {
  const server = await startApp();
  const admin = await clientAs(server, PEOPLE.admin);
  const academic = await clientAs(server, PEOPLE.academic);
  const director = await clientAs(server, PEOPLE.director);
  const refs = { ...(await nursing(academic)), memberId: demoUserId(PEOPLE.colleague) };
  const made = await callToResolve(server, { admin, lead: academic, director }, refs, points);
  return { server, admin, academic, ...made };
}
