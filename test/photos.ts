import { randomInt } from 'node:crypto';
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
export const PHOTO_SECRETS: Record<string, Buffer[]> = {
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

/** A photo with a red square in the upper left corner as stored, on blue of another shade at every call. */
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
    .withExif({
      IFD0: { ...CAMERA.IFD0, ...exif.IFD0 },
      IFD2: { ...CAMERA.IFD2, ...exif.IFD2 },
      IFD3: { ...CAMERA.IFD3, ...exif.IFD3 },
    })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}
