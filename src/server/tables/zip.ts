import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file inside an archive; its text is asked for when its turn comes. */
export interface ZipFile {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly at: number;
  crc: number;
  size: number;
  packed: number;
}

// Names in UTF-8; sizes follow the data, because they are not known before.
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
// 1 January 1980, the first day of the format: the same rows give the same file.
const DAY = 0x21;

function header(signature: number, fields: readonly (readonly [2 | 4, number])[], tail?: Buffer): Buffer {
  const head = Buffer.alloc(4 + fields.reduce((sum, [width]) => sum + width, 0));
  head.writeUInt32LE(signature, 0);
  let at = 4;
  for (const [width, value] of fields) {
    head.writeUIntLE(value, at, width);
    at += width;
  }
  return tail ? Buffer.concat([head, tail]) : head;
}

const common = ({ name, crc, size, packed }: Written): (readonly [2 | 4, number])[] => [
  [2, VERSION],
  [2, FLAGS],
  [2, DEFLATE],
  [2, 0],
  [2, DAY],
  [4, crc],
  [4, packed],
  [4, size],
  [2, name.length],
  [2, 0],
];

async function* measured(content: ZipFile['content'], written: Written): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    written.crc = crc32(bytes, written.crc);
    written.size += bytes.length;
    yield bytes;
  }
}

async function* entry(content: ZipFile['content'], written: Written): AsyncGenerator<Buffer> {
  yield header(0x04034b50, common(written), written.name);
  const deflate = createDeflateRaw();
  // Ends the source with the archive, also when its reader has gone away; a failure is thrown by the loop below.
  pipeline(Readable.from(measured(content, written)), deflate, () => {});
  for await (const bytes of deflate) {
    written.packed += (bytes as Buffer).length;
    yield bytes as Buffer;
  }
  yield header(0x08074b50, [
    [4, written.crc],
    [4, written.packed],
    [4, written.size],
  ]);
}

const listed = (written: Written) => {
  const [version, ...rest] = common(written);
  return header(
    0x02014b50,
    [[2, VERSION], ...(version ? [version] : []), ...rest, [2, 0], [2, 0], [2, 0], [4, 0], [4, written.at]],
    written.name,
  );
};

/** A ZIP archive as it is written, never whole in memory (APPNOTE.TXT 4.3); at most 4 GB. */
export async function* zip(files: Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const all: Written[] = [];
  let at = 0;
  for (const { name, content } of files) {
    const written: Written = { name: Buffer.from(name), at, crc: 0, size: 0, packed: 0 };
    all.push(written);
    for await (const bytes of entry(content, written)) {
      at += bytes.length;
      yield bytes;
    }
  }
  const directory = Buffer.concat(all.map(listed));
  yield directory;
  yield header(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, all.length],
    [2, all.length],
    [4, directory.length],
    [4, at],
    [2, 0],
  ]);
}
