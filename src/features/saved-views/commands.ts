import { sql } from 'kysely';
import { isAdmin } from '../../domain/kit/actor.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, forbidden, notFound } from '../../domain/kit/problem.ts';
import { lockRow, refusingDuplicate, updateRow } from '../../server/commands/catalogue.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import { requirePermission } from '../../server/http/serve.ts';
import {
  type createView as create,
  MOST_VIEWS,
  type SavedView,
  type updateView as update,
  VIEWED_LISTS,
  type ViewedList,
} from './contract.ts';
import { findView, writtenView } from './queries.ts';

type Fields = Pick<SavedView, 'name' | 'query' | 'shared'>;
interface Stored extends Fields {
  readonly id: string;
  readonly list: ViewedList;
  readonly owner_id: string;
}

const VIEWS = { table: 'saved_views', find: findView } as const;

const TAKEN = { path: 'name', message: 'Ya hay una vista compartida con ese nombre: elige otro.' };

/** One after the other of a person, before any view is locked, as who merges people does: names and numbers are counted. */
const takeTurn = ({ tx, actor }: Command) =>
  sql`select from users where id = ${actor.id} for no key update`.execute(tx);

function requireShareable({ actor }: Command, shared: boolean): void {
  if (shared && !isAdmin(actor))
    throw forbidden('compartir vistas', 'Guárdala solo para ti y pide a la oficina que comparta una igual.');
}

async function refuseTwice({ tx, actor }: Command, list: string, id: string, name: string): Promise<void> {
  const { rows } = await sql`
    select from saved_views where owner_id = ${actor.id} and list = ${list} and not shared and id <> ${id}
      and plain(name) = plain(${name}) limit 1`.execute(tx);
  if (rows.length === 0) return;
  const message = 'Ya tienes una vista con ese nombre: elige otro, o guarda los cambios en ella.';
  throw new AppError('rule', message, { errors: [{ path: 'name', message }] });
}

async function refuseTooMany({ tx }: Command, list: string, owner: string): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from saved_views where owner_id = ${owner} and list = ${list}`.execute(tx);
  if ((rows[0]?.n ?? 0) < MOST_VIEWS) return;
  throw new AppError(
    'rule',
    `Ya guardaste ${MOST_VIEWS} vistas de esta lista, que es el máximo: elimina una que no uses.`,
  );
}

const inOrder = (query: Fields['query']) =>
  Object.fromEntries(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** What the audit may tell: how somebody looks at a list by themselves is theirs alone. */
const told = ({ name, query, shared }: Fields) =>
  shared ? { name, query: inOrder(query), shared } : { name: null, query: null, shared };

/** What differs; of what is not told only that it does. */
function changesOf(before: Fields, after: Fields) {
  const changed = changesBetween(
    { ...before, query: inOrder(before.query) },
    { ...after, query: inOrder(after.query) },
  );
  const hidden = Object.keys(changed).map(key => [key, [null, null] as const]);
  return { ...Object.fromEntries(hidden), ...changesBetween(told(before), told(after)) };
}

async function refuseOrphan({ tx, actor }: Command, before: Stored, shared: boolean): Promise<void> {
  if (!before.shared || shared) return;
  const { owner } = await findView(tx, actor, before.id);
  if (owner.left)
    throw new AppError(
      'rule',
      'Quien la creó ya no tiene cuenta activa: sin compartir no la vería nadie. Elimínala, o déjala compartida.',
    );
}

async function change(c: Command, before: Stored, { name, query, shared }: Fields): Promise<SavedView> {
  const { id, list } = before;
  const after = { name, query, shared };
  requireShareable(c, shared);
  await refuseOrphan(c, before, shared);
  const changes = changesOf(before, after);
  if (Object.keys(changes).length === 0) return findView(c.tx, c.actor, id);
  // A colleague's that is no longer shared may be called as one of theirs, which nobody else is told of.
  const isOwn = before.owner_id === c.actor.id;
  if (isOwn && !shared && (before.shared || name !== before.name)) await refuseTwice(c, list, id, name);
  await refusingDuplicate(TAKEN, () => updateRow(c, VIEWS.table, id, after));
  c.record({ action: 'savedView.updated', objectType: 'savedView', objectId: id, changes });
  return writtenView(c.tx, c.actor, id);
}

/** For changing it. */
async function lockView(c: Command, id: string, updatedAt?: string): Promise<Stored> {
  await takeTurn(c);
  const view = await lockRow<Stored>(c, VIEWS, id, updatedAt);
  const { mayChange, mine } = await findView(c.tx, c.actor, id);
  if (!mayChange)
    throw forbidden(
      'cambiar una vista compartida',
      `Mientras se comparte la administra la oficina${mine ? ', aunque la hayas creado tú' : ''}: guarda otra para ti.`,
    );
  return view;
}

/** Whose it is: of one that is put back, its owner of before, who may not be whoever deleted it. */
async function ownerOf({ tx, actor }: Command, id: string, shared: boolean): Promise<string> {
  if (!shared) return actor.id;
  const { rows } = await sql<{ id: string }>`
    select coalesce(u.merged_into, u.id) as id from audit a join users u on u.id = (a.changes -> 'owner' ->> 0)::uuid
    where a.object_type = 'savedView' and a.object_id = ${id} and a.action = 'savedView.deleted'
      and a.actor_id = ${actor.id} order by a.id desc limit 1`.execute(tx);
  return rows[0]?.id ?? actor.id;
}

export const createView = command(
  'active',
  async (c, { id, list, ...fields }: BodyOf<typeof create>): Promise<SavedView> => {
    const { tx, actor } = c;
    requirePermission(actor, VIEWED_LISTS[list]);
    requireShareable(c, fields.shared);
    await takeTurn(c);
    const { rows } = await sql<Stored>`select * from saved_views where id = ${id} for update`.execute(tx);
    if (rows[0]) {
      if (rows[0].owner_id !== actor.id || rows[0].list !== list) throw notFound();
      // The answer was lost, and the form sent again.
      return change(c, await lockView(c, id), fields);
    }
    const owner = await ownerOf(c, id, fields.shared);
    await refuseTooMany(c, list, owner);
    if (!fields.shared) await refuseTwice(c, list, id, fields.name);
    const { name, query, shared } = fields;
    const { numAffectedRows } = await refusingDuplicate(TAKEN, () =>
      sql`insert into saved_views (id, list, name, query, owner_id, shared, updated_by)
        values (${id}, ${list}, ${name}, ${query}, ${owner}, ${shared}, ${actor.id})
        on conflict (id) do nothing`.execute(tx),
    );
    if (numAffectedRows === 0n) throw notFound();
    const changes = changesBetween({}, { list, ...told(fields) });
    c.record({ action: 'savedView.created', objectType: 'savedView', objectId: id, changes });
    return findView(tx, actor, id);
  },
);

export const updateView = command(
  'active',
  async (
    c,
    { id, fields: { updatedAt, ...fields } }: { id: string; fields: BodyOf<typeof update> },
  ): Promise<SavedView> => change(c, await lockView(c, id, updatedAt), fields),
);

export const deleteView = command('active', async (c, id: string): Promise<{ id: string }> => {
  const { name, owner_id, shared } = await lockView(c, id);
  await sql`delete from saved_views where id = ${id}`.execute(c.tx);
  const changes: Record<string, [string, null]> = shared
    ? { name: [name, null], owner: [owner_id, null] }
    : {};
  c.record({ action: 'savedView.deleted', objectType: 'savedView', objectId: id, changes });
  return { id };
});
