import { sql } from 'kysely';
import { inTransaction } from '../../db/again.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import type { AuditObject } from '../../domain/audit/objects.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { Permission } from '../../domain/kit/permissions.ts';
import { requestAddress } from '../http/origin.ts';
import { requirePermission } from '../http/serve.ts';

/** One audit entry. `changes` is `{field: [before, after]}`; ids rather than names, so that a person can be anonymised. */
export interface AuditEntry {
  action: string;
  objectType: AuditObject;
  objectId: string;
  changes?: Record<string, readonly [unknown, unknown]>;
}

/** What a command works with. Everything it writes goes through `tx`; every write is recorded. */
export interface Command<Who extends Actor | null = Actor> {
  readonly tx: Transaction;
  /** Null where something happens by itself. */
  readonly actor: Who;
  readonly now: Date;
  record(entry: AuditEntry): void;
}

export interface CommandContext {
  readonly db: Database;
  readonly actor: Actor;
  readonly requestId?: string;
}

/**
 * The fixed shape of a write: permission, one transaction, the change, its audit entries. A command that records
 * nothing has changed nothing and must say so by returning; the transaction is rolled back when it throws.
 */
export function command<I, O>(permission: Permission, run: (command: Command, input: I) => Promise<O>) {
  return async (context: CommandContext, input: I): Promise<O> => {
    requirePermission(context.actor, permission);
    return inTransaction(context.db, async tx => {
      const entries: AuditEntry[] = [];
      const result = await run(
        { tx, actor: context.actor, now: new Date(), record: e => entries.push(e) },
        input,
      );
      await writeAudit(tx, context.actor.id, entries, context.requestId);
      return result;
    });
  };
}

/** What happens by itself, in the same shape without a person; a job tries again by itself. */
export async function byItself<O>(
  db: Database,
  now: Date,
  run: (command: Command<null>) => Promise<O>,
): Promise<O> {
  return db.transaction().execute(async tx => {
    const entries: AuditEntry[] = [];
    const result = await run({ tx, actor: null, now, record: e => entries.push(e) });
    await writeAudit(tx, null, entries, undefined);
    return result;
  });
}

export async function writeAudit(
  tx: Transaction,
  actorId: string | null,
  entries: readonly AuditEntry[],
  requestId: string | undefined,
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ action, objectType, objectId, changes = {} }) => ({
    action,
    object_type: objectType,
    object_id: objectId,
    changes,
  }));
  // One fixed statement for any number of entries: it is part of every write.
  await sql`
    insert into audit (actor_id, action, object_type, object_id, changes, request_id, address)
    select ${actorId}, e.action, e.object_type, e.object_id, e.changes, ${requestId ?? null}, ${requestAddress()}
    from json_to_recordset(${JSON.stringify(rows)}) e (action text, object_type text, object_id text, changes jsonb)
  `.execute(tx);
}

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
