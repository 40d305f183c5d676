import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimingPng, photoWith, secretsIn } from '../../../test/photos.ts';
import { openPhotoPreparer, PhotoError, type PhotoPreparer } from './photos.ts';

let folder: string;
let usualFolder: string | undefined;
let preparer: PhotoPreparer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'photos-'));
  usualFolder = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  preparer = openPhotoPreparer();
});
afterAll(async () => {
  await preparer.close();
  if (usualFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usualFolder;
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

const scale = (bytes: Buffer) => preparer.scale(Readable.from([bytes]));
const pixelOf = async (bytes: Buffer) => [...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)];

it.each([
  ['jpeg', 4000, 3000, 900, 675],
  ['png', 1200, 1600, 675, 900],
  ['webp', 1200, 900, 900, 675],
  ['jpeg', 400, 300, 400, 300],
] as const)('%s of %i × %i is scaled down for paper, never up', async (format, width, height, wide, high) => {
  const scaled = await scale(await photoWith({ format, width, height }));
  expect(await sharp(scaled).metadata()).toMatchObject({ format: 'jpeg', width: wide, height: high });
  expect(secretsIn(scaled)).toEqual([]);
});

it('what is transparent is white as paper, and of an animation the first frame shows', async () => {
  const size = { width: 40, height: 30 };
  const clear = sharp({ create: { ...size, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } });
  expect(await pixelOf(await scale(await clear.png().toBuffer()))).toEqual([255, 255, 255]);
  const frames = ['lime', 'red'].map(background => sharp({ create: { ...size, channels: 3, background } }));
  const animation = sharp(await Promise.all(frames.map(frame => frame.png().toBuffer())), {
    join: { animated: true },
  });
  const [red = 0, green = 0] = await pixelOf(await scale(await animation.webp().toBuffer()));
  expect([red < 60, green > 200]).toEqual([true, true]);
});

it('what is damaged, no photo, or too large is refused; the next is scaled', async () => {
  await expect(scale(Buffer.from('no es una foto'))).rejects.toThrow(PhotoError);
  await expect(scale(claimingPng(20_000, 20_000))).rejects.toThrow('400 megapíxeles');
  expect((await scale(await photoWith())).length).toBeGreaterThan(0);
});

it('an error of the content stays as it is', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('a');
      throw new Error('the store is away');
    })(),
  );
  await expect(preparer.scale(broken)).rejects.toThrow('the store is away');
});
