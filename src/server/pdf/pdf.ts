import { on } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { disposition } from '../files/send.ts';
import { type Context, SENT } from '../http/serve.ts';
import { type Asker, askerOf, inTurn, takeTurn } from '../http/turns.ts';
import { photosOf } from './pdf-layout.ts';
import type { Document } from './pdf-worker.ts';

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

/** Of what people wait for, and of what is made in the background, in a process of its own. */
const MEMORY_MB = { waited: 256, long: 1024 } as const;

/** A thread of its own, which draws one document after the other; what fails ends it. */
function startThread(memory: keyof typeof MEMORY_MB = 'waited') {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    // Little is left behind while many are drawn.
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB[memory], maxYoungGenerationSizeMb: 8 },
  });
  const messages = on(worker, 'message', { close: ['exit'] });
  // Told to whoever waits for a message; once nobody does, it is of no interest.
  worker.on('error', () => undefined);
  const end = () => void worker.terminate();
  /** The document as it is made. After the last one the thread ends by itself, whoever still reads. */
  async function* draw(document: Document, isLast: boolean): AsyncGenerator<Buffer> {
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      end();
    }, DRAWN_MS);
    try {
      worker.postMessage(document, memoryOf(document));
      if (isLast) worker.postMessage(null);
      for (;;) {
        const { value, done } = await messages.next();
        if (done) throw new Error(isLate ? 'drawing the PDF took too long' : 'the PDF broke off');
        const [chunk] = value as [Uint8Array<ArrayBuffer> | null];
        if (chunk === null) return;
        yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      }
    } catch (error) {
      end();
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }
  /** `over`: its memory is free again. */
  return { draw, end, over: new Promise<void>(resolve => worker.once('exit', () => resolve())) };
}

type Thread = ReturnType<typeof startThread>;

/** A document as PDF, as it is made, in its turn. What goes wrong ends the stream with the error. */
async function pdfOf(
  asker: Asker,
  given: Document | Making,
  memory: keyof typeof MEMORY_MB = 'waited',
): Promise<Readable> {
  const release = await takeTurn('pdf', asker);
  try {
    const document = 'make' in given ? await given.make(asker.gone) : given;
    const { draw, end, over } = startThread(memory);
    const stream = Readable.from(draw(document, true), { objectMode: false });
    const quit = () => {
      stream.destroy();
      end();
    };
    asker.gone.addEventListener('abort', quit);
    void over.then(() => {
      release();
      asker.gone.removeEventListener('abort', quit);
    });
    if (asker.gone.aborted) quit();
    return stream;
  } catch (error) {
    release();
    throw error;
  }
}

/** A long document, made in the background: the same, piece by piece, once somebody reads it. */
export async function* pdfPieces(asker: Asker, document: Document): AsyncGenerator<Uint8Array> {
  yield* await pdfOf(asker, document, 'long');
}

/** The same, whole. */
export async function pdfBytes(asker: Asker, document: Document | Making): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await pdfOf(asker, document)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A document that cannot be drawn; others may be. */
export class PdfError extends Error {}

/** Draws many documents. */
export interface Drawer {
  /** The next one, in its turn; throws a {@link PdfError} when it is this document that cannot be drawn. */
  draw(document: Document): Promise<Buffer>;
  close(): void;
}

/**
 * For many documents: one thread draws them all, as starting one takes longer than most of them do. It is started for
 * the first and takes a turn for each, so that in between others get theirs; it ends with `close`, or once nobody waits.
 */
export function openDrawer(asker: Asker): Drawer {
  let thread: Thread | undefined;
  const end = () => {
    thread?.end();
    thread = undefined;
  };
  asker.gone.addEventListener('abort', end);
  return {
    draw: document =>
      inTurn('pdf', asker, async () => {
        asker.gone.throwIfAborted();
        thread ??= startThread();
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of thread.draw(document, false)) chunks.push(chunk);
        } catch (error) {
          end();
          throw new PdfError('the document cannot be drawn', { cause: error });
        }
        return Buffer.concat(chunks);
      }),
    close: () => {
      asker.gone.removeEventListener('abort', end);
      end();
    },
  };
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
