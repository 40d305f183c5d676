import { plain } from '../text/plain.ts';
import { attendanceFields, cleanIdentifier, type IdentifierKind } from './attendance.ts';
import type { AttendanceGroup } from './people.ts';

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
  /** Lines that name nobody: empty ones, titles, headings. */
  readonly skipped: number;
}

type Role = 'name' | 'rut' | 'foreign' | 'email' | 'identifier' | 'group' | 'guardian' | 'ignored';

/** Words that head a column; the first that a heading begins with, without accents and signs. */
const HEADINGS: readonly (readonly [Role, RegExp])[] = [
  ['guardian', /^(apoderado|autoriza|adulto responsable|tutor)/],
  ['name', /^(nombre|apellido|primer apellido|segundo apellido|participante|asistente)/],
  ['rut', /^(rut|run|cedula)\b/],
  ['foreign', /^(pasaporte|documento extranjero|dni)\b/],
  ['email', /^(correo|e mail|email|mail)\b/],
  ['identifier', /^(documento|identificacion|identificador)/],
  ['group', /^(grupo|estamento|tipo de participante|perfil)/],
  ['ignored', /^(n|no|nro|numero|#|firma|telefono|celular|fono|fecha|hora|tipo)$/],
];
const bare = (cell: string) =>
  plain(cell)
    .replaceAll(/[^a-z0-9#]+/g, ' ')
    .trim();
const roleOf = (cell: string): Role | undefined => HEADINGS.find(([, words]) => words.test(bare(cell)))?.[0];

const GROUP_WORDS: readonly (readonly [AttendanceGroup, RegExp])[] = [
  ['students', /^(estudiante|alumn[oa]|pregrado|postgrado)/],
  ['academics', /^(academic[oa]|docente|profesor)/],
  ['staff', /^(funcionari[oa]|administrativ[oa])/],
  ['alumni', /^(titulad[oa]|egresad[oa]|exalumn[oa]|ex alumn[oa])/],
  ['external', /^(comunidad|extern[oa]|vecin[oa]|publico|otro)/],
];
const groupOf = (cell: string): AttendanceGroup | undefined =>
  GROUP_WORDS.find(([, words]) => words.test(bare(cell)))?.[0];

/** Written like a RUT, whatever its check digit. */
const isRut = (cell: string) => /^\d{1,3}(\.?\d{3}){1,2}\s*[-–]?\s*[\dkK]$/.test(cell);
const isMail = (cell: string) => /^\S+@\S+$/.test(cell);

function identify(cell: string): Pick<WrittenPerson, 'identifierKind' | 'identifier'> {
  if (cell === '') return { identifierKind: 'none', identifier: '' };
  const identifierKind = isMail(cell) ? 'email' : isRut(cell) ? 'rut' : 'foreign';
  return { identifierKind, identifier: cell };
}

interface Parts {
  readonly names: string[];
  rut: string;
  foreign: string;
  email: string;
  group: string;
  guardian: string;
}

function sortInto(parts: Parts, role: Role, cell: string): void {
  if (role === 'ignored' || cell === '') return;
  if (role === 'name') parts.names.push(cell);
  else if (role === 'identifier') {
    const { identifierKind } = identify(cell);
    if (identifierKind === 'email') parts.email ||= cell;
    else if (identifierKind === 'rut') parts.rut ||= cell;
    else parts.foreign ||= cell;
  } else parts[role] ||= cell;
}

/** Without headings a cell says by itself what it is. */
function guess(cell: string): Role {
  if (isMail(cell)) return 'email';
  if (isRut(cell)) return 'rut';
  if (/^\d{1,4}[.)]?$/.test(cell)) return 'ignored';
  return groupOf(cell) && cell.split(/\s+/).length === 1 ? 'group' : 'name';
}

function personOf(
  cells: readonly string[],
  roles: readonly Role[] | null,
  group: AttendanceGroup,
): WrittenPerson {
  const parts: Parts = { names: [], rut: '', foreign: '', email: '', group: '', guardian: '' };
  cells.forEach((cell, n) => {
    sortInto(parts, roles ? (roles[n] ?? 'ignored') : guess(cell), cell);
  });
  const { rut, foreign, email } = parts;
  // A RUT tells people apart best; what stands below its heading is meant as one.
  const identified = rut
    ? { identifierKind: 'rut' as const, identifier: rut }
    : foreign
      ? { identifierKind: 'foreign' as const, identifier: foreign }
      : identify(email);
  return {
    ...identified,
    name: parts.names.join(' '),
    group: groupOf(parts.group) ?? group,
    guardian: parts.guardian,
  };
}

const trimmed = (cells: readonly string[]) => cells.map(cell => cell.replaceAll(/\s+/g, ' ').trim());
const isEmpty = (cells: readonly string[]) => cells.every(cell => cell === '');

/** Rows at the top among which headings are looked for. */
const TOP = 15;

const isHeading = (cells: readonly string[]): boolean => {
  const written = cells.filter(cell => cell !== '');
  const known = written.filter(roleOf).length;
  return known > 0 && known * 2 >= written.length && written.every(cell => !isRut(cell) && !isMail(cell));
};

/**
 * A list as it was pasted or read from a file, in cells: who is on it. Columns are told by their headings, else by what
 * is in them; columns of names are joined. `group` is of whom no group is written.
 */
export function recogniseList(table: readonly (readonly string[])[], group: AttendanceGroup): RecognisedList {
  const lines = table.map(trimmed);
  const head = lines.slice(0, TOP).findIndex(isHeading);
  const roles = head < 0 ? null : (lines[head] ?? []).map(cell => roleOf(cell) ?? 'ignored');
  const heading = head < 0 ? null : JSON.stringify(lines[head]);
  const rows = lines.flatMap((cells, n): WrittenRow[] =>
    n <= head || isEmpty(cells) || JSON.stringify(cells) === heading
      ? []
      : [{ ...personOf(cells, roles, group), line: n + 1 }],
  );
  return { rows, skipped: lines.length - rows.length };
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
