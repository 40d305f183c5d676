import { createRequire } from 'node:module';
import path from 'node:path';

/** The part of fontkit used here; it comes with pdfmake. */
interface Fontkit {
  openSync(file: string): object;
  registerFormat(format: unknown): void;
}
const require = createRequire(import.meta.url);
const pdfmake = require.resolve('pdfmake');
const fontkit = createRequire(createRequire(pdfmake).resolve('pdfkit'))('fontkit') as Fontkit;

const FOLDER = path.join(path.dirname(pdfmake), '../fonts/Roboto');
const CUTS = {
  normal: 'Regular',
  bold: 'Medium',
  italics: 'Italic',
  bolditalics: 'MediumItalic',
} as const;

/**
 * pdfmake reads the bytes of each typeface anew for each document, which takes longer than drawing a page. It is given
 * marks in place of them; the format of these answers with what was read before.
 */
const read = new Map<Uint8Array, object>();
fontkit.registerFormat(
  class {
    static probe = (bytes: Uint8Array) => read.has(bytes);
    constructor(stream: { readonly buffer: Uint8Array }) {
      // biome-ignore lint/correctness/noConstructorReturn: what fontkit takes for a new font is one of before
      return read.get(stream.buffer) ?? this;
    }
  },
);

/** The cuts of Roboto under the names that pdfmake finds them by; `keep` puts them where it looks. */
export function readTypefaces(keep: (name: string, mark: Buffer) => void): Record<string, string> {
  const named = Object.entries(CUTS).map(([cut, file]) => {
    const name = `typeface ${file}`;
    const mark = Buffer.from(name);
    read.set(mark, fontkit.openSync(path.join(FOLDER, `Roboto-${file}.ttf`)));
    keep(name, mark);
    return [cut, name];
  });
  return Object.fromEntries(named);
}
