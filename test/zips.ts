import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { bytesIn, readDirectory } from '../src/server/files/zip-directory.ts';

/** A file of an archive, with whatever is to be told of it instead of the truth. */
export interface Part {
  readonly name: string;
  readonly content?: string | Buffer;
  /** Deflated where nothing is said. */
  readonly method?: number;
  readonly flags?: number;
  /** On Unix, e.g. `0o120777` for a link. */
  readonly mode?: number;
  /** Bytes it says to unpack to. */
  readonly unpacked?: number;
  /** What the header before its data says, where that is not what the directory says. */
  readonly header?: { readonly name?: string; readonly method?: number };
  /** Sizes behind the data, as programs write them that do not know them before. */
  readonly follows?: boolean;
  /** Sizes in the extra field, as for large files; `empty` is such a field that holds nothing. */
  readonly long?: boolean | 'empty';
  /** Further fields of the directory. */
  readonly extra?: Buffer;
  /** Stands in the archive and not in its directory. */
  readonly hidden?: boolean;
  /** Bytes behind it that belong to nobody. */
  readonly behind?: number;
  /** Listed as beginning where the part before does. */
  readonly overlaps?: boolean;
}

interface Options {
  readonly comment?: string;
  readonly behind?: Buffer;
  /** Entries it says to have. */
  readonly count?: number;
  /** With the records for large archives. */
  readonly long?: boolean;
}

type Field = readonly [bytes: 2 | 4 | 8, value: number];
function fields(...all: readonly Field[]): Buffer {
  return Buffer.concat(
    all.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}

const LONG = 0xffffffff;

function written(part: Part, at: number): { local: Buffer; listed: Buffer } {
  const { method = 8, mode = 0, header = {}, follows = false, long = false, extra = Buffer.alloc(0) } = part;
  const content = Buffer.from(part.content ?? '');
  const data = method === 8 ? deflateRawSync(content) : content;
  const flags = (part.flags ?? 0x800) | (follows ? 8 : 0);
  const [crc, packed, unpacked] = [crc32(content), data.length, part.unpacked ?? content.length];
  const [name, localName] = [Buffer.from(part.name), Buffer.from(header.name ?? part.name)];
  const sizes: Field[] = [
    [8, unpacked],
    [8, packed],
  ];
  const longField =
    long === 'empty'
      ? fields([2, 1], [2, 0])
      : long
        ? Buffer.concat([fields([2, 1], [2, 16]), fields(...sizes)])
        : Buffer.alloc(0);
  const told: Field[] =
    long === true
      ? [
          [4, LONG],
          [4, LONG],
        ]
      : [
          [4, packed],
          [4, unpacked],
        ];
  const before: Field[] = follows
    ? [
        [4, 0],
        [4, 0],
        [4, 0],
      ]
    : [[4, crc], ...told];
  const local = Buffer.concat([
    fields([4, 0x04034b50], [2, 45], [2, flags], [2, header.method ?? method], [4, 0x210000], ...before),
    fields([2, localName.length], [2, longField.length]),
    localName,
    longField,
    data,
    follows ? fields([4, 0x08074b50], [4, crc], [4, packed], [4, unpacked]) : Buffer.alloc(0),
    Buffer.alloc(part.behind ?? 0, 'x'),
  ]);
  const more = Buffer.concat([longField, extra]);
  const listed = Buffer.concat([
    fields(
      [4, 0x02014b50],
      [2, 0x0300 + 45],
      [2, 45],
      [2, flags],
      [2, method],
      [4, 0x210000],
      [4, crc],
      ...told,
    ),
    fields([2, name.length], [2, more.length], [2, 0], [2, 0], [2, 0], [2, 0], [2, mode], [4, at]),
    name,
    more,
  ]);
  return { local, listed };
}

/** An archive as told, right or wrong. */
export function zipOf(parts: readonly Part[], options: Options = {}): Buffer {
  const [bodies, index]: [Buffer[], Buffer[]] = [[], []];
  let [at, before] = [0, 0];
  for (const part of parts) {
    const { local, listed } = written(part, part.overlaps ? before : at);
    bodies.push(local);
    if (!part.hidden) index.push(listed);
    before = at;
    at += local.length;
  }
  const [directory, comment] = [Buffer.concat(index), Buffer.from(options.comment ?? '')];
  const count = options.count ?? index.length;
  const place: Field[] = [
    [8, count],
    [8, count],
    [8, directory.length],
    [8, at],
  ];
  const long = options.long
    ? Buffer.concat([
        fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], ...place),
        fields([4, 0x07064b50], [4, 0], [8, at + directory.length], [4, 1]),
      ])
    : Buffer.alloc(0);
  const end: Field[] = options.long
    ? [
        [2, 0xffff],
        [2, 0xffff],
        [4, LONG],
        [4, LONG],
      ]
    : [
        [2, count],
        [2, count],
        [4, directory.length],
        [4, at],
      ];
  return Buffer.concat([
    ...bodies,
    directory,
    long,
    fields([4, 0x06054b50], [2, 0], [2, 0], ...end, [2, comment.length]),
    comment,
    options.behind ?? Buffer.alloc(0),
  ]);
}

const OFFICE = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation'],
} as const;

/** Parts of an office document. */
export function officeParts(kind: keyof typeof OFFICE, more: readonly Part[] = []): Part[] {
  const [part, type] = OFFICE[kind];
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;
  return [{ name: '[Content_Types].xml', content: types }, { name: part, content: '<x/>' }, ...more];
}

export const openDocumentParts = (type: string): Part[] => [
  { name: 'mimetype', content: `application/vnd.oasis.opendocument.${type}`, method: 0 },
  { name: 'content.xml', content: '<x/>' },
];

/** Names and contents of an archive, in its order. */
export async function unzipped(bytes: Buffer): Promise<[name: string, content: Buffer][]> {
  const { entries } = await readDirectory(bytesIn(bytes));
  return entries.map(({ name, at, packed, method }) => {
    const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const content = bytes.subarray(from, from + packed);
    return [name, method === 8 ? inflateRawSync(content) : content];
  });
}
