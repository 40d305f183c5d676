import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { keysOf } from '../../domain/kit/look-up.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { FORGOTTEN_NAME } from '../../domain/privacy/forgotten.ts';
import { TRACE_GROUPS, type TraceGroup } from '../../domain/privacy/traces.ts';
import { type AuditEntry, type Command, command } from '../../server/commands/command.ts';
import { forgetAttendances } from '../attendance/erasing/commands.ts';
import { eraseCertificatesById } from '../certificates/erasing/commands.ts';
import { forgetImportRows } from '../privacy/personal-data/commands.ts';
import { eraseInvitations, holdWaves } from '../surveys/erasing/commands.ts';
import type { Erasure, ExportedTraces, TraceSearch, Traces } from './contract.ts';
import { isContact, type Sought } from './places/queries.ts';
import { type Asked, askFor, exportOf, holdErasable, tracesOf } from './queries.ts';

/** What is looked for is written nowhere: not even whether it was the same as last time. */
function note(
  { record }: Command,
  action: AuditEntry['action'],
  changes: NonNullable<AuditEntry['changes']>,
): void {
  record({ action, objectType: 'person', objectId: randomUUID(), changes });
}

export const findTraces = command('privacy.manage', async (c, search: TraceSearch): Promise<Traces> => {
  const found = await tracesOf(c.tx, await askFor(c.tx, c.actor, search));
  note(c, 'person.find', Object.fromEntries(found.groups.map(g => [g.group, [null, g.total]])));
  return found;
});

export const exportTraces = command(
  'privacy.manage',
  async (c, search: TraceSearch): Promise<ExportedTraces> => {
    const found = await exportOf(c.tx, await askFor(c.tx, c.actor, search), c.now);
    const rows = found.groups.reduce((sum, g) => sum + g.rows.length, 0);
    note(c, 'person.export', { rows: [null, rows] });
    return found;
  },
);

type Ids = readonly string[];

/** Whoever edits the organisation meanwhile is told that it changed; what a merge took over goes, too. */
async function emptyContacts({ tx, actor }: Command, ids: Ids, sought: Sought): Promise<void> {
  await sql`
    update organisations o set contact_name = null, contact_email = null, contact_phone = null, updated_at = now(),
      updated_by = ${actor.id}
    where o.id = any(${[...ids]}::uuid[]) and ${isContact(sought) ?? sql`false`}`.execute(tx);
  await sql`
    update organisation_merges set taken = taken - '{contact_name,contact_email,contact_phone}'::text[]
    where into_id = any(${[...ids]}::uuid[]) or merged_id = any(${[...ids]}::uuid[])`.execute(tx);
}

/**
 * The first cells of a file, by which its columns were told, and what was said of its people may be of the person:
 * nobody tells them any more.
 */
async function eraseImportRows({ tx }: Command, ids: Ids): Promise<void> {
  await forgetImportRows(tx, sql`(import_id || ':' || line) = any(${[...ids]}::text[])`);
  const imports = [...new Set(ids.map(id => id.slice(0, id.indexOf(':'))))];
  await sql`update imports set samples = '[]' where id = any(${imports}::uuid[])`.execute(tx);
  await sql`delete from import_words where import_id = any(${imports}::uuid[])`.execute(tx);
}

type Eraser = (c: Command, ids: Ids, sought: Sought) => Promise<unknown>;
const ERASERS: Partial<Record<TraceGroup, Eraser>> = {
  attendances: forgetAttendances,
  invitations: eraseInvitations,
  certificates: (c, ids) => eraseCertificatesById(c, ids, FORGOTTEN_NAME),
  contacts: emptyContacts,
  mails: ({ tx }, ids) => sql`delete from mails where id = any(${[...ids]}::uuid[])`.execute(tx),
  importRows: eraseImportRows,
};

const changed = () => new AppError('conflict', 'Los datos cambiaron: busca de nuevo.');

/** Holds all that was chosen before anything of it goes: mails go along with their invitations, too. */
async function holdChosen(c: Command, asked: Asked, { ids }: Erasure): Promise<[TraceGroup, string[]][]> {
  if (ids.invitations) await holdWaves(c, ids.invitations);
  const held: [TraceGroup, string[]][] = [];
  for (const group of keysOf(TRACE_GROUPS)) {
    const chosen = [...new Set(ids[group])];
    if (chosen.length === 0) continue;
    const found = await holdErasable(c.tx, asked, group, chosen);
    if (found.length < chosen.length) throw changed();
    held.push([group, found]);
  }
  return held;
}

/** What was erased for a request says for which: a number names nobody. */
async function checkRequest({ tx }: Command, code: string): Promise<void> {
  if (code === '') return;
  const { rows } = await sql`select from data_requests where code = ${code}`.execute(tx);
  const message = 'No hay una solicitud con ese número.';
  if (rows.length === 0) throw new AppError('rule', message, { errors: [{ path: 'request', message }] });
}

export const eraseTraces = command('privacy.manage', async (c, erasure: Erasure) => {
  const asked = await askFor(c.tx, c.actor, erasure);
  await checkRequest(c, erasure.request);
  const held = await holdChosen(c, asked, erasure);
  for (const [group, ids] of held) await ERASERS[group]?.(c, ids, asked.sought);
  const erased: Partial<Record<TraceGroup, number>> = Object.fromEntries(
    held.map(([group, ids]) => [group, ids.length]),
  );
  note(c, 'person.erase', {
    ...Object.fromEntries(held.map(([group, ids]) => [group, [ids.length, 0]] as const)),
    ...(erasure.request !== '' && { request: [null, erasure.request] as const }),
  });
  return { erased };
});
