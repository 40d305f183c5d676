import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/**
 * What becomes of a request: it passes; the answer is an error, or none; the answer breaks off in the middle; a byte
 * of the content is changed on the way in.
 */
export type Fate = 'pass' | 'error' | 'silence' | 'break' | 'alter';

export interface SpoiledStore {
  readonly endpoint: string;
  /** Requests so far. */
  readonly requests: () => number;
  close(): Promise<void>;
}

/** Turns the first byte of what passes around. */
const altering = () => {
  let first = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = first ? Buffer.from([chunk.readUInt8(0) ^ 0xff, ...chunk.subarray(1, 64)]) : undefined;
      first = false;
      done(null, bytes ? Buffer.concat([bytes, chunk.subarray(64)]) : chunk);
    },
  });
};

function passOn(target: URL, request: http.IncomingMessage, response: http.ServerResponse, fate: Fate): void {
  const { method, headers, url } = request;
  const onward = http.request({ host: target.hostname, port: target.port, method, headers, path: url });
  onward.on('error', () => response.destroy());
  onward.on('response', answer => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    if (fate !== 'break') return void answer.pipe(response);
    answer.once('data', (bytes: Buffer) => {
      answer.destroy();
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    });
    answer.once('end', () => response.destroy());
  });
  if (fate === 'alter' && method === 'PUT') request.pipe(altering()).pipe(onward);
  else request.pipe(onward);
}

/** Stands before the store at `endpoint`; `fateOf` judges each request by its number, from 1 on, its method and its path. */
export async function spoilStore(
  endpoint: string,
  fateOf: (n: number, method: string, path: string) => Fate,
  port = 0,
): Promise<SpoiledStore> {
  let requests = 0;
  const server = http.createServer((request, response) => {
    requests += 1;
    const fate = fateOf(requests, request.method ?? '', request.url ?? '');
    if (fate === 'silence') return void request.socket.destroy();
    if (fate === 'error') {
      request.resume();
      return void request.once('end', () => response.writeHead(503).end());
    }
    passOn(new URL(endpoint), request, response, fate);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
