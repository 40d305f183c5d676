import { catalogueName } from '../catalogues/catalogue.ts';
import { readableName } from '../text/names.ts';
import {
  by,
  type ImportField,
  type ImportKind,
  type NewUnit,
  type NewUnitKind,
  partsOf,
  plainText,
  type Reference,
} from './field.ts';
import type { Known, Named } from './known.ts';
import { idsOf, namedBefore } from './merged.ts';
import { isSeveral } from './recognition.ts';
import { readTeam, teamText } from './team.ts';
import { wordKey } from './texts.ts';
import { ambiguousList, nearWords, sayOtherKind, WORDS } from './words.ts';

export interface Cell {
  value: string;
  ids: readonly string[];
  /** What is made first, because the cell names it. */
  newUnits?: readonly NewUnit[];
  idle?: boolean;
}
/** What is wrong; `text` where another word may stand for it. */
interface Refusal {
  error: string;
  text?: string;
}
export type Outcome = Cell | Refusal;

/** What a cell is read against. */
export interface Asking {
  readonly kind: ImportKind;
  readonly field: ImportField;
  readonly known: Known;
  readonly before: readonly string[];
  readonly within: string;
  /** Faculty that the row names for a school that is new. */
  readonly faculty: string;
}

/** What is made where a cell names one that nobody has. */
export const UNIT_KINDS: Partial<Record<Reference, NewUnitKind>> = {
  school: 'school',
  faculty: 'faculty',
  organisations: 'organisation',
};
const OTHER_UNIT: Partial<Record<Reference, Reference>> = { school: 'faculty', faculty: 'school' };
/** A RUT or a code: what has such a thing is named by it, not called so. */
const CODE = /^\d[\d.]*-?[\dkK]$|^[A-ZÑ]{1,4}$|^\S*\d\S*$/;

const isMeant = ({ field, known }: Asking, text: string): boolean => {
  const word = known.words?.get(wordKey(field))?.get(plainText(text));
  return word !== undefined && plainText(word) === plainText(text);
};

/** What nobody is called yet is made, unless something is called much like it and nobody said that it is another. */
function makeUnit(asking: Asking, reference: Reference, text: string): NewUnit | Refusal | undefined {
  const { kind, known, faculty } = asking;
  const unit = UNIT_KINDS[reference];
  const other = OTHER_UNIT[reference];
  if (other && known.find(other, text).length > 0) return { error: sayOtherKind(other, text), text };
  if (!unit || !kind.creates?.includes(unit) || CODE.test(text)) return undefined;
  const near = isMeant(asking, text) ? undefined : known.near?.(reference, text);
  if (near !== undefined) return { error: nearWords(WORDS[reference].none(text, ''), near), text };
  const name = by(catalogueName, readableName)(text);
  if ('error' in name) return { error: name.error, text };
  return { kind: unit, name: name.value, ...(unit === 'school' && faculty && { faculty }) };
}

function oneOf(asking: Asking, text: string): Named | NewUnit | Refusal {
  const { field, known, before, within } = asking;
  const reference = field.reference ?? 'school';
  const { none, several } = WORDS[reference];
  const found = known.find(reference, text, within);
  const [first] = found;
  if (!first) return makeUnit(asking, reference, text) ?? { error: none(text, within), text };
  if (found.length > 1)
    return { error: several?.(text) ?? `Hay más de una coincidencia con «${text}»: usa su código.`, text };
  if (first.active || field.past || namedBefore(first, before).length > 0) return first;
  return reference === 'people' || reference === 'person'
    ? { error: WORDS.people.none(text, within), text }
    : { error: `«${first.name}» está inactiva.`, text };
}

const isFound = (one: Named | NewUnit): one is Named => 'id' in one;
const isNew = (one: Named | NewUnit): one is NewUnit => !isFound(one);

/** What may part names besides a semicolon, by what is named: names of organisations hold some of it themselves. */
const SIGNS: Partial<Record<Reference, RegExp>> = { organisations: /,| y /u, comunas: /,|\/| y /u };

/** The names in a part of a cell: one that holds a sign of lists itself is tried whole first. */
function piecesOf(part: string, asking: Asking): string[] | Refusal {
  const { field, known, within } = asking;
  const reference = field.reference ?? 'careers';
  const isKnown = (text: string) => known.find(reference, text, within).length > 0;
  const isOrganisation = reference === 'organisations';
  const sign = SIGNS[reference] ?? /,/;
  if (!sign.test(part) || isKnown(part) || isMeant(asking, part)) return [part];
  const pieces = part.split(sign).map(piece => piece.trim());
  if (!isOrganisation || pieces.some(isKnown)) return pieces;
  return part.includes(',') ? { error: ambiguousList(part), text: part } : [part];
}

/** People are parted by any sign where each has a mail, by a semicolon where they are named. */
const peopleIn = (raw: string): string[] => {
  const parts = raw.split(/[;|,\s]+/).filter(Boolean);
  return parts.every(part => part.includes('@')) ? parts : partsOf(raw);
};

/** Several names in a cell. */
function severalOf(raw: string, asking: Asking): Outcome {
  const isPeople = asking.field.reference === 'people';
  const found: (Named | NewUnit)[] = [];
  for (const part of isPeople ? peopleIn(raw) : partsOf(raw.replaceAll(' / ', ';'))) {
    const pieces = isPeople ? [part] : piecesOf(part, asking);
    if ('error' in pieces) return pieces;
    for (const piece of pieces) {
      const one = oneOf(asking, piece);
      if ('error' in one) return one;
      found.push(one);
    }
  }
  const named = [...new Map(found.filter(isFound).map(one => [one.id, one])).values()];
  const fresh = [...new Map(found.filter(isNew).map(one => [plainText(one.name), one])).values()];
  return {
    ids: named.flatMap(one => idsOf(one, asking.before)).sort(),
    value: [...named, ...fresh]
      .map(one => one.name)
      .sort((a, b) => a.localeCompare(b, 'es'))
      .join(', '),
    ...(fresh.length > 0 && { newUnits: fresh }),
  };
}

function unitOf(value: string, asking: Asking): Outcome {
  const { field, known } = asking;
  if (value === '') return { value: '', ids: [] };
  // Somebody of a faculty's own office belongs to no school.
  if (field.column === 'home_school_id' && known.find('school', value).length === 0)
    if (known.find('faculty', value).length > 0) return { value: '', ids: [] };
  const one = oneOf(asking, value);
  if ('error' in one) return one;
  if (isFound(one)) return { value: one.name, ids: [one.id], idle: !one.active };
  return { value: one.name, ids: [], newUnits: [one] };
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

/** A cell with what it names. */
export function readCell(raw: string, asking: Asking): Outcome {
  const { field, known } = asking;
  const reading = field.read(raw);
  if ('error' in reading) return { error: reading.error, ...(field.words && raw !== '' && { text: raw }) };
  const { value } = reading;
  if (!field.reference) return { value, ids: [] };
  if (field.reference === 'team') return teamOf(value, known);
  // A school is looked for as the file has it: it may be a code.
  return isSeveral(field) ? severalOf(value, asking) : unitOf(value === '' ? '' : raw, asking);
}
