import { expect, test } from 'vitest';
import { readWhole, refusal, rowsXml, sheetXml, workbookWith } from '../../../../test/workbooks.ts';

const TEXT = 'Nombre;Año\nJosé Ñúñez;2026\n€ “x”;1\n';
const CELLS = [
  ['Nombre', 'Año'],
  ['José Ñúñez', '2026'],
  ['€ “x”', '1'],
];
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
/** Windows-1252, by hand where it is not Latin-1. */
const windows = (text: string) =>
  Buffer.from(text.replaceAll('€', '\x80').replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1');

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16 with the low byte first', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 with the high byte first', utf16be(TEXT)],
  ['Windows-1252', windows(TEXT)],
  ['Windows-1252 with lines that end as they once did', windows(TEXT.replaceAll('\n', '\r'))],
])('%s is read as it was written', async (_name, bytes) => {
  expect(await readWhole(bytes)).toMatchObject({ sheet: null, otherSheets: [], cells: CELLS, notes: [] });
});

const MIXED = 'El archivo mezcla codificaciones: se leyó cada línea en la suya. Revisa las tildes.';

test.each(['\n', '\r', '\r\n'])('lines in encodings of their own are read each in its own: %j', async end => {
  const lines = ['Nombre;Año', 'José;1', 'Peña;2', 'x;3', '€;4'];
  const bytes = lines.map((line, n) => (n % 2 === 0 ? Buffer.from(line + end) : windows(line + end)));
  const read = await readWhole(Buffer.concat([Buffer.from('\ufeff'), ...bytes]));
  expect(read.cells).toEqual(lines.map(line => line.split(';')));
  expect(read.notes).toEqual([MIXED]);
});

test('a long file is read line by line wherever it is cut', async () => {
  const lines = Array.from({ length: 9000 }, (_, n) => `${n};Peña y José, año ${n}`);
  const bytes = Buffer.concat(
    lines.map((line, n) => (n % 1000 === 0 ? windows(`${line}\n`) : Buffer.from(`${line}\n`))),
  );
  const read = await readWhole(bytes);
  expect(read.cells).toEqual(lines.map(line => line.split(';')));
  expect(read.notes).toEqual([MIXED]);
  expect((await refusal(readWhole(Buffer.alloc(400_000, 0xf1)))).words).toMatch(/fila demasiado larga/);
});

const twice = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text));

test('letters that were encoded twice are put right, in a CSV and in an XLSX', async () => {
  const names = ['José', 'Peña', 'Índice à “Ñ” €', 'Ana'];
  const notes = ['Se corrigieron letras mal guardadas («Ã±» por «ñ») en 4 celdas. Revísalas.'];
  const cells = [...names.map(twice), twice(twice('Ñuñoa'))];
  const right = [[...names, 'Ñuñoa']];
  expect(await readWhole(Buffer.from(cells.join(';')))).toMatchObject({ cells: right, notes });
  const book = await workbookWith({ Hoja: sheetXml(rowsXml(cells)) });
  expect(await readWhole(book)).toMatchObject({ cells: right, notes });
});

test('text that only looks so is left as it is', async () => {
  const cells = ['SÃO PAULO', 'Â', 'Ñandú', 'Ã± 東', 'Ã©Ñ', '25 °Â'];
  expect(await readWhole(Buffer.from(cells.join(';')))).toMatchObject({ cells: [cells], notes: [] });
});

test('letters that were lost are told', async () => {
  const lost = await readWhole(Buffer.from('Nombre;Apellido\nJos\ufffd;Pe\ufffda \ufffd\nAna;N\ufffd\n'));
  expect(lost.notes).toEqual([
    'En 3 celdas hay letras que se perdieron al guardar el archivo («\ufffd»): guárdalo de nuevo como CSV UTF-8 o XLSX.',
  ]);
  expect((await readWhole(Buffer.from('Jos\ufffd;x'))).notes[0]).toMatch(/^En 1 celda hay letras/);
});

test.each([
  [
    'sep=;\nA,1;B\n1,5;2\n',
    [
      ['A,1', 'B'],
      ['1,5', '2'],
    ],
  ],
  ['"sep=,"\r\nA;x,B\r\n', [['A;x', 'B']]],
  ['SEP=\t\r\nA;1\tB\r\n', [['A;1', 'B']]],
  ['sep=\nA|B\n', [['A', 'B']]],
  ['sep=;', undefined],
])('%j: a line that tells what separates is no row', async (text, cells) => {
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
  ])
    if (cells) expect((await readWhole(bytes)).rows).toEqual(cells.map((row, n) => [n + 1, ...row]));
    else expect((await refusal(readWhole(bytes))).words).toBe('El archivo está vacío.');
});

test.each([
  ['a title with a comma above', 'Personal, marzo, 2026\n\nNombre;Correo;Cargo\nAna;a@u.cl;x, y\n', 3],
  ['a title line of several', 'Universidad, Dirección, Unidad, Año\nNombre\tCorreo\nAna\ta\nLuis\tb\n', 2],
  ['decimal commas', 'Código;Horas;Monto\nA;1,5;2,5\nB;3,5;4,5\n', 3],
  ['lists within cells', 'Nombre,Roles,Correo\nAna,a;b;c,x\nLuis,a;b,y\n', 3],
  ['quoted signs and line ends', 'Nombre,Nota\nAna,"a;b;c\nd;e;f"\nLuis,"x;""y"";z;w"\n', 2],
  ['an inch sign within a cell', 'Nombre;Pantalla\nUno;15" larga\nDos;17", otra\n', 2],
  ['bars', 'Nombre|Dirección\nAna|Calle 1, Santiago\nLuis|Calle 2\n', 2],
  ['one column', 'Nombre\nAna\n', 1],
  ['rows that end early', 'a,b,c,d\n1,2,3\n1,2\n1,2,3,4\n', 4],
])('what separates cells is told by several lines: %s', async (_name, text, columns) => {
  const { cells } = await readWhole(Buffer.from(text));
  expect(Math.max(...cells.map(row => row.length))).toBe(columns);
});
