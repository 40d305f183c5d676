import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { type Audience, MOST_INVITED } from '../../../domain/surveys/waves.ts';
import { type List, listOf, matching, type View } from '../../../server/tables/list.ts';
import type { Columns } from '../../../server/tables/table-file.ts';
import { managedWave, WAVES } from '../queries.ts';
import type { Candidate, Invitation, listInvitations } from './contract.ts';

type Query = QueryOf<typeof listInvitations> & { readonly waveId: string };

const VIEW: View<Query> = {
  from: sql`wave_invitations v join waves w on w.id = v.wave_id`,
  joins: sql`left join organisations o on o.id = v.organisation_id left join organisations k on k.id = o.canonical_id`,
  select: sql`v.id, v.name, v.email,
    case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as organisation,
    case when not w.anonymous then v.state end as state`,
  sorts: { name: sql`plain(v.name)`, email: sql`v.email` },
  key: sql`v.id`,
};

interface ManagedWave {
  readonly projectId: string | null;
  readonly audience: Audience;
}

/** 404 for who may not manage the wave. */
export async function requireManaged(db: Database, actor: Actor, id: string): Promise<ManagedWave> {
  const { rows } = await sql<ManagedWave>`
    select w.project_id as "projectId", w.audience from ${WAVES}
    where w.id = ${id} and ${managedWave(actor)}`.execute(db);
  if (!rows[0] || actor.state !== 'active') throw notFound();
  return rows[0];
}

const list = listOf<Query, Invitation>(VIEW, (_actor, { waveId, q }) => [
  sql`v.wave_id = ${waveId}`,
  ...matching(sql`plain(v.name || ' ' || v.email)`, q),
]);

export const invitationList: List<Query, Invitation> = {
  async page(db, actor, query) {
    await requireManaged(db, actor, query.waveId);
    return list.page(db, actor, query);
  },
  async *rows(db, actor, query) {
    await requireManaged(db, actor, query.waveId);
    yield* list.rows(db, actor, query);
  },
};

const STATES = { waiting: 'Por responder', answered: 'Respondió', declined: 'No quiso responder' } as const;

export const INVITATION_COLUMNS: Columns<Invitation> = {
  nombre: row => row.name,
  correo: row => row.email,
  organizacion: row => row.organisation?.name,
  estado: row => (row.state ? STATES[row.state] : ''),
};

/** Contacts that a project's section of partners names, and those of the organisations themselves. */
const contactsOf = (projectId: string) => sql`
  select coalesce(nullif(x ->> 'contactName', ''), k.name) as name, x ->> 'contactEmail' as email, k.id as organisation,
    k.name as "from"
  from project_sections e, jsonb_array_elements(coalesce(e.data -> 'partners', '[]')) x
    join organisations o on o.id = (x ->> 'organisationId')::uuid join organisations k on k.id = o.canonical_id
  where e.project_id = ${projectId} and e.section = 'partners'
  union all
  select coalesce(nullif(k.contact_name, ''), k.name), k.contact_email, k.id, k.name
  from project_partners l join organisations o on o.id = l.organisation_id
    join organisations k on k.id = o.canonical_id
  where l.project_id = ${projectId}`;

/** Of all organisations in use, where the office asks about no single project. */
const ALL_CONTACTS = sql`
  select coalesce(nullif(k.contact_name, ''), k.name) as name, k.contact_email as email, k.id as organisation,
    k.name as "from"
  from organisations k where k.active and k.merged_into is null`;

const attendeesOf = (projectId: string | null, isStudents: boolean) => sql`
  select a.name, a.identifier as email, null::uuid as organisation, c.name as "from"
  from attendances a join activities c on c.id = a.activity_id
  where a.project_id = ${projectId}::uuid and a.identifier_kind = 'email'
    and (not ${isStudents} or a.people_group = 'students')`;

function sourceOf({ projectId, audience }: ManagedWave) {
  if (audience === 'partners') return projectId === null ? ALL_CONTACTS : contactsOf(projectId);
  // Nobody, where there is no project.
  return attendeesOf(projectId, audience === 'students');
}

/** People of the audience whom the project knows by e-mail, each once, without those on the list. */
export async function candidatesOf(db: Database, actor: Actor, id: string): Promise<{ rows: Candidate[] }> {
  const wave = await requireManaged(db, actor, id);
  const { rows } = await sql<Candidate>`
    select d.name, d.email, d.organisation as "organisationId", d."from", objects_to_mail(d.email) as objects from (
      select distinct on (lower(c.email)) left(c.name, 200) as name, lower(c.email) as email, c.organisation, c."from"
      from (${sourceOf(wave)}) c
      where c.email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'
      order by lower(c.email), c.name) d
    where not exists (select from wave_invitations v where v.wave_id = ${id} and v.email = d.email)
    order by plain(d."from"), plain(d.name) limit ${MOST_INVITED}`.execute(db);
  return { rows };
}
