import type { SectionField } from '../sections/field.ts';
import { SECTION_SLUGS, type SectionSlug, sectionOf } from '../sections/index.ts';
import type { KindDefinition } from './definition.ts';

const name = (slug: SectionSlug, path: string) => `${slug}/${path}`;
const namesOf = (slug: SectionSlug, fields: readonly SectionField[]): string[] =>
  fields.flatMap(f => [name(slug, f.path), ...namesOf(slug, f.fields ?? [])]);

/** Every field there is, e.g. `budget/lines.*.unitCost`: what a version is published with. */
export const knownFields = (): string[] =>
  SECTION_SLUGS.flatMap(slug => namesOf(slug, sectionOf(slug).fields));

/** What earlier versions do not speak of. */
type Later = 'progressReports' | 'certificates';

/**
 * A published version as it was meant: fields that came to the program later are hidden in it, so that projects keep
 * the form they began with. The office shows them in the next version, where they stand among the hidden ones. One of
 * before progress reports or certificates asks for none and gives none.
 */
export function hideLaterFields(
  kind: Omit<KindDefinition, Later> & Partial<Pick<KindDefinition, Later>>,
  known: readonly string[],
): KindDefinition {
  const before = new Set(known);
  /** A new list stands for its fields. */
  const later = (slug: SectionSlug, fields: readonly SectionField[]): string[] =>
    fields.flatMap(f => (before.has(name(slug, f.path)) ? later(slug, f.fields ?? []) : [f.path]));
  return {
    ...kind,
    progressReports: kind.progressReports ?? [],
    certificates: kind.certificates ?? 'none',
    sections: kind.sections.map(entry => {
      const hidden = later(entry.slug, sectionOf(entry.slug).fields);
      if (hidden.length === 0) return entry;
      return {
        ...entry,
        fields: { ...entry.fields, ...Object.fromEntries(hidden.map(p => [p, { hidden: true }])) },
      };
    }),
  };
}
