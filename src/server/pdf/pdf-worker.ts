import { createRequire } from 'node:module';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import type { PrintedDocument } from '../../domain/kinds/print/print.ts';
import { type Diploma, diplomaLayout } from './diploma.ts';
import { LAYOUTS, pdfLayout, photosOf } from './pdf-layout.ts';
import { type Poster, posterLayout } from './poster.ts';
import { FOLDER, READ_ONCE, ROBOTO, readTypefaces } from './typefaces.ts';

// Runs in a thread of its own: laying out a long document takes a while and memory that goes with the thread. Draws the
// documents it is sent one after the other, until it is sent null.

export type Document = PrintedDocument | Poster | Diploma;

type Layout = ReturnType<typeof pdfLayout | typeof posterLayout | typeof diplomaLayout>;
interface Pdfmake {
  setFonts(fonts: Record<string, Record<string, string>>): void;
  setUrlAccessPolicy(allows: (url: string) => boolean): void;
  setLocalAccessPolicy(allows: (file: string) => boolean): void;
  setTableLayouts(layouts: typeof LAYOUTS): void;
  /** What takes the place of the disk for images. */
  readonly virtualfs: { writeFileSync(name: string, content: Buffer): void };
  createPdf(definition: Layout): {
    getStream(): Promise<Readable & { end(): void }>;
  };
}
// Its types bring those of the browser along, which the server does without.
const require = createRequire(import.meta.url);
const pdfmake = require('pdfmake') as Pdfmake;

pdfmake.setFonts({
  Roboto: ROBOTO,
  [READ_ONCE]: readTypefaces((name, mark) => pdfmake.virtualfs.writeFileSync(name, mark)),
});
// A document brings all it shows along: nothing is fetched, and no file but the typeface is read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(file => path.resolve(file).startsWith(FOLDER));
pdfmake.setTableLayouts(LAYOUTS);

function layoutOf(document: Document): Layout {
  if ('statement' in document) return diplomaLayout(document);
  if ('address' in document) return posterLayout(document);
  for (const { name, image } of photosOf(document))
    if (image)
      pdfmake.virtualfs.writeFileSync(name, Buffer.from(image.buffer, image.byteOffset, image.byteLength));
  return pdfLayout(document);
}

/** Thousands of small pieces, each of which would be copied with the memory it shares with others. */
const PIECE = 256 * 1024;

async function draw(document: Document): Promise<void> {
  const stream = await pdfmake.createPdf(layoutOf(document)).getStream();
  stream.end();
  let waiting: Buffer[] = [];
  let size = 0;
  const post = () => {
    const piece = new Uint8Array(Buffer.concat(waiting));
    parentPort?.postMessage(piece, [piece.buffer]);
    [waiting, size] = [[], 0];
  };
  for await (const chunk of stream) {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= PIECE) post();
  }
  if (size > 0) post();
  parentPort?.postMessage(null);
}

let turn = Promise.resolve();
parentPort?.on('message', (document: Document | null) => {
  // What fails ends the thread.
  turn = turn.then(() => (document ? draw(document) : parentPort?.close()));
});
