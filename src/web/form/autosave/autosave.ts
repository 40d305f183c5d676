import type { FieldError } from '../../../domain/kit/problem.ts';
import { t } from '../../i18n/i18n.ts';
import { OfflineError, ProblemError, TimeoutError } from '../../problem-error.ts';

export type Version = number | string;

/** Only what is saved by itself is kept and sent later: what a form sends says otherwise. */
const offlineWords = (error: unknown): string => {
  if (error instanceof TimeoutError) return error.message;
  return error instanceof OfflineError ? t('draft.offline') : String(error);
};

/** Where unsaved work waits; the browser's drafts, or memory in a test. */
export interface Shelf<V> {
  put: (value: V, base: Version, from: V) => void;
  drop: () => void;
}

export type SaveState =
  | { kind: 'saved'; at: Date | null }
  | { kind: 'dirty' }
  | { kind: 'saving' }
  | { kind: 'offline'; message: string }
  | { kind: 'error'; message: string; errors: readonly FieldError[] }
  /** `stored` is what the refusal carried: the values and version somebody else saved meanwhile; `from` what both started from. */
  | { kind: 'conflict'; stored: unknown; from: unknown };

export interface AutosaverOptions<V> {
  saved: V;
  version: Version;
  save: (value: V, version: Version) => Promise<{ version: Version }>;
  shelf: Shelf<V>;
  onState: (state: SaveState) => void;
  /** Milliseconds of rest after the last change before it is sent. */
  delay?: number;
  /** Milliseconds until a save that could not reach the server is tried again. */
  retry?: number;
}

const textOf = (value: unknown) => JSON.stringify(value);

/**
 * Sends changes a moment after the last one, one request at a time, each with the version it started from. Until the
 * server has confirmed them they lie on the shelf, so that nothing is lost whatever happens to the page.
 */
export class Autosaver<V> {
  private latest: V;
  /** What the latest values started from. */
  private from: V;
  private savedText: string;
  private version: Version;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<boolean> | undefined;
  private stopped = false;
  private readonly options: AutosaverOptions<V>;

  constructor(options: AutosaverOptions<V>) {
    this.options = options;
    this.latest = options.saved;
    this.from = options.saved;
    this.savedText = textOf(options.saved);
    this.version = options.version;
  }

  /** The person changed something. */
  change(value: V) {
    this.latest = value;
    if (this.running) {
      this.options.shelf.put(value, this.version, this.from);
    } else if (this.clean) {
      this.settle(null);
    } else {
      this.options.shelf.put(value, this.version, this.from);
      if (this.stopped) return;
      this.options.onState({ kind: 'dirty' });
      this.schedule(this.options.delay ?? 1000);
    }
  }

  /**
   * Work found on the shelf goes on from the version it started from; if that is old, the server will say so. What the
   * server has already, its answer alone got lost: the next change starts from what is stored.
   */
  resume(value: V, base: Version | undefined, from: V | undefined) {
    if (textOf(value) !== this.savedText) {
      this.version = base ?? this.version;
      this.from = from ?? this.from;
    }
    this.change(value);
  }

  /** Sends what waits, now. True when the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    // Another flush may have waited, too, and started the next request.
    while (this.running) await this.running;
    if (this.clean) return true;
    if (this.stopped) return false;
    return this.run();
  }

  /** After a conflict: send these values on top of the version the other person saved. */
  overwrite(value: V, version: Version): Promise<boolean> {
    this.stopped = false;
    this.version = version;
    this.latest = value;
    this.options.shelf.put(value, version, this.from);
    return this.flush();
  }

  /** The server has these values, saved here or by somebody else. */
  adopt(value: V, version: Version) {
    clearTimeout(this.timer);
    this.stopped = false;
    this.latest = value;
    this.from = value;
    this.savedText = textOf(value);
    this.version = version;
    this.settle(null);
  }

  /** The screen goes away: what waits is sent, and stays on the shelf until it has arrived. True when it has at once. */
  dispose(): Promise<boolean> {
    const sent = this.flush();
    clearTimeout(this.timer);
    return sent;
  }

  /** Another saver goes on from the shelf: tried here as well, older values would arrive over newer ones. */
  handOver() {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private get clean() {
    return textOf(this.latest) === this.savedText;
  }

  private settle(at: Date | null) {
    clearTimeout(this.timer);
    this.options.shelf.drop();
    this.options.onState({ kind: 'saved', at });
  }

  private schedule(delay: number) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), delay);
  }

  private run(): Promise<boolean> {
    this.running = this.send().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async send(): Promise<boolean> {
    const sent = this.latest;
    this.options.onState({ kind: 'saving' });
    try {
      const { version } = await this.options.save(sent, this.version);
      this.version = version;
      this.from = sent;
      this.savedText = textOf(sent);
    } catch (error) {
      this.fail(error);
      return false;
    }
    if (this.clean) {
      this.settle(new Date());
      return true;
    }
    this.options.shelf.put(this.latest, this.version, this.from);
    this.options.onState({ kind: 'dirty' });
    this.schedule(this.options.delay ?? 1000);
    return false;
  }

  private fail(error: unknown) {
    const again = () => this.schedule(this.options.retry ?? 15_000);
    if (error instanceof ProblemError && error.code === 'conflict') {
      this.stopped = true;
      this.options.onState({ kind: 'conflict', stored: error.extra, from: this.from });
    } else if (error instanceof ProblemError) {
      this.options.onState({ kind: 'error', message: error.message, errors: error.errors });
      if (error.status >= 500 || error.status === 429) again();
    } else {
      this.options.onState({ kind: 'offline', message: offlineWords(error) });
      again();
    }
  }
}
