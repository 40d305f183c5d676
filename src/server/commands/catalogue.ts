import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import type { AuditObject } from '../../domain/audit/objects.ts';
import type { CatalogueEndpoints } from '../../domain/catalogues/catalogue.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { Endpoint } from '../../domain/kit/endpoint.ts';
import type { Permission } from '../../domain/kit/permissions.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import { formatCount } from '../../domain/text/format.ts';
import { serve } from '../http/serve.ts';
import { serveExport } from '../tables/export.ts';
import type { List } from '../tables/list.ts';
import type { Columns as FileColumns } from '../tables/table-file.ts';
import { type BulkOf, serveBulk } from './bulk.ts';
import { type Command, changesBetween, command } from './command.ts';

type Columns = Record<string, unknown>;
type Changes = Record<string, readonly [unknown, unknown]>;

/** A table kept by an administrator, and how its contract row maps to it; `Stored` are columns its rules read. */
export interface Catalogue<Fields, Row, Stored = Columns> {
  readonly table: string;
  /** Name in the audit, e.g. `faculty`. */
  readonly object: AuditObject;
  readonly manage: Permission;
  /** What a second row with the same unique value is told, by the field it concerns. */
  readonly duplicate: { readonly path: string; readonly message: string };
  /** What keeps a row from being deleted. */
  readonly references: readonly {
    table: string;
    column: string;
    one: string;
    many: string;
  }[];
  /** Columns by which the audit knows a deleted row, the first that is filled; `code` unless said otherwise. */
  readonly codes?: readonly string[];
  /** Columns about a person: the audit keeps that they changed, not their values. */
  readonly personal?: readonly string[];
  columns(fields: Fields): Columns;
  /** Columns that are given to a new row alone: the number of a register. */
  columnsOfNew?(command: Command): Promise<Columns>;
  /** What an update stores of what was sent, where the stored row says more than what was shown of it. */
  settle?(command: Command, fields: Fields, before: Columns & Stored): Promise<Fields>;
  /** Refuses what the schema cannot know; `before` is the stored row of an update. */
  check?(command: Command, fields: Fields, before?: Columns & Stored): Promise<void>;
  /** Writes what lives in other tables (heads, careers); answers what changed there. */
  link?(command: Command, id: string, fields: Fields, before?: Columns & Stored): Promise<Changes>;
  /** Refuses a deletion before it is looked at what uses the row. */
  checkRemoval?(command: Command, id: string): Promise<void>;
  unlink?(command: Command, id: string): Promise<Changes | undefined>;
  /** Refuses that the row is taken out of use, or back. */
  checkActivation?(before: Columns & Stored): void;
  /** What follows elsewhere once everything is stored; `linked` is what `link` or `unlink` changed. */
  follow?(command: Command, id: string, linked?: Changes): Promise<unknown>;
  find(db: Database, actor: Actor, id: string): Promise<Row>;
}

/** What of it depends on no field. */
type Kept = Omit<
  Catalogue<never, unknown>,
  'columns' | 'columnsOfNew' | 'settle' | 'check' | 'link' | 'checkActivation'
>;

/** The row, locked until the end of the transaction; 404 without it, 409 when it is newer than what the caller saw. */
export async function lockRow<Stored = Columns>(
  { tx, actor }: Command,
  catalogue: Pick<Kept, 'table' | 'find'>,
  id: string,
  updatedAt?: string,
): Promise<Columns & Stored> {
  const { rows } = await sql<Columns & Stored & { is_fresh: boolean }>`
    select *, ${updatedAt ?? null}::timestamptz is null or updated_at = ${updatedAt ?? null}::timestamptz as is_fresh
    from ${sql.table(catalogue.table)} where id = ${id} for update
  `.execute(tx);
  const row = rows[0];
  if (!row) throw notFound();
  if (!row.is_fresh) {
    throw new AppError('conflict', undefined, { extra: { stored: await catalogue.find(tx, actor, id) } });
  }
  return row;
}

async function insertRow({ tx, actor }: Command, table: string, columns: Columns): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map(c => sql.ref(c)))}, updated_by)
    values (${sql.join(Object.values(columns))}, ${actor.id}) returning id
  `.execute(tx);
  const id = rows[0]?.id;
  if (!id) throw new Error(`insert into ${table} returned no id`);
  return id;
}

export async function updateRow(
  { tx, actor }: Command,
  table: string,
  id: string,
  columns: Columns,
): Promise<void> {
  const assignments = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value},`);
  await sql`
    update ${sql.table(table)} set ${sql.join(assignments, sql` `)} updated_at = now(), updated_by = ${actor.id}
    where id = ${id}
  `.execute(tx);
}

/** A unique index refused the row: said at the field, in words. */
export async function refusingDuplicate<T>(
  duplicate: { path: string; message: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    throw new AppError('rule', duplicate.message, { errors: [duplicate] });
  }
}

/** What is newly chosen must be in use; what was chosen before may have been taken out of use since. */
export async function requireActive(
  tx: Transaction,
  table: 'faculties' | 'schools' | 'courses' | 'users',
  id: string,
  before: unknown,
  path: string,
  message: string,
): Promise<void> {
  if (id === before) return;
  const usable = table === 'users' ? sql`state = ${lit.user('active')}` : sql`active`;
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id} and ${usable}`.execute(tx);
  if (rows.length === 0) throw new AppError('rule', message, { errors: [{ path, message }] });
}

/** What the audit keeps of a change. */
function auditable({ personal = [] }: Kept, changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([key, pair]) => [
      key,
      personal.includes(key) ? ([null, null] as const) : pair,
    ]),
  );
}

async function refuseWhileUsed(tx: Transaction, { references }: Kept, id: string): Promise<void> {
  if (references.length === 0) return;
  const counts = references.map(
    r => sql`(select count(*)::int from ${sql.table(r.table)} where ${sql.ref(r.column)} = ${id})`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(tx);
  const uses = references.flatMap(({ one, many }, i) => {
    const count = rows[0]?.counts[i] ?? 0;
    return count === 0 ? [] : [formatCount(count, one, many)];
  });
  if (uses.length === 0) return;
  const list = new Intl.ListFormat('es').format(uses);
  throw new AppError('rule', `No se puede eliminar porque todavía se usa en ${list}. Puedes desactivarlo.`);
}

/** Sets one column of one row whoever changed it last; answers what it was. */
function columnCommand(catalogue: Kept) {
  const { table, object, manage, duplicate } = catalogue;
  return <Value>(column: string, check?: (c: Command, value: Value, before: Columns) => Promise<void>) =>
    command(manage, async (c, { id, value }: { id: string; value: Value }): Promise<Value> => {
      const before = await lockRow(c, catalogue, id);
      const was = before[column] as Value;
      if (was === value) return was;
      await check?.(c, value, before);
      await refusingDuplicate(duplicate, () => updateRow(c, table, id, { [column]: value }));
      await catalogue.follow?.(c, id);
      const verb = column === 'active' ? (value ? 'reactivated' : 'deactivated') : 'updated';
      const changes = { [column]: [was, value] as const };
      c.record({ action: `${object}.${verb}`, objectType: object, objectId: id, changes });
      return was;
    });
}

function removeCommand(catalogue: Kept) {
  const { table, object, manage, codes = ['code'] } = catalogue;
  return command(manage, async (c, id: string): Promise<{ id: string }> => {
    const before = await lockRow(c, catalogue, id);
    await catalogue.checkRemoval?.(c, id);
    await refuseWhileUsed(c.tx, catalogue, id);
    const unlinked = await catalogue.unlink?.(c, id);
    await sql`delete from ${sql.table(table)} where id = ${id}`.execute(c.tx);
    if (unlinked) await catalogue.follow?.(c, id, unlinked);
    const changes = { code: [codes.map(column => before[column]).find(Boolean) ?? null, null] as const };
    c.record({ action: `${object}.deleted`, objectType: object, objectId: id, changes });
    return { id };
  });
}

/** Create, update, deactivate and delete, each one transaction with its audit entry. */
export function catalogueCommands<Fields, Row, Stored = Columns>(catalogue: Catalogue<Fields, Row, Stored>) {
  const { table, object, manage, duplicate } = catalogue;
  return {
    create: command(manage, async (c, fields: Fields): Promise<Row> => {
      await catalogue.check?.(c, fields);
      const columns = catalogue.columns(fields);
      const given = await catalogue.columnsOfNew?.(c);
      const id = await refusingDuplicate(duplicate, () => insertRow(c, table, { ...columns, ...given }));
      const linked = await catalogue.link?.(c, id, fields);
      await catalogue.follow?.(c, id, linked);
      const changes = auditable(catalogue, { ...changesBetween({}, columns), ...linked });
      c.record({ action: `${object}.created`, objectType: object, objectId: id, changes });
      return catalogue.find(c.tx, c.actor, id);
    }),
    update: command(
      manage,
      async (
        c,
        { id, fields: sent }: { id: string; fields: Fields & { updatedAt: string } },
      ): Promise<Row> => {
        const before = await lockRow<Stored>(c, catalogue, id, sent.updatedAt);
        const fields = (await catalogue.settle?.(c, sent, before)) ?? sent;
        await catalogue.check?.(c, fields, before);
        const columns = catalogue.columns(fields);
        const linked = await catalogue.link?.(c, id, fields, before);
        const changes = auditable(catalogue, { ...changesBetween(before, columns), ...linked });
        if (Object.keys(changes).length > 0) {
          await refusingDuplicate(duplicate, () => updateRow(c, table, id, columns));
          await catalogue.follow?.(c, id, linked);
          c.record({ action: `${object}.updated`, objectType: object, objectId: id, changes });
        }
        return catalogue.find(c.tx, c.actor, id);
      },
    ),
    setActive: command(
      manage,
      async (
        c,
        { id, active, updatedAt }: { id: string; active: boolean; updatedAt: string },
      ): Promise<Row> => {
        const before = await lockRow<Stored>(c, catalogue, id, updatedAt);
        if (before.active !== active) {
          catalogue.checkActivation?.(before);
          await updateRow(c, table, id, { active });
          const verb = active ? 'reactivated' : 'deactivated';
          const changes = { active: [!active, active] as const };
          c.record({ action: `${object}.${verb}`, objectType: object, objectId: id, changes });
        }
        return catalogue.find(c.tx, c.actor, id);
      },
    ),
    column: columnCommand(catalogue),
    remove: removeCommand(catalogue),
  };
}

type Commands<Fields, Row> = Pick<
  ReturnType<typeof catalogueCommands<Fields, Row>>,
  'create' | 'update' | 'remove'
>;

interface Reads<Query, Row> {
  list: List<Query, Row>;
  /** Name and columns of the list as a file. */
  name: string;
  columns: FileColumns<Row>;
  find(db: Database, actor: Actor, id: string): Promise<Row>;
}

/** Bind the endpoints every catalogue has; the parsed inputs are those of the contract, by construction. */
export function serveCatalogue<R extends z.ZodType, F extends z.ZodType, Q extends z.ZodObject>(
  api: FastifyInstance,
  db: Database,
  endpoints: CatalogueEndpoints<R, F, Q>,
  commands: Commands<z.output<F>, z.output<R>>,
  reads: Reads<z.output<Q>, z.output<R>>,
): void {
  type Body = z.output<F> & { updatedAt: string };
  const idOf = (params: unknown) => (params as { id: string }).id;
  serve<Endpoint>(api, endpoints.list, ({ actor, query }) =>
    reads.list.page(db, actor, query as z.output<Q>),
  );
  serveExport(api, db, endpoints.list, { name: reads.name, columns: reads.columns, rows: reads.list.rows });
  serve<Endpoint>(api, endpoints.get, ({ actor, params }) => reads.find(db, actor, idOf(params)));
  serve<Endpoint>(api, endpoints.create, ({ actor, body, request }) =>
    commands.create({ db, actor, requestId: request.id }, body as z.output<F>),
  );
  serve<Endpoint>(api, endpoints.update, ({ actor, params, body, request }) =>
    commands.update({ db, actor, requestId: request.id }, { id: idOf(params), fields: body as Body }),
  );
  serve<Endpoint>(api, endpoints.remove, ({ actor, params, request }) =>
    commands.remove({ db, actor, requestId: request.id }, idOf(params)),
  );
}

type Activation = Endpoint<
  z.ZodType<{ id: string }>,
  z.ZodType,
  z.ZodType<{ active: boolean; updatedAt: string }>
>;

/** Out of use and back: one row, refused on top of a newer change, and several at once, whoever changed them last. */
export function serveActivation<Row>(
  api: FastifyInstance,
  db: Database,
  { one, several }: { one: Activation; several: BulkOf<boolean> },
  { setActive, column }: Pick<ReturnType<typeof catalogueCommands<never, Row>>, 'setActive' | 'column'>,
): void {
  serve<Activation>(api, one, ({ actor, params, body, request }) =>
    setActive({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
  serveBulk(api, db, several, column<boolean>('active'));
}
