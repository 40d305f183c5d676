import type { Actor } from '../kit/actor.ts';

/** What has been asked for, as its maker understands it. */
export type DownloadRequest = Readonly<Record<string, unknown>>;

/** Told while a file is made, in whatever its maker counts. */
export interface Progress {
  total(count: number): void;
  done(count: number): void;
}

/** A file as it is made, piece by piece. */
export interface MadeFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Makes one kind of file in the background, in a process of its own. The rights of who asked are read anew there; whose
 * rights have changed since gets the file no more.
 */
export interface Maker<
  Tools extends { readonly db: unknown },
  Request extends DownloadRequest = DownloadRequest,
> {
  /** Of whose data the file tells, as text to compare; throws where the person may not have it. */
  rightsOf(db: Tools['db'], actor: Actor, request: Request): Promise<string>;
  make(tools: Tools, actor: Actor, request: Request, progress: Progress): Promise<MadeFile>;
}
