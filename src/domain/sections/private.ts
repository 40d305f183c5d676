import type { SectionSlug } from './index.ts';

/** Sections that a reader without `read_private` does not get at all: money and files. */
const WITHHELD: readonly SectionSlug[] = ['budget', 'fund', 'contract', 'attachments', 'questions'];

/** Personal data inside lists of the other sections. */
const PERSONAL: Partial<Record<SectionSlug, { list: string; keys: readonly string[] }>> = {
  partners: { list: 'partners', keys: ['contactName', 'contactEmail', 'contactPhone', 'letterFileId'] },
  team: { list: 'members', keys: ['email', 'hoursPerWeek'] },
  venture: { list: 'founders', keys: ['email'] },
};

type Entry = Readonly<Record<string, unknown>>;

/** A section for a reader without `read_private`; `null` when nothing of it is theirs to see. */
export function withoutPrivate(slug: SectionSlug, data: Entry): Entry | null {
  if (WITHHELD.includes(slug)) return null;
  const personal = PERSONAL[slug];
  const entries = personal && data[personal.list];
  if (!personal || !Array.isArray(entries)) return data;
  const kept = (entry: Entry) =>
    Object.fromEntries(Object.entries(entry).filter(([key]) => !personal.keys.includes(key)));
  return { ...data, [personal.list]: (entries as Entry[]).map(kept) };
}
