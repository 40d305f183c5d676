import { sql } from 'kysely';
import { startDemoProjects } from '../../src/demo/projects.ts';
import { REVIEW_STATES } from '../../src/domain/calls/review-states.ts';
import type { Actor } from '../../src/domain/kit/actor.ts';
import { DEMO_DOMAIN } from '../../src/server/sign-in/demo-identity.ts';
import { type Client, clientAs } from '../client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../demo.ts';
import { server } from '../university.ts';
import { writeParts } from './parts.ts';
import { type Call, type Made, makeProjects, pick } from './projects.ts';

/** Who reads figures, by what they are. */
const READERS = {
  office: PEOPLE.admin,
  'office, blind to one project and part of another': PEOPLE.otherAdmin,
  director: PEOPLE.director,
  dean: PEOPLE.dean,
  academic: PEOPLE.academic,
  reviewer: PEOPLE.reviewer,
  'academic, director and reviewer': PEOPLE.stranger,
} as const;
export type ReaderName = keyof typeof READERS;
export const READER_NAMES = Object.keys(READERS) as ReaderName[];

export interface Reader {
  readonly client: Client;
  readonly actor: Actor;
}

async function makeCall(name: string, kind: string, state: string): Promise<Call> {
  const { rows } = await sql<{
    id: string;
  }>`insert into calls (name, year, kind, state, opens_at, closes_at, rubric)
    values (${name}, 2026, ${kind}, ${state}, '2026-01-02', '2026-03-02', '{"criteria": []}') returning id`.execute(
    server.db,
  );
  const id = rows[0]?.id ?? '';
  const lines = await sql<{ id: string }>`insert into call_lines (call_id, position, name, cap, budget)
    select ${id}, n, 'Línea ' || n, 9000000, 90000000 from generate_series(1, 2) n returning id`.execute(
    server.db,
  );
  return { id, lines: lines.rows.map(l => l.id) };
}

/** Reviews in every state, blind and not, with dates that have passed and come. */
async function writeReviews(made: readonly Made[]): Promise<void> {
  const reviewers = [PEOPLE.reviewer, PEOPLE.stranger, PEOPLE.otherAdmin, PEOPLE.otherDean];
  const reached = ['evaluation', 'resolution', 'approved', 'running', 'not_awarded', 'withdrawn'];
  for (const { id, n } of made.filter(p => reached.includes(p.status)))
    for (const [k, email] of reviewers.slice(0, 1 + (n % 4)).entries()) {
      const state = pick(REVIEW_STATES, n + k * 5);
      const isDone = state === 'confirmed';
      await sql`insert into reviews (project_id, user_id, state, blind, due_at, consensus, score, confirmed_at)
        values (${id}, ${userIdOf(email)}, ${state}, ${(n + k * 3) % 4 < 2},
          ${pick(['2026-01-01', null, '2099-01-01'], n + k)}::timestamptz, ${isDone && n % 2 ? 'asked' : null},
          ${isDone ? 80 : null}, ${isDone ? new Date() : null})`.execute(server.db);
    }
}

/** Acts of both calls: awards in two lines with and without a score, what was not awarded, and later awards. */
async function writeActs(calls: readonly Call[], made: readonly Made[]): Promise<void> {
  for (const call of calls) {
    const own = made.filter(p => p.call === call);
    const rows = own.map(({ code, n, awarded }) => ({
      ...{ code, line: `Línea ${1 + ((n >> 1) % 2)}`, score: n % 5 === 0 ? null : 40 + (n % 50) },
      result: awarded === null ? pick(['waitlist', 'not_award'], n) : 'award',
    }));
    const late = rows
      .filter(r => r.result === 'waitlist')
      .map(r => ({ ...r, result: 'award', score: 30.25 }));
    const acts = [
      rows,
      late.slice(0, 1).map(r => ({ ...r, upheld: true })),
      late.slice(1, 2).map(r => ({ ...r, fromWaitlist: true })),
    ];
    for (const [k, of] of acts.entries())
      await sql`insert into call_acts (call_id, number, at, actor_id, facts)
        values (${call.id}, ${k + 1}, now(), ${userIdOf(PEOPLE.admin)}, ${JSON.stringify({ rows: of })}::jsonb)`.execute(
        server.db,
      );
  }
}

async function readActor(email: string): Promise<Actor> {
  const { rows } = await sql<Actor>`
    select u.id, u.name, u.email, u.roles, u.state, u.home_school_id as "homeSchoolId",
      array(select school_id from school_heads where user_id = u.id) as directs,
      array(select faculty_id from faculty_heads where user_id = u.id) as heads,
      array(select s.id from schools s join faculty_heads h on h.faculty_id = s.faculty_id
        where h.user_id = u.id) as "headsSchools", false as "fillsIn"
    from users u where u.email = ${email}`.execute(server.db);
  if (!rows[0]) throw new Error(`nobody is ${email}`);
  return rows[0];
}

/**
 * The demo university with its own projects and those of {@link makeProjects}, and everybody who reads figures of them;
 * after `openUniversity`.
 */
export async function fillUniversity(): Promise<Record<ReaderName, Reader>> {
  await startDemoProjects(server);
  const set = (email: string, roles: string) =>
    sql`update users set roles = ${roles}::text[] where email = ${email}`.execute(server.db);
  await set(PEOPLE.otherAdmin, '{Admin,Academic,Reviewer}');
  await set(PEOPLE.stranger, '{Academic,Director,Reviewer}');
  await sql`insert into school_heads values (${schoolIdOf('ARQ')}, ${userIdOf(PEOPLE.stranger)})`.execute(
    server.db,
  );
  // Leads nothing and takes part in nothing, so that the office is never the last one that is free.
  await set(`ignacio.pavez@${DEMO_DOMAIN}`, '{Admin}');
  const calls = [
    await makeCall('Fondo de figuras', 'fexs', 'evaluation'),
    await makeCall('Fondo cerrado', 'incs', 'closed'),
  ];
  const made = await makeProjects(calls);
  await writeParts(made);
  await writeReviews(made);
  await writeActs(calls, made);
  const readers = await Promise.all(
    READER_NAMES.map(async name => {
      const email = READERS[name];
      return [name, { client: await clientAs(server, email), actor: await readActor(email) }] as const;
    }),
  );
  return Object.fromEntries(readers) as Record<ReaderName, Reader>;
}
