import { readableName } from '../text/names.ts';
import { plain } from '../text/plain.ts';
import { attendanceFields } from './attendance.ts';
import { cleanIdentifier, type IdentifierKind } from './identifiers.ts';
import { ATTENDANCE_GROUPS, type AttendanceGroup } from './people.ts';

/** Somebody as they were written; what is wrong stays until it is mended. */
export interface WrittenPerson {
  readonly name: string;
  readonly identifierKind: IdentifierKind;
  readonly identifier: string;
  readonly group: AttendanceGroup;
  readonly guardian: string;
}

export interface WrittenRow extends WrittenPerson {
  /** Where it stood, from 1. */
  readonly line: number;
}

export interface RecognisedList {
  readonly rows: readonly WrittenRow[];
  /** Lines that name nobody; together with the rows they are all lines. */
  readonly titles: number;
  readonly headings: number;
  readonly empty: number;
}

type Role = 'name' | 'rut' | 'digit' | 'foreign' | 'email' | 'identifier' | 'group' | 'guardian' | 'ignored';

/** How headings of a column begin, without accents and signs; the first that fits. */
const HEADINGS: readonly (readonly [Role, RegExp])[] = [
  ['ignored', /^(rut|run|cedula|correo|e mail|email|fono|telefono|celular|firma)\b.*\b(apoderad|tutor)/],
  ['guardian', /\b(apoderad[oa]|adulto responsable|tutora?)\b|^autoriza/],
  [
    'ignored',
    /^nombre .*\b(organizacion|institucion|empresa|establecimiento|colegio|escuela|unidad|facultad)\b/,
  ],
  ['ignored', /^nombre .*\b(carrera|curso|actividad|taller|proyecto|comuna)\b/],
  ['name', /^(nombre|apellido|primer apellido|segundo apellido|participante|asistente)/],
  ['identifier', /^(rut|run|cedula)\b.*\b(pasaporte|dni|documento)/],
  ['rut', /^(rut|run|cedula)\b/],
  ['digit', /^(dv|digito)\b/],
  ['foreign', /^(pasaporte|documento extranjero|dni)\b/],
  ['email', /^(correo|e mail|email|mail)\b/],
  ['identifier', /^(documento|identificacion|identificador)/],
  ['group', /^(grupo|estamento|tipo$|tipo (de )?(participante|asistente|persona|publico)|perfil)/],
  [
    'ignored',
    /^(n|no|nro|numero|#|firma|telefono|celular|fono|fecha|hora|edad|sexo|genero|direccion|cargo)\b/,
  ],
  [
    'ignored',
    /^(carrera|comuna|institucion|organizacion|empresa|curso|unidad|facultad|escuela|sede|observacion)/,
  ],
];
/** All that a heading is made of, when it is nothing but one: «Rut Soto» and «Participante 3» are people. */
const HEADING_WORDS = new Set(
  `nombre nombres apellido apellidos primer segundo paterno materno participante participantes asistente asistentes
  completo completos social legal a al de del el la las los y e o u con sin rut run cedula identidad numero n no nro
  punto puntos guion dv digito verificador pasaporte documento extranjero dni identificacion identificador correo
  electronico mail email institucional personal contacto grupo estamento tipo perfil persona publico apoderado
  apoderada adulto responsable tutor tutora autoriza estudiante estudiantes alumno alumna`.split(/\s+/),
);

const bare = (cell: string) =>
  plain(cell)
    .replaceAll(/[^a-z0-9#]+/g, ' ')
    .trim();
const roleOf = (cell: string): Role | undefined => HEADINGS.find(([, words]) => words.test(bare(cell)))?.[0];

const GROUP_WORDS: readonly (readonly [AttendanceGroup, RegExp])[] = [
  ['alumni', /^(titulad[oa]|egresad[oa]|ex ?(alumn[oa]|estudiante))/],
  ['students', /^(estudiante|alumn[oa]|pregrado|postgrado)/],
  ['academics', /^(academic[oa]|docente|profesor)/],
  ['staff', /^(funcionari[oa]|administrativ[oa])/],
  ['external', /^(comunidad|extern[oa]|vecin[oa]|publico|otro)/],
];
/** By its words, or as our own files name it. */
const groupOf = (cell: string): AttendanceGroup | undefined => {
  const written = bare(cell);
  return (
    ATTENDANCE_GROUPS.find(({ value }) => value === written)?.value ??
    GROUP_WORDS.find(([, words]) => words.test(written))?.[0]
  );
};

/** Written like a RUT, whatever its check digit. */
const isRut = (cell: string) => /^\d{1,3}([.\s]?\d{3}){1,2}\s*[-–]?\s*[\dkK]$/.test(cell);
const isMail = (cell: string) => /^\S+@\S+$/.test(cell);
/** A mobile of Chile: nine digits that begin with 9, which no person's RUT does. */
const isPhone = (cell: string) => /^(\+?56\s*)?9\s*\d{4}\s*\d{4}$/.test(cell);
const hasLetter = (cell: string) => /\p{L}/u.test(cell);

function identify(cell: string): Pick<WrittenPerson, 'identifierKind' | 'identifier'> {
  if (cell === '') return { identifierKind: 'none', identifier: '' };
  const identifierKind = isMail(cell) ? 'email' : isRut(cell) ? 'rut' : 'foreign';
  return { identifierKind, identifier: cell };
}

interface Parts {
  readonly names: string[];
  rut: string;
  digit: string;
  foreign: string;
  email: string;
  group: AttendanceGroup | undefined;
  guardian: string;
}

function sortInto(parts: Parts, role: Role, cell: string): void {
  if (role === 'ignored' || cell === '') return;
  if (role === 'name') parts.names.push(cell);
  else if (role === 'group') parts.group ??= groupOf(cell);
  else if (role === 'identifier') {
    const { identifierKind } = identify(cell);
    if (identifierKind !== 'none') parts[identifierKind] ||= cell;
  } else parts[role] ||= cell;
}

/** Without headings a cell says by itself what it is. */
function guess(cell: string): Role {
  if (isMail(cell)) return 'email';
  if (isPhone(cell)) return 'ignored';
  if (isRut(cell)) return 'rut';
  if (!hasLetter(cell)) return 'ignored';
  if (groupOf(cell) && !cell.includes(' ')) return 'group';
  return /^(?=.*\d)[A-Za-z0-9.-]{4,30}$/.test(cell) ? 'foreign' : 'name';
}

/** Columns that are looked at as such; no list of people has more. */
const MOST_COLUMNS = 20;

/** Columns of nothing but groups, in several words: «Público general». Alone they name people: «Profesor Soto». */
function groupColumns(lines: readonly (readonly string[])[]): ReadonlySet<number> {
  const columns = Array.from({ length: MOST_COLUMNS }, (_, n) =>
    lines.map(cells => cells[n] ?? '').filter(Boolean),
  );
  const isGroups = columns.map(cells => cells.length > 0 && cells.every(groupOf));
  const names = columns.some((cells, n) => !isGroups[n] && cells.some(cell => guess(cell) === 'name'));
  return new Set(names ? isGroups.flatMap((is, n) => (is ? [n] : [])) : []);
}

/** A RUT tells people apart best; what stands below its heading is meant as one. */
function identifierOf({
  rut,
  digit,
  foreign,
  email,
}: Parts): Pick<WrittenPerson, 'identifierKind' | 'identifier'> {
  if (rut) {
    const identifier = digit && !/[-–]/.test(rut) ? `${rut}-${digit}` : rut;
    return { identifierKind: 'rut', identifier };
  }
  return foreign ? { identifierKind: 'foreign', identifier: foreign } : identify(email);
}

function personOf(
  cells: readonly string[],
  roleAt: (cell: string, column: number) => Role,
  group: AttendanceGroup,
): WrittenPerson {
  const parts: Parts = {
    ...{ names: [], rut: '', digit: '', foreign: '', email: '', guardian: '' },
    group: undefined,
  };
  cells.forEach((cell, n) => {
    sortInto(parts, roleAt(cell, n), cell);
  });
  return {
    ...identifierOf(parts),
    name: readableName(parts.names.join(' ')),
    group: parts.group ?? group,
    guardian: readableName(parts.guardian),
  };
}

const trimmed = (cells: readonly string[]) => cells.map(cell => cell.replaceAll(/\s+/g, ' ').trim());
const isEmpty = (cells: readonly string[]) => cells.every(cell => cell === '');
const holdsPerson = (cells: readonly string[]) => cells.some(cell => isRut(cell) || isMail(cell));

/** Rows at the top among which the first headings are looked for; what stands above them are titles. */
const TOP = 15;

const isPlainHeading = (cell: string): boolean => {
  const role = roleOf(cell);
  return (
    role !== undefined &&
    role !== 'ignored' &&
    bare(cell)
      .split(' ')
      .every(word => HEADING_WORDS.has(word))
  );
};

/** Two headings and no person; or one among others that look like some; alone it is that of names. */
function isHeading(cells: readonly string[]): boolean {
  // First, for it is quick: of thousands of lines nearly all hold a person.
  if (holdsPerson(cells)) return false;
  const written = cells.filter(cell => cell !== '');
  const headings = written.filter(isPlainHeading);
  if (headings.length === 0) return false;
  if (written.length === 1) return roleOf(written[0] ?? '') === 'name';
  return headings.length > 1 || written.filter(roleOf).length * 2 > written.length;
}

/**
 * A list as it was pasted or read from a file, in cells: who is on it. Columns are told by the headings above, else by
 * what is in them; columns of names are joined. `group` is of whom no group is written.
 */
export function recogniseList(table: readonly (readonly string[])[], group: AttendanceGroup): RecognisedList {
  const lines = table.map(trimmed);
  const head = lines.slice(0, TOP).findIndex(isHeading);
  const groups = head < 0 ? groupColumns(lines) : new Set();
  let roles: readonly Role[] | null = null;
  const rows: WrittenRow[] = [];
  const skipped = { titles: 0, headings: 0, empty: 0 };
  lines.forEach((cells, n) => {
    if (isEmpty(cells)) skipped.empty += 1;
    // Further down somebody may be called like one heading; those of another list are more.
    else if (n === head || (n > head && head >= 0 && isHeading(cells) && isAgain(cells, lines[head]))) {
      roles = cells.map(cell => roleOf(cell) ?? 'ignored');
      skipped.headings += 1;
    } else if (n < head && !holdsPerson(cells)) skipped.titles += 1;
    else {
      const known = roles;
      const roleAt = (cell: string, column: number): Role =>
        known ? (known[column] ?? 'ignored') : groups.has(column) ? 'group' : guess(cell);
      rows.push({ ...personOf(cells, roleAt, group), line: n + 1 });
    }
  });
  return { rows, ...skipped };
}

const isAgain = (cells: readonly string[], first: readonly string[] = []): boolean =>
  cells.filter(isPlainHeading).length > 1 || bare(cells.join(' ')) === bare(first.join(' '));

const HEADS = ['Nombre', 'RUT', 'Documento extranjero', 'Correo', 'Grupo', 'Autoriza'];

/** The list as it would be pasted, so that what was mended can be kept as text; empty of nobody. */
export function writeList(rows: readonly WrittenPerson[]): string {
  if (rows.length === 0) return '';
  const cell = (text: string) => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line;
  };
  const lines = rows.map(({ name, identifierKind: kind, identifier, group, guardian }) => {
    const by = (which: IdentifierKind) => (kind === which ? identifier : '');
    return [name, by('rut'), by('foreign'), by('email'), group, guardian].map(cell);
  });
  return [HEADS, ...lines].map(cells => cells.join('\t')).join('\n');
}

export type RowErrors = Partial<Record<keyof WrittenPerson, string>>;

/** What is wrong with somebody, by field; empty when nothing is. */
export function rowErrors(person: WrittenPerson): RowErrors {
  const { error } = attendanceFields.safeParse(person);
  return Object.fromEntries((error?.issues ?? []).map(issue => [String(issue.path[0]), issue.message]));
}

/** Numbers of the rows whose person stands further up already, by what identifies them. */
export function repeatedRows(rows: readonly WrittenPerson[]): ReadonlySet<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  rows.forEach(({ identifierKind, identifier }, n) => {
    const clean = cleanIdentifier(identifierKind, identifier);
    if (!clean) return;
    const key = `${identifierKind}:${clean}`;
    if (seen.has(key)) repeated.add(n);
    seen.add(key);
  });
  return repeated;
}
