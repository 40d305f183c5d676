import { lookUp } from '../kit/look-up.ts';
import {
  type ImportField,
  type ImportKind,
  type Keys,
  partsOf,
  type Reading,
  type Reference,
} from './field.ts';
import { idsOf, keptOf, namedBefore } from './merged.ts';
import { readTeam, teamText } from './team.ts';
import { NEEDED, nameMerged, nameRepeated, nameSeveral, WORDS } from './words.ts';

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
  /** Ids of those that were merged into it. */
  readonly merged?: readonly string[];
}

/** A stored row as an import sees it: plain values by field; ids where a field names other rows. */
export interface StoredRow {
  readonly id: string;
  readonly updatedAt: string;
  readonly source: Source;
  readonly values: Readonly<Record<string, string>>;
  readonly references: Readonly<Record<string, readonly string[]>>;
  /** Of a project: its sections. */
  readonly documents?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What is known of a part of the file's rows: the stored ones by key, and what their cells may name. */
export interface Known {
  readonly stored: ReadonlyMap<string, StoredRow>;
  /** Keys that several stored rows have. */
  readonly ambiguous?: ReadonlySet<string>;
  /** Those kept of what was merged, by the keys of what was. */
  readonly merged?: ReadonlyMap<string, Named>;
  /** Lines above that hold the same key. */
  readonly firstLines: ReadonlyMap<string, number>;
  /** School of rows that name none. */
  readonly chosen: Named | undefined;
  /** E-mail of whoever imports. */
  readonly importer: string;
  /** `within` is the value of the field that tells which of several is meant. */
  find(reference: Reference, text: string, within?: string): readonly Named[];
  /** What only the row as a whole decides; none where its fields are all there is to it. */
  readonly whole?: (row: WholeRow) => Whole;
}

/** A row whose cells are read. */
export interface WholeRow {
  readonly line: number;
  readonly stored: StoredRow | undefined;
  /** Fields that change and are not wrong; all of them where the row is new. */
  readonly changed: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
  /** Empty where the cell is wrong. */
  value(field: string): string;
  /** The cell as it stands in the file. */
  raw(field: string): string;
  ids(field: string): readonly string[];
  /** Whether the person or unit named is out of use. */
  idle(field: string): boolean;
  find(reference: Reference, text: string): readonly Named[];
}
export interface Whole {
  readonly errors: readonly { field: string; message: string }[];
  readonly target: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, readonly string[]>>;
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
  idle?: boolean;
}
type Outcome = Cell | { error: string };

const label = (field: ImportField) => field.label.toLowerCase();

interface Asking {
  readonly known: Known;
  readonly before: readonly string[];
  readonly within: string;
}

function oneOf(field: ImportField, text: string, { known, before, within }: Asking): Named | string {
  const { none, several } = WORDS[field.reference ?? 'school'];
  const found = known.find(field.reference ?? 'school', text, within);
  const [first] = found;
  if (!first) return none(text, within);
  if (found.length > 1) return several?.(text) ?? `Hay más de una coincidencia con «${text}»: usa su código.`;
  if (first.active || field.past || namedBefore(first, before).length > 0) return first;
  return field.reference === 'people' || field.reference === 'person'
    ? WORDS.people.none(text, within)
    : `«${first.name}» está inactiva.`;
}

/** Several names in a cell; one that holds a comma itself is tried whole first. */
function severalOf(field: ImportField, raw: string, asking: Asking): Outcome {
  const { known, before, within } = asking;
  const reference = field.reference ?? 'careers';
  const people = field.reference === 'people';
  const parts = (people ? raw.split(/[;|,\s]+/) : partsOf(raw)).filter(Boolean);
  const pieces = parts.flatMap(part =>
    !people && part.includes(',') && known.find(reference, part, within).length === 0
      ? part.split(',').map(piece => piece.trim())
      : [part],
  );
  const found: Named[] = [];
  for (const piece of pieces) {
    const one = oneOf(field, piece, asking);
    if (typeof one === 'string') return { error: one };
    found.push(one);
  }
  const unique = [...new Map(found.map(f => [f.id, f])).values()];
  return {
    ids: unique.flatMap(f => idsOf(f, before)).sort(),
    value: unique
      .map(f => f.name)
      .sort((a, b) => a.localeCompare(b, 'es'))
      .join(', '),
  };
}

function unitOf(kind: ImportKind, field: ImportField, reading: Cell, raw: string, asking: Asking): Outcome {
  const { known } = asking;
  if (reading.value === '') {
    if (field.reference === 'school' && known.chosen)
      return { value: known.chosen.name, ids: [known.chosen.id] };
    return { value: '', ids: [] };
  }
  const one = oneOf(field, raw, asking);
  if (typeof one !== 'string') return { value: one.name, ids: [one.id], idle: !one.active };
  const fresh = kind.createsSchools && field.reference === 'school' && known.find('school', raw).length === 0;
  return fresh ? { value: reading.value, ids: [], newSchool: reading.value } : { error: one };
}

/** People of a team: by their account where the mail is somebody's, else as they are written. */
function teamOf(text: string, known: Known): Outcome {
  const read = readTeam(text);
  if (typeof read === 'string') return { error: read };
  const members = read.map(member => {
    const [account] = member.email ? known.find('people', member.email) : [];
    return { ...member, name: account?.name ?? member.name, id: account?.id };
  });
  const nameless = members.find(member => member.name === '');
  if (nameless)
    return { error: `No hay una persona con el correo «${nameless.email}»: escribe «Nombre <correo>».` };
  return { value: teamText(members), ids: members.flatMap(member => member.id ?? []) };
}

const SEVERAL: readonly (Reference | undefined)[] = [
  'careers',
  'people',
  'organisations',
  'offerings',
  'comunas',
];

function readCell(kind: ImportKind, field: ImportField, raw: string, asking: Asking): Outcome {
  const reading: Reading = field.read(raw);
  if ('error' in reading) return reading;
  const cell = { value: reading.value, ids: asking.before };
  if (!field.reference) return { value: reading.value, ids: [] };
  if (field.reference === 'team') return teamOf(reading.value, asking.known);
  return SEVERAL.includes(field.reference)
    ? severalOf(field, reading.value, asking)
    : unitOf(kind, field, cell, raw, asking);
}

/** Whether somebody recorded it here, where rows come both ways: an empty cell then says nothing against it. */
const isByHand = ({ values }: StoredRow) => values.imported === 'false';

/** Whether the file has something to say about a field of a stored row. */
function touches(kind: ImportKind, field: ImportField, row: ImportRow, stored: StoredRow): boolean {
  if (field.key === 'name' && row.name !== undefined) return true;
  const cell = row.source[field.key];
  if (cell === undefined || (kind.fixed ?? [kind.key]).includes(field.key)) return false;
  if (cell === '' && (field.blankKeeps || isByHand(stored))) return false;
  return !kind.remembers || cell !== stored.source[field.key];
}

function withinOf(kind: ImportKind, { within }: ImportField, row: ImportRow, stored: StoredRow | undefined) {
  const other = kind.fields.find(f => f.key === within);
  const reading = other?.read(row.source[other.key] ?? stored?.values[other.key] ?? '');
  return reading && 'value' in reading ? reading.value : '';
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
  const outcome = readCell(kind, field, raw, { known, before, within: withinOf(kind, field, row, stored) });
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

function changesOf(cells: RowFindings['cells'], stored: StoredRow | undefined): PlannedRow['changes'] {
  const changes: Record<string, readonly [string | null, string]> = {};
  for (const [field, { value, ids, newSchool }] of cells) {
    const before = stored?.values[field.key] ?? '';
    const same =
      field.reference && field.reference !== 'team'
        ? sameIds(ids, stored?.references[field.key] ?? []) && !newSchool
        : value === before;
    if (!stored) changes[field.key] = [null, showCell(field, value)];
    else if (!same) changes[field.key] = [showCell(field, before), showCell(field, value)];
  }
  return changes;
}

/** What only the whole row shows: a key met before, or an administrator shutting themselves out. */
function judgeRow(kind: ImportKind, row: ImportRow, keys: Keys, known: Known, judged: RowFindings): void {
  const wrong = (message: string) => void judged.errors.push({ field: kind.key, message });
  const lines = keys.sought.map(key => (key === '' ? row.line : (known.firstLines.get(key) ?? row.line)));
  const first = Math.min(...lines);
  if (first < row.line) wrong(`${nameRepeated(kind)} se repite: ya está en la fila ${first}.`);
  if (keys.sought.some(key => known.ambiguous?.has(key)))
    wrong(nameSeveral(kind, row.source[kind.key] ?? ''));
  if (keys.sought[0] !== known.importer) return;
  for (const [field, { value }] of judged.cells)
    if ((field.key === 'state' && value !== 'active') || (field.key === 'roles' && !value.includes('Admin')))
      judged.errors.push({
        field: field.key,
        message: 'No puedes quitarte a ti el acceso de administración.',
      });
}

/** What the row as a whole decides, its cells being read; its errors are added to theirs. */
function judgeWhole(
  { whole, find }: Known,
  { line, source }: ImportRow,
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
    raw: key => source[key] ?? '',
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

/** What a row is known by, and by what it looks for the stored one. */
export function keysOf(kind: ImportKind, source: Source): Keys {
  const value = (key: string) => {
    const reading = kind.fields.find(f => f.key === key)?.read(source[key] ?? '');
    return reading && 'value' in reading ? reading.value : '';
  };
  const own = [value(kind.key)];
  return kind.keys?.(value) ?? { held: own, sought: own };
}

/** What an import would do with a row. The same function judges the preview and the import itself. */
export function planRow(kind: ImportKind, row: ImportRow, known: Known): PlannedRow {
  const keys = keysOf(kind, row.source);
  const stored = keys.sought.map(key => known.stored.get(key)).find(found => found !== undefined);
  const judged = judge(kind, row, stored, known);
  judgeRow(kind, row, keys, known, judged);
  const name = row.name ?? row.source[kind.key] ?? '';
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
        entries.flatMap(([f, c]) => (f.reference && !f.column && changes[f.key] ? [[f.key, c.ids]] : [])),
      ),
    newSchool: entries.find(([, c]) => c.newSchool)?.[1].newSchool ?? null,
    source: pickRemembered(kind, { ...stored?.source, ...row.source }),
  };
}
