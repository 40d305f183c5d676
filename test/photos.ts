import { randomInt, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp, { type Exif } from 'sharp';

interface PhotoWishes {
  format?: 'jpeg' | 'png' | 'webp';
  /** Pixels as they are stored, before an orientation turns them. */
  width?: number;
  height?: number;
  /** How the stored pixels are turned to be upright (EXIF 3.0 §4.6.5.1.6): 6 is a quarter clockwise. */
  orientation?: number;
  /** Beside what {@link CAMERA} says. */
  exif?: Exif;
}

/** Seconds of the latitude in ten thousandths, as EXIF 3.0 §4.6.6 writes them: two numbers of four bytes. */
const SECONDS = [271_828, 10_000] as const;

/** What a telephone writes beside a photo: by whom and with what it was taken, and a place in Temuco. */
const CAMERA = {
  IFD0: { Make: 'Huemul Optica', Model: 'Huemul X200', Software: 'Retocador 9' },
  IFD2: { BodySerialNumber: 'SERIE-4471-Z', CameraOwnerName: 'Juana Pehuen' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: `38/1 44/1 ${SECONDS.join('/')}`,
    GPSLongitudeRef: 'W',
    GPSLongitude: '72/1 35/1 314159/10000',
  },
};

const secondsIn = (write: 'writeUInt32LE' | 'writeUInt32BE') => {
  const bytes = Buffer.alloc(8);
  SECONDS.forEach((value, n) => {
    bytes[write](value, n * 4);
  });
  return bytes;
};

/** What of {@link photoWith} nobody else may read, by name, with the bytes it is found by in either order. */
const PHOTO_SECRETS: Record<string, Buffer[]> = {
  make: [Buffer.from(CAMERA.IFD0.Make)],
  model: [Buffer.from(CAMERA.IFD0.Model)],
  serial: [Buffer.from(CAMERA.IFD2.BodySerialNumber)],
  owner: [Buffer.from(CAMERA.IFD2.CameraOwnerName)],
  position: [secondsIn('writeUInt32LE'), secondsIn('writeUInt32BE')],
};

/** Names of the secrets that stand anywhere in these bytes. */
export const secretsIn = (bytes: Buffer): string[] =>
  Object.entries(PHOTO_SECRETS).flatMap(([name, forms]) =>
    forms.some(form => bytes.includes(form)) ? [name] : [],
  );

/** A photo with a red square in the upper left corner as stored, on some blue; no two are the same bytes. */
export function photoWith({
  format = 'jpeg',
  width = 400,
  height = 300,
  orientation = 1,
  exif = {},
}: PhotoWishes = {}): Promise<Buffer> {
  const corner = { width: Math.ceil(width / 4), height: Math.ceil(height / 4), channels: 3 } as const;
  return sharp({
    create: { width, height, channels: 3, background: { r: randomInt(40), g: randomInt(40), b: 200 } },
  })
    .composite([{ input: { create: { ...corner, background: 'red' } }, left: 0, top: 0 }])
    .removeAlpha()
    .withExif({
      // The colours alone are 1 600; libexif leaves ImageUniqueID out.
      IFD0: { ...CAMERA.IFD0, ImageDescription: randomUUID(), ...exif.IFD0 },
      IFD2: { ...CAMERA.IFD2, ...exif.IFD2 },
      IFD3: { ...CAMERA.IFD3, ...exif.IFD3 },
    })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

/** A segment of a JPEG right after its beginning. */
export const withSegment = (jpeg: Buffer, marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
};
/** A chunk of a PNG (its specification, §5.3). */
const pngChunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
/** After signature and header. */
export const withChunk = (png: Buffer, type: string, data: Buffer) =>
  Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)]);

/** The IPTC caption of a JPEG, within a resource of Photoshop. */
export function withCaption(jpeg: Buffer, caption: string): Buffer {
  const record = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, caption.length]), Buffer.from(caption)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(record.length);
  const resource = [Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'), size, record];
  return withSegment(jpeg, 0xed, Buffer.concat(resource));
}

/** A PNG whose header claims more than its body holds. */
export function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const body = [pngChunk('IHDR', header), pngChunk('IDAT', Buffer.from('789c63000000010001', 'hex'))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...body, pngChunk('IEND', Buffer.alloc(0))]);
}

/** The same of a JPEG. */
export async function claimingJpeg(width: number, height: number): Promise<Buffer> {
  const photo = await photoWith();
  const frame = photo.lastIndexOf(Buffer.from([0xff, 0xc0, 0, 17]));
  photo.writeUInt16BE(height, frame + 5);
  photo.writeUInt16BE(width, frame + 7);
  return photo;
}
