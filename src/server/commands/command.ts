import { type RawBuilder, sql } from 'kysely';
import { again, inTransaction } from '../../db/again.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import { type AuditAction, isAutosaved, RUN_MINUTES } from '../../domain/audit/actions.ts';
import type { AuditObject } from '../../domain/audit/objects.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { Permission } from '../../domain/kit/permissions.ts';
import { requestAddress } from '../http/origin.ts';
import { requirePermission } from '../http/serve.ts';

/** One audit entry. `changes` is `{field: [before, after]}`; ids rather than names, so that a person can be anonymised. */
export interface AuditEntry {
  action: AuditAction;
  objectType: AuditObject;
  objectId: string;
  changes?: Record<string, readonly [unknown, unknown]>;
}

/** Whoever a change is attributed to; null where something happens by itself. */
type Author = { readonly id: string } | null;

/** What a command works with. Everything it writes goes through `tx`; every write is recorded. */
export interface Command<Who extends Author = Actor> {
  readonly tx: Transaction;
  readonly actor: Who;
  readonly now: Date;
  record(entry: AuditEntry): void;
  /** One entry for each row of `rows`, which has `object_id` and `changes`: for more of them than should travel. */
  recordRows(what: Pick<AuditEntry, 'action' | 'objectType'>, rows: RawBuilder<unknown>): Promise<void>;
}

/** What a command of one statement works with: the statement writes its audit entry along with the rest. */
export interface StatementCommand {
  readonly db: Database;
  readonly actor: Actor;
  readonly now: Date;
  /** The entry as a part of the statement, written once for each row that `written`, an earlier part, comes to. */
  recordWith(entry: AuditEntry, written: string): RawBuilder<unknown>;
}

export interface CommandContext {
  readonly db: Database;
  readonly actor: Actor;
  readonly requestId?: string;
}

interface Origin<Who extends Author> {
  readonly actor: Who;
  readonly now: Date;
  readonly requestId?: string | undefined;
}

/**
 * The fixed shape of a write: permission, one transaction, the change, its audit entries. A command that records
 * nothing has changed nothing and must say so by returning; the transaction is rolled back when it throws.
 */
export function command<I, O>(permission: Permission, run: (command: Command, input: I) => Promise<O>) {
  return async ({ db, actor, requestId }: CommandContext, input: I): Promise<O> => {
    requirePermission(actor, permission);
    return inTransaction(db, tx =>
      runAudited(tx, { actor, now: new Date(), requestId }, inner => run(inner, input)),
    );
  };
}

/**
 * The same where one statement is the whole change, its audit included: it needs no transaction around it, which takes
 * a third of the time. It runs again when its connection broke off, and then has to find what it had stored all the same.
 */
export function statementCommand<I, O>(
  permission: Permission,
  run: (command: StatementCommand, input: I) => Promise<O>,
) {
  return async ({ db, actor, requestId }: CommandContext, input: I): Promise<O> => {
    requirePermission(actor, permission);
    return again(() => {
      const now = new Date();
      const recordWith = (entry: AuditEntry, written: string) =>
        insertAudit({ actor, now, requestId }, sql`${oneEntry(entry)} from ${sql.ref(written)}`);
      return run({ db, actor, now, recordWith }, input);
    });
  };
}

/** What happens by itself, in the same shape without a person; a job tries again by itself. */
export function byItself<O>(
  db: Database,
  now: Date,
  run: (command: Command<null>) => Promise<O>,
): Promise<O> {
  return db.transaction().execute(tx => runAudited(tx, { actor: null, now }, run));
}

/** A change within a transaction that is there already, with its audit entries at the end. */
export async function runAudited<Who extends Author, O>(
  tx: Transaction,
  origin: Origin<Who>,
  run: (command: Command<Who>) => Promise<O>,
): Promise<O> {
  const { actor, now } = origin;
  const entries: AuditEntry[] = [];
  const result = await run({
    ...{ tx, actor, now },
    record: entry => entries.push(entry),
    recordRows: async ({ action, objectType }, rows) => {
      const entries = sql`
        select ${action}::text as action, ${objectType}::text as object_type, r.object_id, r.changes, false as autosaved
        from (${rows}) r`;
      await insertAudit(origin, entries).execute(tx);
    },
  });
  if (entries.length > 0) await insertAudit(origin, someEntries(entries)).execute(tx);
  return result;
}

/** What differs between two entries of one change. */
const AUDITED = sql.raw('action text, object_type text, object_id text, changes jsonb, autosaved boolean');

// One fixed statement for any number of entries: it is part of every write.
function someEntries(entries: readonly AuditEntry[]): RawBuilder<unknown> {
  const rows = entries.map(({ action, objectType, objectId, changes = {} }) => ({
    action,
    object_type: objectType,
    object_id: objectId,
    changes,
    autosaved: isAutosaved(action),
  }));
  return sql`select * from json_to_recordset(${JSON.stringify(rows)}) r (${AUDITED})`;
}

const oneEntry = ({ action, objectType, objectId, changes = {} }: AuditEntry) => sql`
  select ${action}::text as action, ${objectType}::text as object_type, ${objectId}::text as object_id,
    ${JSON.stringify(changes)}::jsonb as changes, ${isAutosaved(action)}::boolean as autosaved`;

/**
 * The only statement that writes the audit. An autosave follows the entry before of the same thing if that is the same
 * one by the same person, a moment ago: what is written in one go is told as one.
 */
const insertAudit = ({ actor, requestId }: Origin<Author>, entries: RawBuilder<unknown>) => sql`
  insert into audit (actor_id, action, object_type, object_id, changes, request_id, address, follows)
  select ${actor?.id ?? null}::uuid, e.action, e.object_type, e.object_id, e.changes, ${requestId ?? null},
    ${requestAddress()}, e.autosaved and coalesce((
      select l.action = e.action and l.actor_id = ${actor?.id ?? null}::uuid
        and l.at > now() - interval '${sql.raw(String(RUN_MINUTES))} minutes'
      from audit l where l.object_type = e.object_type and l.object_id = e.object_id order by l.id desc limit 1), false)
  from (${entries}) e`;

/** The fields of `after` that differ from `before`, as audit changes. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, readonly [unknown, unknown]> {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const [key, value] of Object.entries(after)) {
    if (JSON.stringify(before[key] ?? null) !== JSON.stringify(value ?? null)) {
      changes[key] = [before[key] ?? null, value ?? null];
    }
  }
  return changes;
}
