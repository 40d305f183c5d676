import readWorkbook from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { workbook } from './workbook.ts';

async function* batches(count: number, each: number) {
  for (let n = 0; n < count; n += each)
    yield Array.from({ length: Math.min(each, count - n) }, (_, k) => [n + k]);
}
async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const bytes of file) all.push(bytes);
  return Buffer.concat(all);
}
const names = (count: number, mostRows: number) =>
  workbook(
    [
      { name: 'Números: todos', columns: ['n'], rows: batches(count, 2) },
      { name: 'Nada', columns: ['a', 'b'], widths: [10, 40], rows: batches(0, 2) },
    ],
    mostRows,
  );

test('sheets stand in their order, one without rows with its columns', async () => {
  const sheets = await readWorkbook(await bytesOf(names(3, 100)));
  expect(sheets).toEqual([
    { sheet: 'Números  todos', data: [['n'], [0], [1], [2]] },
    { sheet: 'Nada', data: [['a', 'b']] },
  ]);
});

test('a full sheet goes on in another one, with every row once', async () => {
  const sheets = await readWorkbook(await bytesOf(names(8, 5)));
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Números  todos', 'Números  todos (2)', 'Nada']);
  expect(sheets.slice(0, 2).map(({ data }) => data)).toEqual([
    [['n'], [0], [1], [2], [3]],
    [['n'], [4], [5], [6], [7]],
  ]);
});

test('what rows are read from is let go where the file is not read to its end', async () => {
  let isOpen = true;
  async function* rows() {
    try {
      for (;;) yield [['x'.repeat(100_000)]];
    } finally {
      isOpen = false;
    }
  }
  for await (const bytes of workbook([{ name: 'Datos', columns: ['a'], rows: rows() }]))
    if (bytes.length > 0) break;
  await expect.poll(() => isOpen).toBe(false);
});
