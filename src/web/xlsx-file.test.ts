import { expect, test } from 'vitest';
import { readSpreadsheet } from '../server/tables/spreadsheet.ts';
import { xlsxFile } from './xlsx-file.ts';

test('a spreadsheet made here is read as one, numbers and formulas as what they are', async () => {
  const file = await xlsxFile(
    ['fecha', 'proveedor', 'monto'],
    [
      ['2026-10-05', 'Ñuñoa & <Cía>', 1_200_000.5],
      [null, '=1+2', -5],
    ],
  );
  expect(file.type).toContain('spreadsheetml');
  const rows: string[][] = [];
  const { rows: found } = await readSpreadsheet(Buffer.from(await file.arrayBuffer()));
  for await (const { cells } of found) rows.push([...cells]);
  expect(rows).toEqual([
    ['fecha', 'proveedor', 'monto'],
    ['2026-10-05', 'Ñuñoa & <Cía>', '1200000.5'],
    ['', '=1+2', '-5'],
  ]);
});
