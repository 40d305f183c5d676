import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { AppError } from '../../domain/kit/problem.ts';
import type { Command } from './command.ts';

/** Whoever heads a unit holds its role, and nobody else does: both are always written here, together. */
const UNITS = {
  school: { units: 'schools', table: 'school_heads', column: 'school_id', role: 'Director' },
  faculty: { units: 'faculties', table: 'faculty_heads', column: 'faculty_id', role: 'Dean' },
} as const;
export type Unit = keyof typeof UNITS;

type IdPair = readonly [string[], string[]];

/**
 * Make `wanted` the whole set of links of `owner`, in a table of two columns.
 * @returns ids before and after, or nothing when they are the same.
 */
export async function setLinks(
  { tx }: Command,
  { table, owner, other }: { table: string; owner: readonly [column: string, id: string]; other: string },
  wanted: readonly string[],
): Promise<IdPair | undefined> {
  const [column, id] = owner;
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(other)} as id from ${sql.table(table)} where ${sql.ref(column)} = ${id} order by 1
  `.execute(tx);
  const before = rows.map(row => row.id);
  const after = [...new Set(wanted)].sort();
  if (before.join() === after.join()) return undefined;
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${sql.ref(other)} <> all(${after}::uuid[])`.execute(
    tx,
  );
  await sql`
    insert into ${sql.table(table)} (${sql.ref(column)}, ${sql.ref(other)})
    select ${id}, unnest(${after}::uuid[]) on conflict do nothing
  `.execute(tx);
  return [before, after];
}

/** Gives the unit's role to those of these people who head one, and takes it from the others. */
export async function giveRole(
  { tx, actor }: { readonly tx: Transaction; readonly actor: { readonly id: string } },
  unit: Unit,
  people: readonly string[],
): Promise<void> {
  const { table, role } = UNITS[unit];
  const heads = sql`exists (select from ${sql.table(table)} h where h.user_id = users.id)`;
  await sql`
    update users set updated_at = now(), updated_by = ${actor.id},
      roles = case when ${heads} then roles || ${role}::text else array_remove(roles, ${role}) end
    where id = any(${people}::uuid[]) and ${heads} <> (${role} = any(roles))
  `.execute(tx);
}

/** The other side of a changed link has changed, too: whoever saves it as they saw it before must be told. */
async function touchOthers(
  { tx, actor }: Command,
  table: 'users' | (typeof UNITS)[Unit]['units'],
  [before, after]: IdPair,
): Promise<void> {
  const ids = [...before.filter(id => !after.includes(id)), ...after.filter(id => !before.includes(id))];
  await sql`update ${sql.table(table)} set updated_at = now(), updated_by = ${actor.id}
    where id = any(${ids}::uuid[])`.execute(tx);
}

/** Who heads a unit, all of them. Only enabled people can be added; who was blocked since may stay. */
export async function setHeads(
  command: Command,
  unit: Unit,
  unitId: string,
  people: readonly string[],
  path: string,
): Promise<IdPair | undefined> {
  const { table, column } = UNITS[unit];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from users u where id = any(${people}::uuid[]) and (state = ${lit.user('active')} or exists (
      select from ${sql.table(table)} where user_id = u.id and ${sql.ref(column)} = ${unitId}))
  `.execute(command.tx);
  if (rows[0]?.count !== new Set(people).size) {
    const message = 'Elige solo personas habilitadas.';
    throw new AppError('rule', message, { errors: [{ path, message }] });
  }
  const pair = await setLinks(command, { table, owner: [column, unitId], other: 'user_id' }, people);
  if (!pair) return undefined;
  await touchOthers(command, 'users', pair);
  await giveRole(command, unit, [...new Set(pair.flat())]);
  return pair;
}

/** Which units a person heads, all of them. */
export async function setUnits(
  command: Command,
  unit: Unit,
  userId: string,
  unitIds: readonly string[],
): Promise<IdPair | undefined> {
  const { units, table, column } = UNITS[unit];
  const pair = await setLinks(command, { table, owner: ['user_id', userId], other: column }, unitIds);
  if (!pair) return undefined;
  await touchOthers(command, units, pair);
  await giveRole(command, unit, [userId]);
  return pair;
}
