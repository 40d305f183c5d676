import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PEOPLE, userIdOf } from './demo.ts';
import { type Created, done } from './factories.ts';
import { decideReport, keepReport, submitReport } from './reports.ts';
import { clients, server } from './university.ts';

// Progress reports that are sent and decided.

export type Who = keyof typeof PEOPLE;

/** An observation of the results. */
export const OBSERVED = [{ part: 'results', text: 'Faltan cifras.' }];

/** A report with all its texts, sent by its lead unless told. */
export async function sentReport(
  project: Created,
  number = 1,
  who: Who = 'academic',
): Promise<{ id: string; version: number }> {
  const id = await keepReport(server, project, { number, author: who });
  const { version } = done(await submitReport(clients[who], project, 1, number));
  return { id, version };
}

/** The same, accepted by the Director and the office. */
export async function acceptedReport(project: Created, number = 1): Promise<number> {
  const { version } = await sentReport(project, number);
  done(await decideReport(clients.director, project, version, { address: number }));
  return done(await decideReport(clients.admin, project, version + 1, { address: number })).version;
}

/** As if everything observed had been answered; what is written has a version more. */
export const answerReport = ({ id }: { readonly id: string }, answer = 'Las agregamos.') =>
  sql`update reports set version = version + 1, updated_at = now(), observations = (
      select jsonb_agg(o || jsonb_build_object('answer', ${answer}::text)) from jsonb_array_elements(observations) o)
    where id = ${id}`.execute(server.db);

export interface StoredReport {
  readonly state: string;
  readonly subStep: string | null;
  readonly version: number;
  readonly dueAt: Date | null;
  readonly observations: readonly { part: string; text: string; answer: string }[];
  readonly comment: string;
  readonly makers: readonly string[];
  readonly facts: { readonly to: string } | null;
}

const nameOf = new Map(Object.entries(PEOPLE).map(([who, email]) => [userIdOf(email), who]));
export const namesOf = (ids: readonly string[]): string[] => ids.map(id => nameOf.get(id) ?? '?').sort();

/** Where a progress report stands, with who wrote any of it by name. */
export async function reportRow({ id }: Created, number = 1): Promise<StoredReport> {
  const { rows } = await sql<StoredReport>`
    select state, sub_step as "subStep", version, due_at as "dueAt", observations, comment, maker_ids as makers, facts
    from reports where project_id = ${id} and number = ${number}`.execute(server.db);
  const [row] = rows;
  if (!row) throw new Error('no such report');
  return { ...row, dueAt: row.dueAt === null ? null : new Date(row.dueAt), makers: namesOf(row.makers) };
}

/** When a project is due. */
export async function projectDue({ id }: Created): Promise<Date | null> {
  const { rows } = await sql<{ due: string | null }>`
    select due_at as due from projects where id = ${id}`.execute(server.db);
  return rows[0]?.due ? new Date(rows[0].due) : null;
}

/** Makes these people, and nobody else, the team. */
export const joinTeam = ({ id }: Created, ...people: Who[]) => {
  const members = people.map(who => ({ id: randomUUID(), userId: userIdOf(PEOPLE[who]), role: 'academic' }));
  return sql`insert into project_sections (project_id, section, data)
    values (${id}, 'team', ${JSON.stringify({ members })})
    on conflict (project_id, section) do update set data = excluded.data`.execute(server.db);
};
