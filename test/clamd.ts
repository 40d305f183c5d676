import { once } from 'node:events';
import net from 'node:net';
import type { Env } from '../src/server/env.ts';
import { EICAR } from '../src/server/files/scanner.ts';

/**
 * As the real one; takes everything and says nothing; closes at the first bytes of the content; answers what is no
 * answer; says that all is well before it has seen the content.
 */
type Behaviour = 'right' | 'silent' | 'break' | 'garbage' | 'hasty';

export interface TestClamd {
  readonly address: NonNullable<Env['clamd']>;
  /** From now on, for connections that begin. */
  behaviour: Behaviour;
  /** Bytes of content taken so far, of all streams. */
  readonly received: () => number;
  close(): Promise<void>;
}

interface Options {
  /** Bytes of content, as `StreamMaxLength`. */
  readonly limit?: number;
  readonly behaviour?: Behaviour;
  /** Of its socket; else it listens on a port of this machine. */
  readonly path?: string;
  /** Name of what it finds in the content of the EICAR file. */
  readonly finds?: string;
}

/** Reads a connection by numbers of bytes; fails once the other side is gone. */
function readerOf(socket: net.Socket) {
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.of();
  const upTo = async (most: number) => {
    while (rest.length === 0) {
      const { value, done } = await chunks.next();
      if (done) throw new Error('gone');
      rest = value;
    }
    const part = rest.subarray(0, most);
    rest = rest.subarray(most);
    return part;
  };
  const exactly = async (bytes: number) => {
    const parts: Buffer[] = [];
    for (let left = bytes; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await upTo(left));
    return Buffer.concat(parts);
  };
  const untilZero = async () => {
    let text = '';
    for (;;) {
      const letter = (await exactly(1)).toString('latin1');
      if (letter === '\0') return text;
      text += letter;
    }
  };
  return { upTo, exactly, untilZero };
}

/** A real server that speaks clamd's protocol and knows one virus, EICAR's. */
export async function startClamd(options: Options = {}): Promise<TestClamd> {
  const { limit = Number.POSITIVE_INFINITY, path, finds = 'Eicar-Test-Signature' } = options;
  let received = 0;
  const open = new Set<net.Socket>();

  async function replyToStream(read: ReturnType<typeof readerOf>, behaviour: Behaviour): Promise<string> {
    let size = 0;
    let seen = '';
    let isInfected = false;
    for (;;) {
      let left = (await read.exactly(4)).readUInt32BE();
      if (left === 0) return isInfected ? `stream: ${finds} FOUND` : 'stream: OK';
      size += left;
      if (size > limit) return 'INSTREAM size limit exceeded. ERROR';
      while (left > 0) {
        const part = await read.upTo(left);
        left -= part.length;
        received += part.length;
        seen = seen.slice(1 - EICAR.length) + part.toString('latin1');
        isInfected ||= seen.includes(EICAR);
        if (behaviour === 'break') throw new Error('broken off');
        if (behaviour === 'hasty') return 'stream: OK';
      }
    }
  }

  async function serve(socket: net.Socket): Promise<void> {
    const { behaviour } = clamd;
    const read = readerOf(socket);
    const command = await read.untilZero();
    if (behaviour === 'silent') for (;;) await read.upTo(65_536);
    if (behaviour === 'garbage') socket.write('HTTP/1.1 400 Bad Request\r\n\r\n\0');
    else if (command === 'zVERSION') socket.write('ClamAV 1.4.3/27800/Tue Nov 11 09:00:00 2025\0');
    else if (command === 'zINSTREAM') socket.write(`${await replyToStream(read, behaviour)}\0`);
    else socket.write('UNKNOWN COMMAND\0');
  }

  const server = net.createServer(socket => {
    open.add(socket);
    socket.on('error', () => {}).once('close', () => open.delete(socket));
    // Closed with what was sent and not read, as the real one does: the sender gets a reset.
    serve(socket).then(
      () => socket.destroySoon(),
      () => socket.destroy(),
    );
  });
  server.listen(path ? { path } : { host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const clamd: TestClamd = {
    address: path ? { path } : { host: '127.0.0.1', port: (server.address() as net.AddressInfo).port },
    behaviour: options.behaviour ?? 'right',
    received: () => received,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return clamd;
}
