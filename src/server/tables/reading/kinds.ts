import { AppError } from '../../../domain/kit/problem.ts';
import type { Archive } from './unzip.ts';

const refusal = (words: string) => new AppError('unsupported_type', words);
const SAVE = 'ábrela en tu programa de planillas y guárdala como XLSX.';
const COPY = 'copia la tabla en una planilla y guárdala como XLSX.';

/** What nothing better is known of. */
export const wrongType = () => refusal('No es una planilla. Sube un archivo CSV o XLSX.');

const PICTURE = `Es una imagen: ${COPY}`;
const APPLE = 'Es un documento de Apple: si es una planilla de Numbers, expórtala como XLSX.';
const TEXT = `Es un documento de texto: ${COPY}`;

/** By the first bytes, each a letter. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [
    /^\x89PNG\r\n|^\xff\xd8\xff|^GIF8[79]a|^RIFF.{4}WEBP|^.{4}ftyp(hei[cfmsx]|hev[cmsx]|mi[af]f?1|msf1|avif)/s,
    PICTURE,
  ],
  [/^%PDF-/, 'Es un PDF: copia la tabla en una planilla. Sube un archivo CSV o XLSX.'],
  [/^\{\\rtf/, TEXT],
];

/** Documents of Office before 2007 and those with a password are a file system of their own ([MS-CFB] 2.2). */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const holds = (bytes: Buffer, name: string) => bytes.includes(Buffer.from(name, 'utf16le'));

function compoundWords(bytes: Buffer): string {
  if (holds(bytes, 'EncryptedPackage'))
    return 'Está protegido con contraseña: ábrelo en tu programa de planillas, quita la contraseña y guárdalo de nuevo.';
  if (holds(bytes, 'WordDocument')) return TEXT;
  return holds(bytes, 'PowerPoint Document')
    ? `Es una presentación: ${COPY}`
    : `Es una planilla antigua (.xls): ${SAVE}`;
}

export const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';

/**
 * Refuses what is known by its first bytes not to be a spreadsheet that can be read.
 * @throws AppError `unsupported_type` that says what it is and what to do
 */
export function refuseOthers(bytes: Buffer): void {
  const beginning = bytes.toString('latin1', 0, 16);
  const words = BEGINNINGS.find(([pattern]) => pattern.test(beginning))?.[1];
  if (words) throw refusal(words);
  if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) throw refusal(compoundWords(bytes));
}

/**
 * Refuses web pages and XML, which some systems hand out under the name of a spreadsheet.
 * @throws AppError `unsupported_type`
 */
export function refuseMarkup(beginning: string): void {
  if (/^\s*<(!doctype|!--|html|head|meta|style|table|\?xml)\b/i.test(beginning))
    throw refusal(`Es una planilla guardada como página web o XML: ${SAVE}`);
}

/** By the names of an archive's parts. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^xl\/workbook\.bin$/, `Es una planilla binaria (.xlsb): ${SAVE}`],
  [/^word\//, TEXT],
  [/^ppt\//, `Es una presentación: ${COPY}`],
  [/\.iwa$|^index\.(zip|apxl)$/, APPLE],
];

/** By what an OpenDocument says it is (OpenDocument 1.3 part 2, 3.3). */
const OPEN_DOCUMENTS: readonly (readonly [RegExp, string])[] = [
  [/\.spreadsheet/, `Es una planilla OpenDocument (.ods): ${SAVE}`],
  [/\.presentation/, `Es una presentación: ${COPY}`],
  [/^application\/vnd\.oasis/, TEXT],
];

async function typeOf(archive: Archive): Promise<string> {
  if (!archive.has('mimetype')) return '';
  for await (const text of archive.text('mimetype')) return text.slice(0, 100);
  return '';
}

/**
 * Refuses archives that hold something else than a workbook.
 * @throws AppError `unsupported_type` that says what it is and what to do
 */
export async function refuseOtherArchives(archive: Archive): Promise<void> {
  const { names } = archive;
  const type = await typeOf(archive);
  const words =
    OPEN_DOCUMENTS.find(([pattern]) => pattern.test(type))?.[1] ??
    PARTS.find(([pattern]) => names.some(name => pattern.test(name)))?.[1];
  if (words) throw refusal(words);
  if (names.length > 0 && !archive.has('_rels/.rels'))
    throw refusal('Es un archivo comprimido: descomprímelo y sube la planilla que tiene dentro.');
}
