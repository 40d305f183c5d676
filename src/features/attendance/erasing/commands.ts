import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Command } from '../../../server/commands/command.ts';

/**
 * Forgets who these were: they are still counted, and told apart from others by a key that nobody can make again. The
 * same person has the same new key everywhere it is forgotten at once.
 */
export async function forgetAttendances(
  { tx }: Pick<Command, 'tx'>,
  ids: readonly string[],
): Promise<number> {
  const salt = randomBytes(32);
  const { numAffectedRows = 0n } = await sql`
    update attendances set name = 'Persona anonimizada', identifier = '', guardian = '',
      identifier_kind = case when person_key is null then 'none' else 'forgotten' end,
      person_key = case when person_key is not null then sha256(${salt}::bytea || person_key) end
    where id = any(${[...ids]}::uuid[]) and identifier_kind <> 'forgotten'`.execute(tx);
  return Number(numAffectedRows);
}
