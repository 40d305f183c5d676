import { type ImportField, type ImportKind, partsOf, type Reading } from './field.ts';

/** Cells of a row as they stand in the file, by field; a field whose column is not used is absent. */
export type Source = Readonly<Record<string, string>>;

export interface ImportRow {
  /** As a spreadsheet numbers it. */
  readonly line: number;
  readonly source: Source;
  /** Typed in the preview in place of the file's name. */
  readonly name?: string | undefined;
}

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
}

/** A stored row as an import sees it: plain values by field; ids where a field names other rows. */
export interface StoredRow {
  readonly id: string;
  readonly updatedAt: string;
  readonly source: Source;
  readonly values: Readonly<Record<string, string>>;
  readonly references: Readonly<Record<string, readonly string[]>>;
}

/** What is known of a part of the file's rows: the stored ones by key, and what their cells may name. */
export interface Known {
  readonly stored: ReadonlyMap<string, StoredRow>;
  /** Lines above that hold the same key. */
  readonly firstLines: ReadonlyMap<string, number>;
  /** School of rows that name none. */
  readonly chosen: Named | undefined;
  /** E-mail of whoever imports. */
  readonly importer: string;
  find(reference: NonNullable<ImportField['reference']>, text: string): readonly Named[];
}

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
  readonly errors: { field: string; message: string }[];
  /** Columns to write. */
  readonly target: Record<string, unknown>;
  /** Ids to link, by field. */
  readonly links: Record<string, readonly string[]>;
  /** Name of a school to be created first. */
  readonly newSchool: string | null;
  /** What the file said last, once this row is imported. */
  readonly source: Source;
}

interface Cell {
  value: string;
  ids: readonly string[];
  newSchool?: string;
}
type Outcome = Cell | { error: string };

const label = (field: ImportField) => field.label.toLowerCase();

function notFound({ reference }: ImportField, text: string): string {
  if (reference === 'school') return `No existe la escuela «${text}».`;
  if (reference === 'faculty') return `No existe la facultad «${text}».`;
  return reference === 'careers'
    ? `No existe la carrera «${text}».`
    : `No hay una persona habilitada con el correo «${text}».`;
}

function oneOf(field: ImportField, text: string, known: Known, before: readonly string[]): Named | string {
  const found = known.find(field.reference ?? 'school', text);
  const [first] = found;
  if (!first) return notFound(field, text);
  if (found.length > 1)
    return field.reference === 'careers'
      ? `Hay varias carreras «${text}»: usa su código único.`
      : `Hay más de una coincidencia con «${text}»: usa su código.`;
  if (first.active || before.includes(first.id)) return first;
  return field.reference === 'people' ? notFound(field, text) : `«${first.name}» está inactiva.`;
}

/** Several names in a cell; one that holds a comma itself is tried whole first. */
function severalOf(field: ImportField, raw: string, known: Known, before: readonly string[]): Outcome {
  const people = field.reference === 'people';
  const parts = (people ? raw.split(/[;|,\s]+/) : partsOf(raw)).filter(Boolean);
  const pieces = parts.flatMap(part =>
    !people && part.includes(',') && known.find('careers', part).length === 0
      ? part.split(',').map(piece => piece.trim())
      : [part],
  );
  const found: Named[] = [];
  for (const piece of pieces) {
    const one = oneOf(field, piece, known, before);
    if (typeof one === 'string') return { error: one };
    found.push(one);
  }
  const unique = [...new Map(found.map(f => [f.id, f])).values()];
  return {
    ids: unique.map(f => f.id).sort(),
    value: unique
      .map(f => f.name)
      .sort((a, b) => a.localeCompare(b, 'es'))
      .join(', '),
  };
}

function unitOf(kind: ImportKind, field: ImportField, reading: Cell, raw: string, known: Known): Outcome {
  if (reading.value === '') {
    if (field.reference === 'school' && known.chosen)
      return { value: known.chosen.name, ids: [known.chosen.id] };
    return { value: '', ids: [] };
  }
  const one = oneOf(field, raw, known, reading.ids);
  if (typeof one !== 'string') return { value: one.name, ids: [one.id] };
  const fresh = kind.createsSchools && field.reference === 'school' && known.find('school', raw).length === 0;
  return fresh ? { value: reading.value, ids: [], newSchool: reading.value } : { error: one };
}

function readCell(
  kind: ImportKind,
  field: ImportField,
  raw: string,
  known: Known,
  before: readonly string[],
) {
  const reading: Reading = field.read(raw);
  if ('error' in reading) return reading;
  const cell = { value: reading.value, ids: before };
  if (!field.reference) return { value: reading.value, ids: [] };
  return field.reference === 'careers' || field.reference === 'people'
    ? severalOf(field, reading.value, known, before)
    : unitOf(kind, field, cell, raw, known);
}

const NEEDED: Readonly<Record<string, string>> = {
  school: 'Falta la escuela: elige una para el archivo.',
  faculty: 'Falta la facultad.',
};

/** Whether the file has something to say about a field of a stored row. */
function touches(kind: ImportKind, field: ImportField, row: ImportRow, stored: StoredRow): boolean {
  if (field.key === 'name' && row.name !== undefined) return true;
  const cell = row.source[field.key];
  if (cell === undefined || field.key === kind.key) return false;
  if (cell === '' && field.blankKeeps) return false;
  return !kind.remembers || cell !== stored.source[field.key];
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
  const raw = (field.key === 'name' ? row.name : undefined) ?? row.source[field.key] ?? '';
  const outcome = readCell(kind, field, raw, known, before);
  if ('error' in outcome || outcome.value !== '') return outcome;
  return field.initial === undefined ? outcome : { ...outcome, value: field.initial };
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

const shown = ({ words }: ImportField, value: string): string =>
  words
    ? value
        .split(', ')
        .map(each => words[each] ?? each)
        .join(', ')
    : value;

interface Judged {
  cells: Map<ImportField, Cell>;
  errors: PlannedRow['errors'];
}

function judge(kind: ImportKind, row: ImportRow, stored: StoredRow | undefined, known: Known): Judged {
  const cells = new Map<ImportField, Cell>();
  const errors: PlannedRow['errors'] = [];
  for (const field of kind.fields) {
    const outcome = cellOf(kind, field, row, stored, known);
    const failed = 'error' in outcome;
    if (failed) errors.push({ field: field.key, message: outcome.error });
    cells.set(field, failed ? { value: row.source[field.key] ?? '', ids: [] } : outcome);
    const isUnit = field.reference === 'school' || field.reference === 'faculty';
    if (!failed && isUnit && outcome.value === '' && field.column !== 'home_school_id')
      errors.push({
        field: field.key,
        message: NEEDED[field.reference ?? ''] ?? `Falta la ${label(field)}.`,
      });
  }
  return { cells, errors };
}

function changesOf(cells: Judged['cells'], stored: StoredRow | undefined): PlannedRow['changes'] {
  const changes: Record<string, readonly [string | null, string]> = {};
  for (const [field, { value, ids, newSchool }] of cells) {
    const before = stored?.values[field.key] ?? '';
    const same = field.reference
      ? sameIds(ids, stored?.references[field.key] ?? []) && !newSchool
      : value === before;
    if (!stored) changes[field.key] = [null, shown(field, value)];
    else if (!same) changes[field.key] = [shown(field, before), shown(field, value)];
  }
  return changes;
}

/** What only the whole row shows: a key met before, or an administrator shutting themselves out. */
function judgeRow(kind: ImportKind, row: ImportRow, key: string, known: Known, judged: Judged): void {
  const first = known.firstLines.get(key);
  const keyField = kind.fields.find(f => f.key === kind.key);
  if (first !== undefined && first < row.line && key !== '') {
    const what = kind.key === 'email' ? 'El correo' : 'El código';
    judged.errors.push({ field: kind.key, message: `${what} se repite: ya está en la fila ${first}.` });
  }
  if (!keyField || key !== known.importer) return;
  for (const [field, { value }] of judged.cells)
    if ((field.key === 'state' && value !== 'active') || (field.key === 'roles' && !value.includes('Admin')))
      judged.errors.push({
        field: field.key,
        message: 'No puedes quitarte a ti el acceso de administración.',
      });
}

/** The key of a row, as stored rows have it. */
export function keyOf(kind: ImportKind, source: Source): string {
  const reading = kind.fields.find(f => f.key === kind.key)?.read(source[kind.key] ?? '');
  return reading && 'value' in reading ? reading.value : '';
}

/** What an import would do with a row. The same function judges the preview and the import itself. */
export function planRow(kind: ImportKind, row: ImportRow, known: Known): PlannedRow {
  const key = keyOf(kind, row.source);
  const stored = known.stored.get(key);
  const judged = judge(kind, row, stored, known);
  judgeRow(kind, row, key, known, judged);
  const { cells, errors } = judged;
  const changes = changesOf(cells, stored);
  const entries = [...cells];
  const written = stored ? (Object.keys(changes).length > 0 ? 'changed' : 'unchanged') : 'new';
  return {
    line: row.line,
    key,
    result: errors.length > 0 ? 'wrong' : written,
    id: stored?.id ?? null,
    seenAt: stored?.updatedAt ?? null,
    values: Object.fromEntries(entries.map(([f, c]) => [f.key, shown(f, c.value)])),
    changes,
    errors,
    target: Object.fromEntries(
      entries.flatMap(([f, c]) => (f.column ? [[f.column, columnValue(f, c)]] : [])),
    ),
    links: Object.fromEntries(
      entries.flatMap(([f, c]) => (f.reference && !f.column && changes[f.key] ? [[f.key, c.ids]] : [])),
    ),
    newSchool: entries.find(([, c]) => c.newSchool)?.[1].newSchool ?? null,
    source: kind.remembers ? { ...stored?.source, ...row.source } : {},
  };
}
