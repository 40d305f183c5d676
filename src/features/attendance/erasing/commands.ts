import { sql } from 'kysely';
import { FORGOTTEN_NAME } from '../../../domain/privacy/forgotten.ts';
import type { Command } from '../../../server/commands/command.ts';

/**
 * Forgets who people on lists were; answers how many rows that were. Whoever has an identifier is forgotten on all lists
 * of the project at once and told apart by a random key from then on, so that people are counted as before.
 */
export async function forgetAttendances(
  { tx }: Pick<Command, 'tx'>,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with people as materialized (
      select project_id, person_key,
        sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as fresh_key
      from attendances where id = any(${[...ids]}::uuid[]) and identifier_kind not in ('none', 'forgotten')
      group by project_id, person_key
    ), held as materialized (
      select a.id, a.person_key, p.fresh_key
      from attendances a left join people p on p.project_id = a.project_id and p.person_key = a.person_key
      where p.fresh_key is not null
        or (a.id = any(${[...ids]}::uuid[]) and a.identifier_kind = 'none' and a.name <> ${FORGOTTEN_NAME})
      order by a.id for update of a
    )
    update attendances a set name = ${FORGOTTEN_NAME}, guardian = '', identifier = '', person_key = h.fresh_key,
      identifier_kind = case when h.fresh_key is null then 'none' else 'forgotten' end
    from held h where a.id = h.id and a.person_key is not distinct from h.person_key`.execute(tx);
  return Number(numAffectedRows);
}
