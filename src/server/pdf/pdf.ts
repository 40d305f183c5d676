import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { PrintedDocument } from '../../domain/kinds/print/print.ts';
import { disposition } from '../files/send.ts';
import { type Context, SENT } from '../http/serve.ts';
import { type Asker, askerOf, takeTurn } from '../http/turns.ts';
import { photosOf } from './pdf-layout.ts';
import type { Poster } from './poster.ts';

type Document = PrintedDocument | Poster;

/** Longer than any document takes to lay out. */
const DRAWN_MS = 120_000;

/** Made once it is its turn, for what takes a while or much memory itself. */
interface Making {
  /** `gone` when nobody waits for it any more. */
  readonly make: (gone: AbortSignal) => Promise<Document>;
}

/** Handed over rather than copied: memory that photos alone are in, each once. */
function memoryOf(document: Document): ArrayBuffer[] {
  const images = 'address' in document ? [] : photosOf(document).map(p => p.image);
  const whole = images.flatMap(image =>
    image && image.buffer instanceof ArrayBuffer && image.byteLength === image.buffer.byteLength
      ? [image.buffer]
      : [],
  );
  return [...new Set(whole)];
}

function workerFor(document: Document, release: () => void): Worker {
  try {
    return new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: { document },
      transferList: memoryOf(document),
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
  } catch (error) {
    release();
    throw error;
  }
}

async function made(given: Document | Making, { gone }: Asker, release: () => void): Promise<Document> {
  if (!('make' in given)) return given;
  try {
    return await given.make(gone);
  } catch (error) {
    release();
    throw error;
  }
}

/** A document as PDF, as it is made, in its turn. What goes wrong ends the stream with the error. */
async function pdfOf(asker: Asker, given: Document | Making): Promise<Readable> {
  const release = await takeTurn('pdf', asker);
  const document = await made(given, asker, release);
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
export async function pdfBytes(asker: Asker, document: Document | Making): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await pdfOf(asker, document)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Answers with a document as PDF, as a file of this name. */
export async function sendPdfAs(
  name: string,
  context: Pick<Context<unknown>, 'actor' | 'reply'>,
  document: Document | Making,
): Promise<typeof SENT> {
  const file = await pdfOf(askerOf(context), document);
  context.reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', disposition('attachment', `${name}.pdf`))
    .header('x-content-type-options', 'nosniff')
    .send(file);
  return SENT;
}

/** The same, named after its code. */
export const sendPdf = (
  context: Pick<Context<unknown>, 'actor' | 'reply'>,
  document: Document,
): Promise<typeof SENT> => sendPdfAs(document.code, context, document);
