import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { leftOutNote } from '../../../domain/certificates/archive.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import type { Deps } from '../../../server/deps.ts';
import { putChecked } from '../../../server/files/check.ts';
import { leaveToClock, readIfThere } from '../../../server/files/store.ts';
import type { Asker } from '../../../server/http/turns.ts';
import { printedHeading } from '../../../server/institution.ts';
import { type Drawer, openDrawer, PdfError } from '../../../server/pdf/pdf.ts';
import type { ZipFile } from '../../../server/tables/zip.ts';
import { DRAWING } from '../issuing/commands.ts';
import { type Archived, type Drawn, diplomaOf, erased, findDrawn, undrawn } from './queries.ts';

type Tools = Pick<Deps, 'db' | 'files' | 'env'>;

/**
 * Where the PDF of a certificate is; it is drawn where there is none. Others may draw it at the same moment, so that each
 * has an object of their own: one of these is named, the others go. 404 of one that was erased.
 */
async function drawOnce({ db, files, env }: Tools, drawer: Drawer, id: string): Promise<Drawn> {
  const stored = await findDrawn(db, id);
  if (!stored) throw notFound();
  if (stored.drawn) return stored.drawn;
  const heading = await printedHeading({ db, env });
  const pdf = await drawer.draw(diplomaOf(stored, { ...heading, publicUrl: env.publicUrl }));
  const mine = { key: `certificates/${id}/${randomUUID()}.pdf`, size: pdf.length };
  const sha256 = await putChecked(files, mine.key, [pdf]);
  const { rows } =
    await sql`update certificates set storage_key = ${mine.key}, sha256 = ${sha256}, size = ${mine.size}
    where id = ${id} and storage_key is null and erased_at is null returning id`.execute(db);
  if (rows.length > 0) return mine;
  await files.delete(mine.key).catch(leaveToClock);
  const named = await findDrawn(db, id);
  if (!named?.drawn) throw notFound();
  return named.drawn;
}

/** The same for who waits for this one. */
export async function ensureDrawn(tools: Tools, asker: Asker, id: string): Promise<Drawn> {
  const drawer = openDrawer(asker);
  try {
    return await drawOnce(tools, drawer, id);
  } finally {
    drawer.close();
  }
}

/** Draws all that have no PDF yet. Throws the first of what failed, after all the rest was drawn. Answers how many were. */
export async function drawWaiting(tools: Tools): Promise<number> {
  const drawer = openDrawer({ person: DRAWING, gone: new AbortController().signal });
  const failed: PdfError[] = [];
  let count = 0;
  try {
    for await (const { id } of undrawn(tools.db)) {
      try {
        await drawOnce(tools, drawer, id);
        count += 1;
      } catch (error) {
        // A store or a database that fails would do so for all of them.
        if (!(error instanceof PdfError)) throw error;
        failed.push(error);
      }
    }
  } finally {
    drawer.close();
  }
  if (failed.length > 0) throw failed[0];
  return count;
}

/** The object first: as long as the row names it, the next run finds what this one could not remove. */
export async function dropErased({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  for await (const { id, key } of erased(db)) {
    await files.delete(key);
    await sql`update certificates set storage_key = null, sha256 = null, size = null
      where id = ${id} and storage_key = ${key}`.execute(db);
  }
}

const LOST = 'El archivo no se encontró: avisa a la oficina.';
const FAILED = 'No se pudo preparar: avisa a la oficina.';

/** The PDFs of an archive, each drawn or opened when its turn comes; what is left out is told in a last file. */
export async function* archiveFiles(
  tools: Tools,
  { person, gone }: Asker,
  certificates: readonly Archived[],
): AsyncGenerator<ZipFile> {
  // The archive itself has the turn of this person.
  const drawer = openDrawer({ person: `${person} ${DRAWING}`, gone });
  const left: { name: string; reason: string }[] = [];
  try {
    for (const { id, name, key } of certificates) {
      gone.throwIfAborted();
      const content = await openPdf(tools, drawer, { id, key });
      if (typeof content === 'string') {
        left.push({ name, reason: content });
        continue;
      }
      try {
        yield { name, content, store: true };
      } finally {
        // Also when nobody waits for the archive any more before the first byte of this one.
        content.destroy();
      }
    }
    if (left.length > 0) yield { name: 'LEEME.txt', content: [leftOutNote(left)] };
  } finally {
    drawer.close();
  }
}

/** Its bytes, or why there are none. */
async function openPdf(tools: Tools, drawer: Drawer, { id, key }: Pick<Archived, 'id' | 'key'>) {
  try {
    const drawn = key ?? (await drawOnce(tools, drawer, id)).key;
    return (await readIfThere(tools.files, drawn)) ?? LOST;
  } catch (error) {
    if (error instanceof PdfError) return FAILED;
    throw error;
  }
}
