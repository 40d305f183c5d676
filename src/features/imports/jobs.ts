import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import type { NewUnit } from '../../domain/imports/field.ts';
import { APPLIED_IMPORTS, UNAPPLIED_IMPORTS } from '../../domain/imports/import-states.ts';
import type { ImportNoun } from '../../domain/imports/nouns.ts';
import { RESULTS } from '../../domain/imports/plan.ts';
import type { Mapping } from '../../domain/imports/recognition.ts';
import type { Source } from '../../domain/imports/texts.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { type Command, runAudited } from '../../server/commands/command.ts';
import type { Deps } from '../../server/deps.ts';
import type { Job } from '../../server/jobs.ts';
import { APPLY_JOB } from './commands.ts';
import { judgeRows, summarise } from './rows/commands.ts';
import { createUnits } from './units/commands.ts';
import { writeRows } from './writing/commands.ts';

interface Claimed {
  readonly id: string;
  readonly noun: ImportNoun;
  readonly fileName: string;
  readonly mapping: Mapping;
  readonly defaults: Source;
  readonly administrators: readonly string[];
  readonly facultyId: string | null;
  readonly goodOnly: boolean;
  readonly importerId: string;
  readonly claim: string;
  readonly total: number;
  readonly attempts: number;
}

/** After this long without a sign of life another copy may take an import over. */
const CLAIM_SECONDS = 30;
const MOST_ATTEMPTS = 3;
/** Lost a race with another writer: nothing was written, and the next attempt sees what the other wrote. */
const RETRYABLE = new Set(['40001', '40P01', '23505', '23503']);
const KEPT_DAYS = { open: 7, done: 90 };

/** One import at a time, so that two never write the same rows. */
async function claimNext(db: Database): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update imports set claim = gen_random_uuid(), attempts = attempts + 1, progress = 0,
      claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = (select id from imports i where state = ${lit.import('applying')}
        and not exists (select from imports o where o.state = ${lit.import('applying')} and o.claimed_until > now())
      order by created_at limit 1 for update skip locked)
    returning id, noun, file_name as "fileName", mapping, defaults, administrators, faculty_id as "facultyId",
      good_only as "goodOnly", applied_by as "importerId", claim, total, attempts`.execute(db);
  return rows[0];
}

const takenOver = () => new Error('another copy has taken the import over');

/** Tells how far it is, outside of the transaction that writes it, and keeps others away. */
async function report(db: Database, { id, claim }: Claimed, progress: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update imports set progress = ${progress}, claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = ${id} and claim = ${claim}`.execute(db);
  if (numAffectedRows === 0n) throw takenOver();
}

const STALE = 'Los datos cambiaron desde la vista previa. Revísala de nuevo.';

/** Ends it, unless it was taken over: then everything is rolled back. */
async function finish(
  tx: Transaction,
  { id, claim }: Claimed,
  state: 'done' | 'ready',
  problem: string | null,
) {
  const { numAffectedRows } = await sql`
    update imports set state = ${state}, problem = ${problem}, claimed_until = null,
      applied_at = case when ${state} = ${lit.import('done')} then now() end
    where id = ${id} and claim = ${claim} and state = ${lit.import('applying')}`.execute(tx);
  if (numAffectedRows === 0n) throw takenOver();
}

/** It may have waited while whoever started it left the office. */
async function requireImporter(tx: Transaction, { importerId }: Claimed): Promise<void> {
  const { rows } = await sql`
    select 1 from users where id = ${importerId} and state = ${lit.user('active')} and 'Admin' = any(roles)`.execute(
    tx,
  );
  if (rows.length === 0)
    throw new AppError('rule', 'Quien la inició ya no puede importar. No se guardó nada: iníciala de nuevo.');
}

/** The whole import in one transaction: killed half-way, nothing of it is there, and the next round begins again. */
const applyOne = (db: Database, claimed: Claimed): Promise<void> =>
  db.transaction().execute(tx => {
    const actor = { id: claimed.importerId };
    const origin = { actor, now: new Date(), requestId: claimed.id.slice(0, 8) };
    return runAudited(tx, origin, command => apply(db, command, claimed));
  });

async function apply(db: Database, command: Command<{ id: string }>, claimed: Claimed): Promise<void> {
  const { tx } = command;
  const half = (done: number) => Math.floor(done / 2);
  await requireImporter(tx, claimed);
  const onBatch = (done: number) => report(db, claimed, half(done));
  const stale = await judgeRows(tx, claimed, { lock: true, onBatch });
  if (stale > 0) {
    await summarise(tx, claimed.id);
    return finish(tx, claimed, 'ready', STALE);
  }
  const found = await tx
    .selectFrom('imports')
    .select(['new_units as units', 'counts'])
    .where('id', '=', claimed.id)
    .executeTakeFirstOrThrow();
  const w = { ...claimed, ...command };
  const units = found.units as NewUnit[];
  const created = await createUnits(w, units, claimed.facultyId);
  // Rows find what was made as they find everything else.
  if (units.length > 0) await judgeRows(tx, claimed, { lock: true, onBatch });
  let written = 0;
  await writeRows(w, async count => {
    written += count;
    await report(db, claimed, half(claimed.total) + half(written));
  });
  // Last of all: what is told of its progress meanwhile is written in the same row, from outside.
  await sql`update imports set created_units = ${JSON.stringify(created)}::jsonb where id = ${claimed.id}`.execute(
    tx,
  );
  recordDone(w, claimed, found.counts as Record<string, number>);
  await finish(tx, claimed, 'done', null);
}

function recordDone(
  { record }: Pick<Command, 'record'>,
  { id, noun, fileName }: Claimed,
  counts: Record<string, number>,
) {
  const numbers = RESULTS.map(key => [key, [null, counts[key] ?? 0]]);
  record({
    action: `${noun}.imported`,
    objectType: 'import',
    objectId: id,
    changes: { file: [null, fileName], ...Object.fromEntries(numbers) },
  });
}

/** What a failed attempt leaves: another one soon, or words for whoever waits. */
async function giveUp(db: Database, claimed: Claimed, error: unknown): Promise<void> {
  const again = RETRYABLE.has((error as { code?: string }).code ?? '') && claimed.attempts < MOST_ATTEMPTS;
  const problem =
    error instanceof AppError
      ? error.message
      : 'La importación no se pudo completar. No se guardó nada: inténtalo de nuevo.';
  await sql`
    update imports set claimed_until = null, state = ${again ? 'applying' : 'failed'},
      problem = ${again ? null : problem}
    where id = ${claimed.id} and claim = ${claimed.claim} and state = ${lit.import('applying')}`.execute(db);
  if (!again && !(error instanceof AppError)) throw error;
}

/** Imports that wait, and those that a dead copy of the server left behind. */
export async function applyImports(db: Database): Promise<number> {
  let count = 0;
  for (let next = await claimNext(db); next; next = await claimNext(db)) {
    const claimed = next;
    if (claimed.attempts > MOST_ATTEMPTS) await giveUp(db, claimed, new AppError('unavailable'));
    else await applyOne(db, claimed).catch(error => giveUp(db, claimed, error));
    count += 1;
  }
  return count;
}

/** Files nobody went on with, and of imports too old to be undone whatever may name people. */
export async function cleanImports(db: Database): Promise<void> {
  await sql`
    delete from imports where state in ${among(UNAPPLIED_IMPORTS)}
      and created_at < now() - make_interval(days => ${KEPT_DAYS.open})`.execute(db);
  const old = sql`select id from imports where state in ${among(APPLIED_IMPORTS)}
    and created_at < now() - make_interval(days => ${KEPT_DAYS.done})`;
  await sql`delete from import_rows where import_id in (${old})`.execute(db);
  await sql`delete from import_words where import_id in (${old})`.execute(db);
  await sql`update imports set administrators = '{}', samples = '[]', defaults = '{}'
    where id in (${old}) and (administrators <> '{}' or samples <> '[]' or defaults <> '{}')`.execute(db);
}

export const importJobs = ({ db }: Deps): Job[] => [
  { name: APPLY_JOB, cron: '* * * * *', pollSeconds: 1, run: () => applyImports(db) },
  { name: 'imports.clean', cron: '41 4 * * *', pollSeconds: 60, run: () => cleanImports(db) },
];
