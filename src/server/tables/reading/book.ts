import type { Archive } from './unzip.ts';
import { notXlsx, type Piece, xmlPieces } from './xml.ts';

export type Attributes = Piece['attributes'];

/** Elements of a part that has nothing else to say. */
async function* elements(archive: Archive, name: string): AsyncGenerator<[string, Attributes]> {
  for await (const pieces of xmlPieces(archive.text(name)))
    for (const piece of pieces) if (piece.is === 'open') yield [piece.text, piece.attributes];
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/** What a part refers to; addresses are from its own folder, or from the archive's. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1;
  const [folder, file] = [part.slice(0, at), part.slice(at)];
  const found: Relation[] = [];
  for await (const [name, { Id = '', Type = '', Target = '' }] of elements(
    archive,
    `${folder}_rels/${file}.rels`,
  )) {
    const target = new URL(Target, `zip:///${folder}`).pathname.slice(1);
    if (name === 'Relationship') found.push({ id: Id, type: Type.split('/').at(-1) ?? '', target });
  }
  return found;
}

export interface Sheet {
  readonly name: string;
  /** Where its rows are. */
  readonly part: string;
}

interface Book {
  readonly sheets: readonly Sheet[];
  readonly strings: string | undefined;
  readonly styles: string | undefined;
  readonly from1904: boolean;
}

/** Where things are: sheets in their order, those that are not hidden where there are any, shared strings and styles. */
export async function readBook(archive: Archive): Promise<Book> {
  if (!archive.has('_rels/.rels')) throw notXlsx();
  const part = (await relationsOf(archive, '')).find(r => r.type === 'officeDocument')?.target;
  if (!part) throw notXlsx();
  const relations = await relationsOf(archive, part);
  const listed: Attributes[] = [];
  let from1904 = false;
  for await (const [name, attributes] of elements(archive, part)) {
    if (name === 'sheet') listed.push(attributes);
    if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
  }
  const all = listed.flatMap(({ id, name = '', state = 'visible' }) => {
    const found = relations.find(r => r.id === id && r.type === 'worksheet');
    return found ? [{ part: found.target, name, state }] : [];
  });
  const visible = all.filter(({ state }) => state === 'visible');
  const of = (type: string) => relations.find(r => r.type === type && archive.has(r.target))?.target;
  const sheets = visible.length > 0 ? visible : all;
  return { sheets, strings: of('sharedStrings'), styles: of('styles'), from1904 };
}

const BUILT_IN_DAYS = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Whether a number format shows a day: it names days, years or months in letters, and no digits of a number. */
function showsDay(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, '').replace(/s\.0+/gi, 's');
  return /[dy]|mmm/i.test(bare) && !/[0#?]/.test(bare);
}

/** Which styles of cells, by their number, show days. */
export async function dayStyles(archive: Archive, part: string | undefined): Promise<boolean[]> {
  const days: boolean[] = [];
  if (!part) return days;
  const codes = new Map<number, string>();
  let within = '';
  for await (const [name, { numFmtId, formatCode = '' }] of elements(archive, part)) {
    const id = Number(numFmtId ?? 0);
    const code = codes.get(id);
    if (/^(cellXfs|cellStyleXfs|cellStyles|dxfs)$/.test(name)) within = name;
    if (name === 'numFmt' && within === '') codes.set(id, formatCode);
    if (name === 'xf' && within === 'cellXfs')
      days.push(code === undefined ? BUILT_IN_DAYS(id) : showsDay(code));
  }
  return days;
}

/** Text of cells and shared strings, without the reading aids of Japanese. */
export function gatherer() {
  let [text, takes, aids] = ['', false, false];
  return {
    clear: () => {
      text = '';
    },
    take: ({ is, text: said }: Piece) => {
      if (is === 'text') text += takes && !aids ? said : '';
      else if (said === 'rPh') aids = is === 'open';
      else if (said === 't' || said === 'v') takes = is === 'open';
    },
    // What XML cannot hold stands as _x000D_ (ECMA-376 part 1, 22.9.2.19).
    text: () =>
      text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  };
}

/** Strings one after another in as many bytes as they have: thousands of strings of their own take several times that. */
export async function sharedStrings(
  archive: Archive,
  part: string | undefined,
): Promise<(at: number) => string> {
  let bytes = Buffer.alloc(64 * 1024);
  const ends: number[] = [0];
  const gather = gatherer();
  for await (const pieces of part ? xmlPieces(archive.text(part)) : []) {
    for (const piece of pieces) {
      gather.take(piece);
      if (piece.text !== 'si' || piece.is === 'text') continue;
      if (piece.is === 'open') gather.clear();
      else {
        const [text, at] = [gather.text(), ends.at(-1) ?? 0];
        const end = at + Buffer.byteLength(text);
        if (end > bytes.length) bytes = Buffer.concat([bytes], Math.max(end, 2 * bytes.length));
        bytes.write(text, at);
        ends.push(end);
      }
    }
  }
  return at => {
    const [from, to] = [ends[at], ends[at + 1]];
    if (from === undefined || to === undefined) throw notXlsx();
    return bytes.toString('utf8', from, to);
  };
}
