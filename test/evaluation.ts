import { sql } from 'kysely';
import { demoUserId } from '../src/db/demo.ts';
import { FIRST_KINDS } from '../src/domain/kinds/index.ts';
import { SECTIONS } from '../src/domain/sections/index.ts';
import type { TestApp } from './app.ts';
import { type Client, clientAs } from './client.ts';
import { PEOPLE } from './demo.ts';
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

const CRITERIA = FIRST_KINDS.incs.rubric?.criteria ?? [];

/** A complete review that gives every criterion of `incs` the same points, 0–5. */
export const draftOf = (points: number) => ({
  marks: Object.fromEntries(CRITERIA.map(c => [c.id, { points, justification: `Justifica ${c.name}.` }])),
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
  done(await client.post(`/reviews/${id}/answer`, { answer: 'accept' }));
  const { version } = done(
    await client.put<OwnReview>(`/reviews/${id}`, { version: 1, draft: draftOf(points) }),
  );
  done(await client.post(`/reviews/${id}/confirm`, { version }));
}
