/** Bytes that are read where they are wanted; reading beyond their end gives fewer. */
export interface Bytes {
  readonly size: number;
  read(from: number, length: number): Promise<Buffer>;
}

export const bytesIn = (content: Buffer): Bytes => ({
  size: content.length,
  read: async (from, length) => content.subarray(from, from + length),
});

export interface ZipEntry {
  /** As its bytes stand there, in whatever letters. */
  readonly rawName: Buffer;
  readonly name: string;
  /** A second name in Unicode, which some programs prefer (APPNOTE.TXT 4.6.9). */
  readonly otherName: string | undefined;
  readonly flags: number;
  /** 0 as it is, 8 deflated. */
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Kind of file and rights on Unix, 0 where none are told. */
  readonly mode: number;
  /** Where its local header begins. */
  readonly at: number;
}

/** What the records at the end tell. */
interface End {
  /** Of entries, and the bytes they take from where on. */
  readonly count: number;
  readonly size: number;
  readonly from: number;
  /** Where the records themselves begin, and the byte behind them. */
  readonly begin: number;
  readonly end: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** The byte behind the last of them. */
  readonly to: number;
  readonly told: End;
}

/** The archive is cut off or its parts do not fit together. */
export class DamagedZip extends Error {}

const END = { size: 22, comment: 0xffff } as const;
const LOCATOR = { signature: 0x07064b50, size: 20 } as const;
const LONG_END = { signature: 0x06064b50, size: 56 } as const;
const LISTED = { signature: 0x02014b50, size: 46 } as const;
const LONG = 0xffffffff;
/** Ten thousand entries with long names are a fifth of it. */
const MOST_DIRECTORY_BYTES = 16 * 1024 * 1024;

/** What stands in the record for large archives where the place in the small one is full; both may not say different things. */
function longer(short: number, full: number, long: bigint | undefined): number {
  if (long === undefined) return short;
  if (short !== full && BigInt(short) !== long) throw new DamagedZip();
  return Number(long);
}

/** The record at the end (APPNOTE.TXT 4.3.16) and, of large archives, the one before (4.3.14, 4.3.15). */
async function readEnd(zip: Bytes): Promise<End> {
  const first = Math.max(0, zip.size - END.comment - END.size - LOCATOR.size);
  const tail = await zip.read(first, zip.size - first);
  const at = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (at < 0) throw new DamagedZip();
  let long: Buffer | undefined;
  let begin = first + at;
  if (at >= LOCATOR.size && tail.readUInt32LE(at - LOCATOR.size) === LOCATOR.signature) {
    const locator = begin - LOCATOR.size;
    begin = Number(tail.readBigUInt64LE(at - LOCATOR.size + 8));
    long = await zip.read(begin, LONG_END.size);
    if (
      long.readUInt32LE(0) !== LONG_END.signature ||
      begin + 12 + Number(long.readBigUInt64LE(4)) !== locator
    )
      throw new DamagedZip();
  }
  return {
    count: longer(tail.readUInt16LE(at + 10), 0xffff, long?.readBigUInt64LE(32)),
    size: longer(tail.readUInt32LE(at + 12), LONG, long?.readBigUInt64LE(40)),
    from: longer(tail.readUInt32LE(at + 16), LONG, long?.readBigUInt64LE(48)),
    begin,
    end: first + at + END.size + tail.readUInt16LE(at + 20),
  };
}

/** What an extra field of this kind holds (4.5). */
function extraField(extra: Buffer, kind: number): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === kind) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  return undefined;
}

/** Sizes and place that stand in the extra field because their own place is too small, or was filled before they were known. */
function longNumbers(extra: Buffer, numbers: readonly [number, number, number]): [number, number, number] {
  const long = extraField(extra, 1);
  let at = 0;
  const full = (number: number) => {
    if (number !== LONG) return number;
    if (!long) throw new DamagedZip();
    at += 8;
    return Number(long.readBigUInt64LE(at - 8));
  };
  const [a, b, c] = numbers;
  return [full(a), full(b), full(c)];
}

/** The entry that begins here (4.3.12), with the place behind it. */
function entryAt(directory: Buffer, at: number): { entry: ZipEntry; next: number } {
  const named = at + LISTED.size;
  const extra = named + directory.readUInt16LE(at + 28);
  const comment = extra + directory.readUInt16LE(at + 30);
  const next = comment + directory.readUInt16LE(at + 32);
  if (next > directory.length) throw new DamagedZip();
  const more = directory.subarray(extra, comment);
  const [unpacked, packed, place] = longNumbers(more, [
    directory.readUInt32LE(at + 24),
    directory.readUInt32LE(at + 20),
    directory.readUInt32LE(at + 42),
  ]);
  const rawName = directory.subarray(named, extra);
  return {
    next,
    entry: {
      rawName,
      // Of names in other letters only what they share with ASCII matters.
      name: rawName.toString('utf8'),
      otherName: extraField(more, 0x7075)?.toString('utf8', 5),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      packed,
      unpacked,
      mode: directory.readUInt16LE(at + 40),
      at: place,
    },
  };
}

/**
 * The central directory of an archive as it stands at its end: what it tells of itself is not judged here.
 * @throws DamagedZip where there is none
 */
export async function readDirectory(zip: Bytes): Promise<ZipDirectory> {
  try {
    const told = await readEnd(zip);
    const { from, begin } = told;
    if (from > begin || begin - from > MOST_DIRECTORY_BYTES) throw new DamagedZip();
    const directory = await zip.read(from, begin - from);
    const entries: ZipEntry[] = [];
    let at = 0;
    while (at + LISTED.size <= directory.length && directory.readUInt32LE(at) === LISTED.signature) {
      const { entry, next } = entryAt(directory, at);
      entries.push(entry);
      at = next;
    }
    return { entries, to: from + at, told };
  } catch (error) {
    // Of reading beyond what is there.
    throw error instanceof RangeError ? new DamagedZip() : error;
  }
}
