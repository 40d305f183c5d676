import { createRequire } from 'node:module';
import path from 'node:path';
import { DRAWN } from './printable.ts';

/** The part of fontkit used here; it comes with pdfmake. */
interface Typeface {
  readonly characterSet: readonly number[];
  glyphForCodePoint(codePoint: number): unknown;
}
interface Fontkit {
  openSync(file: string): Typeface;
  registerFormat(format: unknown): void;
}
const require = createRequire(import.meta.url);
const pdfmake = require.resolve('pdfmake');
const fontkit = createRequire(createRequire(pdfmake).resolve('pdfkit'))('fontkit') as Fontkit;

/** The only folder of which documents read anything. */
export const FOLDER = path.join(path.dirname(pdfmake), '../fonts/Roboto');
const fileOf = (cut: string) => path.join(FOLDER, `Roboto-${cut}.ttf`);
const CUTS = {
  normal: 'Regular',
  bold: 'Medium',
  italics: 'Italic',
  bolditalics: 'MediumItalic',
} as const;

/**
 * A typeface with a sign for each of its shapes: it remembers of a shape what it was asked for first. An «Á» asks for the
 * shape of «A» as a part of it, without a sign; an «A» of a later document would then be drawn and not be found.
 */
function readTypeface(file: string): Typeface {
  const typeface = fontkit.openSync(file);
  for (const sign of typeface.characterSet)
    if (DRAWN.test(String.fromCodePoint(sign))) typeface.glyphForCodePoint(sign);
  return typeface;
}

/**
 * pdfmake reads the bytes of each typeface anew for each document, which takes longer than drawing a page. For what is
 * drawn many times it is given marks in place of them; the format of these answers with what was read when the first
 * document needed it. Drawings within a document open files alone, so theirs has no such typeface.
 */
const files = new Map<Uint8Array, string>();
const read = new Map<Uint8Array, Typeface>();
fontkit.registerFormat(
  class {
    static probe = (bytes: Uint8Array) => files.has(bytes);
    constructor({ buffer: mark }: { readonly buffer: Uint8Array }) {
      const typeface = read.get(mark) ?? readTypeface(files.get(mark) ?? '');
      read.set(mark, typeface);
      // biome-ignore lint/correctness/noConstructorReturn: what fontkit takes for a new one was read before
      return typeface;
    }
  },
);

/** The cuts of Roboto by their files. */
export const ROBOTO = Object.fromEntries(Object.entries(CUTS).map(([cut, file]) => [cut, fileOf(file)]));
/** The typeface of documents without drawings of which many are drawn. */
export const READ_ONCE = 'Roboto, read once';

/** Its cuts under the names that pdfmake finds them by; `keep` puts them where it looks. */
export function readTypefaces(keep: (name: string, mark: Buffer) => void): Record<string, string> {
  const named = Object.entries(CUTS).map(([cut, file]) => {
    const name = `typeface ${file}`;
    const mark = Buffer.from(name);
    files.set(mark, fileOf(file));
    keep(name, mark);
    return [cut, name];
  });
  return Object.fromEntries(named);
}
