import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { lit } from '../../db/states.ts';
import { plainText } from '../../domain/imports/field.ts';
import { isUnapplied } from '../../domain/imports/import-states.ts';
import { IMPORTS } from '../../domain/imports/index.ts';
import type { ImportNoun } from '../../domain/imports/nouns.ts';
import { type Mapping, recognise } from '../../domain/imports/recognition.ts';
import type { Source } from '../../domain/imports/texts.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, invalid, notFound } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import type { Jobs } from '../../server/jobs.ts';
import type { applyImport, Import, mapImport, PreviewRow, sayImportWords } from './contract.ts';
import { findImport, importRow, titleColumns } from './queries.ts';
import { openTable, storeRows } from './reading/commands.ts';
import { type ImportBasis, judgeLines, judgeRows, summarise } from './rows/commands.ts';
import { keepWords, linesOf } from './words/commands.ts';
import { fieldOf } from './words/queries.ts';

export const APPLY_JOB = 'imports.apply';

const wordOf = (noun: ImportNoun) => IMPORTS[noun].many;

const headerKey = (titles: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(titles.map(plainText)))
    .digest('base64url');

interface Remembered {
  readonly mapping: Mapping;
  readonly defaults: Source;
}

async function recallMapping({ tx, actor }: Command, noun: ImportNoun, titles: readonly string[]) {
  const found = await tx
    .selectFrom('import_mappings')
    .select(['mapping', 'defaults'])
    .where('user_id', '=', actor.id)
    .where('noun', '=', noun)
    .where('header', '=', headerKey(titleColumns(titles)))
    .executeTakeFirst();
  return (found as Remembered | undefined) ?? { mapping: recognise(IMPORTS[noun], titles), defaults: {} };
}

/** Who was confirmed is asked for itself: the preview shows some of them, and those alone whose rows there are. */
async function basisOf(
  { tx, actor }: Command,
  { id, noun, mapping, defaults }: Import,
): Promise<ImportBasis> {
  const { administrators } = await tx
    .selectFrom('imports')
    .select('administrators')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, noun, mapping, defaults, administrators, importerId: actor.id };
}

interface Start {
  noun: ImportNoun;
  fileName: string;
  bytes: Buffer;
  /** Which sheet of several; the one whose columns are recognised best where nothing is said. */
  sheet?: string | undefined;
}

/** Takes a file's rows and judges them; no catalogue is touched. */
export const startImport = command('catalogues.manage', async (c, start: Start): Promise<Import> => {
  const { noun, fileName } = start;
  const table = await openTable(start);
  const { mapping, defaults } = await recallMapping(c, noun, table.titles);
  const { id } = await c.tx
    .insertInto('imports')
    .values({
      noun,
      file_name: fileName,
      titles: JSON.stringify(table.titles),
      samples: '[]',
      mapping: JSON.stringify(mapping),
      defaults: JSON.stringify(defaults),
      sheet: table.sheet,
      other_sheets: JSON.stringify(table.otherSheets),
      total: 0,
      created_by: c.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { total, samples, notes } = await storeRows(c.tx, id, table);
  await sql`
    update imports set total = ${total}, samples = ${JSON.stringify(samples)}::jsonb,
      notes = ${JSON.stringify(notes)}::jsonb where id = ${id}`.execute(c.tx);
  await judgeRows(c.tx, await basisOf(c, await findImport(c.tx, id)), { lock: false });
  await summarise(c.tx, id);
  const changes = { file: [null, fileName], rows: [null, total] } as const;
  c.record({ action: 'import.created', objectType: 'import', objectId: id, changes });
  return findImport(c.tx, id);
});

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

async function requireFaculty({ tx }: Command, id: string | null): Promise<void> {
  if (id === null) return;
  const found = await tx.selectFrom('faculties').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw invalid('facultyId', 'Eso ya no existe.');
}

/** Which columns are which; remembered for whoever brings the same header again. */
export const mapColumns = command(
  'catalogues.manage',
  async (c, { id, ...body }: BodyOf<typeof mapImport> & { id: string }): Promise<Import> => {
    const found = await openImport(c, id, body.version);
    const known = new Set(IMPORTS[found.noun].fields.map(f => f.key));
    const isThere = (columns: readonly number[]) => columns.every(at => at < found.columns.length);
    const mapping = Object.fromEntries(
      Object.entries(body.mapping).filter(([key, columns]) => known.has(key) && isThere(columns)),
    );
    const defaults = Object.fromEntries(
      Object.entries(body.defaults).filter(([key, text]) => known.has(key) && text !== ''),
    );
    await requireFaculty(c, body.facultyId);
    const [mappingJson, defaultsJson] = [JSON.stringify(mapping), JSON.stringify(defaults)];
    await sql`
      update imports set mapping = ${mappingJson}::jsonb, defaults = ${defaultsJson}::jsonb,
        faculty_id = ${body.facultyId}, state = ${lit.import('ready')}, problem = null where id = ${id}`.execute(
      c.tx,
    );
    await sql`
      insert into import_mappings (user_id, noun, header, mapping, defaults)
      values (${c.actor.id}, ${found.noun}, ${headerKey(found.columns.map(each => each.title))},
        ${mappingJson}::jsonb, ${defaultsJson}::jsonb)
      on conflict (user_id, noun, header) do update
        set mapping = excluded.mapping, defaults = excluded.defaults`.execute(c.tx);
    return judgeAll(c, await findImport(c.tx, id));
  },
);

async function judgeAll(c: Command, found: Import): Promise<Import> {
  const { tx } = c;
  await judgeRows(tx, await basisOf(c, found), { lock: false });
  await summarise(tx, found.id);
  return findImport(tx, found.id);
}

async function judgeThese(c: Command, found: Import, lines: readonly number[]): Promise<Import> {
  const { tx } = c;
  if (found.missing.length === 0) await judgeLines(tx, await basisOf(c, found), lines);
  await summarise(tx, found.id);
  return findImport(tx, found.id);
}

interface Edit {
  id: string;
  line: number;
  field: string;
  text: string | null;
}

/** A cell typed in the preview takes the place of the file's. */
export const editCell = command(
  'catalogues.manage',
  async (c, { id, line, field, text }: Edit): Promise<{ row: PreviewRow; import: Import }> => {
    const found = await openImport(c, id);
    const { key } = fieldOf(found.noun, field);
    const edits =
      text === null ? sql`edits - ${key}` : sql`edits || jsonb_build_object(${key}::text, ${text}::text)`;
    await sql`update import_rows set edits = ${edits} where import_id = ${id} and line = ${line}`.execute(
      c.tx,
    );
    const next = await judgeThese(c, found, [line]);
    return { row: await importRow(c.tx, id, line), import: next };
  },
);

/** What texts of the file stand for, in this one and those to come. */
export const sayWords = command(
  'catalogues.manage',
  async (c, { id, words }: BodyOf<typeof sayImportWords> & { id: string }): Promise<Import> => {
    const found = await openImport(c, id);
    const { isOther, fields } = await keepWords(c, found, words);
    const lines = await linesOf(c.tx, id, fields);
    // A text that is read otherwise than before may stand in rows that were understood; most rows are judged sooner as all.
    return isOther || lines.length * 2 > found.total ? judgeAll(c, found) : judgeThese(c, found, lines);
  },
);

/** Who of the file's people shall administer: a title of a position makes nobody an administrator. */
export const confirmAdministrators = command(
  'catalogues.manage',
  async (c, { id, emails }: { id: string; emails: readonly string[] }): Promise<Import> => {
    await openImport(c, id);
    const confirmed = [...new Set(emails.map(email => email.toLowerCase()))];
    const { rows } = await sql<{ line: number }>`
      select r.line from import_rows r join imports i on i.id = r.import_id
      where i.id = ${id} and (r.key = any(i.administrators) or r.key = any(${confirmed}::text[]))`.execute(
      c.tx,
    );
    await sql`update imports set administrators = ${confirmed}::text[] where id = ${id}`.execute(c.tx);
    const lines = rows.map(row => row.line);
    return judgeThese(c, await findImport(c.tx, id), lines);
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
      await requireFaculty(c, body.facultyId);
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
