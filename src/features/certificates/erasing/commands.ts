import { type RawBuilder, sql } from 'kysely';
import type { Command } from '../../../server/commands/command.ts';

type Run = Pick<Command, 'tx' | 'now'>;

/**
 * Certificates `c` that name nobody any more: their rows stay, so that folios have no gap, and nobody is shown them. The
 * job that draws PDFs deletes theirs.
 */
function erase(
  { tx, now }: Run,
  {
    which,
    holder,
    name,
  }: { readonly which: RawBuilder<unknown>; readonly holder: RawBuilder<unknown>; readonly name: string },
) {
  const blank = JSON.stringify({ name, document: '' });
  return sql`
    update certificates c set erased_at = ${now}, name = ${name}, content = content || ${blank}::jsonb, email = '',
      told_at = coalesce(told_at, ${now}), holder = ${holder}
    where ${which} and erased_at is null`.execute(tx);
}

/** Whoever is anonymised is named by no certificate any more, and gets no second one. */
export async function eraseCertificates(
  run: Run,
  { id, email }: { readonly id: string; readonly email: string },
  name: string,
): Promise<void> {
  const which = sql`(user_id = ${id} or holder = 'mail:' || ${email.toLowerCase()})`;
  await erase(run, { which, holder: sql`'user:' || ${id}`, name });
}

/** These, of somebody without an account: nothing tells any more whose they were. */
export async function eraseCertificatesById(run: Run, ids: readonly string[], name: string): Promise<void> {
  await erase(run, { which: sql`id = any(${[...ids]}::uuid[])`, holder: sql`'erased:' || c.id`, name });
}
