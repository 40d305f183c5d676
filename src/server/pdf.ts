import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { PrintedDocument } from '../domain/print.ts';

/** At once; each takes some 60 MB while it lasts. */
const MOST_AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function turn(): Promise<void> {
  if (running >= MOST_AT_ONCE) await new Promise<void>(resolve => waiting.push(resolve));
  else running += 1;
}
function done(): void {
  const next = waiting.shift();
  // Whoever waits takes over the place.
  if (next) next();
  else running -= 1;
}

/** A document as PDF, as it is made. What goes wrong ends the stream with the error. */
export async function pdfOf(document: PrintedDocument, { compress = true } = {}): Promise<Readable> {
  await turn();
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: { document, compress },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const stream = new Readable({ read: () => undefined, destroy: (error, end) => stop(error, end) });
  const stop = (error: Error | null, end: (error: Error | null) => void) => {
    void worker.terminate();
    end(error);
  };
  worker.on('message', (chunk: Uint8Array | null) => stream.push(chunk && Buffer.from(chunk)));
  worker.once('error', error => stream.destroy(error));
  worker.once('exit', done);
  return stream;
}

/** The same, whole. */
export async function pdfBytes(document: PrintedDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await pdfOf(document)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
