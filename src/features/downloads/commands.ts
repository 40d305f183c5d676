import { sql } from 'kysely';
import { among, lit } from '../../db/states.ts';
import {
  isReady,
  MOST_OPEN,
  OPEN_DOWNLOADS,
  OVER_DOWNLOADS,
} from '../../domain/downloads/download-states.ts';
import type { DownloadRequest } from '../../domain/downloads/maker.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { type FileStore, leaveToClock } from '../../server/files/store.ts';
import type { Jobs } from '../../server/jobs.ts';
import type { Download } from './contract.ts';
import type { Makers } from './making/commands.ts';
import { findDownload } from './queries.ts';

export const PREPARE_JOB = 'downloads.prepare';

interface Asked {
  /** Made by the browser once per form. */
  readonly id: string;
  readonly maker: string;
  readonly request: DownloadRequest;
  /** For people. */
  readonly title: string;
}

/** One after the other of a person: what they have under way is counted. */
const takeTurn = ({ tx, actor }: Command) =>
  sql`select from users where id = ${actor.id} for no key update`.execute(tx);

type Same = Pick<Asked, 'maker' | 'request'>;

/** The same file under way already. */
async function findOpen({ tx, actor }: Command, { maker, request }: Same): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from downloads where user_id = ${actor.id} and maker = ${maker}
      and request = ${JSON.stringify(request)}::jsonb and state in ${among(OPEN_DOWNLOADS)} limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** The same form sent twice, or the same file under way already. */
async function findSame(given: Command, asked: Asked): Promise<string | undefined> {
  const { rows } = await sql<{ mine: boolean }>`
    select user_id = ${given.actor.id} as mine from downloads where id = ${asked.id}`.execute(given.tx);
  const [found] = rows;
  if (found && !found.mine) throw notFound();
  return found ? asked.id : findOpen(given, asked);
}

async function refuseTooMany({ tx, actor }: Command): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from downloads where user_id = ${actor.id} and state in ${among(OPEN_DOWNLOADS)}`.execute(
    tx,
  );
  if ((rows[0]?.n ?? 0) < MOST_OPEN) return;
  throw new AppError(
    'rule',
    `Ya tienes ${MOST_OPEN} descargas en preparación: espera a que termine una, o cancélala.`,
  );
}

/** Notes who asked for what, and has it begun. */
async function begin(jobs: Jobs, given: Command, { id, title }: Pick<Asked, 'id' | 'title'>) {
  given.record({
    action: 'download.ask',
    objectType: 'download',
    objectId: id,
    changes: { title: [null, title] },
  });
  await jobs.wake(given.tx, PREPARE_JOB);
  return findDownload(given.tx, given.actor, id);
}

/** Puts a file on the list of those to be made; whoever calls has checked that this person may have it. */
export async function askDownload(jobs: Jobs, given: Command, asked: Asked): Promise<Download> {
  const { tx, actor } = given;
  await takeTurn(given);
  const same = await findSame(given, asked);
  if (same) return findDownload(tx, actor, same);
  await refuseTooMany(given);
  const { id, maker, request, title } = asked;
  await sql`insert into downloads (id, user_id, maker, request, title)
    values (${id}, ${actor.id}, ${maker}, ${JSON.stringify(request)}::jsonb, ${title})`.execute(tx);
  return begin(jobs, given, asked);
}

interface Again {
  readonly jobs: Jobs;
  readonly makers: Makers;
  readonly id: string;
}

/** With the rights of now, of the same projects as then; one that is under way or ready stays as it is. */
export const retryDownload = command(
  'active',
  async (given: Command, { jobs, makers, id }: Again): Promise<Download> => {
    const { tx, actor } = given;
    await takeTurn(given);
    const { rows } = await sql<Same & { title: string }>`
      select maker, request, title from downloads
      where id = ${id} and user_id = ${actor.id} and state in ${among(OVER_DOWNLOADS)}`.execute(tx);
    const [over] = rows;
    if (!over) return findDownload(tx, actor, id);
    await makers[over.maker]?.rightsOf(tx, actor, over.request);
    const same = await findOpen(given, over);
    if (same) return findDownload(tx, actor, same);
    await refuseTooMany(given);
    await sql`update downloads set state = ${lit.download('waiting')}, done = 0, total = null, problem = null,
        rights = null, attempts = 0, asked_at = now(), started_at = null, ended_at = null, expires_at = null
      where id = ${id}`.execute(tx);
    return begin(jobs, given, { id, title: over.title });
  },
);

/** Whoever prepares it notices within seconds. One that has ended stays as it is. */
export const cancelDownload = command('active', async (given: Command, id: string): Promise<Download> => {
  const { tx, actor } = given;
  const { numAffectedRows } = await sql`
    update downloads set state = ${lit.download('cancelled')}, ended_at = now(), claim = null, claimed_until = null
    where id = ${id} and user_id = ${actor.id} and state in ${among(OPEN_DOWNLOADS)}`.execute(tx);
  if (numAffectedRows) given.record({ action: 'download.cancel', objectType: 'download', objectId: id });
  return findDownload(tx, actor, id);
});

const removeEntry = command('active', async (given: Command, id: string): Promise<{ key: string | null }> => {
  const { tx, actor } = given;
  const { rows } = await sql<{ key: string | null }>`
      delete from downloads where id = ${id} and user_id = ${actor.id} returning storage_key as key`.execute(
    tx,
  );
  const [gone] = rows;
  if (!gone) throw notFound();
  given.record({ action: 'download.deleted', objectType: 'download', objectId: id });
  return gone;
});

/** The entry first: an object without a row is a leftover, a row without an object would be a loss. */
export async function deleteDownload(
  files: FileStore,
  context: Parameters<typeof removeEntry>[0],
  id: string,
): Promise<{ id: string }> {
  const { key } = await removeEntry(context, id);
  if (key) await files.delete(key).catch(leaveToClock);
  return { id };
}

/** Notes that somebody opens their file; whether they still may is asked before. */
export const noteOpening = command('active', async (given: Command, id: string): Promise<void> => {
  const found = await findDownload(given.tx, given.actor, id);
  if (!isReady(found)) throw new AppError('rule', 'La descarga no está lista.');
  given.record({ action: 'download.open', objectType: 'download', objectId: id });
});
