import type { z } from 'zod';
import type { Transaction } from '../../db/pool.ts';
import { isAdmin, type Role } from '../../domain/kit/actor.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import { keepAnAdministrator } from '../../server/commands/administrators.ts';
import {
  type Catalogue,
  catalogueCommands,
  lockRow,
  requireActive,
  updateRow,
} from '../../server/commands/catalogue.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { setUnits } from '../../server/commands/heads.ts';
import { readClosed } from '../../server/part-taking/secrecy.ts';
import { renewHolders } from '../workflow/holders/commands.ts';
import { ofPeople } from '../workflow/holders/queries.ts';
import type { GIVEN_ROLES, User, userFields, userState } from './contract.ts';
import { type Guest, invite, writeWelcome } from './invitations/commands.ts';
import { findUser, keepOneself, reviewerRefusal } from './queries.ts';

type Fields = z.output<typeof userFields>;
type State = z.infer<typeof userState>;
interface Standing {
  id: string;
  roles: readonly Role[];
  state: State;
}

const isActiveAdmin = ({ roles, state }: Omit<Standing, 'id'>) => isAdmin({ roles }) && state === 'active';

/** Asked before a person is written otherwise, or deleted. */
async function keepTheLast(tx: Transaction, before: Standing, after?: Omit<Standing, 'id'>): Promise<void> {
  if (isActiveAdmin(before) && !(after && isActiveAdmin(after))) await keepAnAdministrator(tx, before.id);
}

/** A record merged into another, or anonymised, never comes back. */
function refuseGone(stored: Record<string, unknown>): void {
  if (stored.merged_into) throw notFound();
  if (stored.anonymised_at) throw new AppError('rule', 'Los datos de esta persona se anonimizaron.');
}

/** Ends the sessions of whoever may no longer come in; other copies of the server notice within seconds. */
export async function endSessions(tx: Transaction, id: string, state: State): Promise<void> {
  if (state === 'blocked') await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
}

function rolesOf({ roles, schoolIds, facultyIds }: Fields): Role[] {
  const headed: Role[] = [
    ...(schoolIds.length > 0 ? ['Director' as const] : []),
    ...(facultyIds.length > 0 ? ['Dean' as const] : []),
  ];
  return [...new Set<Role>([...roles, ...headed])].sort();
}

async function checkUnits({ tx }: Command, { schoolIds, facultyIds }: Fields): Promise<void> {
  const known = await Promise.all([
    schoolIds.length === 0 || tx.selectFrom('schools').select('id').where('id', 'in', schoolIds).execute(),
    facultyIds.length === 0 ||
      tx.selectFrom('faculties').select('id').where('id', 'in', facultyIds).execute(),
  ]);
  const wanted = [new Set(schoolIds).size, new Set(facultyIds).size];
  known.forEach((rows, i) => {
    if (rows === true || (Array.isArray(rows) && rows.length === wanted[i])) return;
    const message = 'Algo de lo elegido ya no existe.';
    throw new AppError('rule', message, {
      errors: [{ path: i === 0 ? 'schoolIds' : 'facultyIds', message }],
    });
  });
}

type Stored = Standing & Guest;

const USERS: Catalogue<Fields, User, Stored> = {
  table: 'users',
  object: 'user',
  manage: 'people.manage',
  duplicate: { path: 'email', message: 'Ya hay una persona con ese correo.' },
  references: [
    { table: 'user_accounts', column: 'user_id', one: 'cuenta de ingreso', many: 'cuentas de ingreso' },
    { table: 'projects', column: 'lead_id', one: 'proyecto', many: 'proyectos' },
    {
      table: 'projects',
      column: 'alternate_id',
      one: 'proyecto como alterno',
      many: 'proyectos como alterno',
    },
    { table: 'project_members', column: 'user_id', one: 'equipo de proyecto', many: 'equipos de proyecto' },
    { table: 'project_holders', column: 'user_id', one: 'paso pendiente', many: 'pasos pendientes' },
    { table: 'reviews', column: 'user_id', one: 'evaluación', many: 'evaluaciones' },
    { table: 'review_preferences', column: 'user_id', one: 'preferencia', many: 'preferencias' },
    { table: 'school_heads', column: 'user_id', one: 'dirección de escuela', many: 'direcciones de escuela' },
    { table: 'faculty_heads', column: 'user_id', one: 'decanato', many: 'decanatos' },
    { table: 'deputations', column: 'principal_id', one: 'subrogancia', many: 'subrogancias' },
    { table: 'deputations', column: 'deputy_id', one: 'subrogancia', many: 'subrogancias' },
    { table: 'course_offerings', column: 'teacher_id', one: 'curso', many: 'cursos' },
    { table: 'users', column: 'merged_into', one: 'registro unido', many: 'registros unidos' },
  ],
  personal: ['name', 'email', 'expertise'],
  columns: fields => ({
    name: fields.name,
    email: fields.email,
    roles: rolesOf(fields),
    home_school_id: fields.homeSchoolId,
    expertise: fields.expertise,
    state: fields.state,
  }),
  async check(c, fields, before) {
    if (before) refuseGone(before);
    if (fields.homeSchoolId !== null) {
      const message = 'Elige una escuela activa.';
      await requireActive(
        c.tx,
        'schools',
        fields.homeSchoolId,
        before?.home_school_id,
        'homeSchoolId',
        message,
      );
    }
    await checkUnits(c, fields);
    if (!before) return;
    keepOneself(c, before.id, fields.state);
    await keepTheLast(c.tx, before, { roles: rolesOf(fields), state: fields.state });
  },
  async link(c, id, fields, before) {
    const [schoolIds, facultyIds] = [
      await setUnits(c, 'school', id, fields.schoolIds),
      await setUnits(c, 'faculty', id, fields.facultyIds),
    ];
    await endSessions(c.tx, id, fields.state);
    if (fields.invite) await invite(c, { id, ...fields, roles: rolesOf(fields) });
    else if (before?.state === 'pending' && fields.state === 'active')
      await writeWelcome(c, { id, ...fields, roles: rolesOf(fields) }, false);
    return {
      ...(schoolIds && { schoolIds }),
      ...(facultyIds && { facultyIds }),
      ...(fields.invite && { invited: [null, true] as const }),
    };
  },
  async checkRemoval({ tx, actor }, id) {
    const refused = await reviewerRefusal(tx, id, await readClosed(tx, actor));
    if (refused) throw new AppError('rule', refused);
  },
  async unlink(c, id) {
    const stored = await c.tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    refuseGone(stored);
    await keepTheLast(c.tx, stored as Standing);
    return undefined;
  },
  follow: (c, id) => renewHolders(c, ofPeople([id])),
  find: findUser,
};

export const userCommands = catalogueCommands(USERS);

interface StateChange {
  id: string;
  state: State;
  /** Whatever it is when left out. */
  updatedAt?: string;
}

async function setState(c: Command, { id, state, updatedAt }: StateChange): Promise<State> {
  const before = await lockRow<Stored>(c, USERS, id, updatedAt);
  refuseGone(before);
  if (before.state === state) return state;
  keepOneself(c, id, state);
  await keepTheLast(c.tx, before, { roles: before.roles, state });
  await updateRow(c, USERS.table, id, { state });
  await endSessions(c.tx, id, state);
  await renewHolders(c, ofPeople([id]));
  if (before.state === 'pending' && state === 'active') await writeWelcome(c, before, false);
  const changes = { state: [before.state, state] as const };
  c.record({ action: 'user.state', objectType: 'user', objectId: id, changes });
  return before.state;
}

export const changeUserState = command('people.manage', async (c, change: StateChange): Promise<User> => {
  await setState(c, change);
  return findUser(c.tx, c.actor, change.id);
});

interface Row<Value> {
  id: string;
  value: Value;
}

/** One of several; answers the state before. */
export const setStateOf = command(
  'people.manage',
  async (c, { id, value }: Row<State>): Promise<State> => setState(c, { id, state: value }),
);

export const moveHome = userCommands.column<string | null>('home_school_id', async (c, id, before) => {
  refuseGone(before);
  if (id !== null) await requireActive(c.tx, 'schools', id, null, 'value', 'Elige una escuela activa.');
});

type Given = { role: (typeof GIVEN_ROLES)[number]; held: boolean };

/** Gives a role, or takes it; answers whether it was held. */
export const setRole = command(
  'people.manage',
  async (c, { id, value: { role, held } }: Row<Given>): Promise<Given> => {
    const row = await lockRow<Stored>(c, USERS, id);
    refuseGone(row);
    const { roles: before, state } = row;
    if (before.includes(role) === held) return { role, held };
    if (state !== 'active') throw new AppError('rule', 'Habilita antes la cuenta.');
    const roles = held ? [...before, role].sort() : before.filter(r => r !== role);
    await keepTheLast(c.tx, { id, roles: before, state }, { roles, state });
    await updateRow(c, USERS.table, id, { roles });
    await renewHolders(c, ofPeople([id]));
    c.record({
      action: 'user.updated',
      objectType: 'user',
      objectId: id,
      changes: { roles: [before, roles] },
    });
    return { role, held: !held };
  },
);
