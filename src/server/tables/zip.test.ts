import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readElsewhere } from '../../../test/other-archivers.ts';
import { bytesIn, readDirectory } from '../files/zip-directory.ts';
import { openZip } from './reading/unzip.ts';
import { type ZipFile, zip } from './zip.ts';

const MB = 1024 * 1024;

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

async function textOf(bytes: Buffer, name: string): Promise<string> {
  let text = '';
  for await (const part of (await openZip(bytes)).text(name)) text += part;
  return text;
}

const photo = randomBytes(50_000);
const FILES: readonly ZipFile[] = [
  { name: 'leeme ñ.txt', content: ['Año ', Buffer.from('2026')] },
  { name: 'fotos/' },
  { name: 'fotos/uno.jpg', content: [photo.subarray(0, 20_000), photo.subarray(20_000)], store: true },
];

test.each([true, false])('text, a folder and bytes that are kept as they are; large: %s', async large => {
  const bytes = await bytesOf(zip(FILES, { large }));
  const { entries } = await readDirectory(bytesIn(bytes));
  expect(entries.map(({ name, method, unpacked }) => ({ name, method, unpacked }))).toEqual([
    { name: 'leeme ñ.txt', method: 8, unpacked: 9 },
    { name: 'fotos/', method: 0, unpacked: 0 },
    { name: 'fotos/uno.jpg', method: 0, unpacked: 50_000 },
  ]);
  expect(await textOf(bytes, 'leeme ñ.txt')).toBe('Año 2026');
  expect(bytes.includes(photo)).toBe(true);
});

test('other programs read it under the same names', async () => {
  const names = FILES.map(({ name }) => name);
  for (const [program, found] of Object.entries(await readElsewhere(await bytesOf(zip(FILES)), names)))
    expect(found, program).toBe(names.length);
});

test('the same files give the same archive', async () => {
  expect((await bytesOf(zip(FILES))).equals(await bytesOf(zip(FILES)))).toBe(true);
});

test('what is not large needs nothing of the records for it', async () => {
  const files = [{ name: 'a.xml', content: ['<a/>'] }];
  const needed = async (large: boolean) => (await bytesOf(zip(files, { large }))).readUInt16LE(4);
  expect([await needed(true), await needed(false)]).toEqual([45, 20]);
});

function* empty(count: number): Generator<ZipFile> {
  for (let n = 0; n < count; n++) yield { name: `${n}`, store: true };
}

test('more files than the small record counts', async () => {
  const count = 66_000;
  const bytes = await bytesOf(zip(empty(count)));
  const { entries, to, told } = await readDirectory(bytesIn(bytes));
  expect(entries).toHaveLength(count);
  expect(told).toMatchObject({ count, begin: to, end: bytes.length });
  expect(bytes.readUInt16LE(bytes.length - 12)).toBe(0xffff);
});

const PIECE = MB / 8;

/** Pieces that cannot be packed, told how many were asked for and whether they were let go. */
function watched(pieces: number) {
  const seen = { asked: 0, ended: false };
  async function* content() {
    try {
      for (let n = 0; n < pieces; n++) {
        seen.asked += 1;
        yield randomBytes(PIECE);
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, content };
}

test.each([true, false])('little of it is in memory at a time; kept as it is: %s', async store => {
  const { seen, content } = watched(200);
  let [most, size] = [0, 0];
  for await (const part of zip([{ name: 'a', content: content(), store }])) {
    size += part.length;
    most = Math.max(most, seen.asked * PIECE - size);
  }
  expect(size).toBeGreaterThanOrEqual(200 * PIECE);
  expect(most).toBeLessThan(8 * MB);
});

test.each([true, false])(
  'a reader that waits is waited for, one that leaves lets the files go; kept as it is: %s',
  async store => {
    const { seen, content } = watched(100_000);
    let listed = true;
    function* files(): Generator<ZipFile> {
      try {
        yield { name: 'a', content: content(), store };
        yield { name: 'b' };
      } finally {
        listed = false;
      }
    }
    const archive = zip(files());
    await archive.next();
    const standsStill = async () => {
      const before = seen.asked;
      for (let n = 0; n < 20; n++) await turn();
      return seen.asked === before;
    };
    await expect.poll(standsStill).toBe(true);
    expect(seen.asked).toBeLessThan(100);
    await archive.return(undefined);
    await expect.poll(() => [seen.ended, listed]).toEqual([true, false]);
  },
);

test('an archive nobody reads asks for nothing', async () => {
  const { seen, content } = watched(1);
  zip([{ name: 'a', content: content() }]);
  await turn();
  expect(seen.asked).toBe(0);
});

test('a failure of one file is that of the archive', async () => {
  async function* failing() {
    yield 'a';
    throw new Error('lost');
  }
  await expect(bytesOf(zip([{ name: 'a', content: failing() }, { name: 'b' }]))).rejects.toThrow('lost');
});
