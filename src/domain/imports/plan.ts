import { lookUp } from '../kit/look-up.ts';
import { type Asking, type Cell, type Outcome, readCell } from './cells.ts';
import type { ImportField, ImportKind, Keys, NewUnit, RowError } from './field.ts';
import type { Known, StoredRow } from './known.ts';
import { keptOf } from './merged.ts';
import { isNothing } from './recognition.ts';
import type { ImportRow, Source } from './texts.ts';
import { NEEDED, nameMerged, nameRepeated, nameSeveral } from './words.ts';

export const RESULTS = ['new', 'changed', 'unchanged', 'wrong'] as const;
export type Result = (typeof RESULTS)[number];

export interface PlannedRow {
  readonly line: number;
  readonly key: string;
  readonly result: Result;
  readonly id: string | null;
  readonly seenAt: string | null;
  /** The row as it will be, by field, in words that people read. */
  readonly values: Record<string, string>;
  /** Fields that change: before and after. */
  readonly changes: Record<string, readonly [string | null, string]>;
  readonly errors: RowError[];
  /** Columns to write. */
  readonly target: Record<string, unknown>;
  /** Ids to link, by field. */
  readonly links: Record<string, readonly string[]>;
  /** What is created first, because the row names it. */
  readonly newUnits: readonly NewUnit[];
  /** What the file said last, once this row is imported. */
  readonly source: Source;
}

/** Whether somebody recorded it here, where rows come both ways: an empty cell then says nothing against it. */
const isByHand = ({ values }: StoredRow) => values.imported === 'false';

/** Whether the file, or somebody in the preview, has something to say about a field of a stored row. */
function touches(kind: ImportKind, field: ImportField, row: ImportRow, stored: StoredRow): boolean {
  if (field.onlyNew || (kind.fixed ?? [kind.key]).includes(field.key)) return false;
  if (row.edits[field.key] !== undefined) return true;
  const cell = row.source[field.key] ?? (field.adds && row.texts[field.key]);
  if (cell === undefined) return false;
  const saysNothing = isNothing(cell) || isNothing(row.texts[field.key] ?? '');
  if (saysNothing && (field.blankKeeps || isByHand(stored))) return false;
  return !kind.remembers || cell !== stored.source[field.key];
}

function withinOf(kind: ImportKind, { within }: ImportField, row: ImportRow, stored: StoredRow | undefined) {
  const other = kind.fields.find(f => f.key === within);
  const reading = other?.read(row.texts[other.key] ?? stored?.values[other.key] ?? '');
  return reading && 'value' in reading ? reading.value : '';
}

/** What a cell names comes to what there is. */
function add(cell: Cell, { values, references }: StoredRow, key: string): Cell {
  const before = references[key] ?? [];
  if (!cell.newUnits && cell.ids.every(id => before.includes(id)))
    return { ...cell, ids: before, value: values[key] ?? '' };
  const names = [...(values[key] ? [values[key]] : []), cell.value];
  return { ...cell, ids: [...new Set([...before, ...cell.ids])].sort(), value: names.join(', ') };
}

function cellOf(
  kind: ImportKind,
  field: ImportField,
  row: ImportRow,
  stored: StoredRow | undefined,
  known: Known,
): Outcome {
  const before = stored?.references[field.key] ?? [];
  if (stored && !touches(kind, field, row, stored))
    return { value: stored.values[field.key] ?? '', ids: before };
  const within = withinOf(kind, field, row, stored);
  const asking: Asking = { kind, field, known, before, within, faculty: row.texts.faculty ?? '' };
  const outcome = readCell(row.texts[field.key] ?? '', asking);
  if ('error' in outcome) return outcome;
  if (stored && field.adds) return add(outcome, stored, field.key);
  if (outcome.value !== '' || field.initial === undefined) return outcome;
  return { ...outcome, value: field.initial };
}

/** A field's value as its column takes it. */
function columnValue(field: ImportField, { value, ids }: Cell): unknown {
  if (field.reference) return ids[0] ?? null;
  if (field.stored === 'boolean') return value === 'true';
  if (field.stored === 'number') return value === '' ? null : Number(value);
  if (field.stored === 'list') return value === '' ? [] : value.split(', ');
  return field.stored === 'optional' ? value || null : value;
}

const sameIds = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();

const showCell = ({ words }: ImportField, value: string): string =>
  words
    ? value
        .split(', ')
        .map(each => lookUp(words, each) ?? each)
        .join(', ')
    : value;

interface RowFindings {
  cells: Map<ImportField, Cell>;
  errors: PlannedRow['errors'];
}

function judge(kind: ImportKind, row: ImportRow, stored: StoredRow | undefined, known: Known): RowFindings {
  const cells = new Map<ImportField, Cell>();
  const errors: PlannedRow['errors'] = [];
  for (const field of kind.fields) {
    const outcome = cellOf(kind, field, row, stored, known);
    const failed = 'error' in outcome;
    if (failed) {
      const { error, text } = outcome;
      errors.push({ field: field.key, message: error, ...(text !== undefined && { text }) });
    }
    cells.set(field, failed ? { value: row.texts[field.key] ?? '', ids: [] } : outcome);
    const isUnit = field.column && (field.reference === 'school' || field.reference === 'faculty');
    if (!failed && isUnit && outcome.value === '' && field.column !== 'home_school_id')
      errors.push({
        field: field.key,
        message: NEEDED[field.reference ?? ''] ?? `Falta la ${field.label.toLowerCase()}.`,
      });
  }
  if (makesSchool(cells)) return { cells, errors };
  // The faculty of a row is that of a school that it makes, and nothing else.
  return { cells, errors: errors.filter(error => !isForNewSchool(kind, error.field)) };
}

const isForNewSchool = ({ fields }: ImportKind, key: string): boolean =>
  fields.some(field => field.key === key && field.onlyNew && field.reference === 'faculty');

const makesSchool = (cells: RowFindings['cells']): boolean =>
  [...cells.values()].some(cell => cell.newUnits?.some(unit => unit.kind === 'school'));

function changesOf(cells: RowFindings['cells'], stored: StoredRow | undefined): PlannedRow['changes'] {
  const changes: Record<string, readonly [string | null, string]> = {};
  for (const [field, { value, ids, newUnits }] of cells) {
    if (field.onlyNew) continue;
    const before = stored?.values[field.key] ?? '';
    const same =
      field.reference && field.reference !== 'team'
        ? sameIds(ids, stored?.references[field.key] ?? []) && !newUnits
        : value === before;
    if (!stored) changes[field.key] = [null, showCell(field, value)];
    else if (!same) changes[field.key] = [showCell(field, before), showCell(field, value)];
  }
  return changes;
}

interface Judging {
  readonly keys: Keys;
  readonly known: Known;
  readonly stored: StoredRow | undefined;
}

/** What only the whole row shows: a key met before, or what the kind's own rules say. */
function judgeRow(
  kind: ImportKind,
  row: ImportRow,
  { keys, known, stored }: Judging,
  judged: RowFindings,
): void {
  const wrong = (message: string) => void judged.errors.push({ field: kind.key, message });
  const lines = keys.sought.map(key => (key === '' ? row.line : (known.firstLines.get(key) ?? row.line)));
  const first = Math.min(...lines);
  if (first < row.line) wrong(`${nameRepeated(kind)} se repite: ya está en la fila ${first}.`);
  if (keys.sought.some(key => known.ambiguous?.has(key))) wrong(nameSeveral(kind, row.texts[kind.key] ?? ''));
  const [own = ''] = keys.sought;
  const values = new Map([...judged.cells].map(([field, { value }]) => [field.key, value]));
  const failed = new Set(judged.errors.map(error => error.field));
  const found = kind.check?.({
    value: key => (failed.has(key) ? '' : (values.get(key) ?? '')),
    before: key => stored?.values[key] ?? '',
    isConfirmed: known.confirmed?.has(own) ?? false,
    isImporter: own === known.importer,
  });
  judged.errors.push(...(found ?? []));
}

/** What the row as a whole decides, its cells being read; its errors are added to theirs. */
function judgeWhole(
  { whole, find }: Known,
  { line, texts }: ImportRow,
  stored: StoredRow | undefined,
  judged: RowFindings,
  changes: object,
) {
  if (!whole) return undefined;
  const cells = new Map([...judged.cells].map(([field, cell]) => [field.key, cell]));
  const wrong = new Set(judged.errors.map(error => error.field));
  const decided = whole({
    line,
    stored,
    changed: new Set(Object.keys(changes).filter(key => !wrong.has(key))),
    wrong,
    value: key => (wrong.has(key) ? '' : (cells.get(key)?.value ?? '')),
    raw: key => texts[key] ?? '',
    ids: key => cells.get(key)?.ids ?? [],
    idle: key => cells.get(key)?.idle ?? false,
    find,
  });
  judged.errors.push(...decided.errors);
  return decided;
}

/** What the file said, without what it said of people. */
const pickRemembered = ({ remembers, personal = [] }: ImportKind, source: Source): Source =>
  remembers ? Object.fromEntries(Object.entries(source).filter(([key]) => !personal.includes(key))) : {};

/** What a row is known by, and by what it looks for the stored one; `texts` are its cells as they are read. */
export function keysOf(kind: ImportKind, texts: Source): Keys {
  const value = (key: string) => {
    const reading = kind.fields.find(f => f.key === key)?.read(texts[key] ?? '');
    return reading && 'value' in reading ? reading.value : '';
  };
  const own = [value(kind.key)];
  return kind.keys?.(value) ?? { held: own, sought: own };
}

/** What an import would do with a row. The same function judges the preview and the import itself. */
export function planRow(kind: ImportKind, row: ImportRow, known: Known): PlannedRow {
  const keys = keysOf(kind, row.texts);
  const stored = keys.sought.map(key => known.stored.get(key)).find(found => found !== undefined);
  const judged = judge(kind, row, stored, known);
  judgeRow(kind, row, { keys, known, stored }, judged);
  const name = row.texts[kind.key] ?? '';
  const own = stored && { id: stored.id, name: stored.values[kind.key] ?? '' };
  const kept = keptOf(known.merged, { sought: keys.sought, name }, own);
  if (kept) judged.errors.push({ field: kind.key, message: nameMerged(kept.name) });
  const { cells, errors } = judged;
  const changes = changesOf(cells, stored);
  const whole = judgeWhole(known, row, stored, judged, changes);
  const entries = [...cells];
  const written = stored ? (Object.keys(changes).length > 0 ? 'changed' : 'unchanged') : 'new';
  return {
    line: row.line,
    key: keys.sought[0] ?? '',
    result: errors.length > 0 ? 'wrong' : written,
    id: stored?.id ?? null,
    seenAt: stored?.updatedAt ?? null,
    values: Object.fromEntries(entries.map(([f, c]) => [f.key, showCell(f, c.value)])),
    changes,
    errors,
    target: {
      ...Object.fromEntries(entries.flatMap(([f, c]) => (f.column ? [[f.column, columnValue(f, c)]] : []))),
      ...whole?.target,
    },
    links:
      whole?.links ??
      Object.fromEntries(
        entries.flatMap(([f, c]) =>
          f.reference && !f.column && !f.onlyNew && changes[f.key] ? [[f.key, c.ids]] : [],
        ),
      ),
    newUnits: entries.flatMap(([f, c]) => (f.onlyNew && !makesSchool(cells) ? [] : (c.newUnits ?? []))),
    source: pickRemembered(kind, { ...stored?.source, ...row.source }),
  };
}
