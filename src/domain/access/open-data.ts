import type { SectionSlug } from '../sections/index.ts';

/** Sections and fields that only who `mayReadPrivate` gets: money, files, and data of named outsiders. */
const PRIVATE: Partial<Record<SectionSlug, 'all' | readonly string[]>> = {
  budget: 'all',
  fund: 'all',
  contract: 'all',
  attachments: 'all',
  questions: 'all',
  partners: ['contactName', 'contactEmail', 'contactPhone', 'letterFileId'],
  team: ['name', 'email', 'organisation'],
  venture: ['founders', 'moneyRaised'],
  plan: ['responsible'],
};

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

/** What anybody of the university reads of a section; `null` when nothing. */
export function openData(section: SectionSlug, data: Data): Data | null {
  const fields = PRIVATE[section];
  if (fields === 'all') return null;
  return fields ? without(data, fields) : data;
}
