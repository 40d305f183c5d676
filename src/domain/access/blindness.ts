import type { KindDefinition } from '../kinds/definition.ts';
import type { FieldType, SectionField } from '../sections/field.ts';
import { keyOf } from '../sections/field.ts';
import type { SectionSlug } from '../sections/index.ts';

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
/** Texts that name people or lead to them; a list stands for all of its fields. */
export const NAMED: Partial<Record<SectionSlug, readonly string[]>> = {
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
