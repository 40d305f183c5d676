import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Database } from '../db/pool.ts';
import type { FileStore } from '../server/files/store.ts';
import { demoId } from '../server/sign-in/demo-identity.ts';
import { EVIDENCE_DOCUMENT } from './papers.ts';
import type { DemoPhoto } from './seed/execution.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** Pixels that shapes are laid on; places and lengths are parts of the width and the height. */
class Canvas {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    // Each row begins with how it is filtered: not at all.
    this.bytes = Buffer.alloc(height * (1 + width * 3));
  }

  #row(y: number, from: number, to: number, colour: Colour): void {
    const [start, end] = [Math.max(0, Math.round(from)), Math.min(this.width, Math.round(to))];
    if (y < 0 || y >= this.height || end <= start) return;
    const at = y * (1 + this.width * 3) + 1;
    this.bytes.fill(Buffer.from(colour), at + start * 3, at + end * 3);
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void {
    const bottom = Math.round((y + height) * this.height);
    for (let row = Math.round(y * this.height); row < bottom; row += 1)
      this.#row(row, x * this.width, (x + width) * this.width, colour);
  }

  /** Round on the picture; `radius` is a part of the height. */
  disc(x: number, y: number, radius: number, colour: Colour): void {
    const [centre, middle, r] = [x * this.width, Math.round(y * this.height), radius * this.height];
    for (let dy = -Math.round(r); dy <= r; dy += 1) {
      const half = Math.sqrt(Math.max(0, r * r - dy * dy));
      this.#row(middle + dy, centre - half, centre + half, colour);
    }
  }
}

const WEAR: readonly Colour[] = [
  [194, 78, 66],
  [54, 98, 133],
  [222, 164, 62],
  [96, 130, 84],
  [126, 86, 128],
  [70, 70, 78],
];
const SKIN: readonly Colour[] = [
  [222, 178, 146],
  [186, 136, 104],
  [236, 198, 168],
];
const of = (colours: readonly Colour[], n: number): Colour => colours[n % colours.length] ?? [0, 0, 0];

/** Somebody without a face. */
function drawPerson(canvas: Canvas, x: number, feet: number, size: number, n: number): void {
  canvas.rectangle(x - size * 0.1, feet - size * 0.45, size * 0.2, size * 0.45, [58, 60, 72]);
  canvas.disc(x, feet - size * 0.62, size * 0.24, of(WEAR, n));
  canvas.rectangle(x - size * 0.15, feet - size * 0.62, size * 0.3, size * 0.28, of(WEAR, n));
  canvas.disc(x, feet - size * 0.94, size * 0.13, of(SKIN, n));
}

function drawStreet(canvas: Canvas): void {
  canvas.rectangle(0, 0, 1, 0.7, [176, 208, 226]);
  canvas.disc(0.84, 0.18, 0.09, [246, 216, 132]);
  canvas.disc(0.2, 0.72, 0.34, [126, 158, 122]);
  canvas.disc(0.72, 0.78, 0.42, [104, 140, 112]);
  for (let n = 0; n < 5; n += 1) {
    canvas.rectangle(0.02 + n * 0.2, 0.4 - (n % 2) * 0.04, 0.15, 0.3, of(WEAR, n + 1));
    canvas.rectangle(0.06 + n * 0.2, 0.48, 0.05, 0.09, [240, 232, 210]);
  }
  canvas.rectangle(0, 0.68, 1, 0.32, [182, 174, 162]);
}

function drawRoom(canvas: Canvas): void {
  canvas.rectangle(0, 0, 1, 0.7, [238, 228, 208]);
  for (const x of [0.08, 0.72]) {
    canvas.rectangle(x, 0.12, 0.2, 0.3, [120, 96, 76]);
    canvas.rectangle(x + 0.01, 0.14, 0.18, 0.26, [182, 212, 224]);
  }
  canvas.rectangle(0.36, 0.1, 0.28, 0.28, [250, 250, 246]);
  for (let n = 0; n < 4; n += 1)
    canvas.rectangle(0.39, 0.15 + n * 0.055, 0.2 - n * 0.03, 0.02, of(WEAR, n + 1));
  canvas.rectangle(0, 0.7, 1, 0.3, [168, 134, 104]);
}

function drawShow(canvas: Canvas): void {
  canvas.rectangle(0, 0, 1, 0.74, [226, 230, 232]);
  for (let n = 0; n < 5; n += 1) {
    canvas.rectangle(0.04 + n * 0.19, 0.12, 0.16, 0.34, [84, 72, 64]);
    canvas.rectangle(0.05 + n * 0.19, 0.135, 0.14, 0.31, of(WEAR, n + 2));
    canvas.disc(0.12 + n * 0.19, 0.27, 0.07, of(SKIN, n));
  }
  canvas.rectangle(0, 0.74, 1, 0.26, [140, 138, 140]);
}

function drawGarden(canvas: Canvas): void {
  canvas.rectangle(0, 0, 1, 0.5, [188, 214, 222]);
  canvas.disc(0.16, 0.52, 0.26, [132, 162, 128]);
  canvas.disc(0.56, 0.5, 0.3, [112, 148, 116]);
  canvas.disc(0.94, 0.52, 0.28, [140, 168, 124]);
  canvas.rectangle(0, 0.5, 1, 0.5, [150, 116, 84]);
  for (let row = 0; row < 4; row += 1) {
    const y = 0.54 + row * 0.11;
    canvas.rectangle(0, y, 1, 0.05, [122, 92, 66]);
    for (let n = 0; n < 14; n += 1)
      canvas.disc(0.04 + n * 0.072 + (row % 2) * 0.03, y + 0.01, 0.018 + row * 0.004, [94, 138, 76]);
  }
}

function drawCoast(canvas: Canvas): void {
  canvas.rectangle(0, 0, 1, 0.42, [196, 216, 228]);
  canvas.disc(0.8, 0.16, 0.08, [248, 226, 156]);
  canvas.rectangle(0, 0.42, 1, 0.24, [86, 134, 152]);
  for (let n = 0; n < 3; n += 1) {
    canvas.rectangle(0.1 + n * 0.3, 0.47 - n * 0.02, 0.12, 0.03, of(WEAR, n));
    canvas.rectangle(0.155 + n * 0.3, 0.36 - n * 0.02, 0.008, 0.11, [92, 78, 66]);
  }
  canvas.rectangle(0, 0.66, 1, 0.02, [232, 238, 238]);
  canvas.rectangle(0, 0.68, 1, 0.32, [218, 198, 158]);
}

function drawWorkshop(canvas: Canvas): void {
  canvas.rectangle(0, 0, 1, 0.68, [214, 220, 210]);
  canvas.rectangle(0.06, 0.1, 0.4, 0.3, [74, 92, 84]);
  for (let n = 0; n < 3; n += 1)
    canvas.rectangle(0.1, 0.16 + n * 0.07, 0.3 - n * 0.07, 0.015, [226, 230, 222]);
  for (let n = 0; n < 4; n += 1) {
    canvas.rectangle(0.56 + n * 0.1, 0.12, 0.07, 0.1, of(WEAR, n + 3));
    canvas.rectangle(0.56 + n * 0.1, 0.25, 0.07, 0.1, of(WEAR, n));
  }
  canvas.rectangle(0, 0.68, 1, 0.32, [156, 132, 112]);
  canvas.rectangle(0.04, 0.86, 0.92, 0.06, [196, 160, 118]);
}

const SCENES: Readonly<Record<DemoPhoto['scene'], (canvas: Canvas) => void>> = {
  ...{ street: drawStreet, room: drawRoom, show: drawShow },
  ...{ garden: drawGarden, coast: drawCoast, workshop: drawWorkshop },
};

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`0000${type}`, 'latin1');
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(data, crc32(type)));
  return Buffer.concat([head, data, tail]);
}

const MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A drawn scene as a PNG, by hand: in a few milliseconds, and of nobody. */
export function drawPhoto({ scene, people }: DemoPhoto, width: number, height: number): Buffer {
  const canvas = new Canvas(width, height);
  SCENES[scene](canvas);
  for (let n = 0; n < people; n += 1) {
    const near = n % 2;
    drawPerson(canvas, (n + 0.7) / (people + 0.4), 0.82 + near * 0.12, 0.32 + near * 0.08, n * 5 + people);
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    ...[MAGIC, chunk('IHDR', header), chunk('IDAT', deflateSync(canvas.bytes, { level: 6 }))],
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface StoredPhoto {
  readonly id: string;
  readonly projectId: string;
  readonly uploaderId: string;
  readonly name: string;
  readonly photo: DemoPhoto;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const PNG = 'image/png';
const SIZES = { clean: [960, 640], thumbnail: [360, 240] } as const;

/** Keeps a photo as evidence of a project: checked, prepared to be shown, and said to show nobody. */
export async function writePhoto(db: Database, files: FileStore, given: StoredPhoto): Promise<string> {
  const { id, projectId, uploaderId, name, photo } = given;
  const made = (['clean', 'thumbnail'] as const).map(kind => {
    const [width, height] = SIZES[kind];
    const key = `files/${projectId}/${demoId(`${id}:${kind}`)}`;
    return { kind, key, width, height, bytes: drawPhoto(photo, width, height) };
  });
  const [{ bytes: original } = { bytes: Buffer.alloc(0) }] = made;
  const key = `files/${projectId}/${id}`;
  await Promise.all([{ key, bytes: original }, ...made].map(o => files.put(o.key, o.bytes)));
  await db
    .insertInto('files')
    .values({
      ...{ id, project_id: projectId, document_type: EVIDENCE_DOCUMENT, name, size: original.length },
      ...{ content_type: PNG, sha256: sha256(original), storage_key: key, uploaded_by: uploaderId },
      ...{ scan_detail: 'no_scanner', check_due_at: null },
    })
    .execute();
  await db
    .insertInto('file_renditions')
    .values(
      made.map(({ bytes, key: storage_key, ...rendition }) => ({
        ...{ ...rendition, file_id: id, storage_key, content_type: PNG },
        ...{ sha256: sha256(bytes), size: bytes.length },
      })),
    )
    .execute();
  await db
    .insertInto('photo_answers')
    .values({ file_id: id, people: 'nobody', consent: 'not_needed', answered_by: uploaderId })
    .execute();
  return id;
}
