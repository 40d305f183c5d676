import { type FieldType, keyOf, type SectionField } from '../sections/field.ts';
import { SECTION_SLUGS, type SectionSlug, sectionOf } from '../sections/index.ts';
import { NAMED } from './blindness.ts';

/** Sections and fields that only who `mayReadPrivate` gets: money, files, and data of named outsiders. */
const PRIVATE: Partial<Record<SectionSlug, 'all' | readonly string[]>> = {
  ...NAMED,
  budget: 'all',
  fund: 'all',
  contract: 'all',
  attachments: 'all',
  questions: 'all',
};
/** Private wherever they stand. */
const PRIVATE_TYPES: readonly FieldType[] = ['email', 'money', 'file'];
/** Of those types, and no secret. */
const OPEN: Partial<Record<SectionSlug, readonly string[]>> = { event: ['price'] };

const privateOnes = (section: SectionSlug, fields: readonly SectionField[]): string[] =>
  fields.flatMap(f => [
    ...(PRIVATE_TYPES.includes(f.type) && !OPEN[section]?.includes(keyOf(f)) ? [keyOf(f)] : []),
    ...privateOnes(section, f.fields ?? []),
  ]);

type Data = Readonly<Record<string, unknown>>;

const without = (data: Data, fields: readonly string[]): Data =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([key]) => !fields.includes(key))
      .map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map(v => (isData(v) ? without(v, fields) : v)) : value,
      ]),
  );
const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null;

function closedIn(section: SectionSlug): 'all' | readonly string[] {
  const told = PRIVATE[section] ?? [];
  return told === 'all' ? told : [...told, ...privateOnes(section, sectionOf(section).fields)];
}
/** Worked out once: every reading of a project asks. */
const CLOSED = new Map(SECTION_SLUGS.map(section => [section, closedIn(section)]));

/** What anybody of the university reads of a section; `null` when nothing. */
export function openData(section: SectionSlug, data: Data): Data | null {
  const closed = CLOSED.get(section) ?? 'all';
  if (closed === 'all') return null;
  return closed.length > 0 ? without(data, closed) : data;
}
