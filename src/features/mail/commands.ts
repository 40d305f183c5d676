import { sql } from 'kysely';
import { lit } from '../../db/states.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import type { Env } from '../../server/env.ts';
import type { Jobs } from '../../server/jobs.ts';
import type { resendMails } from './contract.ts';
import { readable } from './queries.ts';

interface Resend {
  readonly ids: readonly string[];
  readonly env: Env;
  readonly jobs: Jobs;
}

/** Puts mails back in the queue with all their attempts ahead, to the address the person has now. */
export const resend = command(
  'mail.manage',
  async (
    { tx, actor, now, record }: Command,
    { ids, env, jobs }: Resend,
  ): Promise<OutputOf<typeof resendMails>> => {
    if (!env.mail)
      throw new AppError(
        'rule',
        'Aún no hay un servidor de correo configurado. Los correos quedan guardados hasta entonces.',
      );
    const theirs = sql.join([sql`m.id = any(${ids}::uuid[])`, ...(await readable(tx, actor))], sql` and `);
    const { rows } = await sql<{ id: string; before: string }>`
      with chosen as (select m.id, m.state from mails m where ${theirs} for update)
      update mails m set state = ${lit.mail('pending')}, attempts = 0, next_attempt_at = ${now},
        claimed_until = null,
        sent_at = null
      from chosen c where c.id = m.id returning m.id, c.state as before`.execute(tx);
    for (const { id, before } of rows)
      record({
        action: 'mail.resend',
        objectType: 'mail',
        objectId: id,
        changes: { state: [before, 'pending'] },
      });
    await jobs.wake(tx, 'mail.send');
    return { queued: rows.map(row => row.id) };
  },
);
