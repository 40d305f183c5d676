import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { among, lit } from '../../../db/states.ts';
import { KEPT_DAYS, OPEN_DOWNLOADS } from '../../../domain/downloads/download-states.ts';
import type { DownloadRequest, Maker, Progress } from '../../../domain/downloads/maker.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import type { Env } from '../../../server/env.ts';
import { putChecked } from '../../../server/files/check.ts';
import { type FileStore, leaveToClock, StoreError } from '../../../server/files/store.ts';
import { readActor } from '../../../server/sign-in/actors.ts';

/** What files are made with. */
export interface Tools {
  readonly db: Database;
  readonly files: FileStore;
  readonly env: Pick<Env, 'firstInstitution' | 'productName' | 'publicUrl'>;
}
export type Makers = Readonly<Record<string, Maker<Tools>>>;

/** One that this process is to make. */
export interface Claimed {
  readonly id: string;
  readonly claim: string;
  readonly userId: string;
  readonly maker: string;
  readonly request: DownloadRequest;
  readonly attempts: number;
}

/** After this long without a sign of life another copy takes it over. */
const CLAIM_SECONDS = 30;
/** How often a sign of life is given, and a cancellation noticed. */
const SIGN_MS = 2_000;
const MOST_ATTEMPTS = 3;

const claimedUntil = sql`now() + make_interval(secs => ${CLAIM_SECONDS})`;

/** The next one that waits, or that a dead copy left behind; each from its beginning. */
export async function claimNext(db: Database): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update downloads set state = ${lit.download('preparing')}, claim = gen_random_uuid(), attempts = attempts + 1,
      claimed_until = ${claimedUntil}, done = 0, total = null, started_at = now()
    where id = (select id from downloads where state in ${among(OPEN_DOWNLOADS)}
        and coalesce(claimed_until < now(), true)
      order by asked_at, id limit 1 for update skip locked)
    returning id, claim, user_id as "userId", maker, request, attempts`.execute(db);
  return rows[0];
}

const isOurs = ({ id, claim }: Claimed) =>
  sql`id = ${id} and claim = ${claim} and state = ${lit.download('preparing')}`;

/** It was cancelled, or another copy has taken it over: nothing of it is wanted any more. */
class Unwanted extends Error {}

/** Tells how far it is and keeps others away, until `end`. */
function giveSigns(db: Database, claimed: Claimed) {
  const told: { done: number; total: number | null } = { done: 0, total: null };
  let isUnwanted = false;
  const give = async () => {
    const { numAffectedRows } = await sql`
      update downloads set done = ${told.done}, total = ${told.total}, claimed_until = ${claimedUntil}
      where ${isOurs(claimed)}`.execute(db);
    if (!numAffectedRows) isUnwanted = true;
  };
  // A sign that could not be given is given with the next one; the claim lasts for several.
  const timer = setInterval(() => void give().catch(() => undefined), SIGN_MS);
  const progress: Progress = {
    total: count => {
      told.total = count;
    },
    done: count => {
      told.done = count;
    },
  };
  return {
    progress,
    end: () => clearInterval(timer),
    /** Passes on what is wanted still. */
    async *wanted<T>(content: AsyncIterable<T>): AsyncGenerator<T> {
      for await (const part of content) {
        if (isUnwanted) throw new Unwanted(claimed.id);
        yield part;
      }
    },
  };
}

async function* counted(content: AsyncIterable<Uint8Array>, tell: (bytes: number) => void) {
  for await (const part of content) {
    tell(part.length);
    yield part;
  }
}

async function makeOne(tools: Tools, maker: Maker<Tools>, claimed: Claimed): Promise<void> {
  const { db, files } = tools;
  const { id, claim, userId, request } = claimed;
  const actor = await readActor(db, userId);
  if (actor?.state !== 'active') throw new AppError('rule', 'Quien la pidió ya no tiene una cuenta activa.');
  const rights = await maker.rightsOf(db, actor, request);
  const key = `downloads/${id}/${claim}`;
  const signs = giveSigns(db, claimed);
  let size = 0;
  try {
    const { name, contentType, content } = await maker.make(tools, actor, request, signs.progress);
    const sha256 = await putChecked(
      files,
      key,
      counted(signs.wanted(content), bytes => {
        size += bytes;
      }),
    );
    const { numAffectedRows } = await sql`
      update downloads set state = ${lit.download('ready')}, rights = ${rights}, file_name = ${name},
        content_type = ${contentType}, storage_key = ${key}, size = ${size}, sha256 = ${sha256}, ended_at = now(),
        done = coalesce(total, done), claim = null, claimed_until = null,
        expires_at = now() + make_interval(days => ${sql.lit(KEPT_DAYS.file)})
      where ${isOurs(claimed)}`.execute(db);
    if (!numAffectedRows) await files.delete(key).catch(leaveToClock);
  } catch (error) {
    if (!(error instanceof Unwanted)) throw error;
  } finally {
    signs.end();
  }
}

const INTERRUPTED =
  'No se pudo preparar: se interrumpió varias veces. Pídela de nuevo; si se repite, avisa a la oficina.';
const NO_STORE =
  'No se pudo guardar en el almacén de archivos. Avisa a la oficina y pídela de nuevo después.';
const DEFECT =
  'No se pudo preparar: algo falló de nuestro lado. Pídela de nuevo; si se repite, avisa a la oficina.';

const problemOf = (error: unknown): string => {
  if (error instanceof AppError) return error.message;
  return error instanceof StoreError ? NO_STORE : DEFECT;
};

async function fail(db: Database, claimed: Claimed, problem: string): Promise<void> {
  await sql`
    update downloads set state = ${lit.download('failed')}, problem = ${problem}, ended_at = now(), claim = null,
      claimed_until = null where ${isOurs(claimed)}`.execute(db);
}

/** Makes one file, or says for whoever waits why it could not be made; throws what nobody expected. */
export async function prepare(tools: Tools, makers: Makers, claimed: Claimed): Promise<void> {
  const maker = makers[claimed.maker];
  try {
    if (!maker) throw new Error(`nobody makes ${claimed.maker}`);
    await makeOne(tools, maker, claimed);
  } catch (error) {
    await fail(tools.db, claimed, problemOf(error));
    if (!(error instanceof AppError)) throw error;
  }
}

/** Makes all that wait, one after the other. Answers how many. */
export async function prepareWaiting(
  db: Database,
  make: (claimed: Claimed) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (let next = await claimNext(db); next; next = await claimNext(db)) {
    if (next.attempts > MOST_ATTEMPTS) await fail(db, next, INTERRUPTED);
    else await make(next);
    count += 1;
  }
  return count;
}

/** Whoever was making it is gone: the next one begins at once. */
export async function release(db: Database, claimed: Claimed): Promise<void> {
  await sql`update downloads set claimed_until = null where ${isOurs(claimed)}`.execute(db);
}
