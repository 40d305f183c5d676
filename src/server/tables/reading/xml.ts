import { Parser } from 'htmlparser2';
import { unreadable } from '../sheet.ts';

/** A piece of XML: the name of an element without its prefix, or text as people read it. */
export interface Piece {
  readonly is: 'open' | 'close' | 'text';
  readonly text: string;
  /** By their names, with and without prefix. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** A cell holds 32 767 characters; what is longer than this by far, a tag, too, is no document of a spreadsheet. */
const LONGEST_PIECE = 1024 * 1024;
/** Of elements in one another; a spreadsheet has a dozen. */
const DEEPEST = 100;
export const notXlsx = () => unreadable('no es una planilla XLSX válida.');

const NONE = {};
const bare = (name: string) => name.slice(name.indexOf(':') + 1);

function withBareNames(attributes: Record<string, string>) {
  for (const name in attributes) if (name.includes(':')) attributes[bare(name)] = attributes[name] ?? '';
  return attributes;
}

/** XML piece by piece as it comes, those of each part together; an error where it is cut off. */
export async function* xmlPieces(parts: AsyncIterable<string>): AsyncGenerator<Piece[]> {
  let [pieces, depth, sinceTag]: [Piece[], number, number] = [[], 0, 0];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        [depth, sinceTag] = [depth + 1, 0];
        if (depth > DEEPEST) throw notXlsx();
        pieces.push({ is: 'open', text: bare(name), attributes: withBareNames(attributes) });
      },
      onclosetag(name) {
        [depth, sinceTag] = [depth - 1, 0];
        pieces.push({ is: 'close', text: bare(name), attributes: NONE });
      },
      ontext(text) {
        if (depth === 0 && text.trim() !== '') throw notXlsx();
        pieces.push({ is: 'text', text, attributes: NONE });
      },
      // Of a declared document type nothing good is to be expected.
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw notXlsx();
      },
    },
    { xmlMode: true },
  );
  for await (const part of parts) {
    sinceTag += part.length;
    parser.write(part);
    if (sinceTag > LONGEST_PIECE) throw notXlsx();
    yield pieces;
    pieces = [];
  }
  if (depth !== 0) throw notXlsx();
}
