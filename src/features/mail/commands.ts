import { sql } from 'kysely';
import { lit } from '../../db/states.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { testLetterOf } from '../../domain/notices/letters/test-letter.ts';
import { TEST_MAIL } from '../../domain/notices/mail-texts.ts';
import { type Command, command } from '../../server/commands/command.ts';
import type { Env } from '../../server/env.ts';
import type { Jobs } from '../../server/jobs.ts';
import type { resendMails, sendTestMail } from './contract.ts';
import { readable } from './queries.ts';

interface Sending {
  readonly env: Env;
  readonly jobs: Jobs;
}
interface Resend extends Sending {
  readonly ids: readonly string[];
}

function requireServer({ mail }: Env): void {
  if (!mail)
    throw new AppError(
      'rule',
      'Aún no hay un servidor de correo configurado. Los correos quedan guardados hasta entonces.',
    );
}

/** Puts mails back in the queue with all their attempts ahead, to the address the person has now. */
export const resend = command(
  'mail.manage',
  async (
    { tx, actor, now, record }: Command,
    { ids, env, jobs }: Resend,
  ): Promise<OutputOf<typeof resendMails>> => {
    requireServer(env);
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

/** A mail to oneself. It waits, leaves and fails as every other: what it shows holds for them. */
export const sendTest = command(
  'mail.manage',
  async (
    { tx, actor, now, record }: Command,
    { env, jobs }: Sending,
  ): Promise<OutputOf<typeof sendTestMail>> => {
    requireServer(env);
    // One after the other of a person: a second click finds what the first one wrote.
    await sql`select from users where id = ${actor.id} for no key update`.execute(tx);
    const { name, email } = actor;
    const { rows } = await sql<{ id: string }>`select id from mails where user_id = ${actor.id}
      and type = ${TEST_MAIL} and state = ${lit.mail('pending')} and attempts = 0`.execute(tx);
    if (rows[0]) return { id: rows[0].id, to: email };
    const { id } = await tx
      .insertInto('mails')
      .values({
        ...{ user_id: actor.id, name, address: email, type: TEST_MAIL, state: 'pending' },
        ...{ next_attempt_at: now, created_at: now, ...testLetterOf({ to: name, at: now }) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    record({ action: 'mail.test', objectType: 'mail', objectId: id });
    await jobs.wake(tx, 'mail.send');
    return { id, to: email };
  },
);
