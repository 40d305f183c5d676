import { invitee } from './waves.ts';

/** Somebody as they were written; what is wrong stays until it is mended. */
export interface WrittenInvitee {
  /** Of the pasted ones, from 1: names the row while it is mended. */
  readonly line: number;
  readonly name: string;
  readonly email: string;
}

/** What is wrong with a row, at its field. */
export type InviteeErrors = Partial<Record<'name' | 'email', string>>;

const NO_SIGNS = 'Escribe el nombre sin los signos < y >.';

/** `Nombre <correo>` as mail programs write it, and several of them in one line. */
const ADDRESSED = /^([^<>]*)<\s*(?:mailto:)?([^<>\s]*@[^<>\s]*)\s*>$/i;
const AFTER_ADDRESS = /(?<=@[^<>]*>)\s*[;,\t]\s*/;
/** What a spreadsheet has beside a name: numbers of rows, RUT, telephones. */
const NUMBERS = /^[\d.\-+() kK]+$/;
/** How the columns of a list may be called. */
const HEADINGS = /(^|[^\p{L}])(correos?|e-?mails?|mail)([^\p{L}]|$)/iu;

const unquoted = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^'(.*)'$/, '$1')
    .trim();
const addressOf = (cell: string): string => cell.replace(/^<|>$/g, '').replace(/^mailto:/i, '');
const isAddress = (cell: string): boolean => /^\S+@\S+$/.test(cell);

type Person = Pick<WrittenInvitee, 'name' | 'email'>;
/** Who left no name is called by their address. */
const person = (name: string, email: string): Person => ({ name: name || email, email });

/** The name stands before the address, else behind it. */
function personOf(cells: readonly string[], between: string): Person {
  const at = cells.findIndex(isAddress);
  const namely = (some: readonly string[]) => some.filter(cell => cell !== '' && !NUMBERS.test(cell));
  const before = namely(cells.slice(0, at)).join(between);
  return person(before || (namely(cells.slice(at + 1))[0] ?? ''), addressOf(cells[at] ?? ''));
}

function peopleOf(line: string): Person[] {
  const [, name, email] = ADDRESSED.exec(line) ?? [];
  if (email !== undefined) return [person(unquoted((name ?? '').replace(/[\s;,]+$/, '')), email)];
  const several = line.split(AFTER_ADDRESS).filter(part => part !== '');
  if (several.length > 1 && several.every(part => ADDRESSED.test(part))) return several.flatMap(peopleOf);
  const divider = ['\t', ';', ','].find(sign => line.includes(sign));
  const cells = divider ? line.split(divider).map(unquoted) : line.split(/\s+/);
  const addresses = cells.filter(isAddress).map(addressOf);
  // A list of addresses alone; of two beside a name the first is meant.
  if (addresses.length > 1 && cells.every(cell => cell === '' || isAddress(cell)))
    return addresses.map(each => person('', each));
  if (addresses.length === 0) {
    // A name, and what was meant as an address: mended where it stands.
    const [name = '', email = '', ...more] = cells;
    return divider !== ',' && divider && more.length === 0 && !NUMBERS.test(email)
      ? [{ name, email }]
      : [{ name: unquoted(line.replaceAll('\t', ' ')), email: '' }];
  }
  return [personOf(cells, divider === ',' ? ', ' : ' ')];
}

/**
 * People out of a pasted text, in its order: «Nombre; correo», «Nombre <correo>», an address alone, or columns of a
 * spreadsheet, with their headings or without. Lines that are none of these become rows to be mended.
 */
export function readPastedInvitees(text: string): WrittenInvitee[] {
  const lines = text
    .replaceAll('\ufeff', '')
    .split(/\r\n|\r|\n/)
    .map(line => line.trim())
    .filter(line => /[^\s;,"]/.test(line));
  const [first = ''] = lines;
  const isHeading = !first.includes('@') && HEADINGS.test(first);
  return lines
    .slice(isHeading ? 1 : 0)
    .flatMap(peopleOf)
    .map((each, n) => ({ line: n + 1, ...each }));
}

/** The same as a text that is read back alike. */
export const writeInvitees = (rows: readonly WrittenInvitee[]): string =>
  rows.map(({ name, email }) => (email === '' || name === email ? name : `${name}\t${email}`)).join('\n');

/** What keeps somebody from being added, in words; nothing where all is well. */
export function inviteeErrors({ name, email }: Person): InviteeErrors {
  const errors: InviteeErrors = {};
  for (const { path, message } of invitee.safeParse({ name, email }).error?.issues ?? []) {
    const [field] = path;
    if (field === 'name' || field === 'email') errors[field] ??= message;
  }
  if (/[<>]/.test(name)) errors.name ??= NO_SIGNS;
  return errors;
}

/** Rows whose address stands further up already: one address is asked once. */
export function repeatedInvitees(rows: readonly WrittenInvitee[]): ReadonlySet<number> {
  const known = new Set<string>();
  const repeated = new Set<number>();
  for (const { line, email } of rows) {
    const address = email.trim().toLowerCase();
    if (address !== '' && known.has(address)) repeated.add(line);
    known.add(address);
  }
  return repeated;
}
