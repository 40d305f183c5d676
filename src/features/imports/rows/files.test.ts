import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, openCampus } from '../../../../test/catalogue.ts';
import { read, rowsOf, uploadFile } from '../../../../test/imports.ts';
import type { PreviewRow } from '../contract.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

const upload = (bytes: Buffer | string) => uploadFile(campus, 'careers', bytes);

describe('what is no list of careers', () => {
  it.each([
    ['nothing', '', 400, 'El archivo está vacío.'],
    ['blank lines', '\n \n;;\n', 400, 'El archivo está vacío.'],
    ['titles alone', 'codigo;nombre\n', 400, 'El archivo no tiene filas debajo de los títulos.'],
    ['an open quote', 'codigo;nombre\nA;"B\n', 400, /hay una comilla sin cerrar/],
    ['a PDF', '%PDF-1.7 ...', 415, /Sube un archivo CSV o XLSX/],
    ['bytes', Buffer.from([1, 0, 2, 0, 3]), 415, /Sube un archivo CSV o XLSX/],
    ['a broken XLSX', Buffer.from('PK\x03\x04broken', 'latin1'), 400, /está dañado/],
    [
      'a ZIP of something else',
      Buffer.from(`PK\x03\x04${'x'.repeat(50)}PK\x05\x06${'\0'.repeat(18)}`, 'latin1'),
      400,
      /XLSX válida/,
    ],
    ['too many rows', `codigo;nombre\n${'A;B\n'.repeat(50_001)}`, 400, /más de 50.000 filas/],
    ['too many columns', `${'a;'.repeat(101)}\n1\n`, 400, /más de 100 columnas/],
  ])('%s is refused in words', async (_name, bytes, status, message) => {
    const response = await upload(bytes);
    expect(response.statusCode).toBe(status);
    const { detail, errors } = response.json();
    expect(errors?.[0]?.message ?? detail).toMatch(message);
  });

  it('markup and NUL in cells are text or an error, never more', async () => {
    const seen = await read(campus, 'careers', 'codigo;nombre;escuela\nH1;<script>x</script>;Artes\n');
    expect((await rowsOf(campus, seen))[0]?.values.name).toBe('<script>x</script>');
    expect((await upload('codigo;nombre\nH1;a\u0000b\n')).statusCode).toBe(415);
    const typed = await campus.send('PUT', `/imports/${seen.id}/rows/2`, { field: 'name', text: 'a\u0007b' });
    expect((typed.body.row as PreviewRow).errors).toEqual([
      { field: 'name', message: 'El texto contiene caracteres no permitidos.' },
    ]);
    expect(
      (await campus.send('PUT', `/imports/${seen.id}/rows/2`, { field: 'name', text: 'a\u0000b' })).status,
    ).toBe(400);
  });

  it('lines that end now one way, now another are rows all the same', async () => {
    const file = 'codigo;nombre;escuela\r\nM1;Uno;ENF\nM2;"Dos\ny medio";ENF\rM3;Tres;ENF\r\nM4;Cuatro;ENF\n';
    const rows = await rowsOf(campus, await read(campus, 'careers', file));
    expect(rows.map(({ line, values }) => [line, values.officialCode])).toEqual([
      [2, 'M1'],
      [3, 'M2'],
      [4, 'M3'],
      [5, 'M4'],
    ]);
  });

  it('an emoji where a cell is cut short, and what no text can hold, stop nothing', async () => {
    const letters = (n: number) => `${'a'.repeat(n)}😀`;
    const file = `codigo;nombre;escuela\nM1;${letters(99)} z;ENF\nM2;${letters(32_766)} z;ENF\n`;
    const seen = await read(campus, 'careers', file);
    expect(seen.columns[1]?.sample).toBe(`${'a'.repeat(99)}\ufffd`);
    expect((await rowsOf(campus, seen)).map(r => r.result)).toEqual(['new', 'wrong']);
    const wide = Buffer.from('\ufeffcodigo;nombre;escuela\nM3;Uno\0\ud83d;ENF\n', 'utf16le');
    const [row] = await rowsOf(campus, await read(campus, 'careers', wide));
    expect(row?.values.name).toBe('Uno\ufffd\ufffd');
  });

  it('more than 10 MB is refused', async () => {
    const response = await upload(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    expect(response.statusCode).toBe(413);
  });
});
