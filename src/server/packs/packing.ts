import { createHash } from 'node:crypto';
import type { PrintedDocument } from '../../domain/kinds/print/print.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { createPaths, type PackEntry, type Standing } from '../../domain/packs/pack-entries.ts';
import { asFileName } from '../../domain/text/file-names.ts';
import { formatDay } from '../../domain/text/format.ts';
import { type FileStore, readIfThere } from '../files/store.ts';
import type { Drawer } from '../pdf/pdf.ts';
import type { ZipFile } from '../tables/zip.ts';

/** A pack as it is written: what of it is told in the index, which comes last. */
export interface Packing<Group extends string = string> {
  readonly files: FileStore;
  readonly drawer: Drawer;
  /** The first moment of the day of the data: what is made on the same day says the same. */
  readonly day: Date;
  readonly entries: PackEntry<Group>[];
  readonly pathOf: ReturnType<typeof createPaths>;
  /** One more is done. */
  readonly step: () => void;
}

export function startPacking<Group extends string>(
  given: Pick<Packing<Group>, 'files' | 'drawer' | 'day'>,
  onDone: (count: number) => void,
): Packing<Group> {
  let done = 0;
  const step = () => {
    done += 1;
    onDone(done);
  };
  return { ...given, entries: [], pathOf: createPaths(), step };
}

type Named<Group extends string> = Pick<PackEntry<Group>, 'group' | 'owner' | 'name'> & {
  readonly folder: string;
  readonly things?: number;
};
type Content = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

interface Told<Group extends string> extends Omit<Named<Group>, 'folder'> {
  readonly path: string;
  /** Hash at its upload. */
  readonly expected: string | undefined;
}

/** Content that is told of in the index once all of it has gone by. */
async function* told<Group extends string>(
  { entries }: Packing<Group>,
  { expected, ...entry }: Told<Group>,
  content: Content,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(bytes);
    size += bytes.length;
    yield bytes;
  }
  const sha256 = hash.digest('hex');
  const isChanged = expected !== undefined && expected !== sha256;
  entries.push({
    ...{ things: 1, ...entry, size, sha256, standing: isChanged ? 'changed' : 'included' },
    note: isChanged ? `Al subirlo era ${expected}` : '',
  });
}

/** Below a folder, and where it is of somebody below theirs. */
interface Placing {
  readonly isOwned?: boolean;
  readonly expected?: string | undefined;
  /** Packed by itself already. */
  readonly isPacked?: boolean;
}

/** A file of the pack. */
export function packed<Group extends string>(
  packing: Packing<Group>,
  { folder, ...named }: Named<Group>,
  content: Content,
  { isOwned = false, expected, isPacked = false }: Placing = {},
): ZipFile {
  const path = packing.pathOf(
    folder,
    isOwned && named.owner ? asFileName(named.owner) : '',
    asFileName(named.name),
  );
  return { name: path, content: told(packing, { ...named, path, expected }, content), store: isPacked };
}

/** What is named in the index alone, and why. */
export function named<Group extends string>(
  { entries }: Packing<Group>,
  { folder: _, ...entry }: Named<Group>,
  standing: Exclude<Standing, 'included' | 'changed'>,
  more: Pick<PackEntry, 'note'> & Partial<Pick<PackEntry, 'size' | 'sha256'>>,
): undefined {
  entries.push({ path: '', size: null, sha256: null, things: 1, ...entry, standing, ...more });
}

export const dataOf = (day: Date) => `Datos al ${formatDay(localDay(day))}`;

/** A document as PDF; where whoever asked may not read it, it is only named. */
export async function printed<Group extends string>(
  packing: Packing<Group>,
  entry: Named<Group>,
  layOut: () => Promise<Omit<PrintedDocument, 'printed'>>,
): Promise<ZipFile | undefined> {
  const { drawer, day } = packing;
  try {
    const bytes = await drawer.draw({ ...(await layOut()), printed: dataOf(day), madeAt: day });
    return packed(packing, entry, [bytes], { isPacked: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return named(packing, entry, 'refused', { note: error.message });
  }
}

interface Stored {
  readonly key: string | null;
  readonly size: number;
  readonly sha256: string;
  /** Why it stays here; null where it leaves. */
  readonly reserved: string | null;
  /** Why nobody gets it now; null where they do. */
  readonly refused: string | null;
  /** What leaves is not what was uploaded, but prepared from it. */
  readonly isPrepared: boolean;
}

const LOST = 'El archivo no está en el almacén: avisa a la oficina.';

/** One stored file, or what the index says of it instead. */
export async function stored<Group extends string>(
  packing: Packing<Group>,
  entry: Named<Group>,
  { key, size, sha256, reserved, refused, isPrepared }: Stored,
): Promise<ZipFile | undefined> {
  if (reserved) return named(packing, entry, 'reserved', { note: reserved, size, sha256 });
  if (refused) return named(packing, entry, 'refused', { note: refused, size, sha256 });
  const content = key === null ? undefined : await readIfThere(packing.files, key);
  if (!content) return named(packing, entry, 'missing', { note: LOST, size, sha256 });
  const expected = isPrepared ? undefined : sha256;
  return packed(packing, entry, content as AsyncIterable<Uint8Array>, {
    isOwned: true,
    expected,
    isPacked: true,
  });
}
