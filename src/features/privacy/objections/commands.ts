import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Command, command } from '../../../server/commands/command.ts';
import { noteObjection as note } from '../../../server/notices/objections.ts';

interface About {
  readonly email: string;
}

export const noteObjection = command('privacy.manage', async (run: Command, { email }: About) => {
  const { tx, now, actor } = run;
  // Of whom is not said: the audit holds no addresses.
  if (await note({ tx, now, email, by: actor.id }))
    run.record({ action: 'person.object', objectType: 'person', objectId: randomUUID() });
  return { objects: true };
});

export const removeObjection = command('privacy.manage', async (run: Command, { email }: About) => {
  const { numAffectedRows } = await sql`delete from contact_objections where email = ${email}`.execute(
    run.tx,
  );
  if (numAffectedRows === 1n)
    run.record({ action: 'person.allow', objectType: 'person', objectId: randomUUID() });
  return { objects: false };
});
