import { createRequire } from 'node:module';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import type { PrintedDocument } from '../../domain/kinds/print/print.ts';
import { LAYOUTS, pdfLayout, photosOf } from './pdf-layout.ts';
import { type Poster, posterLayout } from './poster.ts';

// Runs in a thread of its own: laying out a long document takes a while and memory that goes with the thread.

interface Pdfmake {
  setFonts(fonts: Record<string, Record<string, string>>): void;
  setUrlAccessPolicy(allows: (url: string) => boolean): void;
  setLocalAccessPolicy(allows: (file: string) => boolean): void;
  setTableLayouts(layouts: typeof LAYOUTS): void;
  /** What takes the place of the disk for images. */
  readonly virtualfs: { writeFileSync(name: string, content: Buffer): void };
  createPdf(definition: ReturnType<typeof pdfLayout | typeof posterLayout>): {
    getStream(): Promise<Readable & { end(): void }>;
  };
}
// Its types bring those of the browser along, which the server does without.
const require = createRequire(import.meta.url);
const pdfmake = require('pdfmake') as Pdfmake;

const fonts = path.join(path.dirname(require.resolve('pdfmake')), '../fonts/Roboto');
const font = (name: string) => path.join(fonts, `Roboto-${name}.ttf`);

pdfmake.setFonts({
  Roboto: {
    normal: font('Regular'),
    bold: font('Medium'),
    italics: font('Italic'),
    bolditalics: font('MediumItalic'),
  },
});
// A document brings all it shows along: nothing is fetched, and no file but the typeface is read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(file => path.resolve(file).startsWith(fonts));
pdfmake.setTableLayouts(LAYOUTS);

const { document } = workerData as { document: PrintedDocument | Poster };
const isPoster = 'address' in document;
for (const { name, image } of isPoster ? [] : photosOf(document))
  if (image)
    pdfmake.virtualfs.writeFileSync(name, Buffer.from(image.buffer, image.byteOffset, image.byteLength));
const layout = isPoster ? posterLayout(document) : pdfLayout(document);
const stream = await pdfmake.createPdf(layout).getStream();

/** Thousands of small pieces, each of which would be copied with the memory it shares with others. */
const PIECE = 256 * 1024;
let waiting: Buffer[] = [];
let size = 0;
function post(): void {
  const piece = new Uint8Array(Buffer.concat(waiting));
  parentPort?.postMessage(piece, [piece.buffer]);
  [waiting, size] = [[], 0];
}
stream.on('data', (chunk: Buffer) => {
  waiting.push(chunk);
  size += chunk.length;
  if (size >= PIECE) post();
});
stream.on('end', () => {
  if (size > 0) post();
  parentPort?.postMessage(null);
});
stream.end();
