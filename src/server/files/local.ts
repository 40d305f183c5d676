import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ByteRange, type FileStore, type StoredObject, StoreError } from './store.ts';

/** Where content is written until it is whole; what a killed server leaves there is cleaned up by the clock. */
const UNFINISHED = 'unfinished';

/** Read at once: in pieces of 64 kB, as streams do by themselves, it takes twice as long. */
const READ_BYTES = 256 * 1024;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Objects as files below one folder, readable by the account of the server alone. */
export class LocalStore implements FileStore {
  readonly place: string;
  readonly #root: string;

  constructor(root: string) {
    this.place = root;
    this.#root = path.resolve(root);
  }

  #fileOf(key: string): string {
    const file = path.join(this.#root, key);
    if (!file.startsWith(this.#root + path.sep)) throw new StoreError(`${key} no es una clave.`);
    return file;
  }

  async #attempt<T>(what: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (cause) {
      if (cause instanceof StoreError) throw cause;
      throw new StoreError(`No se pudo ${what} en ${this.place}: ${(cause as Error).message}`, { cause });
    }
  }

  /** Written beside its place, flushed to the disk, and named once it is whole. */
  put(key: string, content: Uint8Array | Readable): Promise<void> {
    const source = content instanceof Readable ? content : Readable.from([content]);
    return this.#attempt('guardar', async () => {
      const [file, unfinished] = [this.#fileOf(key), this.#fileOf(`${UNFINISHED}/${randomUUID()}`)];
      await mkdir(path.dirname(unfinished), { recursive: true, mode: 0o700 });
      try {
        await pipeline(source, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    });
  }

  read(key: string, range: Partial<ByteRange> = {}): Promise<Readable> {
    return this.#attempt('leer', async () => {
      const file = this.#fileOf(key);
      // Tells now what is missing: a stream would only do so while it is read.
      await stat(file);
      return createReadStream(file, { ...range, highWaterMark: READ_BYTES });
    });
  }

  stat(key: string): Promise<StoredObject | undefined> {
    return this.#attempt('leer', async () => {
      try {
        const { size, mtime } = await stat(this.#fileOf(key));
        return { key, size, modifiedAt: mtime };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  }

  async copy(from: string, to: string): Promise<void> {
    await this.put(to, await this.read(from));
  }

  delete(key: string): Promise<void> {
    return this.#attempt('borrar', () => rm(this.#fileOf(key), { force: true }));
  }

  deleteAll(folder: string): Promise<void> {
    return this.#attempt('borrar', () => rm(this.#fileOf(folder), { force: true, recursive: true }));
  }

  /** Folder by folder, so that one which others remove meanwhile is as good as empty. */
  async *list(folder: string): AsyncGenerator<StoredObject> {
    const entries = await this.#attempt('listar', () =>
      readdir(this.#fileOf(folder), { withFileTypes: true }).catch(error => {
        if (isMissing(error)) return [];
        throw error;
      }),
    );
    for (const entry of entries) {
      const key = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.list(key);
      const found = entry.isFile() && (await this.stat(key));
      if (found) yield found;
    }
  }
}
