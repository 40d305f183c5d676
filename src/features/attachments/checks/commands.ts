import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { isReady } from '../../../domain/files/file-states.ts';
import type { Scan } from '../../../domain/files/scans.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { isPhoto, nameFor } from '../../../domain/text/file-types.ts';
import { byItself } from '../../../server/commands/command.ts';
import type { Deps } from '../../../server/deps.ts';
import { changedBytes, hashStored, putChecked, putHashed } from '../../../server/files/check.ts';
import { openPhotoPreparer, PhotoError, type PhotoPreparer } from '../../../server/files/photos.ts';
import type { ScanResult } from '../../../server/files/scanner.ts';
import { type FileStore, leaveToClock } from '../../../server/files/store.ts';
import { contentType, storedBytes } from '../../../server/files/typed.ts';
import { countReady, lockFile } from '../commands.ts';
import { chunkedContent, chunkFolder, chunkKey } from '../uploads/queries.ts';
import { type DueVersion, dueColumns } from './queries.ts';

/** How long a version is held before another copy of the server may take it: this one is taken to be dead then. */
const HOLD = sql.lit('2 minutes');
const RENEW_MS = 30_000;
/** When what arrived is looked at again after the store failed. */
const AGAIN = sql.lit('20 seconds');
/** When a scanner that did not answer is asked again. */
const SCAN_AGAIN = sql.lit('10 minutes');
/** Versions under way at once; photos take turns among them. */
const LANES = 2;
/** A run ends by then, so that it is never taken for a dead one; the next goes on. */
const RUN_MS = 30 * 60_000;

interface Tools extends Pick<Deps, 'db' | 'files' | 'scanner'> {
  readonly photos: PhotoPreparer;
}

interface Rendition {
  readonly kind: 'clean' | 'thumbnail';
  readonly key: string;
  readonly sha256: Buffer;
  readonly size: number;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
}

interface Checked {
  readonly key: string;
  readonly contentType: string;
  readonly scan: Scan;
  readonly scanDetail: string | null;
  readonly renditions: readonly Rendition[];
}

/** The content itself is to blame: the words are for whoever sent it. */
class Rejection extends Error {
  readonly scan: { readonly scan: Scan; readonly detail: string | null } | undefined;
  constructor(reason: string, scan?: Rejection['scan']) {
    super(reason);
    this.scan = scan;
  }
}

/** What just arrived before what is only looked at again. */
async function claimNext(db: Database): Promise<DueVersion | undefined> {
  const { rows } = await sql<DueVersion>`
    update files x set check_due_at = now() + ${HOLD}::interval,
      state = case x.state when ${lit.file('received')} then ${lit.file('checking')} else x.state end
    where x.id = (select id from files where check_due_at <= now()
      order by state = ${lit.file('ready')}, check_due_at limit 1 for update skip locked)
    returning ${dueColumns}`.execute(db);
  return rows[0];
}

const newKey = ({ projectId }: DueVersion) => `files/${projectId}/${randomUUID()}`;

/** Puts the chunks together as one object. What does not come to what arrived was damaged since. */
async function joinChunks(files: FileStore, version: DueVersion): Promise<string> {
  const { upload, size, sha256, key: before } = version;
  // Chunks are in no backup: restored, what had only just arrived is lost.
  const isThere = version.inChunks && upload !== null && (await files.stat(chunkKey(upload, 0)));
  if (!isThere && before !== null) return before;
  if (!isThere) throw new Rejection('El archivo no alcanzó a guardarse: súbelo de nuevo.');
  const key = newKey(version);
  const made = await putHashed(files, key, chunkedContent(files, { upload, size }));
  if (made.equals(sha256)) return key;
  await files.delete(key).catch(leaveToClock);
  if (before !== null) return before;
  throw new Rejection('El archivo se dañó en el camino: súbelo de nuevo.');
}

/** Reads the object once, for its hash and for the scanner; a scanner that has heard enough leaves the rest unread. */
async function scanStored(
  { files, scanner }: Tools,
  key: string,
  { size, sha256 }: DueVersion,
): Promise<ScanResult | undefined> {
  const hash = createHash('sha256');
  let read = 0;
  async function* hashed() {
    for await (const bytes of (await files.read(key)) as AsyncIterable<Buffer>) {
      hash.update(bytes);
      read += bytes.length;
      yield bytes;
    }
  }
  const result = await scanner?.scan(hashed());
  const stored = read === size ? hash.digest() : await hashStored(files, key);
  if (!stored.equals(sha256)) throw changedBytes(files, key);
  return result;
}

async function putRendition(
  { files }: Tools,
  version: DueVersion,
  kind: Rendition['kind'],
  made: { path: string; contentType: string; width: number; height: number },
): Promise<Rendition> {
  const key = newKey(version);
  const { size } = await stat(made.path);
  const sha256 = await putChecked(files, key, createReadStream(made.path));
  return {
    kind,
    key,
    sha256,
    size,
    ...{ contentType: made.contentType, width: made.width, height: made.height },
  };
}

/** What is served of a photo. */
const renditionsOf = async (tools: Tools, key: string, version: DueVersion): Promise<Rendition[]> =>
  tools.photos.prepare(await tools.files.read(key), async ({ clean, thumbnail }) => [
    await putRendition(tools, version, 'clean', clean),
    await putRendition(tools, version, 'thumbnail', thumbnail),
  ]);

const INFECTED = (found: string) => `Contiene un virus (${found}).`;

/**
 * In use already: it is only scanned, and prepared if it is a photo. Its type was judged by the rules of its day, also
 * where the same content was sent once more: nobody takes a file away by sending it again.
 */
const isInUse = isReady;

/** Everything that is looked at before a version may be used; throws a {@link Rejection} where it may not. */
async function examine(tools: Tools, version: DueVersion, key: string): Promise<Checked> {
  const isKnown = isInUse(version);
  try {
    // Before anything is said of the content: a store that changes it is not the sender's fault.
    const scanned = await scanStored(tools, key, version);
    const bytes = storedBytes(tools.files, key, version.size);
    const type = isKnown ? version.contentType : await contentType(bytes);
    if (scanned?.scan === 'infected') throw new Rejection(INFECTED(scanned.detail), scanned);
    const isWanted = isPhoto(type) && (version.inChunks || !version.isPrepared);
    const renditions = isWanted ? await renditionsOf(tools, key, version) : [];
    return { key, contentType: type, renditions, ...scanOf(version, scanned) };
  } catch (error) {
    if (error instanceof AppError || error instanceof PhotoError) throw new Rejection(error.message);
    throw error;
  }
}

function scanOf(version: DueVersion, scanned: ScanResult | undefined): Pick<Checked, 'scan' | 'scanDetail'> {
  if (scanned) return { scan: scanned.scan, scanDetail: scanned.scan === 'clean' ? null : scanned.detail };
  if (isInUse(version)) return { scan: version.scan, scanDetail: version.scanDetail };
  return { scan: 'unscanned', scanDetail: 'no_scanner' };
}

const heldBy = (version: DueVersion) =>
  sql`x.id = ${version.id} and x.upload_id is not distinct from ${version.upload}::uuid`;

/** Objects that no row names any more, or never did. */
async function dropObjects(files: FileStore, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys) if (key !== null) await files.delete(key).catch(leaveToClock);
}

/** False where the version is gone, or the same content was sent once more meanwhile. */
const accept = (db: Database, version: DueVersion, checked: Checked): Promise<boolean> =>
  byItself(db, new Date(), async ({ tx }) => {
    // Before the version itself, in the order of whoever changes the file.
    if (!(await lockFile(tx, version.projectId, version.file))) return false;
    const { contentType, scan, scanDetail } = checked;
    const { rows } = await sql<{ id: string }>`
      update files x set state = ${lit.file('ready')}, name = ${nameFor(version.name, contentType)},
        content_type = ${contentType}, storage_key = ${checked.key}, in_chunks = false, scan = ${scan},
        scan_detail = ${scanDetail}, scanned_at = case when ${scan} <> 'unscanned' then now() end,
        check_due_at = case when ${scanDetail}::text = 'away' then now() + ${SCAN_AGAIN}::interval end
      where ${heldBy(version)} returning id`.execute(tx);
    if (rows.length === 0) return false;
    await writeRenditions(tx, version.id, checked.renditions);
    if (!isInUse(version)) await countReady(tx, version);
    return true;
  });

async function writeRenditions(
  tx: Transaction,
  file: string,
  renditions: readonly Rendition[],
): Promise<void> {
  if (renditions.length === 0) return;
  await tx
    .insertInto('file_renditions')
    .values(
      renditions.map(({ key, contentType, ...rendition }) => ({
        ...{ ...rendition, file_id: file, storage_key: key, content_type: contentType },
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['file_id', 'kind']).doUpdateSet(row => ({
        storage_key: row.ref('excluded.storage_key'),
        sha256: row.ref('excluded.sha256'),
        size: row.ref('excluded.size'),
      })),
    )
    .execute();
}

/** What was stored before stays where it is, for whoever has to look at it; of what just arrived nothing does. */
const reject = (db: Database, version: DueVersion, { message, scan }: Rejection): Promise<void> =>
  byItself(db, new Date(), async ({ tx, record }) => {
    const scanned = scan
      ? sql`, scan = ${scan.scan}, scan_detail = ${scan.detail}, scanned_at = now()`
      : sql``;
    const { rows } = await sql<{ id: string }>`
      update files x set state = ${lit.file('rejected')}, reason = ${message}, in_chunks = false,
        check_due_at = null ${scanned}
      where ${heldBy(version)} returning id`.execute(tx);
    if (rows.length === 0) return;
    record({
      action: 'file.reject',
      objectType: 'project',
      objectId: version.projectId,
      changes: { [version.id]: [version.sha256.toString('hex'), message] },
    });
  });

/** Looks at one version, whose content ends as one object that its row names, or as none. */
async function check(tools: Tools, version: DueVersion): Promise<void> {
  const { db, files } = tools;
  const renewing = setInterval(() => void hold(db, version, HOLD).catch(() => undefined), RENEW_MS);
  const made: string[] = [];
  try {
    const key = await joinChunks(files, version);
    if (key !== version.key) made.push(key);
    const checked = await examine(tools, version, key);
    made.push(...checked.renditions.map(r => r.key));
    const isKept = await accept(db, version, checked);
    await dropObjects(files, isKept ? [key === version.key ? null : version.key] : made);
  } catch (error) {
    await dropObjects(files, made);
    if (!(error instanceof Rejection)) {
      // What is in use already is nobody's wait.
      await hold(db, version, isInUse(version) ? sql.lit('1 day') : AGAIN);
      throw error;
    }
    await reject(db, version, error);
  } finally {
    clearInterval(renewing);
  }
  if (version.inChunks && version.upload !== null)
    await files.deleteAll(chunkFolder(version.upload)).catch(leaveToClock);
}

const hold = (db: Database, version: DueVersion, time: RawBuilder<unknown>) =>
  sql`update files x set check_due_at = now() + ${time}::interval
    where ${heldBy(version)} and check_due_at is not null`.execute(db);

/**
 * What nobody scanned is due once there is a scanner; while there is none, only photos of before have something to be
 * done with.
 */
async function queueOlder({ db, scanner }: Tools): Promise<void> {
  const older = sql`state = ${lit.file('ready')} and not in_chunks`;
  if (!scanner)
    await sql`update files set check_due_at = null where check_due_at <= now() and ${older}
      and content_type not like 'image/%'`.execute(db);
  else
    await sql`update files set check_due_at = now() where check_due_at is null and ${older}
      and scan = ${lit.scan('unscanned')} and scan_detail in ('no_scanner', 'earlier')`.execute(db);
}

/**
 * Checks everything that is due: what arrived, what a scanner was away for, what was there before there were checks.
 * Throws the first of what failed, after all the rest was looked at. Answers how many it looked at.
 */
export async function checkFiles(
  { db, files, scanner }: Pick<Deps, 'db' | 'files' | 'scanner'>,
  photos: PhotoPreparer = openPhotoPreparer(),
): Promise<number> {
  const tools = { db, files, scanner, photos };
  const failed: unknown[] = [];
  const until = Date.now() + RUN_MS;
  let count = 0;
  const work = async () => {
    for (;;) {
      const version = Date.now() < until ? await claimNext(db) : undefined;
      if (!version) return;
      await check(tools, version).catch(error => failed.push(error));
      count += 1;
    }
  };
  try {
    await queueOlder(tools);
    await Promise.all(Array.from({ length: LANES }, work));
  } finally {
    await photos.close();
  }
  if (failed.length > 0) throw failed[0];
  return count;
}
