import { endOf, type Folded, fold } from './fold.ts';
import { addressesIn, addressesOf } from './mails.ts';
import { mentionsIn, rosterOf } from './mentions.ts';
import { type Person, personOf } from './people.ts';
import type { Span } from './starts.ts';
import { unitsIn, unitsOf } from './units.ts';

/** Who and what must not be recognised in a text. */
export interface Secrets {
  readonly people: readonly string[];
  readonly mails: readonly string[];
  readonly units: readonly string[];
}

const MARKS = { mail: '[correo oculto]', person: '[nombre oculto]', unit: '[unidad oculta]' } as const;
interface Place extends Span {
  readonly mark: string;
}

/** Places that touch are one, of the sort that comes first. */
function mergePlaces(sorts: readonly (readonly Place[])[]): Place[] {
  const kept: Place[] = [];
  const rankOf = (p: Place) => Object.values<string>(MARKS).indexOf(p.mark);
  for (const place of sorts.flat().sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1);
    if (!last || place.from >= last.to) kept.push(place);
    else {
      const { mark } = rankOf(place) < rankOf(last) ? place : last;
      kept[kept.length - 1] = { ...last, to: Math.max(last.to, place.to), mark };
    }
  }
  return kept;
}

/** Where a text names these people, mails and units, in whatever way they are written. */
function seeker(secrets: Secrets): (folded: Folded) => Place[] {
  const people = secrets.people.map(personOf).filter((p): p is Person => p !== null);
  const roster = rosterOf(people);
  const units = unitsOf(secrets.units);
  const addresses = addressesOf(people, secrets.mails);
  return folded => {
    const named = mentionsIn(folded, roster);
    const { mails, handles } = addressesIn(folded, addresses, named);
    const inUnits = unitsIn(folded, units);
    // Most texts are short and name nobody.
    if (named.length + mails.length + handles.length + inUnits.length === 0) return [];
    const as = (mark: string, spans: readonly Span[]) => spans.map(span => ({ ...span, mark }));
    return mergePlaces([
      as(MARKS.mail, mails),
      as(MARKS.person, [...named, ...handles]),
      as(MARKS.unit, inUnits),
    ]);
  };
}

/** Puts a mark in the place of every name, mail and unit; nothing else of the text changes. */
export function hider(secrets: Secrets): (text: string) => string {
  const seek = seeker(secrets);
  return given => {
    const folded = fold(given);
    const { text, at } = folded;
    let shown = '';
    let from = 0;
    for (const place of seek(folded)) {
      shown += text.slice(from, at[place.from]) + place.mark;
      from = endOf(folded, place.to);
    }
    return shown + text.slice(from);
  };
}

/** A quotation somebody can read: without what is not seen, words of two lines on one, long gaps shortened. */
const readable = (text: string) =>
  text
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/(?<=\p{L})\p{Pd}\s*\n\s*(?=\p{L})/gu, '')
    .replace(/[^\p{L}\p{N}]{4,}/gu, ' … ')
    .replace(/\s+/g, ' ')
    .trim();

/** What of the people, mails and units a text names, as it is written there. */
export function finder(secrets: Secrets): (text: string) => string[] {
  const seek = seeker(secrets);
  return given => {
    const folded = fold(given);
    const { text, at } = folded;
    const found = seek(folded).map(({ shown, to }) => readable(text.slice(at[shown], endOf(folded, to))));
    return [...new Set(found)];
  };
}
