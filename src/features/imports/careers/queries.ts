import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import {
  type CareerCells,
  type CellError,
  IMPORT_FIELDS,
  type ImportField,
  type Mapping,
  plainText,
  readCareer,
  recognise,
  type Source,
} from '../../../domain/career-import.ts';
import type { OutputOf } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/problem.ts';
import type { SheetRow } from '../../../server/spreadsheet.ts';
import { MOST_IMPORT_ROWS, type PreviewRow, type previewCareerImport, type RESULTS } from './contract.ts';

export interface ImportRow {
  line: number;
  source: Source;
  /** Name typed in the preview. */
  name?: string | undefined;
}

interface StoredCareer extends Omit<CareerCells, 'schoolName'> {
  id: string;
  schoolId: string;
  schoolName: string;
  source: Source;
  updatedAt: string;
}

/** A row with everything needed to write it. `schoolId` is null while its school does not exist yet. */
export interface PlannedRow extends PreviewRow {
  stored: StoredCareer | undefined;
  cells: CareerCells;
  schoolId: string | null;
  /** What the file said last, once this row is imported. */
  nextSource: Source;
}

export interface Plan {
  rows: PlannedRow[];
  counts: Record<(typeof RESULTS)[number], number>;
  newSchools: string[];
  hash: string;
}

interface Known {
  careers: Map<string, StoredCareer>;
  /** Schools by name and by what a file called them before. */
  schools: Map<string, { id: string; name: string }>;
  chosen: { id: string; name: string } | undefined;
}

async function readKnown(db: Database, rows: readonly ImportRow[], schoolId: string | null): Promise<Known> {
  const codes = rows.map(row => (row.source.officialCode ?? '').toUpperCase());
  const [stored, schools] = await Promise.all([
    sql<StoredCareer>`
      select c.id, c.official_code as "officialCode", c.name, c.level, coalesce(c.campus, '') as campus, c.shift,
        coalesce(c.code, '') as code, c.school_id as "schoolId", s.name as "schoolName", c.source,
        c.updated_at as "updatedAt"
      from careers c join schools s on s.id = c.school_id where c.official_code = any(${codes}::text[])
    `.execute(db),
    sql<{ id: string; name: string; called: string }>`
      select id, name, name as called from schools
      union all
      select distinct s.id, s.name, c.source ->> 'school'
      from careers c join schools s on s.id = c.school_id where c.source ? 'school'
    `.execute(db),
  ]);
  const byName = new Map<string, { id: string; name: string }>();
  for (const { id, name, called } of schools.rows) {
    const key = plainText(called);
    if (key && !byName.has(key)) byName.set(key, { id, name });
  }
  const chosen = schools.rows.find(school => school.id === schoolId);
  if (schoolId !== null && !chosen) throw invalid('school', 'Esa escuela ya no existe.');
  return { careers: new Map(stored.rows.map(c => [c.officialCode, c])), schools: byName, chosen };
}

/** The value a row gives a field, as the stored career shows it. */
const shown = (cells: CareerCells): Record<ImportField, string> => ({
  officialCode: cells.officialCode,
  name: cells.name,
  level: cells.level,
  school: cells.schoolName,
  campus: cells.campus,
  shift: cells.shift ?? '',
  code: cells.code,
});

/**
 * A stored career with what the file says now: only fields whose cell differs from the last import are touched, so
 * that corrections made by hand survive.
 */
function merge(stored: StoredCareer, read: CareerCells, row: ImportRow): CareerCells {
  const touched = (key: ImportField) =>
    (row.source[key] !== undefined && row.source[key] !== stored.source[key]) ||
    (key === 'name' && row.name !== undefined);
  const pick = <K extends keyof CareerCells>(key: K, field: ImportField): CareerCells[K] =>
    touched(field) ? read[key] : stored[key];
  return {
    officialCode: stored.officialCode,
    name: pick('name', 'name'),
    level: pick('level', 'level'),
    schoolName: read.schoolName === '' ? stored.schoolName : pick('schoolName', 'school'),
    campus: pick('campus', 'campus'),
    shift: pick('shift', 'shift'),
    code: pick('code', 'code'),
  };
}

function planRow(row: ImportRow, known: Known, firstLine: Map<string, number>): PlannedRow {
  const { cells: read, errors } = readCareer(row.source, row.name);
  const stored = known.careers.get(read.officialCode);
  const named = known.schools.get(plainText(row.source.school ?? ''))?.name;
  const fromFile = { ...read, schoolName: named ?? (read.schoolName || (known.chosen?.name ?? '')) };
  const cells = stored ? merge(stored, { ...fromFile, schoolName: named ?? read.schoolName }, row) : fromFile;
  const first = firstLine.get(read.officialCode);
  if (first !== undefined && read.officialCode)
    errors.push({ field: 'officialCode', message: `El código se repite: ya está en la fila ${first}.` });
  else firstLine.set(read.officialCode, row.line);
  if (cells.schoolName === '')
    errors.push({ field: 'school', message: 'Falta la escuela: elige una para el archivo.' });
  const [now, then] = [shown(cells), stored && shown({ ...stored })];
  const changes = then
    ? IMPORT_FIELDS.filter(({ key }) => now[key] !== then[key]).map(({ key }) => ({
        field: key,
        from: then[key],
      }))
    : [];
  return {
    line: row.line,
    source: row.source,
    result: resultOf(errors, stored, changes.length),
    values: { ...now, shift: now.shift || null },
    changes,
    errors,
    stored,
    cells,
    schoolId: schoolIdOf(cells.schoolName, stored, known),
    nextSource: { ...stored?.source, ...row.source },
  };
}

function resultOf(errors: CellError[], stored: StoredCareer | undefined, changes: number) {
  if (errors.length > 0) return 'wrong';
  if (!stored) return 'new';
  return changes > 0 ? 'changed' : 'unchanged';
}

function schoolIdOf(name: string, stored: StoredCareer | undefined, known: Known): string | null {
  if (stored && name === stored.schoolName) return stored.schoolId;
  if (known.chosen?.name === name) return known.chosen.id;
  return known.schools.get(plainText(name))?.id ?? null;
}

/** What an import would do now. The same function judges the preview and the import itself. */
export async function planImport(
  db: Database,
  rows: readonly ImportRow[],
  schoolId: string | null,
): Promise<Plan> {
  const known = await readKnown(db, rows, schoolId);
  const firstLine = new Map<string, number>();
  const planned = rows.map(row => planRow(row, known, firstLine));
  const counts = { new: 0, changed: 0, unchanged: 0, wrong: 0 };
  for (const { result } of planned) counts[result] += 1;
  const fresh = planned.filter(row => row.result !== 'wrong' && row.schoolId === null);
  const newSchools = [
    ...new Map(fresh.map(r => [plainText(r.cells.schoolName), r.cells.schoolName])).values(),
  ];
  // Names typed in the preview are the reader's own; everything else must still be as it was shown.
  const seen = planned.map(r => [r.line, r.source, r.stored?.id, r.stored?.updatedAt, r.schoolId]);
  const hash = createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
  return { rows: planned, counts, newSchools: newSchools.sort((a, b) => a.localeCompare(b, 'es')), hash };
}

/** The header is the first of ten rows in which two columns are recognised: some files begin with a title. */
function headerOf(sheet: readonly SheetRow[]): number {
  const at = sheet.slice(0, 10).findIndex(row => Object.keys(recognise(row.cells)).length >= 2);
  return Math.max(at, 0);
}

function mappingFrom(columns: string, count: number): Mapping {
  const chosen = columns.split(',');
  const mapping: Mapping = {};
  IMPORT_FIELDS.forEach(({ key }, index) => {
    const at = chosen[index];
    if (at && Number(at) < count) mapping[key] = Number(at);
  });
  return mapping;
}

export async function previewImport(
  db: Database,
  sheet: readonly SheetRow[],
  { columns, school }: { columns?: string | undefined; school?: string | undefined },
): Promise<OutputOf<typeof previewCareerImport>> {
  const header = headerOf(sheet);
  const titles = sheet[header]?.cells ?? [];
  const body = sheet.slice(header + 1);
  if (body.length === 0) throw invalid('file', 'El archivo no tiene filas debajo de los títulos.');
  if (body.length > MOST_IMPORT_ROWS)
    throw new AppError('invalid', undefined, {
      errors: [{ path: 'file', message: 'El archivo tiene más de 5.000 filas: divídelo en partes.' }],
    });
  const mapping = columns === undefined ? recognise(titles) : mappingFrom(columns, titles.length);
  const missing = IMPORT_FIELDS.filter(f => f.required && mapping[f.key] === undefined).map(f => f.key);
  const used = Object.entries(mapping) as [ImportField, number][];
  const rows = body.map(({ line, cells }) => ({
    line,
    source: Object.fromEntries(used.map(([key, at]) => [key, (cells[at] ?? '').slice(0, 2000)])) as Source,
  }));
  const plan = await planImport(db, missing.length > 0 ? [] : rows, school ?? null);
  return {
    ...plan,
    columns: titles.map((title, at) => ({
      title: title || `Columna ${at + 1}`,
      sample: body.find(row => row.cells[at])?.cells[at] ?? '',
    })),
    mapping,
    missing,
  };
}
