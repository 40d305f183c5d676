import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { plainText } from '../../domain/imports/field.ts';
import { isUnapplied } from '../../domain/imports/import-states.ts';
import { IMPORTS, type Mapping, recognise } from '../../domain/imports/index.ts';
import type { ImportNoun } from '../../domain/imports/nouns.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, invalid, notFound } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import type { Jobs } from '../../server/jobs.ts';
import type { SheetRow } from '../../server/tables/sheet.ts';
import {
  type applyImport,
  type Import,
  MOST_IMPORT_ROWS,
  type mapImport,
  type PreviewRow,
} from './contract.ts';
import { findImport, importRow, titleColumns } from './queries.ts';
import { judgeRow, judgeRows, summarise } from './rows/commands.ts';

const BATCH = 1000;
const HEADER_WITHIN = 10;
export const APPLY_JOB = 'imports.apply';

interface Header {
  titles: string[];
  /** Rows read before the header was told, below it. */
  rest: SheetRow[];
}

/** The header is the first of ten rows in which two columns are recognised: some files begin with a title. */
async function readHeader(noun: ImportNoun, sheet: AsyncIterator<SheetRow>): Promise<Header> {
  const read: SheetRow[] = [];
  while (read.length < HEADER_WITHIN) {
    const { value, done } = await sheet.next();
    if (done) break;
    read.push(value);
    if (Object.keys(recognise(IMPORTS[noun], value.cells)).length >= 2) break;
  }
  const last = read.at(-1);
  const found = last && Object.keys(recognise(IMPORTS[noun], last.cells)).length >= 2;
  const [header, ...rest] = found ? [last] : read;
  return { titles: header?.cells ?? [], rest };
}

const wordOf = (noun: ImportNoun) => IMPORTS[noun].many;

async function writeCells(tx: Transaction, importId: string, rows: readonly SheetRow[]): Promise<void> {
  await sql`
    insert into import_rows (import_id, line, cells)
    select ${importId}, r.line, r.cells from json_to_recordset(${JSON.stringify(rows)}::json) r (line int, cells jsonb)
  `.execute(tx);
}

/** Stores the rows as they are read; neither the file as text nor its rows are ever in memory as a whole. */
async function storeRows(tx: Transaction, id: string, rest: SheetRow[], sheet: AsyncIterator<SheetRow>) {
  const samples: string[] = [];
  let total = 0;
  let batch: SheetRow[] = [];
  const take = async (row: SheetRow) => {
    row.cells.forEach((cell, at) => {
      samples[at] ||= cell.slice(0, 100).toWellFormed();
    });
    batch.push(row);
    total += 1;
    if (total > MOST_IMPORT_ROWS)
      throw invalid('file', 'El archivo tiene más de 50.000 filas: divídelo en partes.');
    if (batch.length === BATCH) {
      await writeCells(tx, id, batch);
      batch = [];
    }
  };
  for (const row of rest) await take(row);
  for (let next = await sheet.next(); !next.done; next = await sheet.next()) await take(next.value);
  if (total === 0) throw invalid('file', 'El archivo no tiene filas debajo de los títulos.');
  await writeCells(tx, id, batch);
  return { total, samples: Array.from(samples, sample => sample ?? '') };
}

const headerKey = (titles: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(titles.map(plainText)))
    .digest('base64url');

async function recallMapping(
  { tx, actor }: Command,
  noun: ImportNoun,
  titles: readonly string[],
): Promise<Mapping> {
  const found = await tx
    .selectFrom('import_mappings')
    .select('mapping')
    .where('user_id', '=', actor.id)
    .where('noun', '=', noun)
    .where('header', '=', headerKey(titleColumns(titles)))
    .executeTakeFirst();
  return (found?.mapping as Mapping | undefined) ?? recognise(IMPORTS[noun], titles);
}

const basisOf = (i: Pick<Import, 'id' | 'noun' | 'mapping' | 'schoolId'>, importerId: string) => ({
  id: i.id,
  noun: i.noun,
  mapping: i.mapping,
  schoolId: i.schoolId,
  importerId,
});

interface Start {
  noun: ImportNoun;
  fileName: string;
  sheet: AsyncGenerator<SheetRow>;
}

/** Takes a file's rows and judges them; no catalogue is touched. */
export const startImport = command(
  'catalogues.manage',
  async (c, { noun, fileName, sheet }: Start): Promise<Import> => {
    const { titles, rest } = await readHeader(noun, sheet);
    const mapping = await recallMapping(c, noun, titles);
    const { id } = await c.tx
      .insertInto('imports')
      .values({
        noun,
        file_name: fileName,
        titles: JSON.stringify(titles),
        samples: '[]',
        mapping: JSON.stringify(mapping),
        total: 0,
        created_by: c.actor.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { total, samples } = await storeRows(c.tx, id, rest, sheet);
    await sql`update imports set total = ${total}, samples = ${JSON.stringify(samples)}::jsonb where id = ${id}`.execute(
      c.tx,
    );
    await judgeRows(c.tx, basisOf({ id, noun, mapping, schoolId: null }, c.actor.id), { lock: false });
    await summarise(c.tx, id);
    const changes = { file: [null, fileName], rows: [null, total] } as const;
    c.record({ action: 'import.created', objectType: 'import', objectId: id, changes });
    return findImport(c.tx, id);
  },
);

/** The import, locked; refused unless it is still open and as the caller saw it. */
async function openImport({ tx }: Command, id: string, version?: number): Promise<Import> {
  const { rows } = await sql`select from imports where id = ${id} for update`.execute(tx);
  if (rows.length === 0) throw notFound();
  const found = await findImport(tx, id);
  if (!isUnapplied(found)) throw new AppError('conflict', 'Esta importación ya está en marcha o terminó.');
  if (version !== undefined && version !== found.version)
    throw new AppError('conflict', 'Los datos cambiaron desde la vista previa. Revísala de nuevo.');
  return found;
}

async function requireUnit(
  { tx }: Command,
  table: 'schools' | 'faculties',
  id: string | null,
): Promise<void> {
  if (id === null) return;
  const found = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw invalid(table === 'schools' ? 'schoolId' : 'facultyId', 'Eso ya no existe.');
}

/** Which column is which; remembered for whoever brings the same header again. */
export const mapColumns = command(
  'catalogues.manage',
  async (c, { id, ...body }: BodyOf<typeof mapImport> & { id: string }): Promise<Import> => {
    const found = await openImport(c, id, body.version);
    const known = new Set(IMPORTS[found.noun].fields.map(f => f.key));
    const mapping = Object.fromEntries(
      Object.entries(body.mapping).filter(([key, at]) => known.has(key) && at < found.columns.length),
    );
    await requireUnit(c, 'schools', body.schoolId);
    await requireUnit(c, 'faculties', body.facultyId);
    await sql`
      update imports set mapping = ${JSON.stringify(mapping)}::jsonb, school_id = ${body.schoolId},
        faculty_id = ${body.facultyId}, state = ${lit.import('ready')}, problem = null where id = ${id}`.execute(
      c.tx,
    );
    await sql`
      insert into import_mappings (user_id, noun, header, mapping)
      values (${c.actor.id}, ${found.noun}, ${headerKey(found.columns.map(each => each.title))}, ${JSON.stringify(mapping)}::jsonb)
      on conflict (user_id, noun, header) do update set mapping = excluded.mapping`.execute(c.tx);
    await judgeRows(c.tx, basisOf({ ...found, mapping, schoolId: body.schoolId }, c.actor.id), {
      lock: false,
    });
    await summarise(c.tx, id);
    return findImport(c.tx, id);
  },
);

interface Naming {
  id: string;
  line: number;
  name: string | null;
}

/** A name typed in the preview replaces the file's. */
export const nameRow = command(
  'catalogues.manage',
  async (c, { id, line, name }: Naming): Promise<{ row: PreviewRow; import: Import }> => {
    const found = await openImport(c, id);
    await sql`update import_rows set name = ${name} where import_id = ${id} and line = ${line}`.execute(c.tx);
    await judgeRow(c.tx, basisOf(found, c.actor.id), line);
    await summarise(c.tx, id);
    return { row: await importRow(c.tx, id, line), import: await findImport(c.tx, id) };
  },
);

async function refuseWrong({ tx }: Command, { id, noun, counts, missing }: Import, only: 'all' | 'good') {
  if (missing.length > 0) throw new AppError('rule', 'Elige las columnas que faltan.');
  if (only === 'all' && (counts.wrong ?? 0) > 0) {
    const { rows } = await sql<PreviewRow>`
      select line, errors from import_rows where import_id = ${id} and result = 'wrong' order by line limit 100`.execute(
      tx,
    );
    const errors = rows.flatMap(({ line, errors: cells }) =>
      cells.map(({ field, message }) => ({ path: `${line}.${field}`, message })),
    );
    throw new AppError('rule', 'Hay filas con errores: corrígelas o importa solo las buenas.', { errors });
  }
  if ((counts.new ?? 0) + (counts.changed ?? 0) + (counts.unchanged ?? 0) === 0)
    throw new AppError('rule', `No hay ${wordOf(noun)} que importar.`);
}

/** Hands the import to the background; it is written there as a whole, or not at all. */
export const queueImport = (jobs: Jobs) =>
  command(
    'catalogues.manage',
    async (c, { id, ...body }: BodyOf<typeof applyImport> & { id: string }): Promise<Import> => {
      const found = await openImport(c, id, body.version);
      await refuseWrong(c, found, body.only);
      await requireUnit(c, 'faculties', body.facultyId);
      await sql`
        update imports set state = ${lit.import('applying')}, progress = 0, problem = null, attempts = 0,
          claimed_until = null,
          good_only = ${body.only === 'good'}, faculty_id = ${body.facultyId}, applied_by = ${c.actor.id}
        where id = ${id}`.execute(c.tx);
      c.record({ action: 'import.started', objectType: 'import', objectId: id, changes: {} });
      await jobs.wake(c.tx, APPLY_JOB);
      return findImport(c.tx, id);
    },
  );
