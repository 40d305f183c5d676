import { expect, test } from 'vitest';
import { readWhole, refusal, rowsXml, sheetXml, workbookWith } from '../../../../test/workbooks.ts';
import type { SheetRow } from '../sheet.ts';

const PEOPLE = [
  ['Nombre', 'Correo'],
  ['Ana', 'a@u.cl'],
] as const;
const people = sheetXml(rowsXml(...PEOPLE));
const summary = sheetXml(rowsXml(['Resumen'], ['Total', '1']));
const empty = sheetXml('');
/** How many of its first rows name an e-mail. */
const choose = (rows: SheetRow[]) => rows.filter(({ cells }) => cells.includes('Correo')).length;

test('the sheet that fits best is read, and the others are told', async () => {
  const book = await workbookWith({
    Resumen: summary,
    Personal: people,
    Vacía: empty,
    Hoja3: summary,
    '-Listas': people,
  });
  const read = await readWhole(book, { choose });
  expect(read).toMatchObject({ sheet: 'Personal', otherSheets: ['Resumen', 'Hoja3'], cells: PEOPLE });
  expect(read.notes).toEqual(['Se leyó la hoja «Personal». El archivo tiene además «Resumen» y «Hoja3».']);
});

test('of sheets that fit as well the first is read, an empty one is passed over', async () => {
  const book = await workbookWith({ Vacía: empty, Uno: people, Dos: people });
  expect(await readWhole(book, { choose })).toMatchObject({ sheet: 'Uno', otherSheets: ['Dos'] });
  expect(await readWhole(book)).toMatchObject({ sheet: 'Uno', otherSheets: ['Dos'] });
});

test('a sheet that is named is read, whatever fits better', async () => {
  const book = await workbookWith({ Personal: people, Resumen: summary, '-Oculta': people });
  const read = await readWhole(book, { choose, sheet: 'Resumen' });
  expect(read).toMatchObject({
    sheet: 'Resumen',
    otherSheets: ['Personal'],
    cells: [['Resumen'], ['Total', '1']],
  });
  for (const sheet of ['Hoja9', 'Oculta'])
    expect((await refusal(readWhole(book, { sheet }))).words).toBe(
      `El archivo no tiene una hoja visible «${sheet}»: elige otra.`,
    );
  expect((await refusal(readWhole(Buffer.from('a;b\n1;2\n'), { sheet: 'Uno' }))).words).toMatch(
    /no tiene hojas/,
  );
});

test('a book of one sheet says nothing of others', async () => {
  const read = await readWhole(await workbookWith({ Personal: people, '-Listas': summary }));
  expect(read).toMatchObject({ sheet: 'Personal', otherSheets: [], notes: [] });
});

test('sheets without anything in them are refused in words', async () => {
  const nothing = await workbookWith({ Uno: empty, Dos: sheetXml(rowsXml([' ', ''])), '-Oculta': people });
  expect((await refusal(readWhole(nothing))).words).toBe(
    'El archivo está vacío: ninguna hoja visible tiene datos.',
  );
  const one = await workbookWith({ Uno: empty, Personal: people });
  expect((await refusal(readWhole(one, { sheet: 'Uno' }))).words).toBe(
    'La hoja «Uno» está vacía: elige otra.',
  );
});

test('only the first rows of a sheet are looked at, without those that hold nothing', async () => {
  const seen: number[] = [];
  const long = sheetXml(rowsXml([''], ...Array.from({ length: 40 }, (_, n) => [`${n}`])));
  const far = sheetXml(`<row r="5000"><c t="str"><v>Correo</v></c></row>`);
  const book = await workbookWith({ Larga: long, Lejos: far, Personal: people });
  const read = await readWhole(book, { choose: rows => seen.push(rows.length) });
  expect(seen).toEqual([15, 2]);
  expect(read.otherSheets).toEqual(['Larga']);
});

const merged = (...refs: string[]) => ({
  behind: `<phoneticPr/><mergeCells count="${refs.length}">${refs.map(ref => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells><pageMargins left="0.7"/>`,
});
const readSheet = async (xml: string) => readWhole(await workbookWith({ Hoja: xml }));

test('a value merged over rows is read in each of them that holds anything', async () => {
  const rows = rowsXml(
    ['Lista', '', ''],
    ['Escuela', 'Nombre', 'Cargo'],
    ['Enfermería', 'Ana', 'Directora'],
    ['', 'Luis', 'Docente'],
    ['', '', ''],
    ['', 'Eva', ''],
    ['', 'Sin escuela', ''],
    ['Artes', 'Iván', 'Docente'],
    ['', 'Rosa', ''],
  );
  const read = await readSheet(sheetXml(rows, merged('C8:C9', 'A3:A6', 'A1:C1', 'A8:A9')));
  expect(read.rows).toEqual([
    [1, 'Lista'],
    [2, 'Escuela', 'Nombre', 'Cargo'],
    [3, 'Enfermería', 'Ana', 'Directora'],
    [4, 'Enfermería', 'Luis', 'Docente'],
    [6, 'Enfermería', 'Eva'],
    [7, '', 'Sin escuela'],
    [8, 'Artes', 'Iván', 'Docente'],
    [9, 'Artes', 'Rosa', 'Docente'],
  ]);
  expect(read.notes).toEqual([
    'Hay celdas combinadas: su valor se leyó en cada una de sus filas (columnas A, C).',
  ]);
});

test('merged cells are found behind many rows, wherever the text is cut', async () => {
  for (const count of [700, 701, 702, 703]) {
    const rows = Array.from({ length: count }, (_, n) => [n === 0 ? 'Ñuñoa' : '', `Año ${n}`]);
    const read = await readSheet(
      sheetXml(rowsXml(...rows), merged(`A1:A${count}`)).replaceAll('sheetData', 'x:sheetData'),
    );
    expect(read.cells.at(-1)).toEqual(['Ñuñoa', `Año ${count - 1}`]);
  }
});

test('too many merged cells are left as they are, and told', async () => {
  const refs = Array.from({ length: 5001 }, (_, n) => `A${2 * n + 1}:A${2 * n + 2}`);
  const read = await readSheet(sheetXml(rowsXml(['a', '1'], ['', '2']), merged(...refs)));
  expect(read.cells).toEqual([
    ['a', '1'],
    ['', '2'],
  ]);
  expect(read.notes).toEqual([
    'Hay demasiadas celdas combinadas: su valor se leyó solo en la primera fila de cada una.',
  ]);
});

test('hidden columns and rows are read and told, those without anything are not', async () => {
  const cols =
    '<cols><col min="2" max="3" hidden="1"/><col min="4" max="4"/><col min="6" max="16384" hidden="true"/></cols>';
  const rows = rowsXml(['a', 'b', '', 'd', 'e', 'f'], ['1'], ['2'], ['3'])
    .replace('<row r="2"', '<row r="2" hidden="1"')
    .replace('<row r="4"', '<row hidden="true" r="4"')
    .concat('<row r="5" hidden="1"><c s="1"/></row>');
  expect((await readSheet(sheetXml(rows, { before: cols }))).notes).toEqual([
    'Hay columnas ocultas que también se leyeron: B, F.',
    'Hay 2 filas ocultas que también se leyeron.',
  ]);
  const one = sheetXml(rowsXml(['a']).replace('<row', '<row hidden="1"'), {
    before: '<cols><col min="1" max="1" hidden="1"/></cols>',
  });
  expect((await readSheet(one)).notes).toEqual([
    'Hay una columna oculta que también se leyó: A.',
    'Hay una fila oculta que también se leyó.',
  ]);
});

const errorAt = (address: string) => `<c r="${address}" t="e"><f>X()</f><v>#REF!</v></c>`;

test('formulas are told, and those without a result are read as nothing', async () => {
  const rows =
    '<row r="1"><c r="A1" t="str"><f>B1</f><v>Ana</v></c><c r="B1" t="str"><f>IF(1,"")</f><v></v></c></row>' +
    `<row r="7"><c r="B7"><f>1+1</f><v/></c><c r="C7" t="str"><v>x</v></c></row><row r="9">${errorAt('C9')}</row>` +
    '<row r="10"><c r="AA10" t="e"><v>#N/A</v></c></row>';
  const read = await readSheet(sheetXml(rows));
  expect(read.rows).toEqual([
    [1, 'Ana'],
    [7, '', '', 'x'],
  ]);
  expect(read.notes).toEqual([
    'Algunas celdas son fórmulas: se leyó su último resultado guardado.',
    'B7, C9 y AA10 no tienen un resultado que se pueda leer: se dejaron vacías.',
  ]);
});

test('of many cells without a result five are named, of one it is said alone', async () => {
  const rows = (count: number) =>
    Array.from(
      { length: count },
      (_, n) => `<row r="${n + 1}"><c t="str"><v>x</v></c>${errorAt(`B${n + 1}`)}</row>`,
    );
  expect((await readSheet(sheetXml(rows(1300).join('')))).notes).toEqual([
    'B1, B2, B3, B4, B5 y 1.295 más no tienen un resultado que se pueda leer: se dejaron vacías.',
  ]);
  expect((await readSheet(sheetXml(rows(1).join('')))).notes).toEqual([
    'B1 no tiene un resultado que se pueda leer: se dejó vacía.',
  ]);
});
