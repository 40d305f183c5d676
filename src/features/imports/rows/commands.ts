import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { plainText } from '../../../domain/imports/field.ts';
import { IMPORTS, type Mapping, missingIn } from '../../../domain/imports/index.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import { type ImportRow, keysOf, type PlannedRow, planRow } from '../../../domain/imports/plan.ts';
import { readKnown, readSurroundings, type Surroundings } from './queries.ts';

/** A past project is some ten kilobytes, several times over while it is judged. */
const BATCH = 200;
/** What a cell of a spreadsheet holds: a team of a hundred people is longer than any text that a form takes. */
const LONGEST_CELL = 32_767;

/** What the judgement of an import's rows depends on. */
export interface ImportBasis {
  readonly id: string;
  readonly noun: ImportNoun;
  readonly mapping: Mapping;
  readonly schoolId: string | null;
  readonly importerId: string;
}

interface WaitingRow {
  line: number;
  cells: string[];
  name: string | null;
  print: string | null;
}

const rowOf = (mapping: Mapping, { line, cells, name }: WaitingRow): ImportRow => ({
  line,
  name: name ?? undefined,
  source: Object.fromEntries(
    Object.entries(mapping).map(([key, at]) => [
      key,
      (cells[at] ?? '').slice(0, LONGEST_CELL).toWellFormed(),
    ]),
  ),
});

const printOf = ({ key, result, id, seenAt, target, links, newSchool }: PlannedRow): string =>
  createHash('sha256')
    .update(JSON.stringify([key, result, id, seenAt, target, links, newSchool]))
    .digest('base64url');

/** A judgement with its print. */
interface Printed {
  readonly plan: PlannedRow;
  readonly print: string;
}
const withPrint = (plan: PlannedRow): Printed => ({ plan, print: printOf(plan) });

async function writePlan(tx: Transaction, importId: string, planned: readonly Printed[]): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map(({ plan, print }) => ({
    ...plan,
    object_id: plan.id,
    seen_at: plan.seenAt,
    new_school: plan.newSchool,
    print,
  }));
  await sql`
    update import_rows r set key = x.key, result = x.result, object_id = x.object_id, seen_at = x.seen_at,
      "values" = x."values", changes = x.changes, errors = x.errors, target = x.target, links = x.links,
      new_school = x.new_school, source = x.source, print = x.print
    from json_to_recordset(${JSON.stringify(rows)}::json) as x (line int, key text, result text, object_id uuid,
      seen_at timestamptz, "values" jsonb, changes jsonb, errors jsonb, target jsonb, links jsonb, new_school text,
      source jsonb, print text)
    where r.import_id = ${importId} and r.line = x.line`.execute(tx);
}

/** The next rows of the file below a line. */
async function rowsBelow(tx: Transaction, importId: string, line: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select line, cells, name, print from import_rows
    where import_id = ${importId} and line > ${line} order by line limit ${BATCH}`.execute(tx);
  return rows;
}

interface Pass {
  /** Keeps the rows concerned as they are until the end of the transaction. */
  readonly lock: boolean;
  readonly onBatch?: (done: number) => Promise<void>;
}

/**
 * Judges all rows, a batch at a time, so that memory stays flat however long the file is.
 * @returns how many are judged otherwise than before.
 */
export async function judgeRows(
  tx: Transaction,
  judged: ImportBasis,
  { lock, onBatch }: Pass,
): Promise<number> {
  const kind = IMPORTS[judged.noun];
  if (missingIn(kind, judged.mapping).length > 0) {
    await sql`update import_rows set result = null, print = null where import_id = ${judged.id}`.execute(tx);
    return 0;
  }
  const around = await readSurroundings(tx, judged);
  const firstLines = new Map<string, number>();
  let [done, differing] = [0, 0];
  let waiting = await rowsBelow(tx, judged.id, 0);
  while (waiting.length > 0) {
    const rows = waiting.map(row => rowOf(judged.mapping, row));
    for (const { line, source } of rows) {
      for (const key of keysOf(kind, source).held) if (!firstLines.has(key)) firstLines.set(key, line);
    }
    const known = await readKnown(tx, judged.noun, rows, around, firstLines, lock);
    const planned = rows.map(row => withPrint(planRow(kind, row, known)));
    const fresh = planned.filter(({ print }, at) => print !== waiting[at]?.print);
    await writePlan(tx, judged.id, lock ? fresh : planned);
    differing += fresh.length;
    done += rows.length;
    await onBatch?.(done);
    waiting = await rowsBelow(tx, judged.id, rows.at(-1)?.line ?? 0);
  }
  return differing;
}

/** Judges one row again, after its name was typed. */
export async function judgeRow(tx: Transaction, judged: ImportBasis, line: number): Promise<void> {
  const kind = IMPORTS[judged.noun];
  const { rows: waiting } = await sql<WaitingRow>`
    select line, cells, name, print from import_rows where import_id = ${judged.id} and line = ${line}`.execute(
    tx,
  );
  const rows = waiting.map(row => rowOf(judged.mapping, row));
  const keys = rows.flatMap(row => keysOf(kind, row.source).sought);
  const { rows: first } = await sql<{ key: string; line: number }>`
    select key, min(line) as line from import_rows
    where import_id = ${judged.id} and key = any(${keys}::text[]) group by key`.execute(tx);
  const around: Surroundings = await readSurroundings(tx, judged);
  const firstLines = new Map(first.map(f => [f.key, f.line]));
  const known = await readKnown(tx, judged.noun, rows, around, firstLines, false);
  await writePlan(
    tx,
    judged.id,
    rows.map(row => withPrint(planRow(kind, row, known))),
  );
}

/** Counts the results; a request that saw an older version is refused from now on. */
export async function summarise(tx: Transaction, importId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct new_school as name from import_rows
    where import_id = ${importId} and new_school is not null and result in ('new', 'changed')`.execute(tx);
  const schools = [...new Map(rows.map(r => [plainText(r.name), r.name])).values()];
  schools.sort((a, b) => a.localeCompare(b, 'es'));
  await sql`
    update imports set version = version + 1, new_schools = ${JSON.stringify(schools)}::jsonb,
      counts = coalesce((select jsonb_object_agg(result, n) from (
        select result, count(*)::int as n from import_rows
        where import_id = ${importId} and result is not null group by result) c), '{}')
    where id = ${importId}`.execute(tx);
}
