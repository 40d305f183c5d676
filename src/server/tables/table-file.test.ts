import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { type Columns, day, instant, tableFile } from './table-file.ts';

interface Row {
  name: string;
  amount: number | null;
  active: boolean;
  tags: string[];
  from: string | null;
  at: string | null;
}
const COLUMNS: Columns<Row> = {
  nombre: row => row.name,
  monto: row => row.amount,
  activa: row => row.active,
  temas: row => row.tags,
  desde: row => day(row.from),
  cambio: row => instant(row.at),
};
const ROWS: Row[] = [
  {
    name: 'Peñalolén; "Norte"',
    amount: 1234.5,
    active: true,
    tags: ['a', 'b'],
    from: '2026-03-01',
    at: '2026-07-01T12:30:00Z',
  },
  { name: 'dos\nlíneas <&>', amount: null, active: false, tags: [], from: null, at: null },
  { name: '=1+1', amount: -2, active: true, tags: [], from: null, at: null },
];

async function* batches(rows: readonly Row[]) {
  yield rows.slice(0, 2);
  yield rows.slice(2);
}
async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const bytes of file) all.push(bytes);
  return Buffer.concat(all);
}

test('a CSV that spreadsheets set to Chile read as it is', async () => {
  const text = (await bytesOf(tableFile('csv', COLUMNS, batches(ROWS)))).toString();
  expect(text).toBe(
    [
      '\uFEFFnombre;monto;activa;temas;desde;cambio',
      '"Peñalolén; ""Norte""";1234,5;sí;a | b;2026-03-01;2026-07-01 08:30',
      '"dos\nlíneas <&>";;no;;;',
      "'=1+1;-2;sí;;;",
      '',
    ].join('\r\n'),
  );
});

test('an XLSX with numbers, days and instants as such, and texts that never run', async () => {
  const file = await bytesOf(tableFile('xlsx', COLUMNS, batches(ROWS)));
  expect(await readSheet(file)).toEqual([
    ['nombre', 'monto', 'activa', 'temas', 'desde', 'cambio'],
    [
      'Peñalolén; "Norte"',
      1234.5,
      'sí',
      'a | b',
      new Date('2026-03-01T00:00:00Z'),
      new Date('2026-07-01T08:30:00Z'),
    ],
    ['dos\nlíneas <&>', null, 'no', null, null, null],
    ['=1+1', -2, 'sí', null, null, null],
  ]);
});

test('rows that fail end the file with their failure, and their source is let go', async () => {
  let ended = false;
  async function* failing(): AsyncGenerator<Row[]> {
    try {
      yield ROWS;
      throw new Error('lost');
    } finally {
      ended = true;
    }
  }
  await expect(bytesOf(tableFile('xlsx', COLUMNS, failing()))).rejects.toThrow('lost');
  expect(ended).toBe(true);
});

test('a reader that goes away lets the rows go', async () => {
  let ended = false;
  async function* endless(): AsyncGenerator<Row[]> {
    try {
      for (;;) yield Array.from({ length: 500 }, (_, n) => ({ ...(ROWS[0] as Row), name: `${Math.sin(n)}` }));
    } finally {
      ended = true;
    }
  }
  const file = tableFile('xlsx', COLUMNS, endless());
  for await (const bytes of file) if (bytes.length > 1000) break;
  await expect.poll(() => ended).toBe(true);
});
