import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  claimingJpeg,
  claimingPng,
  photoWith,
  secretsIn,
  withCaption,
  withChunk,
  withSegment,
} from '../../../test/photos.ts';
import { sampleFiles } from '../../../test/samples.ts';
import { openPhotoPreparer, PhotoError, type PhotoPreparer, type PreparedPhoto } from './photos.ts';

const UNREADABLE = 'La foto está dañada o incompleta: ábrela en tu equipo, guárdala de nuevo y súbela.';
const TOO_LONG = 'No pudimos preparar la foto: guárdala de nuevo como JPEG y súbela.';
const WORDS = 'palabras que nadie debe leer';
const isLinux = process.platform === 'linux';

let folder: string;
let usualFolder: string | undefined;
let preparer: PhotoPreparer;
let started: ChildProcess[] = [];

const remember = (message: unknown) => {
  started.push((message as { process: ChildProcess }).process);
};
/** The processes of photos since this test began. */
const processes = () => started.filter(({ spawnargs }) => spawnargs.join().includes('photo-process'));
const lastProcess = () => processes().at(-1) as ChildProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'photos-'));
  usualFolder = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  subscribe('child_process', remember);
});
afterAll(async () => {
  unsubscribe('child_process', remember);
  if (usualFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usualFolder;
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  started = [];
  preparer = openPhotoPreparer();
});
afterEach(async () => {
  await preparer.close();
  expect(readdirSync(folder)).toEqual([]);
});

const renditionsOf = async ({ clean, thumbnail }: PreparedPhoto) => ({
  clean: { ...clean, bytes: await readFile(clean.path) },
  thumbnail: { ...thumbnail, bytes: await readFile(thumbnail.path) },
});
const prepare = (bytes: Buffer, by = preparer) => by.prepare(Readable.from([bytes]), renditionsOf);

/** Red, green and blue of a pixel as it is shown; alpha as the fourth, where there is one. */
async function pixelAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels)];
}
const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 200 && green < 60 && blue < 60;

/** Neither holds metadata or a secret; `words` is what else was hidden in the photo. */
async function expectClean(photo: Awaited<ReturnType<typeof prepare>>, words = WORDS): Promise<void> {
  for (const { bytes } of [photo.clean, photo.thumbnail]) {
    const found = await sharp(bytes).metadata();
    for (const kind of ['exif', 'xmp', 'iptc', 'icc', 'comments', 'orientation', 'tifftagPhotoshop'] as const)
      expect(found[kind], kind).toBeUndefined();
    expect(found.space).toBe('srgb');
    expect(secretsIn(bytes)).toEqual([]);
    expect(bytes.includes(words)).toBe(false);
    expect(bytes.includes('Exif')).toBe(false);
  }
}

const plain = (background: string, size = { width: 60, height: 40 }) =>
  sharp({ create: { ...size, channels: 3, background } });
const animation = async () =>
  sharp(await Promise.all(['red', 'lime', 'blue'].map(color => plain(color).png().toBuffer())), {
    join: { animated: true },
  }).withExif({ IFD0: { Make: 'Huemul Optica' } });

describe('the renditions of a photo', () => {
  it('of a telephone are upright and say neither where nor with what it was taken', async () => {
    const photo = await photoWith({ width: 1200, height: 900, orientation: 6 });
    expect(secretsIn(photo)).toEqual(['make', 'model', 'serial', 'owner', 'position']);
    const made = await prepare(photo);
    expect(made.clean).toMatchObject({ contentType: 'image/jpeg', width: 900, height: 1200 });
    expect(made.thumbnail).toMatchObject({ contentType: 'image/webp', width: 300, height: 400 });
    await expectClean(made);
    for (const { bytes, width, height } of [made.clean, made.thumbnail]) {
      expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
      expect(isRed(await pixelAt(bytes, width - 10, 10))).toBe(true);
      expect(isRed(await pixelAt(bytes, 10, 10))).toBe(false);
      expect(isRed(await pixelAt(bytes, width - 10, height - 10))).toBe(false);
    }
  });

  it('hold neither XMP, IPTC, comments nor a colour profile', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${WORDS}</a></x:xmpmeta>`;
    const source = sharp(await photoWith())
      .withIccProfile('p3')
      .withXmp(xmp);
    const withXmp = await source.jpeg().toBuffer();
    const photo = withCaption(withSegment(withXmp, 0xfe, Buffer.from(WORDS)), WORDS);
    const found = await sharp(photo).metadata();
    expect(photo.toString('latin1').split(WORDS)).toHaveLength(4);
    expect(found.iptc?.includes(WORDS)).toBe(true);
    expect(found.xmp?.includes(WORDS)).toBe(true);
    expect(found.icc).toBeDefined();
    const made = await prepare(photo);
    await expectClean(made);
    // Red of sRGB is 234, 51, 35 in P3.
    const [red, green] = await pixelAt(made.clean.bytes, 5, 5);
    expect([red, green]).toEqual([expect.closeTo(254, -1), expect.closeTo(0, -1)]);
  });

  it('hold nothing of what follows the photo, as telephones append another one', async () => {
    const photo = Buffer.concat([
      await plain('red').jpeg().toBuffer(),
      await photoWith(),
      Buffer.from(WORDS),
    ]);
    expect(secretsIn(photo)).toContain('position');
    const made = await prepare(photo);
    expect(made.clean).toMatchObject({ width: 60, height: 40 });
    await expectClean(made);
  });

  it('of a PNG hold no texts, and stay transparent', async () => {
    const clear = {
      width: 50,
      height: 20,
      channels: 4,
      background: { r: 255, g: 0, b: 0, alpha: 0.5 },
    } as const;
    const png = await sharp({ create: clear })
      .withExif({ IFD0: { Make: 'Huemul Optica' } })
      .png()
      .toBuffer();
    expect(png.includes('eXIf')).toBe(true);
    const photo = withChunk(png, 'tEXt', Buffer.from(`Comment\0${WORDS}`));
    expect((await sharp(photo).metadata()).comments).toEqual([{ keyword: 'Comment', text: WORDS }]);
    const made = await prepare(photo);
    expect(made.clean).toMatchObject({ contentType: 'image/png', width: 50, height: 20 });
    await expectClean(made);
    for (const { bytes } of [made.clean, made.thumbnail])
      expect((await pixelAt(bytes, 10, 10))[3]).toBeCloseTo(128, -1);
  });

  it.each(['png', 'webp'] as const)('of a %s are clean and upright', async format => {
    const photo = await photoWith({ format, orientation: 3 });
    expect(secretsIn(photo)).toContain('serial');
    const made = await prepare(photo);
    expect(made.clean).toMatchObject({ contentType: `image/${format}`, width: 400, height: 300 });
    await expectClean(made);
    expect(isRed(await pixelAt(made.clean.bytes, 390, 290))).toBe(true);
    expect(isRed(await pixelAt(made.clean.bytes, 10, 10))).toBe(false);
  });

  it.each([1, 6])(
    'of an animation that is turned by %i keep all frames, the small one the first',
    async orientation => {
      const source = (await animation()).withMetadata({ orientation });
      const photo = await source.webp({ loop: 2, delay: [100, 200, 300] }).toBuffer();
      const made = await prepare(photo);
      expect(made.clean).toMatchObject({ contentType: 'image/webp', width: 60, height: 40 });
      const found = await sharp(made.clean.bytes).metadata();
      expect(found).toMatchObject({ pages: 3, loop: 2, delay: [100, 200, 300] });
      await expectClean(made);
      expect((await sharp(made.thumbnail.bytes).metadata()).pages).toBeUndefined();
      expect(isRed(await pixelAt(made.thumbnail.bytes, 30, 20))).toBe(true);
    },
  );

  it.each(['cmyk', 'rgb16', 'b-w'])('in %s are ones in sRGB', async space => {
    const source = plain('red').toColourspace(space);
    const photo = await (space === 'cmyk' ? source.jpeg() : source.png()).toBuffer();
    expect((await sharp(photo).metadata()).space).toBe(space);
    const made = await prepare(photo);
    await expectClean(made);
    const [red = 0, green] = await pixelAt(made.clean.bytes, 5, 5);
    expect(space === 'b-w' ? red === green : red > 200).toBe(true);
  });

  it.each(['jpg', 'png', 'webp'])('of the smallest %s are no larger', async kind => {
    const photo = sampleFiles()[kind] ?? Buffer.alloc(0);
    const { width, height } = await sharp(photo).metadata();
    const made = await prepare(photo);
    expect(made.clean).toMatchObject({ width, height });
    expect(made.thumbnail).toMatchObject({ width, height });
    expect((await prepare(await photoWith({ width: 1, height: 1 }))).thumbnail.width).toBe(1);
  });

  it.each(['jpeg', 'png'] as const)('of a %s that was cut show what is left of it', async format => {
    const photo = await photoWith({ format, width: 1000, height: 800 });
    const made = await prepare(photo.subarray(0, photo.length * 0.7));
    expect(made.clean).toMatchObject({ width: 1000, height: 800 });
    expect(isRed(await pixelAt(made.clean.bytes, 5, 5))).toBe(true);
    // Whole again.
    await sharp(made.clean.bytes, { failOn: 'warning' }).stats();
  });

  it('are read by the account of the server alone', async () => {
    await preparer.prepare(Readable.from([await photoWith()]), async ({ clean, thumbnail }) => {
      const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
      expect(await modeOf(path.dirname(clean.path))).toBe(0o700);
      const original = path.join(path.dirname(clean.path), 'original');
      for (const file of [clean.path, thumbnail.path, original]) expect(await modeOf(file)).toBe(0o600);
    });
  });
});

/** The most memory a process ever took, in megabytes. */
const peakOf = ({ pid }: ChildProcess) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe('a photo that cannot be prepared', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  it.each([
    ['no image', Buffer.from('esto no es una foto')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF', sampleFiles().pdf ?? Buffer.alloc(0)],
    ['a drawing', Buffer.from(svg)],
    ['a beginning', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ])('is %s', async (_what, bytes) => {
    await expect(prepare(bytes)).rejects.toThrow(new PhotoError(UNREADABLE));
    expect((await prepare(await photoWith())).clean.width).toBe(400);
    expect(processes()).toHaveLength(1);
  });

  it.each(['gif', 'tiff', 'avif'] as const)('is a %s, which no photo may be', async format => {
    await expect(prepare(await plain('red').toFormat(format).toBuffer())).rejects.toThrow(UNREADABLE);
  });

  it.each([
    ['a PNG', async () => claimingPng(20_000, 20_000), '400'],
    ['a JPEG', () => claimingJpeg(20_000, 20_000), '400'],
    ['a PNG of a few more', async () => claimingPng(10_000, 10_001), '101'],
    ['a huge PNG', async () => claimingPng(100_000, 60_000), '6.000'],
  ])('is %s of too many pixels, told by its header', async (_what, photo, megapixels) => {
    await expect(prepare(await photo())).rejects.toThrow(
      new PhotoError(
        `La foto tiene ${megapixels} megapíxeles y el máximo es 100: redúcela y súbela de nuevo.`,
      ),
    );
    if (isLinux) expect(peakOf(lastProcess())).toBeLessThan(150);
  });

  it('is an animation whose frames are too many pixels together', async () => {
    const frame = await plain('red', { width: 3000, height: 3000 }).png().toBuffer();
    const other = await plain('blue', { width: 3000, height: 3000 }).png().toBuffer();
    const frames = Array.from({ length: 12 }, (_, n) => (n % 2 ? frame : other));
    const photo = await sharp(frames, { join: { animated: true } })
      .webp({ effort: 0 })
      .toBuffer();
    await expect(prepare(photo)).rejects.toThrow('La foto tiene 108 megapíxeles');
  });

  it('leaves an error of its content, its use or the disk as it is', async () => {
    const broken = new Error('the sender went away');
    const photo = await photoWith();
    async function* pieces() {
      yield photo.subarray(0, 100);
      throw broken;
    }
    await expect(preparer.prepare(Readable.from(pieces()), renditionsOf)).rejects.toBe(broken);
    expect(processes()).toEqual([]);
    const refuse = () => Promise.reject(broken);
    await expect(preparer.prepare(Readable.from([photo]), refuse)).rejects.toBe(broken);
    async function* obstruct() {
      mkdirSync(path.join(folder, readdirSync(folder)[0] ?? '', 'clean'));
      yield photo;
    }
    const failed = await preparer.prepare(Readable.from(obstruct()), renditionsOf).catch(error => error);
    expect(failed.message).toContain('unable to open for write');
    expect(failed).not.toBeInstanceOf(PhotoError);
  });
});

/** Takes a while to write. */
const largePhoto = () => plain('red', { width: 9000, height: 7000 }).jpeg().toBuffer();
/** Until the process writes. */
const working = () =>
  vi.waitFor(() => expect(readdirSync(folder, { recursive: true }).join()).toContain('clean'), {
    interval: 2,
    timeout: 60_000,
  });

describe('the process', () => {
  it('serves many photos in turn, also when they come at once', async () => {
    const photos = await Promise.all(
      Array.from({ length: 30 }, (_, n) => photoWith({ width: 200 + n, height: 100 })),
    );
    expect(processes()).toEqual([]);
    const from = performance.now();
    const made = await Promise.all(photos.map(photo => prepare(photo)));
    expect(performance.now() - from).toBeLessThan(20_000);
    expect(made.map(({ clean }) => clean.width)).toEqual(photos.map((_, n) => 200 + n));
    expect(processes()).toHaveLength(1);
  });

  it('that was killed at work is replaced for the next photo', async () => {
    const refused = expect(prepare(await largePhoto())).rejects.toThrow(new PhotoError(TOO_LONG));
    await working();
    lastProcess().kill('SIGKILL');
    const next = prepare(await photoWith());
    await refused;
    expect((await next).clean.width).toBe(400);
    expect(processes()).toHaveLength(2);
  });

  it('that was killed between two photos is replaced, and no photo blamed', async () => {
    await prepare(await photoWith());
    lastProcess().kill('SIGKILL');
    await once(lastProcess(), 'exit');
    expect((await prepare(await photoWith())).clean.width).toBe(400);
    expect(processes()).toHaveLength(2);
  });

  it('that takes too long is killed, and the next photo has its own time', async () => {
    const hurried = openPhotoPreparer({ timeoutMs: 2_000 });
    try {
      await prepare(await photoWith(), hurried);
      const [stopped] = processes();
      stopped?.kill('SIGSTOP');
      await expect(prepare(await photoWith(), hurried)).rejects.toThrow(new PhotoError(TOO_LONG));
      expect(stopped?.signalCode).toBe('SIGKILL');
      expect((await prepare(await photoWith(), hurried)).clean.width).toBe(400);
    } finally {
      await hurried.close();
    }
  });

  it('is closed in the middle of a photo, which is not to blame', async () => {
    const closed = prepare(await largePhoto()).catch(error => error);
    await working();
    await preparer.close();
    expect(await closed).not.toBeInstanceOf(PhotoError);
    expect((await closed).message).toContain('not prepared any more');
    expect(lastProcess().signalCode).toBe('SIGKILL');
    await expect(prepare(await photoWith())).rejects.toThrow('not prepared any more');
    expect(processes()).toHaveLength(1);
  });

  it('leaves signals to the server', async () => {
    await prepare(await photoWith());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) lastProcess().kill(signal);
    await prepare(await photoWith());
    expect(processes()).toHaveLength(1);
  });

  it.runIf(isLinux)('knows nothing of the settings of the server', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://secret');
    await prepare(await photoWith());
    const given = readFileSync(`/proc/${lastProcess().pid}/environ`, 'utf8').split('\0').filter(Boolean);
    const names = given
      .map(setting => setting.split('=')[0])
      .filter(name => !name?.startsWith('NODE_CHANNEL_'));
    expect(names).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('ends with the server, which itself loads no native code', async () => {
    const home = await mkdtemp(path.join(folder, 'server-'));
    await writeFile(path.join(home, 'photo.jpg'), await largePhoto());
    const script = `
      import { createReadStream } from 'node:fs';
      import { openPhotoPreparer } from ${JSON.stringify(new URL('./photos.ts', import.meta.url))};
      await openPhotoPreparer().prepare(createReadStream('photo.jpg'), async () => {
        const loaded = process.report.getReport().sharedObjects.filter(file => file.includes('sharp'));
        console.log(JSON.stringify(loaded));
        await new Promise(() => setInterval(() => {}, 1000));
      });`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, TMPDIR: home },
    });
    const [said] = await once(server.stdout, 'data');
    expect(JSON.parse(String(said))).toEqual([]);
    server.kill('SIGKILL');
    // The process of photos holds the server's pipe for what goes wrong as long as it lives.
    await once(server, 'close');
    await rm(home, { recursive: true });
  });
});
