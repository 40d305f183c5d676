import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
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

  /** Runs `write` on a new file and gives it its name once it is whole. */
  async #finish(key: string, write: (unfinished: string) => Promise<void>): Promise<void> {
    const unfinished = this.#fileOf(`${UNFINISHED}/${randomUUID()}`);
    await mkdir(path.dirname(unfinished), { recursive: true, mode: 0o700 });
    try {
      await write(unfinished);
      const file = this.#fileOf(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  put(key: string, content: Uint8Array | Readable): Promise<void> {
    const source = content instanceof Readable ? content : Readable.from([content]);
    return this.#attempt('guardar', () =>
      this.#finish(key, file =>
        pipeline(source, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })),
      ),
    );
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

  copy(from: string, to: string): Promise<void> {
    return this.#attempt('copiar', () => this.#finish(to, file => copyFile(this.#fileOf(from), file)));
  }

  delete(key: string): Promise<void> {
    return this.#attempt('borrar', () => rm(this.#fileOf(key), { force: true }));
  }

  deleteAll(folder: string): Promise<void> {
    return this.#attempt('borrar', () => rm(this.#fileOf(folder), { force: true, recursive: true }));
  }

  async *list(folder: string): AsyncGenerator<StoredObject> {
    const entries = await this.#attempt('listar', () =>
      opendir(this.#fileOf(folder), { recursive: true }).catch(error => {
        if (isMissing(error)) return [];
        throw error;
      }),
    );
    for await (const entry of entries) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const found = await this.stat(path.relative(this.#root, file).replaceAll(path.sep, '/'));
      if (found) yield found;
    }
  }
}
