import { sql } from 'kysely';
import type { Command } from '../../../server/commands/command.ts';

/**
 * Whoever is anonymised is named by no certificate any more: their row stays, so that folios have no gap, and nobody is
 * shown it. The job that draws PDFs deletes theirs.
 */
export async function eraseCertificates(
  { tx, now }: Pick<Command, 'tx' | 'now'>,
  { id, email }: { readonly id: string; readonly email: string },
  name: string,
): Promise<void> {
  const blank = JSON.stringify({ name, document: '' });
  await sql`
    update certificates set erased_at = ${now}, name = ${name}, content = content || ${blank}::jsonb, email = '',
      told_at = coalesce(told_at, ${now}), holder = 'user:' || ${id}
    where (user_id = ${id} or holder = 'mail:' || ${email.toLowerCase()}) and erased_at is null`.execute(tx);
}
