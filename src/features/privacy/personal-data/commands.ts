import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { escapeHtml } from '../../../domain/notices/letters.ts';
import { FORGOTTEN_NAME } from '../../../domain/privacy/forgotten.ts';
import { lockRow } from '../../../server/commands/catalogue.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import type { Env } from '../../../server/env.ts';
import { readClosed } from '../../../server/part-taking/secrecy.ts';
import { forgetAttendances } from '../../attendance/erasing/commands.ts';
import { eraseCertificates } from '../../certificates/erasing/commands.ts';
import { eraseInvitations, holdWaves } from '../../surveys/erasing/commands.ts';
import type { User } from '../../users/contract.ts';
import { findUser, keepOneself } from '../../users/queries.ts';
import type { Exported } from './contract.ts';
import { anonymiseRefusal, exportOf } from './queries.ts';

interface Known {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The record, and those that were merged into it. */
async function records(tx: Transaction, id: string): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select id, name, email from users where id = ${id} or merged_into = ${id} order by id for update`.execute(
    tx,
  );
  return rows;
}

/** Texts of the product's own that repeat the name; what people wrote by themselves stays as they wrote it. */
async function forgetName(tx: Transaction, { id, name }: Known): Promise<void> {
  const like = `%${name.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  await sql`update projects set search_text = replace(search_text, E'\n' || ${name}, '') where lead_id = ${id}`.execute(
    tx,
  );
  await sql`update project_history set note = replace(note, ${name}, ${FORGOTTEN_NAME}) where note like ${like}`.execute(
    tx,
  );
  await sql`update notifications set title = replace(title, ${name}, ${FORGOTTEN_NAME}), text = replace(text, ${name}, ${FORGOTTEN_NAME})
    where text like ${like} or title like ${like}`.execute(tx);
  await sql`update mails set subject = replace(subject, ${name}, ${FORGOTTEN_NAME}), text = replace(text, ${name}, ${FORGOTTEN_NAME}),
      html = replace(html, ${escapeHtml(name)}, ${FORGOTTEN_NAME})
    where text like ${like} or subject like ${like}`.execute(tx);
}

const inText = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** What a spreadsheet said of somebody in rows kept for their undo. */
export async function forgetImportRows(tx: Transaction, which: RawBuilder<unknown>): Promise<void> {
  await sql`update import_rows set key = '', edits = '{}', name = null, cells = '[]', "values" = '{}', changes = '{}', errors = '[]',
      target = '{}', source = '{}', before = null
    where ${which}`.execute(tx);
}

/** What spreadsheets said of the person: rows kept for their undo, samples, and cells remembered for the next file. */
async function forgetImports(tx: Transaction, { id, name, email }: Known): Promise<void> {
  await forgetImportRows(tx, sql`object_id = ${id} or key = ${email.toLowerCase()}`);
  await sql`update imports set administrators = array_remove(administrators, ${email.toLowerCase()})
    where ${email.toLowerCase()} = any(administrators)`.execute(tx);
  await sql`delete from import_words where lower(value) = ${email.toLowerCase()}
    or plain(said) = plain(${name}) or plain(value) = plain(${name})`.execute(tx);
  // A name of one word may as well be a word of the product's own.
  const known = [email, ...(name.includes(' ') ? [JSON.stringify(name).slice(1, -1)] : [])];
  // Of a text of several lines JSON writes the break as a letter.
  const pattern = `(?:(?<=\\\\[nrt])|(?<![\\w.+-]))(${known.map(inText).join('|')})(?![\\w-])`;
  for (const [table, ...columns] of [
    ['import_rows', 'cells', 'edits', 'values', 'changes', 'errors', 'target', 'source', 'before'],
    ['imports', 'samples', 'defaults'],
    ['import_mappings', 'defaults'],
    ['faculties', 'source'],
    ['schools', 'source'],
    ['activities', 'source'],
    ['measurements', 'source'],
  ] as const) {
    const texts = columns.map(column => sql`${sql.ref(column)}::text`);
    const sets = columns.map(
      (column, n) =>
        sql`${sql.ref(column)} = regexp_replace(${texts[n]}, ${pattern}, ${FORGOTTEN_NAME}, 'gi')::jsonb`,
    );
    await sql`update ${sql.table(table)} set ${sql.join(sets)} where concat_ws(' ', ${sql.join(texts)}) ~* ${pattern}`.execute(
      tx,
    );
  }
}

/** What exists only for the person. */
async function forgetOwn(tx: Transaction, id: string): Promise<void> {
  for (const table of [
    'user_accounts',
    'sessions',
    'notice_preferences',
    'notifications',
    'uploads',
    'downloads',
    'mails',
  ])
    await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(tx);
  await sql`delete from saved_views where owner_id = ${id} and not shared`.execute(tx);
}

/** What was asked and answered stays as the proof of it, without who it was. */
async function forgetRequests(tx: Transaction, id: string): Promise<void> {
  const gone = 'Texto eliminado al anonimizar los datos de la persona.';
  await sql`update data_requests set name = ${FORGOTTEN_NAME}, email = '', document = '', details = ${gone}, identity = '',
    answer = case when answer = '' then '' else ${gone} end, extension_reason =
      case when extended_at is null then '' else ${gone} end where user_id = ${id}`.execute(tx);
}

/** What they came to and were asked at their address, as of anybody without an account. */
async function forgetAttending(c: Command, email: string): Promise<void> {
  const { rows } = await sql<{ lists: string[]; invitations: string[] }>`
    select array(select id from attendances where identifier_kind = 'email' and identifier = ${email}) as lists,
      array(select id from wave_invitations where lower(email) = ${email}) as invitations`.execute(c.tx);
  const { lists, invitations } = rows[0] ?? { lists: [], invitations: [] };
  await forgetAttendances(c, lists);
  await holdWaves(c, invitations);
  await eraseInvitations(c, invitations);
}

interface Anonymising {
  id: string;
  confirmation: string;
  updatedAt: string;
}

/** For ever: the record stays without a name, so that everything that counts it counts as before. */
export const anonymiseUser = command(
  'people.manage',
  async (c, { id, confirmation, updatedAt }: Anonymising): Promise<User> => {
    const { tx, actor, now } = c;
    const { email } = await findUser(tx, actor, id);
    await lockRow(c, { table: 'users', find: findUser }, id, updatedAt);
    keepOneself(c, id, 'blocked');
    if (confirmation.trim().toLowerCase() !== email.toLowerCase()) {
      const message = 'Escribe el correo de la persona, tal como aparece.';
      throw new AppError('rule', message, { errors: [{ path: 'confirmation', message }] });
    }
    const refused = await anonymiseRefusal(tx, id, await readClosed(tx, actor));
    if (refused) throw new AppError('rule', refused);
    for (const known of await records(tx, id)) {
      await forgetOwn(tx, known.id);
      await forgetRequests(tx, known.id);
      await forgetAttending(c, known.email.toLowerCase());
      await forgetName(tx, known);
      await forgetImports(tx, known);
      await eraseCertificates(c, known, FORGOTTEN_NAME);
      await sql`
        update users set name = ${FORGOTTEN_NAME}, email = id || '@anonimizada.invalid', roles = '{}',
          state = ${lit.user('blocked')},
          expertise = '{}', home_school_id = null, last_sign_in_at = null, invited_at = null,
          anonymised_at = ${now}, updated_at = now(), updated_by = ${actor.id}
        where id = ${known.id}`.execute(tx);
    }
    c.record({ action: 'user.anonymised', objectType: 'user', objectId: id });
    return findUser(tx, actor, id);
  },
);

interface Exporting {
  readonly id: string;
  readonly sender: Pick<Env, 'publicUrl' | 'productName'>;
}

export const exportPerson = command(
  'people.manage',
  async (c, { id, sender }: Exporting): Promise<Exported> => {
    await findUser(c.tx, c.actor, id);
    c.record({ action: 'user.exported', objectType: 'user', objectId: id });
    return exportOf(c.tx, c.actor, { id, sender, now: c.now });
  },
);

export const exportOwn = command('active', async (c, sender: Exporting['sender']): Promise<Exported> => {
  const { id } = c.actor;
  c.record({ action: 'user.exported', objectType: 'user', objectId: id });
  return exportOf(c.tx, c.actor, { id, sender, now: c.now });
});
