import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { deputationErrors } from '../../domain/catalogues/deputies.ts';
import { onlyReviews, type Role } from '../../domain/kit/actor.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, forbidden } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { renewHolders } from '../workflow/holders/commands.ts';
import { ofPeople } from '../workflow/holders/queries.ts';
import type { Deputation, nameDeputy as nameContract } from './contract.ts';
import { findDeputation, isHead, mayManage } from './queries.ts';

type Asked = BodyOf<typeof nameContract>;
type Other = Parameters<typeof deputationErrors>[1][number];

const refusal = (errors: { path: string; message: string }[]) =>
  new AppError('rule', errors[0]?.message, { errors });

/** Deputations of either person not ended, with both people held until the end: of two named at once one is refused. */
async function othersOf(
  tx: Transaction,
  { principalId, deputyId }: Asked,
  except?: string,
): Promise<Other[]> {
  const people = [principalId, deputyId];
  await sql`select 1 from users where id = any(${people}::uuid[]) order by id for no key update`.execute(tx);
  const { rows } = await sql<Other>`
    select d.principal_id as "principalId", d.deputy_id as "deputyId", p.name as "principalName",
      s.name as "deputyName", d.first_day::text as "firstDay", d.last_day::text as "lastDay"
    from deputations d join users p on p.id = d.principal_id join users s on s.id = d.deputy_id
    where d.ended_at is null and d.id is distinct from ${except ?? null}::uuid
      and (d.principal_id = any(${people}::uuid[]) or d.deputy_id = any(${people}::uuid[]))`.execute(tx);
  return rows;
}

/** Why this person may not stand in, if so. */
async function deputyError(tx: Transaction, id: string): Promise<{ path: string; message: string }[]> {
  const deputy = await tx
    .selectFrom('users')
    .select('roles')
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!deputy) return [{ path: 'deputyId', message: 'Elige una persona con cuenta activa.' }];
  if (!onlyReviews({ roles: deputy.roles as Role[] })) return [];
  return [{ path: 'deputyId', message: 'Quien solo evalúa no puede subrogar: elige a otra persona.' }];
}

async function check({ tx, now }: Command, asked: Asked): Promise<void> {
  const others = await othersOf(tx, asked);
  const errors = deputationErrors(asked, others, localDay(now));
  if (!(await isHead(tx, asked.principalId)))
    errors.push({
      path: 'principalId',
      message: 'Solo se subroga a quien está a cargo de una escuela o facultad.',
    });
  errors.push(...(await deputyError(tx, asked.deputyId)));
  if (errors.length > 0) throw refusal(errors);
}

/** Steps change hands at once when it begins today; otherwise with the day it begins. */
export const nameDeputy = command('active', async (run: Command, asked: Asked): Promise<Deputation> => {
  const { tx, actor, now, record } = run;
  if (!mayManage(actor, asked.principalId))
    throw forbidden('nombrar subrogante', 'Lo nombra quien estará ausente, o la oficina.');
  await check(run, asked);
  const { principalId, deputyId, firstDay, lastDay, reason } = asked;
  const { id } = await tx
    .insertInto('deputations')
    .values({
      principal_id: principalId,
      deputy_id: deputyId,
      first_day: firstDay,
      last_day: lastDay,
      reason,
      created_at: now,
      created_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  record({
    action: 'deputation.created',
    objectType: 'deputation',
    objectId: id,
    changes: {
      principalId: [null, principalId],
      deputyId: [null, deputyId],
      firstDay: [null, firstDay],
      lastDay: [null, lastDay],
    },
  });
  await renewHolders(run, ofPeople([principalId, deputyId]));
  return findDeputation(tx, actor, id);
});

export const endDeputation = command(
  'active',
  async (run: Command, { id, ended }: { id: string; ended: boolean }): Promise<Deputation> => {
    const { tx, actor, now, record } = run;
    await sql`select 1 from deputations where id = ${id} for update`.execute(tx);
    const before = await findDeputation(tx, actor, id);
    const { principal, deputy, firstDay, lastDay, reason, endedAt } = before;
    if (!mayManage(actor, principal.id))
      throw forbidden('terminar la subrogancia', 'La termina quien estará ausente, o la oficina.');
    if ((endedAt !== null) === ended) return before;
    if (lastDay < localDay(now)) throw new AppError('rule', 'La subrogancia ya terminó.');
    if (!ended) {
      const asked = { principalId: principal.id, deputyId: deputy.id, firstDay, lastDay, reason };
      // Its first day may have passed, which is no fault of whoever takes the end back.
      const errors = deputationErrors(asked, await othersOf(tx, asked, id), firstDay);
      errors.push(...(await deputyError(tx, deputy.id)));
      if (errors.length > 0) throw refusal(errors);
    }
    await tx
      .updateTable('deputations')
      .set({ ended_at: ended ? now : null, ended_by: ended ? actor.id : null })
      .where('id', '=', id)
      .execute();
    record({
      action: ended ? 'deputation.ended' : 'deputation.resumed',
      objectType: 'deputation',
      objectId: id,
      changes: { ended: [!ended, ended] },
    });
    await renewHolders(run, ofPeople([principal.id, deputy.id]));
    return findDeputation(tx, actor, id);
  },
);
