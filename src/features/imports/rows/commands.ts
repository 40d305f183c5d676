import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { type NewUnit, plainText } from '../../../domain/imports/field.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import { keysOf, type PlannedRow, planRow } from '../../../domain/imports/plan.ts';
import { type Mapping, missingIn } from '../../../domain/imports/recognition.ts';
import { type ImportRow, readTexts, type Source } from '../../../domain/imports/texts.ts';
import { readSurroundings, type Surroundings } from '../named/queries.ts';
import { readWords } from '../words/queries.ts';
import { readKnown } from './queries.ts';

/** A past project is some ten kilobytes, several times over while it is judged. */
const BATCH = 200;

/** What the judgement of an import's rows depends on. */
export interface ImportBasis {
  readonly id: string;
  readonly noun: ImportNoun;
  readonly mapping: Mapping;
  readonly defaults: Source;
  readonly administrators: readonly string[];
  readonly importerId: string;
}

interface WaitingRow {
  line: number;
  cells: string[];
  edits: Source;
  print: string | null;
}

/** What rows are judged against besides what each names. */
interface Judging {
  readonly tx: Transaction;
  readonly basis: ImportBasis;
  readonly around: Surroundings;
}

async function prepare(tx: Transaction, basis: ImportBasis): Promise<Judging> {
  const words = await readWords(tx, basis);
  return { tx, basis, around: await readSurroundings(tx, { ...basis, words }) };
}

const textsOf = ({ basis, around }: Judging, rows: readonly WaitingRow[]): ImportRow[] =>
  rows.map(row => readTexts(IMPORTS[basis.noun], { ...basis, words: around.words }, row));

const printOf = ({ key, result, id, seenAt, target, links, newUnits }: PlannedRow): string =>
  createHash('sha256')
    .update(JSON.stringify([key, result, id, seenAt, target, links, newUnits]))
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
    new_units: plan.newUnits,
    print,
  }));
  await sql`
    update import_rows r set key = x.key, result = x.result, object_id = x.object_id, seen_at = x.seen_at,
      "values" = x."values", changes = x.changes, errors = x.errors, target = x.target, links = x.links,
      new_units = x.new_units, source = x.source, print = x.print
    from json_to_recordset(${JSON.stringify(rows)}::json) as x (line int, key text, result text, object_id uuid,
      seen_at timestamptz, "values" jsonb, changes jsonb, errors jsonb, target jsonb, links jsonb, new_units jsonb,
      source jsonb, print text)
    where r.import_id = ${importId} and r.line = x.line`.execute(tx);
}

/** The next rows of the file below a line. */
async function rowsBelow(tx: Transaction, importId: string, line: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select line, cells, edits, print from import_rows
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
  basis: ImportBasis,
  { lock, onBatch }: Pass,
): Promise<number> {
  const kind = IMPORTS[basis.noun];
  if (missingIn(kind, basis.mapping, basis.defaults).length > 0) {
    await sql`update import_rows set result = null, print = null where import_id = ${basis.id}`.execute(tx);
    return 0;
  }
  const judging = await prepare(tx, basis);
  const firstLines = new Map<string, number>();
  let [done, differing] = [0, 0];
  let waiting = await rowsBelow(tx, basis.id, 0);
  while (waiting.length > 0) {
    const rows = textsOf(judging, waiting);
    for (const { line, texts } of rows) {
      for (const key of keysOf(kind, texts).held) if (!firstLines.has(key)) firstLines.set(key, line);
    }
    const known = await readKnown(tx, basis.noun, rows, judging.around, firstLines, lock);
    const planned = rows.map(row => withPrint(planRow(kind, row, known)));
    const fresh = planned.filter(({ print }, at) => print !== waiting[at]?.print);
    await writePlan(tx, basis.id, lock ? fresh : planned);
    differing += fresh.length;
    done += rows.length;
    await onBatch?.(done);
    waiting = await rowsBelow(tx, basis.id, rows.at(-1)?.line ?? 0);
  }
  return differing;
}

/** Judges some rows again. @returns the keys by which other rows may be the same: their own, before and after. */
async function judgeSome(judging: Judging, lines: readonly number[]): Promise<string[]> {
  const { tx, basis, around } = judging;
  const kind = IMPORTS[basis.noun];
  const { rows: waiting } = await sql<WaitingRow & { key: string }>`
    select line, cells, edits, print, key from import_rows
    where import_id = ${basis.id} and line = any(${lines}::int[]) order by line`.execute(tx);
  const rows = textsOf(judging, waiting);
  const keys = rows.flatMap(row => keysOf(kind, row.texts).sought);
  const { rows: first } = await sql<{ key: string; line: number }>`
    select key, min(line) as line from import_rows
    where import_id = ${basis.id} and key = any(${keys}::text[]) and line <> all(${lines}::int[]) group by key`.execute(
    tx,
  );
  const firstLines = new Map(first.map(f => [f.key, f.line]));
  for (const { line, texts } of rows)
    for (const key of keysOf(kind, texts).held)
      firstLines.set(key, Math.min(line, firstLines.get(key) ?? line));
  const known = await readKnown(tx, basis.noun, rows, around, firstLines, false);
  await writePlan(
    tx,
    basis.id,
    rows.map(row => withPrint(planRow(kind, row, known))),
  );
  return [...keys, ...waiting.map(row => row.key)].filter(Boolean);
}

/** Judges rows again whose cells are read otherwise now, and those that were or are the same as one of them. */
export async function judgeLines(
  tx: Transaction,
  basis: ImportBasis,
  lines: readonly number[],
): Promise<void> {
  const judging = await prepare(tx, basis);
  for (let at = 0; at < lines.length; at += BATCH) {
    const part = lines.slice(at, at + BATCH);
    const keys = await judgeSome(judging, part);
    // Found by their keys before they are put in order: in the order of lines all rows of the file would be looked at.
    const { rows } = await sql<{ line: number }>`
      with same as materialized (
        select line from import_rows where import_id = ${basis.id} and key = any(${keys}::text[]))
      select line from same where line <> all(${part}::int[]) order by line limit ${BATCH}`.execute(tx);
    if (rows.length > 0) await judgeSome(judging, [...part, ...rows.map(row => row.line)]);
  }
}

/** What rows make besides themselves, each once; a school keeps the first faculty that is told of it. */
async function newUnitsOf(tx: Transaction, importId: string): Promise<NewUnit[]> {
  const { rows } = await sql<{ unit: NewUnit }>`
    select distinct on (u ->> 'kind', plain(u ->> 'name'), u ->> 'name') u as unit
    from (select distinct new_units from import_rows
      where import_id = ${importId} and new_units <> '[]' and result in ('new', 'changed')) r
      cross join lateral jsonb_array_elements(r.new_units) u
    order by u ->> 'kind', plain(u ->> 'name'), u ->> 'name', (u ->> 'faculty') nulls last`.execute(tx);
  const units = new Map<string, NewUnit>();
  for (const { unit } of rows) {
    const key = `${unit.kind} ${plainText(unit.name)}`;
    if (!units.has(key)) units.set(key, unit);
  }
  return [...units.values()].sort((a, b) => a.name.localeCompare(b.name, 'es'));
}

/** Counts the results; a request that saw an older version is refused from now on. */
export async function summarise(tx: Transaction, importId: string): Promise<void> {
  const units = await newUnitsOf(tx, importId);
  await sql`
    update imports set version = version + 1, new_units = ${JSON.stringify(units)}::jsonb,
      counts = coalesce((select jsonb_object_agg(result, n) from (
        select result, count(*)::int as n from import_rows
        where import_id = ${importId} and result is not null group by result) c), '{}')
    where id = ${importId}`.execute(tx);
}
