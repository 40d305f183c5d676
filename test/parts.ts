import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { SECTIONS } from '../src/domain/sections/index.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import type { Created } from './factories.ts';

/** Who takes part, and where that is written. */
interface Somebody {
  readonly db: Database;
  readonly id: string;
  readonly email: string;
}

interface Team {
  readonly userId?: string;
  readonly name?: string;
  readonly email?: string;
}
const writeSection = ({ db }: Somebody, project: Created, section: string, data: object) =>
  sql`insert into project_sections (project_id, section, data) values (${project.id}, ${section}, ${JSON.stringify(data)})
    on conflict (project_id, section) do update set data = excluded.data`.execute(db);
const inTeam = (who: Somebody, project: Created, ...members: Team[]) =>
  writeSection(who, project, 'team', {
    members: members.map(m => ({
      id: randomUUID(),
      userId: null,
      name: '',
      email: '',
      role: 'academic',
      ...m,
    })),
  });
const inVenture = (who: Somebody, project: Created, more: object) =>
  writeSection(who, project, 'venture', {
    ...SECTIONS.venture.empty,
    name: 'Huerta',
    stage: 'idea',
    ...more,
  });
const seat = ({ db, id }: Somebody, project: Created, column: 'lead_id' | 'alternate_id') =>
  sql`update projects set ${sql.ref(column)} = ${id} where id = ${project.id}`.execute(db);

/** Every way to take part. */
export const PARTS: Readonly<Record<string, (who: Somebody, project: Created) => Promise<unknown>>> = {
  lead: (who, project) => seat(who, project, 'lead_id'),
  alternate: (who, project) => seat(who, project, 'alternate_id'),
  team: (who, project) => inTeam(who, project, { userId: who.id }),
  'by e-mail alone': (who, project) =>
    inTeam(who, project, { name: 'Nico', email: ` ${who.email.toUpperCase()}` }),
  founder: (who, project) =>
    inVenture(who, project, { founders: [{ id: 'f', name: 'Nico', email: who.email }] }),
  mentor: (who, project) => inVenture(who, project, { mentorId: who.id }),
  'the team as it was sent': async (who, project) => {
    await inTeam(who, project, { userId: who.id });
    await sql`insert into project_snapshots (history_id, project_id, sections)
      select max(id), project_id, '{}' from project_history where project_id = ${project.id} group by project_id
      on conflict (history_id) do update set sections = '{}'`.execute(who.db);
    await sql`update project_parts set at_submission = true where project_id = ${project.id} and user_id = ${who.id}`.execute(
      who.db,
    );
    await inTeam(who, project);
  },
};

export async function leaveParts(who: Somebody, project: Created): Promise<void> {
  await inTeam(who, project);
  await inVenture(who, project, {});
  await sql`update projects set lead_id = ${userIdOf(PEOPLE.academic)}, alternate_id = null
    where id = ${project.id}`.execute(who.db);
  await sql`delete from project_parts where project_id = ${project.id} and user_id = ${who.id}`.execute(
    who.db,
  );
}
