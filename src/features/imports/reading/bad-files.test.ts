import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, openCampus } from '../../../../test/catalogue.ts';
import { rowsOf } from '../../../../test/imports.ts';
import { compoundOf, rowsXml, sheetXml, workbookWith } from '../../../../test/workbooks.ts';
import { officeParts, openDocumentParts, zipOf } from '../../../../test/zips.ts';
import type { Import } from '../contract.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

const send = (name: string, bytes: Buffer | string, sheet?: string) =>
  campus.app.inject({
    method: 'POST',
    url: `/api/imports/users?${new URLSearchParams({ name, ...(sheet !== undefined && { sheet }) })}`,
    headers: { ...campus.as('Admin'), 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  });

/** What is in the tables of imports. */
async function stored() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from imports)::int as imports, (select count(*) from import_rows)::int as rows,
      (select count(*) from import_mappings)::int as mappings, (select count(*) from users)::int as people`.execute(
    campus.db,
  );
  return rows[0];
}

async function expectRefusal(
  name: string,
  bytes: Buffer | string,
  { status, words }: { status: number; words: RegExp },
  sheet?: string,
) {
  const before = await stored();
  const response = await send(name, bytes, sheet);
  const { detail, errors } = response.json();
  expect([response.statusCode, errors?.[0]?.message ?? detail]).toEqual([
    status,
    expect.stringMatching(words),
  ]);
  expect(await stored()).toEqual(before);
}

/** A file that is read, with its rows. */
async function readFile(name: string, bytes: Buffer | string, sheet?: string) {
  const response = await send(name, bytes, sheet);
  expect(response.statusCode, response.body).toBe(200);
  const seen = response.json<Import>();
  const rows = await rowsOf(campus, seen);
  return { seen, rows, named: rows.map(({ line, values }) => [line, values.email, values.name]) };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const TITLES = ['Correo', 'Nombre'];
const ANA = ['ana@u.example', 'Ana Núñez'];
const LIST = 'correo;nombre\nana@u.example;Ana Núñez\n';
const LONG = 'a'.repeat(1_000_000);
const FOUND = [[2, 'ana@u.example', 'Ana Núñez']];

describe('a file that holds no list', () => {
  it.each([
    [
      'a PNG',
      'personas.png',
      latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
      /^Es una imagen: copia la tabla en una planilla/,
    ],
    [
      'a photo called a list',
      'personas.csv',
      latin1('\xff\xd8\xff\xe0\0\x10JFIF\0'),
      /^Es una imagen: copia la tabla/,
    ],
    [
      'a password',
      'personas.xlsx',
      compoundOf('EncryptionInfo', 'EncryptedPackage'),
      /^Está protegido con contraseña: .*quita la contraseña/,
    ],
    [
      'an old workbook',
      'personas.xls',
      compoundOf('Root Entry', 'Workbook'),
      /^Es una planilla antigua \(\.xls\): .*guárdala como XLSX/,
    ],
    [
      'an ODS',
      'personas.ods',
      zipOf(openDocumentParts('spreadsheet')),
      /^Es una planilla OpenDocument .*guárdala como XLSX/,
    ],
    ['a document', 'personas.docx', zipOf(officeParts('docx')), /^Es un documento de texto: copia la tabla/],
    ['a PDF', 'personas.pdf', latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj'), /^Es un PDF: copia la tabla/],
    [
      'a web page called a workbook',
      'personas.xls',
      '<html><body><table><tr><td>Correo</td></tr></table></body></html>',
      /^Es una planilla guardada como página web o XML: .*guárdala como XLSX/,
    ],
    [
      'a table with NUL bytes',
      'personas.csv',
      'correo;nombre\nana@u.example;A\0na\n',
      /Sube un archivo CSV o XLSX/,
    ],
  ])('%s is told, with what to do', (_what, name, bytes, words) =>
    expectRefusal(name, bytes, { status: 415, words }),
  );

  it.each([
    ['an empty file', '', /^El archivo está vacío\.$/],
    ['titles alone', 'correo;nombre\n', /no tiene filas debajo de los títulos/],
    ['titles alone in line 12', `${'\n'.repeat(11)}correo;nombre\n`, /no tiene filas debajo de los títulos/],
    ['101 columns', `${LIST.replace('\n', `${';'.repeat(98)}x;y\n`)}`, /tiene más de 100 columnas/],
  ])('%s: refused in words', (_what, bytes, words) =>
    expectRefusal('personas.csv', bytes, { status: 400, words }),
  );

  it('200 000 rows are refused, and none of those read before stays', () => {
    const rows = Array.from({ length: 200_000 }, (_, n) => `p${n}@u.example;Ana Soto`).join('\n');
    expect(rows.length).toBeLessThan(10 * 1024 * 1024);
    return expectRefusal('personas.csv', `correo;nombre\n${rows}`, {
      status: 400,
      words: /^El archivo tiene más de 50\.000 filas: divídelo en partes\.$/,
    });
  });

  it('more than 10 MB are refused in words', () =>
    expectRefusal('personas.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), {
      status: 413,
      words: /^El archivo pesa más de 10 MB: divídelo en partes\.$/,
    }));
});

describe('a workbook as offices have it', () => {
  it('of two sheets the one with people is read, and the other when it is asked for', async () => {
    const book = await workbookWith({
      Portada: sheetXml(rowsXml(['Universidad'], ['2026'])),
      Personas: sheetXml(rowsXml(TITLES, ANA)),
      Antiguas: sheetXml(rowsXml(TITLES, ['luz@u.example', 'Luz Soto'])),
    });
    const { seen, named } = await readFile('personas.xlsx', book);
    expect(seen).toMatchObject({ sheet: 'Personas', otherSheets: ['Portada', 'Antiguas'] });
    expect(seen.notes).toEqual([
      'Se leyó la hoja «Personas». El archivo tiene además «Portada» y «Antiguas».',
    ]);
    expect(named).toEqual(FOUND);
    const other = await readFile('personas.xlsx', book, 'Antiguas');
    expect([other.seen.sheet, other.named]).toEqual(['Antiguas', [[2, 'luz@u.example', 'Luz Soto']]]);
    const missing = { status: 400, words: /no tiene una hoja visible «Otra»: elige otra/ };
    await expectRefusal('personas.xlsx', book, missing, 'Otra');
    await expectRefusal('personas.csv', LIST, { status: 400, words: /CSV no tiene hojas/ }, 'Otra');
  });

  it('formulas are read as they were last worked out; one without a result is empty, and told', async () => {
    const email = (line: number, text: string) => `<c r="A${line}" t="str"><v>${text}</v></c>`;
    const sheet = sheetXml(
      `${rowsXml(TITLES)}<row r="2">${email(2, 'ana@u.example')}<c r="B2" t="str"><f>C1</f><v>Ana Núñez</v></c></row>` +
        `<row r="3">${email(3, 'luz@u.example')}<c r="B3"><f>C1</f></c></row>`,
    );
    const { seen, rows } = await readFile('personas.xlsx', await workbookWith({ Hoja: sheet }));
    expect(seen.notes).toEqual([
      'Algunas celdas son fórmulas: se leyó su último resultado guardado.',
      'B3 no tiene un resultado que se pueda leer: se dejó vacía.',
    ]);
    expect(rows.map(({ result, values }) => [result, values.name])).toEqual([
      ['new', 'Ana Núñez'],
      ['wrong', ''],
    ]);
    expect(rows[1]?.errors).toMatchObject([{ field: 'name' }]);
  });

  it('hidden columns and rows are read, and told', async () => {
    const rows = rowsXml(TITLES, ANA, ['luz@u.example', 'Luz Soto']).replace(
      '<row r="3"',
      '<row r="3" hidden="1"',
    );
    const sheet = sheetXml(rows, { before: '<cols><col min="2" max="2" hidden="1"/></cols>' });
    const { seen, named } = await readFile('personas.xlsx', await workbookWith({ Hoja: sheet }));
    expect(seen.notes).toEqual([
      'Hay una columna oculta que también se leyó: B.',
      'Hay una fila oculta que también se leyó.',
    ]);
    expect(named).toEqual([...FOUND, [3, 'luz@u.example', 'Luz Soto']]);
  });

  it('what no text can hold is left out of a cell', async () => {
    const sheet = sheetXml(rowsXml(TITLES, ['ana@u.example', 'Ana_x0000_ Núñez']));
    const { rows } = await readFile('personas.xlsx', await workbookWith({ Hoja: sheet }));
    expect(rows[0]?.values.name).not.toContain('\0');
  });

  it('101 columns are refused', async () => {
    const sheet = sheetXml(rowsXml(TITLES, ANA).replace('</row>', '<c r="CW1" t="str"><v>x</v></c></row>'));
    const words = /tiene más de 100 columnas/;
    await expectRefusal('personas.xlsx', await workbookWith({ Hoja: sheet }), { status: 400, words });
  });
});

describe('a list as offices have it', () => {
  const WITH_TOTAL = 'correo;nombre;horas\nana@u.example;Ana Núñez;20\nCorreo;Nombre;Horas\nTotal;;20\n';
  it('totals and titles that stand again are left out, and told', async () => {
    const { seen, named } = await readFile('personas.csv', WITH_TOTAL);
    expect(named).toEqual(FOUND);
    expect(seen.notes).toEqual([
      '1 fila quedó fuera porque es un total o una nota: 4.',
      '1 fila quedó fuera porque repite los títulos: 3.',
    ]);
  });

  const MIXED = Buffer.concat([Buffer.from(LIST), latin1('luz@u.example;Luz Ibáñez\n')]);
  it.each([
    ['with its mark', Buffer.from(`\ufeff${LIST}`), FOUND],
    ['in UTF-16', Buffer.from(`\ufeff${LIST}`, 'utf16le'), FOUND],
    ['in UTF-16 of the other order', Buffer.from(`\ufeff${LIST}`, 'utf16le').swap16(), FOUND],
    ['of Windows', latin1(LIST), FOUND],
    ['of two encodings', MIXED, [...FOUND, [3, 'luz@u.example', 'Luz Ibáñez']]],
    ['with its titles in line 12', `${'Informe\n'.repeat(11)}${LIST}`, [[13, 'ana@u.example', 'Ana Núñez']]],
  ])('%s is read', async (_what, bytes, rows) => {
    expect((await readFile('personas.csv', bytes)).named).toEqual(rows);
  });

  it('says that encodings were mixed', async () => {
    const { seen } = await readFile('personas.csv', MIXED);
    expect(seen.notes).toEqual([
      'El archivo mezcla codificaciones: se leyó cada línea en la suya. Revisa las tildes.',
    ]);
  });

  it('a cell of a million letters is refused in a list, with its line', () =>
    expectRefusal('personas.csv', `${LIST}luz@u.example;${LONG}\n`, {
      status: 400,
      words: /hay una fila demasiado larga, cerca de la línea 3/,
    }));

  it('in a workbook it is an error of its row alone, cut where it is shown', async () => {
    const sheet = sheetXml(rowsXml(TITLES, ANA, ['luz@u.example', LONG]));
    const { seen, rows } = await readFile('personas.xlsx', await workbookWith({ Hoja: sheet }));
    expect(seen.counts).toMatchObject({ new: 1, wrong: 1 });
    expect(rows[1]?.errors).toMatchObject([
      { field: 'name', message: expect.stringMatching(/máximo \d+ (letras|caracteres)/) },
    ]);
    expect(JSON.stringify(rows).length).toBeLessThan(100_000);
  });
});
