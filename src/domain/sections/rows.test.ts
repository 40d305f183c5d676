import { expect, it } from 'vitest';
import { type FieldType, keyOf, type SectionField } from './field.ts';
import { SECTION_SLUGS, type SectionSlug, sectionOf } from './index.ts';
import { SECTION_ROWS } from './rows.ts';

const TEXTS: readonly FieldType[] = ['line', 'narrative', 'email', 'link', 'keywords', 'answers'];
const FIGURES: readonly FieldType[] = ['integer', 'decimal', 'money', 'counts', 'point', 'targets'];
const CHOSEN: readonly FieldType[] = ['date', 'time', 'period', 'choice', 'choices', 'flag'];
/** What points at nothing, or at something of the same project. */
const WITHIN: readonly FieldType[] = [...TEXTS, ...FIGURES, ...CHOSEN, 'item', 'file'];
/** Named by `labels` of their own, and kept by columns of the project or as it says. */
const KEPT_OTHERWISE: Readonly<Record<string, string>> = {
  'identification/leadId': 'projects.lead_id',
  'identification/alternateId': 'projects.alternate_id',
  'identification/schoolId': 'projects.school_id',
  'identification/previousProjectId': 'a draft alone is deleted, and undoing an import looks for it',
  'identification/themeId': 'projects.theme_id',
  'fund/callId': 'projects.call_id',
  'fund/lineId': 'projects.line_id',
};

const SEVERAL: readonly FieldType[] = ['careers', 'comunas', 'goals'];
const ID = '0190f000-0000-7000-8000-000000000001';

interface Place {
  readonly field: SectionField;
  readonly list?: SectionField;
}
const placesIn = (fields: readonly SectionField[]): Place[] =>
  fields.flatMap((f): Place[] => f.fields?.map(field => ({ field, list: f })) ?? [{ field: f }]);

/** A section that refers to something in this field alone. */
function referring(slug: SectionSlug, field: SectionField, list?: SectionField) {
  const value = { [keyOf(field)]: SEVERAL.includes(field.type) ? [ID] : ID };
  return { [slug]: { ...sectionOf(slug).empty, ...(list ? { [list.path]: [value] } : value) } };
}

/** Whether rows for permissions, filters and foreign keys follow from this field. */
const hasRows = (slug: SectionSlug, field: SectionField, list?: SectionField) =>
  SECTION_ROWS[slug]?.ids(referring(slug, field, list)).includes(ID) ?? false;

it('what a field refers to is kept from being deleted, and has a name: by rows, or as it says here', () => {
  const alone = SECTION_SLUGS.flatMap(slug =>
    placesIn(sectionOf(slug).fields)
      .filter(({ field, list }) => !WITHIN.includes(field.type) && !hasRows(slug, field, list))
      .map(({ field }) => `${slug}/${field.path}`),
  );
  expect(alone).toEqual(Object.keys(KEPT_OTHERWISE));
});
