import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type FileStore, leaveToClock, StoreError } from './store.ts';

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** SHA-256 of what is stored under a key. */
export async function hashStored(store: FileStore, key: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const bytes of await store.read(key)) hash.update(bytes as Buffer);
  return hash.digest();
}

/** Stores the content and answers its SHA-256. An error of the content itself stays as it is. */
export async function putHashed(store: FileStore, key: string, content: Content): Promise<Buffer> {
  const hash = createHash('sha256');
  let broken: { error: unknown } | undefined;
  async function* hashChunks() {
    // What the store has no room for is thrown at whoever gives it: that is no error of the content.
    let isGiven = false;
    try {
      for await (const bytes of content) {
        hash.update(bytes);
        isGiven = true;
        yield bytes;
        isGiven = false;
      }
    } catch (error) {
      if (!isGiven) broken = { error };
      throw error;
    }
  }
  try {
    await store.put(key, Readable.from(hashChunks(), { objectMode: false }));
  } catch (error) {
    throw broken ? broken.error : error;
  }
  return hash.digest();
}

/** For who runs the installation: the store does not give back what was sent there. */
export const changedBytes = (store: FileStore, key: string) =>
  new StoreError(
    `El almacén de archivos cambia lo que guarda: ${store.place}, objeto ${key}. No se puede usar así.`,
  );

/** Throws a {@link StoreError} that names the store when what is stored under a key is not what was sent there. */
export async function checkStored(store: FileStore, key: string, sha256: Buffer): Promise<void> {
  if (!(await hashStored(store, key)).equals(sha256)) throw changedBytes(store, key);
}

/**
 * Stores the content, reads it back and compares: only then is it said to be stored, whatever the store answered.
 * What came back as other bytes is removed and throws. What could not be read back throws, too, but stays: somebody
 * else may have stored the same there at the same moment and been told so; else the clock removes it.
 * @returns SHA-256 of the content.
 */
export async function putChecked(store: FileStore, key: string, content: Content): Promise<Buffer> {
  const sha256 = await putHashed(store, key, content);
  if ((await hashStored(store, key)).equals(sha256)) return sha256;
  await store.delete(key).catch(leaveToClock);
  throw changedBytes(store, key);
}

/** Bytes of the probe where objects always travel in one piece. */
const PROBE_BYTES = 64 * 1024;
const PIECE = 64 * 1024;

/**
 * Streams an object through the store and back and removes it, in parts where the store knows parts. Throws a
 * {@link StoreError} that names the store when it changes bytes or refuses something; with `isAway` when it did not
 * answer, so that nothing is known of it yet.
 */
export async function probeStore(store: FileStore): Promise<void> {
  const key = `probe/${randomUUID()}`;
  async function* pieces() {
    for (let left = store.partBytes ?? PROBE_BYTES; left >= 0; left -= PIECE) yield randomBytes(PIECE);
  }
  await putChecked(store, key, pieces());
  await store.delete(key);
}
