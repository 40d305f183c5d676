import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Env } from '../env.ts';
import { type ByteRange, type FileStore, type StoredObject, StoreError } from './store.ts';

/**
 * What is larger travels in parts of this size, each held in memory, so that it can be sent again: a stream cannot,
 * and some stores take no more than 11 MB at once. S3 asks for parts of 5 MB or more.
 */
const PART_BYTES = 8 * 1024 * 1024;
/** Parts of one object under way, and so in memory, at the same time. */
const AT_ONCE = 2;
/** How often a request is sent before it counts as failed; a read goes on as often from where it broke off. */
const ATTEMPTS = 5;
/** A store that says nothing for so long is away. */
const TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 20_000 };

type Settings = Extract<Env['files'], { driver: 's3' }>;

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** What the store answers to a wrong bucket, key or permission; anything else may pass. */
const isRefusal = (status = 0) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Objects in a bucket of any store that speaks S3. */
export class S3Store implements FileStore {
  readonly place: string;
  readonly partBytes = PART_BYTES;
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor({ bucket, region, endpoint, accessKeyId, secretAccessKey }: Settings) {
    this.place = `${endpoint ?? 'Amazon S3'}, bucket ${bucket}`;
    this.#bucket = bucket;
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: ATTEMPTS,
      // By default checksums travel within the content, which several stores then keep as content.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: TIMEOUTS,
      ...(endpoint && { endpoint, forcePathStyle: true }),
    });
  }

  async #attempt<T>(what: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (cause) {
      if (cause instanceof StoreError) throw cause;
      const { name, message } = cause as Error;
      throw new StoreError(`No se pudo ${what} en ${this.place}: ${name}, ${message}`, {
        cause,
        isAway: !isRefusal(statusOf(cause)),
      });
    }
  }

  put(key: string, content: Uint8Array | Readable): Promise<void> {
    return this.#attempt('guardar', async () => {
      const params = { Bucket: this.#bucket, Key: key, Body: content };
      const upload = new Upload({ client: this.#client, params, partSize: PART_BYTES, queueSize: AT_ONCE });
      await upload.done().catch(error => this.#isComplete(key, error));
    });
  }

  /** Asked again to put the parts together, after an answer that got lost, a store may know no parts any more. */
  async #isComplete(key: string, error: Error): Promise<void> {
    if (error.name !== 'NoSuchUpload' || !(await this.stat(key))) throw error;
  }

  async read(key: string, { start = 0, end }: Partial<ByteRange> = {}): Promise<Readable> {
    // The first answer is waited for: what is missing must fail here, not while it is read.
    const first = await this.#readFrom(key, start, end);
    const content = Readable.from(this.#readOn(key, first, start, end), { objectMode: false });
    // Whoever gives up before the first byte leaves an answer that nobody reads.
    return content.once('close', () => first.destroy());
  }

  #readFrom(key: string, start: number, end = Number.POSITIVE_INFINITY): Promise<Readable> {
    const whole = start === 0 && end === Number.POSITIVE_INFINITY;
    const range = `bytes=${start}-${Number.isFinite(end) ? end : ''}`;
    return this.#attempt('leer', async () => {
      const { Body, $metadata } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...(!whole && { Range: range }) }),
      );
      if (!(Body instanceof Readable)) throw new Error('no content');
      if (!whole && $metadata.httpStatusCode !== 206) throw new Error('the store does not know ranges');
      return Body;
    });
  }

  /** An answer that breaks off is taken up where it broke off. */
  async *#readOn(key: string, first: Readable, start: number, end?: number): AsyncGenerator<Buffer> {
    let body = first;
    let at = start;
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const bytes of body as AsyncIterable<Buffer>) {
          at += bytes.length;
          yield bytes;
        }
        return;
      } catch (error) {
        if (attempt === ATTEMPTS) return await this.#attempt('leer', () => Promise.reject(error));
        body = await this.#readFrom(key, at, end);
      }
    }
  }

  stat(key: string): Promise<StoredObject | undefined> {
    return this.#attempt('leer', async () => {
      try {
        const found = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }));
        return { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date() };
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    });
  }

  copy(from: string, to: string): Promise<void> {
    return this.#attempt('copiar', async () => {
      const source = { Bucket: this.#bucket, CopySource: `/${this.#bucket}/${from}` };
      await this.#client.send(new CopyObjectCommand({ ...source, Key: to }));
    });
  }

  delete(key: string): Promise<void> {
    return this.#attempt('borrar', async () => {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
    });
  }

  /** One by one: deleting many at once needs a checksum that not every store knows. */
  async deleteAll(folder: string): Promise<void> {
    for await (const { key } of this.list(folder)) await this.delete(key);
  }

  async *list(folder: string): AsyncGenerator<StoredObject> {
    let token: string | undefined;
    do {
      const page = await this.#attempt('listar', () =>
        this.#client.send(
          new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: `${folder}/`, ContinuationToken: token }),
        ),
      );
      for (const { Key: key, Size: size = 0, LastModified: modifiedAt = new Date() } of page.Contents ?? [])
        if (key) yield { key, size, modifiedAt };
      token = page.NextContinuationToken;
    } while (token);
  }
}
