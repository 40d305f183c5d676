import type { KindDefinition } from './kinds/definition.ts';
import type { FieldType, SectionField } from './sections/field.ts';
import { keyOf } from './sections/field.ts';
import type { SectionSlug } from './sections/index.ts';

/** Fields that name people, units or files, or lead to them. */
const NAMING: readonly FieldType[] = [
  'person',
  'school',
  'careers',
  'offering',
  'project',
  'email',
  'link',
  'file',
];
const NAMED: Partial<Record<SectionSlug, readonly string[]>> = {
  partners: ['contactName', 'contactEmail', 'contactPhone'],
  team: ['name', 'email', 'organisation'],
  venture: ['founders'],
  plan: ['responsible'],
};

/** What a blind reviewer sees of a section's fields: those that name nobody. */
export const blindFields = (slug: SectionSlug, fields: readonly SectionField[]): SectionField[] =>
  fields
    .filter(f => !NAMING.includes(f.type) && !NAMED[slug]?.includes(keyOf(f)))
    .map(f => (f.fields ? { ...f, fields: blindFields(slug, f.fields) } : f));

type Data = Readonly<Record<string, unknown>>;
const entries = (value: unknown) => (Array.isArray(value) ? (value as Data[]) : []);

/** The team without its people: how many, as what, how long. */
export const blindTeam = (data: Data): Data => ({
  members: entries(data.members).map((member, n) => ({
    ...member,
    userId: null,
    name: `Integrante ${n + 1}`,
    email: '',
    organisation: '',
  })),
});

/** Document types that a blind reviewer may open. */
export const anonymousTypes = (documents: KindDefinition['documents']): string[] =>
  documents.filter(d => d.anonymous).map(d => d.type);

/** Who and what must not be recognised in a text. */
export interface Secrets {
  readonly people: readonly string[];
  readonly mails: readonly string[];
  readonly units: readonly string[];
}

const LETTERS: Readonly<Record<string, string>> = {
  a: 'aáàäâ',
  e: 'eéèëê',
  i: 'iíìïî',
  o: 'oóòöô',
  u: 'uúùüû',
  n: 'nñ',
};
const loose = (phrase: string) =>
  phrase
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map(word =>
      [...word]
        .map(c => (LETTERS[c] ? `[${LETTERS[c]}]` : c.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')))
        .join(''),
    )
    .join('\\s+');

/** A name, and any two words of it that stand together: people rarely write all of it. */
function phrasesOf(name: string): string[] {
  const words = name.trim().split(/\s+/).filter(Boolean);
  if (words.length < 2) return words;
  const pairs = words.slice(1).map((word, n) => [words[n] ?? '', word]);
  // `de la` is in half of all sentences.
  const telling = pairs.filter(pair => pair.every(word => word.length > 3)).map(pair => pair.join(' '));
  return [words.join(' '), `${words[0]} ${words.at(-1)}`, ...telling];
}

const matcher = (phrases: readonly string[]): RegExp | null => {
  const found = [...new Set(phrases.filter(p => p.trim().length > 3))].sort((a, b) => b.length - a.length);
  return found.length === 0
    ? null
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${found.map(loose).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
};

/** Puts a mark in the place of every name, mail and unit, whatever the accents and capitals. */
export function hider(secrets: Secrets): (text: string) => string {
  const rules = [
    [matcher(secrets.mails), '[correo oculto]'],
    [matcher(secrets.people.flatMap(phrasesOf)), '[nombre oculto]'],
    [matcher(secrets.units), '[unidad oculta]'],
  ] as const;
  return text =>
    rules.reduce((rest, [pattern, mark]) => (pattern ? rest.replace(pattern, mark) : rest), text.normalize());
}

/** What of the people, mails and units a text names, as it is written there. */
export function finder({ people, mails, units }: Secrets): (text: string) => string[] {
  const patterns = [matcher(mails), matcher(people.flatMap(phrasesOf)), matcher(units)];
  return text => [
    ...new Set(patterns.flatMap(pattern => (pattern ? (text.normalize().match(pattern) ?? []) : []))),
  ];
}

/** Every text of these fields in a section. */
export const textsOf = (fields: readonly SectionField[], data: Data): string[] =>
  fields.flatMap(f => {
    const value = data[keyOf(f)];
    if (f.fields) return entries(value).flatMap(entry => textsOf(f.fields ?? [], entry));
    return stringsIn(value);
  });

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** Every text in a value, changed; what is no text stays. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map(v => mapTexts(v, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, mapTexts(v, change)])) as T;
}
