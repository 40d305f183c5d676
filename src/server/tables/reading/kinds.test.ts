import { expect, test } from 'vitest';
import { compoundOf, readWhole, refusal, relations, workbookOf } from '../../../../test/workbooks.ts';
import { officeParts, openDocumentParts, zipOf } from '../../../../test/zips.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const OTHERS: readonly (readonly [string, Buffer, RegExp])[] = [
  ['a PNG', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), /^Es una imagen: copia la tabla en una planilla/],
  ['a JPEG', latin1('\xff\xd8\xff\xe0\0\x10JFIF\0'), /^Es una imagen/],
  ['a GIF', latin1('GIF89a\x01\0\x01\0'), /^Es una imagen/],
  ['a WEBP', latin1('RIFF\x0a\0\0\0WEBPVP8 '), /^Es una imagen/],
  ['a HEIC', latin1('\0\0\0\x18ftypheic\0\0\0\0mif1'), /^Es una imagen/],
  ['an AVIF', latin1('\0\0\0\x1cftypavif\0\0\0\0'), /^Es una imagen/],
  ['a film', latin1('\0\0\0\x18ftypisom\0\0\0\0'), /^No es una planilla\. Sube un archivo CSV o XLSX\.$/],
  ['a PDF', latin1('%PDF-1.7\n%âãÏÓ\n1 0 obj'), /^Es un PDF: copia la tabla en una planilla/],
  [
    'an old workbook',
    compoundOf('Root Entry', 'Workbook'),
    /^Es una planilla antigua \(\.xls\): .*guárdala como XLSX/,
  ],
  ['one older still', compoundOf('Root Entry', 'Book'), /^Es una planilla antigua/],
  [
    'a password',
    compoundOf('Root Entry', 'EncryptionInfo', 'EncryptedPackage'),
    /^Está protegido con contraseña: ábrelo/,
  ],
  ['an old text', compoundOf('Root Entry', 'WordDocument'), /^Es un documento de texto/],
  ['an old presentation', compoundOf('PowerPoint Document'), /^Es una presentación/],
  ['a text with its format', latin1('{\\rtf1\\ansi Hola}'), /^Es un documento de texto/],
  ['a DOCX', zipOf(officeParts('docx')), /^Es un documento de texto: copia la tabla/],
  ['a PPTX', zipOf(officeParts('pptx')), /^Es una presentación: copia la tabla/],
  ['an ODS', zipOf(openDocumentParts('spreadsheet')), /^Es una planilla OpenDocument .*guárdala como XLSX/],
  ['an ODT', zipOf(openDocumentParts('text')), /^Es un documento de texto/],
  ['an ODP', zipOf(openDocumentParts('presentation')), /^Es una presentación/],
  [
    'Numbers',
    zipOf([{ name: 'Index/Document.iwa' }, { name: 'preview.jpg' }]),
    /Numbers, expórtala como XLSX/,
  ],
  ['Numbers as it was', zipOf([{ name: 'index.apxl' }]), /Numbers, expórtala/],
  [
    'an archive of a list',
    zipOf([{ name: 'personal.csv', content: 'a;b' }]),
    /^Es un archivo comprimido: descomprímelo/,
  ],
  [
    'a web page',
    Buffer.from('\ufeff\n<HTML xmlns:x="x"><table><tr><td>1</table>'),
    /^Es una planilla guardada como página web/,
  ],
  [
    'a table of one',
    Buffer.from('\ufeff<table><tr><td>1</table>', 'utf16le'),
    /^Es una planilla guardada como página web/,
  ],
  ['XML', Buffer.from('<?xml version="1.0"?><Workbook/>'), /^Es una planilla guardada como página web o XML/],
  ['bytes', Buffer.from([1, 0, 2, 0]), /^No es una planilla/],
];

test.each(OTHERS)('%s is told, and what to do with it', async (_name, bytes, words) => {
  const seen = await refusal(readWhole(bytes));
  expect(seen).toEqual({ code: 'unsupported_type', words: expect.stringMatching(words) });
});

test('a binary workbook is told', async () => {
  const binary = await workbookOf({
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.bin']),
    'xl/workbook.bin': '\x83\x01',
  });
  expect((await refusal(readWhole(binary))).words).toMatch(/^Es una planilla binaria \(\.xlsb\)/);
});

test.each([
  ['nothing', Buffer.alloc(0), 'El archivo está vacío.'],
  ['its mark alone', Buffer.from('\ufeff'), 'El archivo está vacío.'],
  ['blank lines', Buffer.from(' \n;;\n'), 'El archivo está vacío.'],
  [
    'half an archive',
    zipOf(officeParts('xlsx')).subarray(0, 60),
    'No se puede leer el archivo: está dañado.',
  ],
])('%s is refused in words', async (_name, bytes, words) => {
  expect(await refusal(readWhole(bytes))).toEqual({ code: 'invalid', words });
});

test.each(['%PDF de la unidad;1', 'GIF;1', 'RIFF;1', '<5 años;1', 'PK;1', 'index.zip;1'])(
  'a list that begins like something else is read: %s',
  async text => {
    expect((await readWhole(Buffer.from(text))).cells).toEqual([text.split(';')]);
  },
);
