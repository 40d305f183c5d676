import { constants } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { AppError } from '../../domain/kit/problem.ts';
import { cleanName } from '../../domain/text/clean-names.ts';
import { type Bytes, DamagedZip, readDirectory, type ZipDirectory, type ZipEntry } from './zip-directory.ts';

const MOST_ENTRIES = 10_000;
const GIGABYTE = 1024 ** 3;
/** What it unpacks to: a gigabyte, of a larger archive twice its own size. */
const mostUnpacked = (packed: number) => Math.max(GIGABYTE, 2 * packed);
/** Beyond this much, text and drawings at their best pack to a hundredth; what packs better was made to. */
const SUSPICIOUS = { from: 64 * 1024 * 1024, ratio: 100 } as const;
/** The longest record that may follow an entry's data; no header fits. */
const MOST_BETWEEN = 24;
/** Local headers are read this many bytes at once: most archives have several in it. */
const WINDOW = 256 * 1024;
/** Encrypted in the old way, in the strong one, or with masked headers. */
const ENCRYPTED = 0x2041;
const AES = 99;
const SIZES_FOLLOW = 0x8;
const LONG = 0xffffffff;

const ZIP = 'application/zip';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';
/** Office documents by their type, with the folder of their parts. */
const OFFICE: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word/',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xl/',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'ppt/',
};
const CONTENT_TYPES = '[Content_Types].xml';
const MOST_CONTENT_TYPES = 4 * 1024 * 1024;

const refusal = (words: string) => new AppError('unsupported_type', words);
const damageError = (what: string) => refusal(`${what} está dañado o incompleto: vuelve a crearlo.`);

const showName = (name: string) => cleanName(name).slice(0, 80).toWellFormed();

/** Outside of the folder it is unpacked to, on any system. */
const leaves = (name: string) =>
  /^\/|^[a-z]:|\\/i.test(name) || name.split('/').some(part => /^ *\.\.[. ]*$/.test(part));

/** Throws what is wrong with one entry as the directory tells of it. */
function checkEntry(
  what: string,
  { name, otherName, flags, method, mode, packed, unpacked }: ZipEntry,
): void {
  if (flags & ENCRYPTED || method === AES)
    throw refusal(`${what} está protegido con clave: vuelve a crearlo sin clave.`);
  for (const each of otherName === undefined ? [name] : [name, otherName]) {
    if (each === '' || each.includes('\0')) throw damageError(what);
    if (leaves(each))
      throw refusal(`${what} guarda «${showName(each)}» con una ruta insegura: vuelve a crearlo.`);
  }
  if ((mode & constants.S_IFMT) === constants.S_IFLNK)
    throw refusal(
      `${what} contiene un enlace («${showName(name)}»): vuelve a crearlo con los archivos mismos.`,
    );
  if (method === 0 && packed !== unpacked) throw damageError(what);
}

function checkSizes(what: string, size: number, entries: readonly ZipEntry[]): void {
  if (entries.length > MOST_ENTRIES)
    throw refusal(`${what} contiene más de 10.000 archivos: divídelo en partes.`);
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > mostUnpacked(size))
    throw refusal(`${what} ocupa demasiado al descomprimirlo: divídelo en partes.`);
  if (unpacked > Math.max(SUSPICIOUS.from, SUSPICIOUS.ratio * size))
    throw refusal(`${what} se descomprime a más de cien veces su tamaño: sube los archivos por separado.`);
}

function checkNames(what: string, entries: readonly ZipEntry[]): void {
  const seen = new Set<string>();
  for (const entry of entries) {
    checkEntry(what, entry);
    const key = entry.rawName.toString('latin1');
    if (seen.has(key))
      throw refusal(`${what} contiene dos veces «${showName(entry.name)}»: vuelve a crearlo.`);
    seen.add(key);
  }
}

/** Reads ahead, for places that come in order. */
function readAhead(zip: Bytes): Bytes['read'] {
  let start = 0;
  let held: Buffer = Buffer.alloc(0);
  return async (from, length) => {
    if (from < start || from + length > start + held.length) {
      start = from;
      held = await zip.read(from, Math.max(length, WINDOW));
    }
    return held.subarray(from - start, from - start + length);
  };
}

/** Where the data of an entry begin, when the header before them says what the directory says (APPNOTE.TXT 4.3.7). */
async function dataOf(read: Bytes['read'], entry: ZipEntry): Promise<number> {
  const header = await read(entry.at, 30 + entry.rawName.length);
  const packed = header.readUInt32LE(18);
  const flags = header.readUInt16LE(6);
  const agrees =
    header.readUInt32LE(0) === 0x04034b50 &&
    header.readUInt16LE(8) === entry.method &&
    !(flags & ENCRYPTED) &&
    header.subarray(30).equals(entry.rawName) &&
    header.readUInt16LE(26) === entry.rawName.length &&
    (flags & SIZES_FOLLOW || packed === LONG || packed === entry.packed);
  if (!agrees) throw new DamagedZip();
  return entry.at + header.length + header.readUInt16LE(28);
}

/** From its first byte to its last an archive is entries, directory and end: nothing hides before, between or behind. */
async function checkPlaces(what: string, zip: Bytes, { entries, to, told }: ZipDirectory): Promise<void> {
  if (told.count !== entries.length || told.size !== to - told.from) throw new DamagedZip();
  const foreign = () => refusal(`${what} trae algo más que sus archivos: vuelve a crearlo.`);
  if (to !== told.begin || told.end !== zip.size) throw foreign();
  const read = readAhead(zip);
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (entry.at < end) throw new DamagedZip();
    if (entry.at - end > (end === 0 ? 0 : MOST_BETWEEN)) throw foreign();
    end = (await dataOf(read, entry)) + entry.packed;
    if (end > told.from) throw new DamagedZip();
  }
  if (told.from - end > MOST_BETWEEN) throw foreign();
}

/** The content of a short part. */
async function contentOf(zip: Bytes, entry: ZipEntry): Promise<string> {
  if (Math.max(entry.packed, entry.unpacked) > MOST_CONTENT_TYPES) throw new DamagedZip();
  const packed = await zip.read(await dataOf(zip.read, entry), entry.packed);
  try {
    const bytes =
      entry.method === 8 ? inflateRawSync(packed, { maxOutputLength: MOST_CONTENT_TYPES }) : packed;
    return bytes.toString('utf8');
  } catch {
    throw new DamagedZip();
  }
}

/** What kind of office document the directory names, if any. */
async function officeType(zip: Bytes, entries: readonly ZipEntry[]): Promise<string | undefined> {
  const types = entries.find(entry => entry.name === CONTENT_TYPES);
  if (!types) return undefined;
  const parts = [...(await contentOf(zip, types)).matchAll(/ContentType\s*=\s*["']([^"']+)["']/g)].map(
    m => m[1] ?? '',
  );
  if (
    parts.some(part => /macroEnabled/i.test(part)) ||
    entries.some(e => /(^|\/)vbaProject\.bin$/i.test(e.name))
  )
    throw refusal('El documento contiene macros: guárdalo sin macros.');
  return Object.keys(OFFICE).find(
    type => parts.includes(`${type}.main+xml`) && entries.some(e => e.name.startsWith(OFFICE[type] ?? '')),
  );
}

/** An OpenDocument begins with its type, unpacked (OpenDocument 1.3 part 2, 3.3). */
async function openDocumentType(zip: Bytes, entries: readonly ZipEntry[]): Promise<string | undefined> {
  const first = entries.find(entry => entry.at === 0);
  if (first?.name !== 'mimetype' || first.method !== 0) return undefined;
  return (await contentOf(zip, first)).trim();
}

/** The type by the directory, where that is not another than the first headers `told`. */
async function typeBy(zip: Bytes, entries: readonly ZipEntry[], told: string): Promise<string> {
  const office = await officeType(zip, entries);
  const found = told.startsWith(OPEN_DOCUMENT) ? await openDocumentType(zip, entries) : (office ?? ZIP);
  if (found !== told && told !== ZIP) throw new DamagedZip();
  return found ?? told;
}

/**
 * Checks an archive, or a document that is one inside, by its central directory; of its content nothing is unpacked but
 * what names its type.
 * @param told what its first headers say it is
 * @returns what it is
 * @throws AppError `unsupported_type` that says what is wrong
 */
export async function checkZip(zip: Bytes, told: string): Promise<string> {
  const what = told === ZIP ? 'El archivo ZIP' : 'El documento';
  try {
    const directory = await readDirectory(zip);
    const { entries, told: end } = directory;
    if (entries.length + end.count === 0) throw refusal(`${what} está vacío.`);
    checkSizes(what, zip.size, entries);
    checkNames(what, entries);
    await checkPlaces(what, zip, directory);
    return await typeBy(zip, entries, told);
  } catch (error) {
    throw error instanceof DamagedZip || error instanceof RangeError ? damageError(what) : error;
  }
}

/** Whether a type is kept as an archive. */
export const isZip = (type: string): boolean =>
  type === ZIP || type in OFFICE || type.startsWith(OPEN_DOCUMENT);
