import { addAbortSignal, PassThrough, Readable, Writable } from 'node:stream';
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js';

type Content = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** A file inside an archive; its content is asked for when its turn comes. */
export interface ZipFile {
  readonly name: string;
  /** None of an empty file, or of a folder, whose name ends with `/`. */
  readonly content?: Content;
  /** Kept as it is: for what is packed already. */
  readonly store?: boolean;
}

interface Options {
  /** With the records for more than 4 GB or 65 535 files; some programs that read documents know none. */
  readonly large?: boolean;
}

const OPTIONS = {
  useWebWorkers: false,
  keepOrder: true,
  // 1 January 1980, the first day of the format, and nothing of this system: the same files give the same archive.
  rawLastModDate: 0x210000,
  extendedTimestamp: false,
  useUnicodeFileNames: true,
  // Of an archive that says it was made on DOS, Debian's `unzip` reads names in a code page of DOS.
  msDosCompatible: false,
} as const;

async function* bytesOf(content: Content): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function write(
  out: Writable,
  files: Iterable<ZipFile> | AsyncIterable<ZipFile>,
  { large, gone }: Options & { readonly gone: AbortSignal },
): Promise<void> {
  const writer = new ZipWriter(Writable.toWeb(out), { ...OPTIONS, ...(large ? {} : { zip64: false }) });
  for await (const { name, content, store } of files) {
    const source = content && Readable.toWeb(addAbortSignal(gone, Readable.from(bytesOf(content))));
    await writer.add(name, source, store ? { level: 0 } : {});
  }
  await writer.close();
}

/** A ZIP archive as it is written, never whole in memory; its sources end with it, also when its reader goes away. */
export async function* zip(
  files: Iterable<ZipFile> | AsyncIterable<ZipFile>,
  { large = true }: Options = {},
): AsyncGenerator<Buffer> {
  const out = new PassThrough();
  const gone = new AbortController();
  write(out, files, { large, gone: gone.signal }).catch((error: unknown) =>
    out.destroy(
      error instanceof Error ? error : new Error('the archive cannot be written', { cause: error }),
    ),
  );
  try {
    yield* out as AsyncIterable<Buffer>;
  } finally {
    gone.abort();
  }
}
