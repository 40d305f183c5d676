import { bareName } from '../text/names.ts';
import { email } from '../text/rules.ts';
import { by, plainText, type Reading } from './field.ts';

/** Words by which somebody is found: no titles, no signs, in whatever order they are written. */
export const wordsOfName = (name: string): string[] => plainText(bareName(name)).split(' ').filter(Boolean);

interface Person {
  readonly id: string;
  readonly name: string;
}

/**
 * Finds people by name: those who have exactly these words in any order, else those who have all of them among others
 * (`Ana Pérez` finds Ana Pérez Soto). One word alone finds nobody.
 */
export function indexPeople<P extends Person>(people: readonly P[]): (name: string) => readonly P[] {
  const byWord = new Map<string, Set<P>>();
  const wordsOf = new Map<P, readonly string[]>();
  for (const person of people) {
    const words = wordsOfName(person.name);
    wordsOf.set(person, words);
    for (const word of words) byWord.set(word, (byWord.get(word) ?? new Set()).add(person));
  }
  return name => {
    const words = wordsOfName(name);
    if (words.length < 2) return [];
    const holders = words.map(word => byWord.get(word) ?? new Set<P>());
    const [first = new Set<P>(), ...rest] = holders.toSorted((a, b) => a.size - b.size);
    const found = [...first].filter(person => rest.every(each => each.has(person)));
    const exact = found.filter(person => wordsOf.get(person)?.length === words.length);
    return exact.length > 0 ? exact : found;
  };
}

/** An address as spreadsheets have it, in capitals, with blanks or as a link. */
export const cleanEmail = (raw: string): string =>
  raw
    .replace(/^mailto:/i, '')
    .replace(/[<>\s\u200b\u00a0;,]+/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

export const readEmail = (raw: string): Reading => by(email)(cleanEmail(raw));

/** Somebody in a cell: by mail, or by name. */
export function readPerson(raw: string): Reading {
  const text = raw.trim();
  if (text === '') return { value: '' };
  if (text.includes('@')) return readEmail(text);
  return wordsOfName(text).length < 2
    ? { error: 'Escribe su correo, o su nombre y su apellido.' }
    : { value: text };
}
