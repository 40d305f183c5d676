import { unreadable } from './sheet.ts';

/** A piece of XML: the name of an element without its prefix, or text as people read it. */
export interface Piece {
  readonly is: 'open' | 'close' | 'text';
  readonly text: string;
  readonly attributes: string;
}

/** A cell holds 32 767 characters; what is longer than this by far is no document of a spreadsheet. */
const LONGEST_PIECE = 1024 * 1024;
const LONGEST_TAG = 64 * 1024;
export const notXlsx = () => unreadable('no es una planilla XLSX válida.');

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function signOf(whole: string, name: string): string {
  if (!name.startsWith('#')) return SIGNS[name] ?? whole;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const decoded = (text: string) =>
  text.includes('&') ? text.replace(/&(#x[\da-f]+|#\d+|[a-z]+);/gi, signOf) : text;

const ATTRIBUTE = /([^\s=:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Attributes by their names without prefix. */
export function attributesOf({ attributes }: Piece): Record<string, string> {
  const found: Record<string, string> = {};
  ATTRIBUTE.lastIndex = 0;
  for (let m = ATTRIBUTE.exec(attributes); m; m = ATTRIBUTE.exec(attributes))
    found[m[1] ?? ''] = decoded(m[2] ?? m[3] ?? '');
  return found;
}

/** A tag up to its end; a `>` within quotes does not end it. */
const TAG = /<(\/?)(?:[^\s/>:]*:)?([^\s/>:]+)([^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*)>/y;

/** Where each other markup ends; of a declared document type nothing good is to be expected. */
const MARKUP = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Takes the markup at `from`. @returns where it ends, or -1 where the rest of it is still to come. */
function takeMarkup(xml: string, from: number, pieces: Piece[]): number {
  if (xml.length - from < 9 && /^<[!?]/.test(xml.slice(from, from + 2))) return -1;
  const markup = MARKUP.find(([begin]) => xml.startsWith(begin, from));
  if (markup) {
    const [begin, end] = markup;
    const at = xml.indexOf(end, from + begin.length);
    if (at >= 0 && begin === '<![CDATA[')
      pieces.push({ is: 'text', text: xml.slice(from + begin.length, at), attributes: '' });
    return at < 0 ? -1 : at + end.length;
  }
  if (xml[from + 1] === '!') throw notXlsx();
  TAG.lastIndex = from;
  const [whole, slash, name = '', attributes = ''] = TAG.exec(xml) ?? [];
  // What has no end is looked through again with every part that comes.
  if (whole === undefined && xml.length - from > LONGEST_TAG) throw notXlsx();
  if (whole === undefined) return -1;
  if (!slash) pieces.push({ is: 'open', text: name, attributes });
  if (slash || attributes.endsWith('/')) pieces.push({ is: 'close', text: name, attributes: '' });
  return from + whole.length;
}

/** Takes all that is whole. @returns from where on it is not. */
function take(xml: string, pieces: Piece[]): number {
  for (let at = 0; ; ) {
    const open = xml.indexOf('<', at);
    if (open < 0) return at;
    if (open > at) pieces.push({ is: 'text', text: decoded(xml.slice(at, open)), attributes: '' });
    at = takeMarkup(xml, open, pieces);
    if (at < 0) return open;
  }
}

/** XML piece by piece as it comes, those of each part together; an error where it is cut off. */
export async function* xmlPieces(parts: AsyncIterable<string>): AsyncGenerator<Piece[]> {
  let rest = '';
  for await (const part of parts) {
    const xml = rest + part;
    const pieces: Piece[] = [];
    rest = xml.slice(take(xml, pieces));
    if (rest.length > LONGEST_PIECE) throw notXlsx();
    yield pieces;
  }
  if (rest.trim() !== '') throw notXlsx();
}
