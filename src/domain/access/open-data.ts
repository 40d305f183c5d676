import { type FieldType, keyOf, type SectionField } from '../sections/field.ts';
import { SECTION_SLUGS, type SectionSlug, sectionOf } from '../sections/index.ts';
import { withActuals } from '../sections/indicator-values.ts';
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

/** What a section is read with besides what is stored of it. */
interface Beside {
  readonly amountAsked: number | null;
  /** What measurements came to; null before there is anything to measure. */
  readonly measured: Readonly<Record<string, { readonly value: number | null }>> | null;
  /** The reader `mayReadPrivate`. */
  readonly readsAll: boolean;
}

/** A section of a project as its reader gets it; one never saved is empty. Null where nothing of it is told. */
export function readSection(
  slug: SectionSlug,
  stored: Data | undefined,
  { amountAsked, measured, readsAll }: Beside,
): Data | null {
  // A document stored before a field existed lacks that field.
  const whole = {
    ...sectionOf(slug).empty,
    ...stored,
    ...(slug === 'fund' && { amountRequested: amountAsked }),
    ...(slug === 'indicators' && stored && withActuals(stored, measured ?? {})),
  };
  return readsAll ? whole : openData(slug, whole);
}
