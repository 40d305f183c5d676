import { fork } from 'node:child_process';
import { createWriteStream, mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatNumber } from '../../domain/text/format.ts';
import type { LogoJob, PhotoAnswer, PhotoJob, PrintJob } from './photo-process.ts';

/** A rendition on the local disk, removed after `use`. */
export interface Rendition {
  readonly path: string;
  readonly contentType: string;
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
}
export interface PreparedPhoto {
  /** The whole photo in its own format, without anything but its pixels. */
  readonly clean: Rendition;
  /** WebP of at most 400 pixels on its longer side. */
  readonly thumbnail: Rendition;
}

/** What is wrong with the photo itself; `message` is Spanish, for people. */
export class PhotoError extends Error {}

export interface PhotoPreparer {
  /**
   * `content` is streamed into a temporary file, prepared in its turn and handed to `use`; whatever happens, its
   * files are removed then. Throws a {@link PhotoError} when the photo cannot be read, has too many pixels or takes
   * too long; an error of the content or of `use` stays as it is.
   */
  prepare<T>(content: Readable, use: (photo: PreparedPhoto) => Promise<T>): Promise<T>;
  /**
   * A photo that was prepared, for paper: a JPEG of at most 900 pixels on its longer side. `content` is read first, in
   * its turn the rest is done; throws as `prepare` does.
   */
  scale(content: Readable): Promise<Buffer>;
  /**
   * A picture of at most `maxPixels` as a logo: a PNG of at most `maxBytes` that is seen on any ground. Throws as
   * `prepare` does.
   */
  drawLogo(picture: Buffer, limits: Pick<LogoJob, 'maxBytes' | 'maxPixels'>): Promise<Buffer>;
  /** Ends the process; what is being prepared fails, by no fault of the photo. */
  close(): Promise<void>;
}

const FOLDER = 'vinculacion-photo-';
const HOUR_MS = 3_600_000;

/** 300 MB as they are decoded, three times as much at the worst. */
const MAX_MEGAPIXELS = 100;
/** Longer than any photo of so many pixels takes. */
const WORK_MS = 30_000;
/** Longer than the process takes to load its library on a busy machine. */
const START_MS = 60_000;

const TOO_LONG = 'No pudimos preparar la foto: guárdala de nuevo como JPEG y súbela.';
const UNREADABLE = 'La foto está dañada o incompleta: ábrela en tu equipo, guárdala de nuevo y súbela.';
// Rounded up, so that it never says as many as are allowed.
const tooMany = (pixels: number) =>
  `La foto tiene ${formatNumber(Math.ceil(pixels / 1e6), 0)} megapíxeles y el máximo es ${MAX_MEGAPIXELS}: ` +
  'redúcela y súbela de nuevo.';

/** The process that prepares photos, with nothing of the server's settings. */
class PhotoProcess {
  readonly #child = fork(new URL('./photo-process.ts', import.meta.url), {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  #isGone = false;
  /** Also when it could not even be started. */
  readonly #gone = new Promise<undefined>(resolve => {
    for (const event of ['exit', 'error'])
      this.#child.on(event, () => {
        this.#isGone = true;
        resolve(undefined);
      });
  });

  get isGone(): boolean {
    return this.#isGone || !this.#child.connected;
  }

  /** What it says next; undefined when it ended instead, or was killed as it took longer. */
  async next(timeoutMs: number): Promise<unknown> {
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), timeoutMs);
    const said = new Promise<unknown>(resolve => this.#child.once('message', resolve));
    return Promise.race([said, this.#gone]).finally(() => clearTimeout(limit));
  }

  ask(job: PhotoJob | PrintJob | LogoJob): void {
    // Where it cannot be told it has ended, which `next` tells.
    this.#child.send(job, () => undefined);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#gone;
  }
}

/** Content as a file in a folder of its own, which goes with all that is written there. */
async function inFolder<T>(
  content: Readable,
  work: (original: string, placeOf: (name: string) => string) => Promise<T>,
): Promise<T> {
  // At once: while nobody listens, an error of the content would end the server.
  const folder = mkdtempSync(path.join(os.tmpdir(), FOLDER));
  const placeOf = (name: string) => path.join(folder, name);
  const original = placeOf('original');
  try {
    await pipeline(content, createWriteStream(original, { flags: 'wx', mode: 0o600 }));
    return await work(original, placeOf);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refusalOf(answer: PhotoAnswer): Error {
  if ('pixels' in answer) return new PhotoError(tooMany(answer.pixels));
  if ('unreadable' in answer) return new PhotoError(UNREADABLE);
  return new Error(`a photo could not be prepared: ${'failed' in answer ? answer.failed : 'another was'}`);
}

class ForkedPreparer implements PhotoPreparer {
  readonly #timeoutMs: number;
  #process: PhotoProcess | undefined;
  #isClosed = false;
  /** Ends with the photo at hand, however it ends. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  prepare<T>(content: Readable, use: (photo: PreparedPhoto) => Promise<T>): Promise<T> {
    return inFolder(content, async (original, placeOf) => {
      const [clean, thumbnail] = [placeOf('clean'), placeOf('thumbnail')];
      const job = { original, clean, thumbnail, maxPixels: MAX_MEGAPIXELS * 1e6 };
      const answer = await this.#inTurn(() => this.#make(job));
      if (!('made' in answer)) throw refusalOf(answer);
      const { made } = answer;
      return use({
        clean: { path: clean, ...made.clean },
        thumbnail: { path: thumbnail, ...made.thumbnail },
      });
    });
  }

  scale(content: Readable): Promise<Buffer> {
    return inFolder(content, async (original, placeOf) => {
      const print = placeOf('print');
      const job = { original, print, maxPixels: MAX_MEGAPIXELS * 1e6 };
      const answer = await this.#inTurn(() => this.#make(job));
      if (!('printed' in answer)) throw refusalOf(answer);
      return readFile(print);
    });
  }

  drawLogo(picture: Buffer, limits: Pick<LogoJob, 'maxBytes' | 'maxPixels'>): Promise<Buffer> {
    return inFolder(Readable.from([picture]), async (original, placeOf) => {
      const logo = placeOf('logo');
      const job = { original, logo, ...limits };
      const answer = await this.#inTurn(() => this.#make(job));
      if (!('drawn' in answer)) throw refusalOf(answer);
      return readFile(logo);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process?.kill();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #make(job: PhotoJob | PrintJob | LogoJob): Promise<PhotoAnswer> {
    const worker = await this.#running();
    worker.ask(job);
    const answer = (await worker.next(this.#timeoutMs)) as PhotoAnswer | undefined;
    this.#refuseClosed();
    if (!answer) throw new PhotoError(TOO_LONG);
    return answer;
  }

  /** The process, started where it does not run. */
  async #running(): Promise<PhotoProcess> {
    this.#refuseClosed();
    if (this.#process && !this.#process.isGone) return this.#process;
    const started = new PhotoProcess();
    this.#process = started;
    const isReady = (await started.next(START_MS)) !== undefined;
    this.#refuseClosed();
    if (!isReady) throw new Error('the process that prepares photos did not start');
    return started;
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new Error('photos are not prepared any more');
  }
}

/** Starts its process at the first photo. `timeoutMs`: for one photo, once it is its turn. */
export function openPhotoPreparer({ timeoutMs = WORK_MS }: { timeoutMs?: number } = {}): PhotoPreparer {
  return new ForkedPreparer(timeoutMs);
}

/** Removes the originals that a server killed in mid-work left behind: they say where they were taken. */
export async function sweepPhotos(now = new Date()): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name);
    const isLeft = name.startsWith(FOLDER) && (await stat(folder).catch(() => undefined));
    if (isLeft && isLeft.mtimeMs < now.getTime() - HOUR_MS)
      await rm(folder, { recursive: true, force: true });
  }
}
