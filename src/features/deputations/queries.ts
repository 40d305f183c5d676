import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { deputationState } from '../../domain/catalogues/deputies.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import type { Deputation, listDeputations } from './contract.ts';

type DeputationRow = Omit<Deputation, 'state' | 'mayEnd'> & { today: string };

const columns = sql`d.id, d.reason, d.ended_at as "endedAt", d.first_day::text as "firstDay",
  d.last_day::text as "lastDay", day_in_chile(now())::text as today,
  json_build_object('id', p.id, 'name', p.name) as principal, json_build_object('id', s.id, 'name', s.name) as deputy,
  s.state = ${lit.user('active')} and not only_reviews(s.roles) as effective`;
const source = sql`deputations d join users p on p.id = d.principal_id join users s on s.id = d.deputy_id`;

/** A head decides over their own deputations, the office over all. */
export const mayManage = (actor: Actor, principalId: string): boolean =>
  isAdmin(actor) || actor.id === principalId;

function showDeputation(actor: Actor, { today, ...row }: DeputationRow): Deputation {
  const { principal, deputy, endedAt } = row;
  const days = { ...row, principalId: principal.id, deputyId: deputy.id };
  const state = deputationState(days, endedAt !== null, today);
  return { ...row, state, mayEnd: mayManage(actor, principal.id) && row.lastDay >= today };
}

const headsSomething = (userId: string): RawBuilder<boolean> => sql`(
  exists (select from school_heads where user_id = ${userId})
  or exists (select from faculty_heads where user_id = ${userId}))`;

export async function isHead(db: Database | Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql<{ heads: boolean }>`
    select ${headsSomething(userId)} and exists (
      select from users where id = ${userId} and state = ${lit.user('active')}) as heads`.execute(db);
  return rows[0]?.heads === true;
}

/** Somebody else's are answered as if there were none. */
export async function deputations(
  db: Database,
  actor: Actor,
  asked: string | undefined,
): Promise<OutputOf<typeof listDeputations>> {
  const about = isAdmin(actor) ? asked : actor.id;
  const person = about ? sql`${about} in (d.principal_id, d.deputy_id)` : sql`true`;
  const [{ rows }, heads] = await Promise.all([
    sql<DeputationRow>`select ${columns} from ${source}
      where ${person} and d.ended_at is null and d.last_day >= day_in_chile(now())
      order by d.first_day, plain(p.name), d.id`.execute(db),
    about ? isHead(db, about) : false,
  ]);
  return { heads, rows: rows.map(row => showDeputation(actor, row)) };
}

export async function findDeputation(
  db: Database | Transaction,
  actor: Actor,
  id: string,
): Promise<Deputation> {
  const { rows } = await sql<DeputationRow>`select ${columns} from ${source} where d.id = ${id}
    and (${isAdmin(actor)} or ${actor.id} in (d.principal_id, d.deputy_id))`.execute(db);
  if (!rows[0]) throw notFound();
  return showDeputation(actor, rows[0]);
}
