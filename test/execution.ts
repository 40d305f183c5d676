import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { type Client, clientAs } from './client.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { act, type Created, done, type References, submittedPacs } from './factories.ts';

/** A `pacs` that has just been approved, with the colleague in its team. */
export async function approvedPacs(server: TestApp, lead: Client, refs: References): Promise<Created> {
  const made = await submittedPacs(lead, refs);
  for (const who of [PEOPLE.director, PEOPLE.dean])
    done(await act(await clientAs(server, who), made, 'endorse'));
  await sql`insert into project_members (project_id, user_id) values (${made.id}, ${userIdOf(PEOPLE.colleague)})
    on conflict do nothing`.execute(server.db);
  return made;
}

/** As if it had come there by a step. */
export const setStatus = ({ db }: Pick<TestApp, 'db'>, { id }: Created, status: string) =>
  sql`update projects set status = ${status} where id = ${id}`.execute(db);
