import { writeFileSync } from 'node:fs';
import sharp, { type Metadata, type OutputInfo } from 'sharp';
import { CHROME, luminanceOf } from '../../domain/settings/colours.ts';

// A program of its own, which `photos.ts` starts: what native code does to a file from outside ends with it.

/** Files by their path: the original is there, the others are written. */
export interface PhotoJob {
  readonly original: string;
  readonly clean: string;
  readonly thumbnail: string;
  /** Of all frames together. */
  readonly maxPixels: number;
}
/** A photo for paper. */
export interface PrintJob {
  readonly original: string;
  readonly print: string;
  readonly maxPixels: number;
}
/** A picture that is to stand as a logo. */
export interface LogoJob {
  readonly original: string;
  readonly logo: string;
  readonly maxPixels: number;
  /** Of its file. */
  readonly maxBytes: number;
}
export interface Made {
  readonly contentType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}
/** What became of a photo: made, wrong by itself, or failed by no fault of its own. */
export type PhotoAnswer =
  | { readonly made: { readonly clean: Made; readonly thumbnail: Made } }
  | { readonly printed: Made }
  | { readonly drawn: Made }
  | { readonly pixels: number }
  | { readonly unreadable: true }
  | { readonly failed: string };

const THUMBNAIL = 400;
/** Of half a page of A4 some 270 for each inch. */
const PRINT = 900;
/** How each format is written: what saves a few bytes more would take twice the memory, or six times as long. */
const FORMATS = {
  jpeg: { quality: 88, optimiseCoding: false },
  png: {},
  webp: { quality: 88, effort: 2 },
} as const;
type Format = keyof typeof FORMATS;
/** Each format is read by one part of libvips, whose name it asks for when others are shut. */
const READERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];

const isFormat = (format: string): format is Format => format in FORMATS;

const madeOf = (format: Format, { width, height, pageHeight = height }: OutputInfo): Made => ({
  contentType: `image/${format}`,
  width,
  height: pageHeight,
});

/**
 * Both are encoded anew from the pixels, in sRGB: sharp writes no metadata unless it is asked to, and nothing that
 * stood beside the pixels comes along.
 */
async function writeRenditions(job: PhotoJob, format: Format, frames: number): Promise<PhotoAnswer> {
  const limitInputPixels = job.maxPixels;
  // What was cut off shows as far as it goes.
  const source = sharp(job.original, { failOn: 'none', limitInputPixels, pages: frames });
  // An animation is turned neither by browsers nor by sharp.
  const upright = frames === 1 ? source.autoOrient() : source;
  const clean = await upright.toFormat(format, FORMATS[format]).toFile(job.clean);
  // From the clean one, which is upright and whole; of an animation the first frame.
  const thumbnail = await sharp(job.clean, { limitInputPixels })
    .resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement: true })
    .webp()
    .toFile(job.thumbnail);
  return { made: { clean: madeOf(format, clean), thumbnail: madeOf('webp', thumbnail) } };
}

/** Of a photo that was prepared, so that it is upright: a JPEG, on white where it is transparent; of an animation the first frame. */
async function writePrint({ original, print, maxPixels }: PrintJob): Promise<PhotoAnswer> {
  const printed = await sharp(original, { failOn: 'none', limitInputPixels: maxPixels })
    // Decoded at a fraction, it is nearly as small already: a plainer kernel shows no difference.
    .resize(PRINT, PRINT, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 })
    .toFile(print);
  return { printed: madeOf('jpeg', printed) };
}

/** Where it fits in; half of that in each direction of what does not fit into its file. */
const LOGO = { width: 480, height: 160 };
/** Around a logo on its ground. */
const MARGIN = 8;
const WHITE = '#ffffff';
/** From this luminance on a colour is lost on white. */
const LIGHT = 0.6;
/** Of what is seen, that much has to be lost. */
const MOSTLY = 0.9;

/**
 * What a logo with transparent parts stands on: white, or the dark of the top bar where hardly anything of it would be
 * seen on white. Undefined of one without: it brings its own ground.
 */
function groundOf(rgba: Buffer): string | undefined {
  let [seen, light] = [0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4);
    seen += alpha;
    if (luminanceOf([red, green, blue]) >= LIGHT) light += alpha;
  }
  if (seen === (rgba.length / 4) * 255) return undefined;
  return light >= seen * MOSTLY ? CHROME : WHITE;
}

/** Upright, with its ground, so that it is seen wherever it stands; of an animation the first frame. */
async function drawLogo(job: LogoJob, { width, height }: typeof LOGO): Promise<OutputInfo> {
  const { data, info } = await sharp(job.original, { failOn: 'none', limitInputPixels: job.maxPixels })
    .autoOrient()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const drawn = sharp(data, { raw: { width: info.width, height: info.height, channels } });
  const background = groundOf(data);
  const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN };
  const whole = background
    ? drawn.flatten({ background }).extend({ ...margin, background })
    : drawn.removeAlpha();
  return whole.png({ compressionLevel: 9 }).toFile(job.logo);
}

async function writeLogo(job: LogoJob): Promise<PhotoAnswer> {
  const drawn = await drawLogo(job, LOGO);
  if (drawn.size <= job.maxBytes) return { drawn: madeOf('png', drawn) };
  const half = { width: LOGO.width / 2, height: LOGO.height / 2 };
  return { drawn: madeOf('png', await drawLogo(job, half)) };
}

/** By its header alone. */
const readHeader = (original: string): Promise<Metadata> =>
  sharp(original, { failOn: 'none', limitInputPixels: false }).metadata();

async function preparePhoto(job: PhotoJob | PrintJob | LogoJob): Promise<PhotoAnswer> {
  try {
    const { format, width, height, pages = 1 } = await readHeader(job.original);
    if (!isFormat(format)) return { unreadable: true };
    const pixels = width * height * ('clean' in job ? pages : 1);
    if (pixels > job.maxPixels) return { pixels };
    if ('print' in job) return await writePrint(job);
    if ('logo' in job) return await writeLogo(job);
    return await writeRenditions(job, format, pages);
  } catch (error) {
    const { message } = error as Error;
    // A full disk is no fault of the photo; libvips tells it in words alone.
    return /\bwrite\b/.test(message) ? { failed: message } : { unreadable: true };
  }
}

/** Where memory runs out, Linux is to end this process, neither the server nor the database. */
function offerMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Another system.
  }
}

offerMemory();
process.umask(0o077);
sharp.cache(false);
sharp.concurrency(1);
// Nothing else reads these bytes, whatever they are: those who draw SVG or PDF would open further files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });
// What stops the server may reach this process, too; the server says when it is done with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The server is gone. An exit would wait for the photo at hand.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on(
  'message',
  (job: PhotoJob | PrintJob | LogoJob) => void preparePhoto(job).then(answer => process.send?.(answer)),
);
process.send?.('ready');
