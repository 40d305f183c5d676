import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { PrintedDocument } from '../../domain/kinds/print/print.ts';
import { disposition } from '../files/send.ts';
import { type Context, SENT } from '../http/serve.ts';
import { type Asker, askerOf, takeTurn } from '../http/turns.ts';
import type { Poster } from './poster.ts';

type Document = PrintedDocument | Poster;

/** Longer than any document takes to lay out. */
const DRAWN_MS = 120_000;

function workerFor(document: Document, release: () => void): Worker {
  try {
    return new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: { document },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
  } catch (error) {
    release();
    throw error;
  }
}

/** A document as PDF, as it is made, in its turn. What goes wrong ends the stream with the error. */
async function pdfOf(asker: Asker, document: Document): Promise<Readable> {
  const release = await takeTurn('pdf', asker);
  const worker = workerFor(document, release);
  let isWhole = false;
  const quit = () => void stream.destroy();
  const limit = setTimeout(() => stream.destroy(new Error('drawing the PDF took too long')), DRAWN_MS);
  const stream = new Readable({
    read: () => undefined,
    destroy: (error, end) => {
      void worker.terminate();
      end(error);
    },
  });
  worker.on('message', (chunk: Uint8Array | null) => {
    isWhole ||= chunk === null;
    stream.push(chunk && Buffer.from(chunk));
  });
  worker.once('error', error => stream.destroy(error));
  worker.once('exit', () => {
    // Its memory is free again, whoever still reads what was drawn.
    release();
    clearTimeout(limit);
    asker.gone.removeEventListener('abort', quit);
    if (!isWhole) stream.destroy(new Error('the PDF broke off'));
  });
  asker.gone.addEventListener('abort', quit);
  if (asker.gone.aborted) quit();
  return stream;
}

/** The same, whole. */
export async function pdfBytes(asker: Asker, document: Document): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await pdfOf(asker, document)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Answers with a document as PDF, named after its code. */
export async function sendPdf(
  context: Pick<Context<unknown>, 'actor' | 'reply'>,
  document: Document,
): Promise<typeof SENT> {
  const file = await pdfOf(askerOf(context), document);
  context.reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', disposition('attachment', `${document.code}.pdf`))
    .header('x-content-type-options', 'nosniff')
    .send(file);
  return SENT;
}
