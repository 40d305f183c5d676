import type { Readable } from 'node:stream';
import { AppError } from '../../domain/kit/problem.ts';
import type { Env } from '../env.ts';

/** First and last byte of a part, both included, as in HTTP (RFC 9110 §14.1.2). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** All that is ours in a store; the clock removes from each what is a day old and named by no row. */
export const FOLDERS = [
  'files',
  'calls',
  'agreements',
  'certificates',
  'downloads',
  'uploads',
  'probe',
  'restore',
  'unfinished',
] as const;

export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/**
 * Objects by key, e.g. `files/<project>/<id>`, each below one of {@link FOLDERS}. What fails throws a
 * {@link StoreError}; an object that is not there is one of them, but for `stat`.
 */
export interface FileStore {
  /** Folder, or address and bucket: how it is named to whoever runs the installation. */
  readonly place: string;
  /** Bytes beyond which an object travels in several parts; undefined where it never does. */
  readonly partBytes?: number;
  /** Whole or not at all: the key shows the object once all of it is stored. */
  put(key: string, content: Uint8Array | Readable): Promise<void>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<StoredObject | undefined>;
  copy(from: string, to: string): Promise<void>;
  /** No error when it is gone already. */
  delete(key: string): Promise<void>;
  deleteAll(folder: string): Promise<void>;
  list(folder: string): AsyncIterable<StoredObject>;
}

interface Cause {
  readonly cause?: unknown;
  /** It did not answer or was busy: the same again may succeed. */
  readonly isAway?: boolean;
}

/** The file store failed: the words are for whoever runs the installation, not for whoever uploads. */
export class StoreError extends Error {
  readonly isAway: boolean;
  constructor(message: string, { cause, isAway = false }: Cause = {}) {
    super(message, { cause });
    this.isAway = isAway;
  }
}

/** For what no row names any more: should the store not remove it now, the clock does. */
export function leaveToClock(error: unknown): void {
  if (!(error instanceof StoreError)) throw error;
}

/** The content of an object; undefined where it is lost. A store that does not answer throws. */
export async function readIfThere(store: FileStore, key: string): Promise<Readable | undefined> {
  try {
    return await store.read(key);
  } catch (error) {
    if (!(error instanceof StoreError) || (await store.stat(key))) throw error;
    return undefined;
  }
}

/**
 * After a command that was to name a new object failed: removes the object when the command refused by itself, and
 * passes the error on. Of any other failure nobody knows whether the row was written, so the clock decides.
 */
export async function dropRefused(store: FileStore, key: string, error: unknown): Promise<never> {
  if (error instanceof AppError) await store.delete(key).catch(leaveToClock);
  throw error;
}

export async function createFileStore(files: Env['files']): Promise<FileStore> {
  // Read only where it is used: the S3 client library is large.
  switch (files.driver) {
    case 'local':
      return new (await import('./local.ts')).LocalStore(files.location);
    case 's3':
      return new (await import('./s3.ts')).S3Store(files);
  }
}
