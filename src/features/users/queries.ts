import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { optionsOf } from '../../domain/kit/look-up.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { USER_STATES, type UserState } from '../../domain/kit/user-states.ts';
import type { Closed } from '../../server/part-taking/secrecy.ts';
import { byName, byWords } from '../../server/tables/groups.ts';
import {
  equal,
  findRow,
  inHeadedSchools,
  type List,
  lastChangeOf,
  listOf,
  matching,
  ofFaculty,
  type View,
} from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { User, users } from './contract.ts';

type Query = QueryOf<typeof users.list>;

const VIEW: View<Query> = {
  from: sql`users u`,
  joins: sql`left join schools s on s.id = u.home_school_id`,
  select: sql`u.id, u.name, u.email, u.roles, u.state, u.expertise, u.last_sign_in_at as "lastSignInAt",
    u.invited_at as "invitedAt", u.anonymised_at is not null as anonymised,
    ${lastChangeOf('u')},
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as "homeSchool",
    array(select json_build_object('id', d.id, 'name', d.name)
      from school_heads h join schools d on d.id = h.school_id where h.user_id = u.id order by d.name) as schools,
    array(select json_build_object('id', f.id, 'name', f.name)
      from faculty_heads h join faculties f on f.id = h.faculty_id where h.user_id = u.id order by f.name) as faculties,
    array(select json_build_object('provider', a.provider, 'email', a.email, 'linkedAt', a.linked_at)
      from user_accounts a where a.user_id = u.id order by a.linked_at) as accounts`,
  sorts: {
    // People who wait for the office come first, those shut out last.
    state: [
      sql`(case u.state when ${lit.user('pending')} then 0 when ${lit.user('active')} then 1 else 2 end)`,
      sql`plain(u.name)`,
    ],
    name: sql`plain(u.name)`,
    email: sql`lower(u.email)`,
    lastSignInAt: sql`u.last_sign_in_at`,
    updatedAt: sql`u.updated_at`,
  },
  sparse: ['lastSignInAt'],
  groups: {
    state: byWords(sql`u.state`, optionsOf(USER_STATES)),
    school: byName(sql`u.home_school_id::text`, sql`s.name`, 'Sin escuela'),
  },
  key: sql`u.id`,
};

/** A Director or Dean reads the enabled people of headed schools, without how they sign in. */
const visible = (actor: Actor) => [
  // Whoever was merged into another record lives there.
  sql`u.merged_into is null`,
  ...(isAdmin(actor)
    ? []
    : [sql`u.state = ${lit.user('active')}`, ...inHeadedSchools(actor, 'u.home_school_id')]),
];
const showUser = (actor: Actor, user: User): User =>
  isAdmin(actor) ? user : { ...user, accounts: [], lastSignInAt: null, invitedAt: null };

/** Enabled without a role: they come in and find nothing. `u` is the person. */
export const ROLELESS = sql`(u.merged_into is null and u.anonymised_at is null and u.state = ${lit.user('active')} and u.roles = '{}')`;

function ofRole(role: Query['role']) {
  if (role === undefined) return [];
  return [role === 'none' ? ROLELESS : sql`${role} = any(u.roles)`];
}

const conditionsOf = (actor: Actor, query: Query) => [
  ...visible(actor),
  ...matching('u.search', query.q),
  ...equal('u.state', query.state),
  ...ofRole(query.role),
  ...equal('u.home_school_id', query.school),
  ...ofFaculty('u.home_school_id', query.faculty),
];

const listThrough = (view: View<Query>) =>
  listOf<Query, User>(view, conditionsOf, (rows, actor) => rows.map(user => showUser(actor, user)));
const OF_ALL = listThrough(VIEW);
/** Whom a list does not tell when people came in, it does not tell by their order either. */
const OF_UNITS = listThrough({
  ...VIEW,
  sorts: { ...VIEW.sorts, lastSignInAt: VIEW.sorts.name },
  sparse: [],
});
const listFor = (actor: Actor) => (isAdmin(actor) ? OF_ALL : OF_UNITS);

export const userList: List<Query, User> = {
  page: (db, actor, query) => listFor(actor).page(db, actor, query),
  rows: (db, actor, query) => listFor(actor).rows(db, actor, query),
};

export const USER_COLUMNS: Columns<User> = {
  nombre: row => row.name,
  correo: row => row.email,
  roles: row => row.roles,
  estado: row => row.state,
  escuela: row => row.homeSchool?.name,
  dirige_escuelas: row => row.schools.map(one => one.name),
  decano_de: row => row.faculties.map(one => one.name),
  palabras_clave: row => row.expertise,
  cuentas: row => row.accounts.map(one => one.provider),
  ultimo_ingreso: row => instant(row.lastSignInAt),
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export async function findUser(db: Database, actor: Actor, id: string): Promise<User> {
  const row = await findRow<User>(db, VIEW, [sql`u.id = ${id}`, ...visible(actor)]);
  return showUser(actor, row);
}

/**
 * Why this person's record is not the reader's to end while something closed to them is evaluated. Said of everybody
 * who might review it: the usual answer would tell who does.
 */
export async function reviewerRefusal(
  db: Database | Transaction,
  id: string,
  closed: Closed | null,
): Promise<string | null> {
  if (!closed?.isOpen) return null;
  const { rows } = await sql`select from users where id = ${id} and 'Reviewer' = any(roles)`.execute(db);
  return rows.length > 0 ? ELSEWHERE : null;
}
const ELSEWHERE =
  'Se evalúa una propuesta en que participas o que compite con la tuya: mientras tanto lo hace otra persona de la oficina.';

/** Nobody shuts themselves out. */
export function keepOneself({ actor }: { readonly actor: Actor }, id: string, state: UserState): void {
  if (id === actor.id && state !== 'active')
    throw new AppError('rule', 'No puedes bloquear tu propia cuenta.');
}
