import { AppError } from '../../domain/kit/problem.ts';
import type { SheetRow } from './sheet.ts';
import { type Archive, damageError, openZip } from './unzip.ts';
import { notXlsx, type Piece, xmlPieces } from './xml.ts';

/** What a sheet holds at most. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const DAY_MS = 86_400_000;
/** Days from 30 December 1899, where spreadsheets begin to count, to 1970; some count from 1904. */
const TO_1970 = 25_569;
const FROM_1904 = 1462;
const LAST_DAY = 2_958_465;

type Attributes = Piece['attributes'];

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

interface Book {
  readonly sheet: string;
  readonly strings: string | undefined;
  readonly styles: string | undefined;
  readonly from1904: boolean;
}

/** Where things are: the first sheet that is not hidden, its shared strings and styles. */
async function readBook(archive: Archive): Promise<Book> {
  if (!archive.has('_rels/.rels')) throw notXlsx();
  const part = (await relationsOf(archive, '')).find(r => r.type === 'officeDocument')?.target;
  if (!part) throw notXlsx();
  const relations = await relationsOf(archive, part);
  const sheets: Attributes[] = [];
  let from1904 = false;
  for await (const [name, attributes] of elements(archive, part)) {
    if (name === 'sheet') sheets.push(attributes);
    if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
  }
  const worksheets = sheets.flatMap(({ id, state = 'visible' }) => {
    const found = relations.find(r => r.id === id && r.type === 'worksheet');
    return found ? [{ part: found.target, state }] : [];
  });
  const sheet = worksheets.find(s => s.state === 'visible') ?? worksheets[0];
  if (!sheet) throw notXlsx();
  const of = (type: string) => relations.find(r => r.type === type && archive.has(r.target))?.target;
  return { sheet: sheet.part, strings: of('sharedStrings'), styles: of('styles'), from1904 };
}

const BUILT_IN_DAYS = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Whether a number format shows a day: it names days, years or months in letters, and no digits of a number. */
function showsDay(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, '').replace(/s\.0+/gi, 's');
  return /[dy]|mmm/i.test(bare) && !/[0#?]/.test(bare);
}

/** Which styles of cells, by their number, show days. */
async function dayStyles(archive: Archive, part: string | undefined): Promise<boolean[]> {
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
function gatherer() {
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
async function sharedStrings(archive: Archive, part: string | undefined): Promise<(at: number) => string> {
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

function numberOrDay(text: string, isDay: boolean, from1904: boolean): string {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  const day = Math.floor(value) + (from1904 ? FROM_1904 : 0);
  if (!isDay || day < 1 || day > LAST_DAY) return String(value);
  return new Date((day - TO_1970) * DAY_MS).toISOString().slice(0, 10);
}

/** Column of `AB12`, from 0. */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(address)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

interface Reading {
  readonly strings: (at: number) => string;
  readonly days: readonly boolean[];
  readonly from1904: boolean;
}

/** What a cell shows; of a formula what it came to when the file was saved. */
function cellText({ t = 'n', s = '0' }: Attributes, text: string, { strings, days, from1904 }: Reading) {
  if (text === '') return '';
  if (t === 's') return strings(Number(text));
  if (t === 'b') return text === '1' ? 'Sí' : 'No';
  if (t === 'd') return text.slice(0, 10);
  return t === 'n' ? numberOrDay(text, days[Number(s)] ?? false, from1904) : text;
}

/** Rows of a sheet as its pieces come; cells and rows that do not say where they stand follow the one before. */
function rowReader(reading: Reading) {
  const gather = gatherer();
  let [line, column] = [0, -1];
  let cell: Attributes = {};
  let cells: string[] = [];
  const open = ({ text, attributes }: Piece) => {
    if (text === 'row') {
      const next = attributes.r === undefined ? line + 1 : Number(attributes.r);
      if (!(next > line && next <= MOST_ROWS)) throw notXlsx();
      [line, column, cells] = [next, -1, []];
    } else {
      column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
      if (column < 0 || column >= MOST_COLUMNS) throw notXlsx();
      cell = attributes;
      gather.clear();
    }
  };
  const close = () => {
    const text = cellText(cell, gather.text(), reading);
    if (text === '') return;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  return (piece: Piece): SheetRow | undefined => {
    const { is, text } = piece;
    if (is === 'open' && (text === 'row' || text === 'c')) open(piece);
    else if (is === 'close' && text === 'c') close();
    else if (is === 'close' && text === 'row') return { line, cells };
    else gather.take(piece);
    return undefined;
  };
}

async function* readRows(bytes: Buffer): AsyncGenerator<SheetRow> {
  const archive = await openZip(bytes);
  const { sheet, strings, styles, from1904 } = await readBook(archive);
  const read = rowReader({
    strings: await sharedStrings(archive, strings),
    days: await dayStyles(archive, styles),
    from1904,
  });
  for await (const pieces of xmlPieces(archive.text(sheet)))
    for (const piece of pieces) {
      const row = read(piece);
      if (row) yield row;
    }
}

/**
 * Rows of the first sheet, as they are unpacked: neither the archive's text nor the rows are ever in memory as a whole,
 * only the strings that rows refer to.
 * @throws AppError `invalid` at `file`, or `too_large`.
 */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<SheetRow> {
  try {
    yield* readRows(bytes);
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    throw !(error instanceof AppError) && /^(Z_|ERR_)/.test(code) ? damageError() : error;
  }
}
