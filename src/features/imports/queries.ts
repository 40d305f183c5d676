import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { isUndone } from '../../domain/imports/import-states.ts';
import { IMPORTS } from '../../domain/imports/index.ts';
import type { ImportNoun } from '../../domain/imports/nouns.ts';
import type { Result } from '../../domain/imports/plan.ts';
import { doubtfulIn, missingIn } from '../../domain/imports/recognition.ts';
import { reportColumns } from '../../domain/imports/report.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { IMPORT_PAGE, type Import, type listImportRows, type PreviewRow } from './contract.ts';
import { findUndone } from './undone/queries.ts';

/** Where the rows of a noun are stored. */
export const tableOf = (noun: ImportNoun) => IMPORTS[noun].table ?? noun;

/** Every column has a title, if only its number. */
export const titleColumns = (titles: readonly string[]): string[] =>
  titles.map((title, at) => title || `Columna ${at + 1}`);

type ImportRecord = Omit<Import, 'columns' | 'missing' | 'doubtful' | 'undone'> & {
  titles: string[];
  samples: string[];
};

/** Rows of import `i` that make somebody an administrator who is none. */
const administrators = sql`case when i.noun = 'users' then (
  select coalesce(json_agg(json_build_object('line', a.line, 'name', a."values" ->> 'name', 'email', a.key,
    'confirmed', a.key = any(i.administrators)) order by a.line), '[]')
  from (select r.line, r."values", r.key from import_rows r
    where r.import_id = i.id and r.target -> 'roles' ? 'Admin'
      and (r.key = any(i.administrators) or r.errors @> '[{"field": "roles"}]')
    order by r.line limit 100) a) else '[]'::json end`;

async function readImports(db: Database, which: RawBuilder<unknown>): Promise<Import[]> {
  const { rows } = await sql<ImportRecord>`
    select i.id, i.noun, i.file_name as "fileName", i.state, i.titles, i.samples, i.mapping,
      i.defaults, i.sheet, i.other_sheets as "otherSheets", i.notes, i.faculty_id as "facultyId", i.good_only as "goodOnly", i.version, i.total, i.progress,
      '{"new": 0, "changed": 0, "unchanged": 0, "wrong": 0}'::jsonb || i.counts as counts,
      i.new_units as "newUnits", ${administrators} as administrators, i.problem, i.created_at as "createdAt", u.name as "createdBy",
      i.applied_at as "appliedAt", i.undone_at as "undoneAt",
      (select f.name from schools s join faculties f on f.id = s.faculty_id
        where s.id::text = i.created_units -> 'schools' ->> 0) as faculty
    from imports i join users u on u.id = i.created_by where ${which} order by i.created_at desc limit 10`.execute(
    db,
  );
  return rows.map(({ titles, samples, ...row }) => ({
    ...row,
    columns: titleColumns(titles).map((title, at) => ({ title, sample: samples[at] ?? '' })),
    missing: missingIn(IMPORTS[row.noun], row.mapping, row.defaults),
    doubtful: doubtfulIn(IMPORTS[row.noun], row.mapping, titles),
    undone: null,
  }));
}

export const recentImports = (db: Database, noun: ImportNoun): Promise<Import[]> =>
  readImports(db, sql`i.noun = ${noun}`);

export async function findImport(db: Database, id: string): Promise<Import> {
  const [found] = await readImports(db, sql`i.id = ${id}`);
  if (!found) throw notFound();
  return { ...found, undone: isUndone(found) ? await findUndone(db, found, tableOf(found.noun)) : null };
}

const SHOWN = sql`line, result, "values", changes, errors, array(select jsonb_object_keys(edits)) as edited`;

export async function importRows(
  db: Database,
  id: string,
  { result, page }: { result?: Result | undefined; page: number },
): Promise<OutputOf<typeof listImportRows>> {
  const { rows } = await sql<PreviewRow>`
    select ${SHOWN} from import_rows
    where import_id = ${id} and result is not null ${result ? sql`and result = ${result}` : sql``}
    order by line limit ${IMPORT_PAGE} offset ${(page - 1) * IMPORT_PAGE}`.execute(db);
  return rows;
}

export async function importRow(db: Database, id: string, line: number): Promise<PreviewRow> {
  const { rows } = await sql<PreviewRow>`
    select ${SHOWN} from import_rows where import_id = ${id} and line = ${line} and result is not null`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

const REPORT_BATCH = 1000;
async function* reportRows(db: Database, id: string): AsyncGenerator<PreviewRow[]> {
  for (let line = 0; ; ) {
    const { rows } = await sql<PreviewRow>`
      select ${SHOWN} from import_rows where import_id = ${id} and line > ${line} and result is not null
      order by line limit ${REPORT_BATCH}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    line = last.line;
    yield rows;
  }
}

/** Every row with what became of it and why, a part at a time. */
export const reportOf = (db: Database, { id, noun }: Pick<Import, 'id' | 'noun'>) =>
  ({ format: 'csv', columns: reportColumns(IMPORTS[noun]), rows: reportRows(db, id) }) as const;
