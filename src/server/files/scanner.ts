import net from 'node:net';
import type { Scan, UnscannedReason } from '../../domain/files/scans.ts';
import type { Env } from '../env.ts';
import type { Content } from './check.ts';

export type ScanResult =
  | { readonly scan: Extract<Scan, 'clean'> }
  /** `detail` is the name of what was found: at most 100 printable characters. */
  | { readonly scan: Extract<Scan, 'infected'>; readonly detail: string }
  | {
      readonly scan: Extract<Scan, 'unscanned'>;
      readonly detail: Extract<UnscannedReason, 'away' | 'too_large'>;
    };

export interface Scanner {
  /** Host and port, or path of a socket: how it is named to whoever runs the installation. */
  readonly place: string;
  /**
   * Never throws for what the scanner does (is away, refuses, breaks off, is silent too long): that is `unscanned`.
   * An error of the content itself stays as it is. The content is always begun, so that a stream is closed.
   */
  scan(content: Content): Promise<ScanResult>;
  /** Asks for its version and scans a few harmless bytes; throws {@link ScannerError} when either is not as expected. */
  prove(): Promise<void>;
}

/** The scanner cannot be used: the words are for whoever runs the installation. */
export class ScannerError extends Error {}

/** Milliseconds. */
interface Patience {
  readonly connect: number;
  /** Without a byte that goes out or comes in. */
  readonly silence: number;
}
const PATIENCE: Patience = { connect: 5_000, silence: 60_000 };

/** In two halves: as one it would make every scanner take this file for the virus that it stands for (eicar.org). */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const HARMLESS = Buffer.from('Vinculación con los medios');
const LONGEST_REPLY = 4096;

interface Answer {
  /** Without the zero that ends it; undefined when none came. */
  readonly reply?: string;
  /** It replied to all of the content, not in the middle of it. */
  readonly isWhole: boolean;
  /** In Spanish, or the system's code: why there is no reply. */
  readonly cause: string;
}

/** A failed write is noted and no more: it would take along the reply that came before the connection was closed. */
class Connection extends net.Socket {
  isOpen = true;
  override _write(bytes: Uint8Array, encoding: BufferEncoding, done: () => void): void {
    super._write(bytes, encoding, error => {
      this.isOpen &&= !error;
      done();
    });
  }
}

/** After its length; one without a byte is the end of the content. */
function chunkOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Waits until it is on its way. Whether the connection takes more. */
const write = (socket: Connection, bytes: Uint8Array) =>
  new Promise<boolean>(resolve => {
    socket.write(bytes, error => resolve(!error && socket.isOpen && socket.writable));
  });

/** Whether all of the content went out; not so when clamd replied before, or is gone. */
async function writeContent(socket: Connection, content: Content): Promise<boolean> {
  for await (const bytes of content)
    if (bytes.length > 0 && !(await write(socket, chunkOf(bytes)))) return false;
  const isWhole = socket.isOpen && socket.writable;
  socket.write(chunkOf(Buffer.of()));
  return isWhole;
}

/** What clamd replies to one command and, after `INSTREAM`, to the content. Throws what the content throws alone. */
async function ask(
  address: NonNullable<Env['clamd']>,
  patience: Patience,
  command: string,
  content?: Content,
): Promise<Answer> {
  const socket = new Connection().connect(address);
  let received = '';
  let cause = 'cerró la conexión sin responder';
  const closed = new Promise(resolve => socket.once('close', resolve));
  const limit = (ms: number) => socket.setTimeout(ms);
  limit(patience.connect);
  socket.once('connect', () => limit(patience.silence));
  socket.once('timeout', () => {
    cause = `no respondió en ${(socket.timeout ?? 0) / 1000} segundos`;
    socket.destroy();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    cause = error.code ?? error.message;
  });
  socket.on('data', bytes => {
    received += bytes.toString('latin1');
    if (received.includes('\0') || received.length > LONGEST_REPLY) socket.destroy();
  });
  try {
    socket.write(`z${command}\0`);
    const isWhole = !content || (await writeContent(socket, content));
    await closed;
    const end = received.indexOf('\0');
    return { ...(end >= 0 && { reply: received.slice(0, end) }), isWhole, cause };
  } finally {
    socket.destroy();
  }
}

/** Of what comes from outside and is shown. */
const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100);

/** Replies as clamd 1.4 gives them: `stream: OK`, `stream: <name> FOUND`, `INSTREAM size limit exceeded. ERROR`. */
function judge({ reply = '', isWhole }: Answer): ScanResult {
  if (reply === 'stream: OK' && isWhole) return { scan: 'clean' };
  const found = /^stream: (.+) FOUND$/s.exec(reply)?.[1];
  // Its way to say (AlertExceedsMax) that it did not look at all of it.
  const isTooLarge = found?.startsWith('Heuristics.Limits.Exceeded') || /^INSTREAM size limit/.test(reply);
  if (isTooLarge) return { scan: 'unscanned', detail: 'too_large' };
  if (found) return { scan: 'infected', detail: printable(found) };
  return { scan: 'unscanned', detail: 'away' };
}

/**
 * Scans with ClamAV's daemon by its `INSTREAM` (clamd(8)): `zINSTREAM\0`, then chunks, each after its length in four
 * bytes, big-endian; length zero is the end. It replies once, ended by a zero, and closes: at the end, or in the
 * middle when the stream is longer than its `StreamMaxLength`.
 * @returns undefined where no scanner is set.
 */
export function createScanner(clamd: Env['clamd'], patience = PATIENCE): Scanner | undefined {
  if (!clamd) return undefined;
  const host = 'host' in clamd && (clamd.host.includes(':') ? `[${clamd.host}]` : clamd.host);
  const place = 'path' in clamd ? clamd.path : `${host}:${clamd.port}`;
  const stream = (content: Content) => ask(clamd, patience, 'INSTREAM', content);
  const expect = (isRight: boolean, { reply, cause }: Answer) => {
    if (isRight) return;
    const said = reply === undefined ? cause : `respondió «${printable(reply)}»`;
    throw new ScannerError(`El antivirus de CLAMD no se puede usar: ${place}: ${said}.`);
  };
  return {
    place,
    scan: async content => judge(await stream(content)),
    prove: async () => {
      const version = await ask(clamd, patience, 'VERSION');
      expect(version.reply?.startsWith('ClamAV ') ?? false, version);
      const probe = await stream([HARMLESS]);
      expect(judge(probe).scan === 'clean', probe);
    },
  };
}
