import { expect, it } from 'vitest';
import { type FieldType, keyOf, type SectionField } from '../sections/field.ts';
import { SECTION_SLUGS, type SectionSlug, sectionOf } from '../sections/index.ts';
import { openData } from './open-data.ts';

/** A section in which every field holds its own path. */
const filled = (fields: readonly SectionField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(f => [keyOf(f), f.fields ? [filled(f.fields)] : f.path]));
const pathsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(pathsIn);

const leaves = (fields: readonly SectionField[]): SectionField[] =>
  fields.flatMap(f => (f.fields ? leaves(f.fields) : [f]));
const fieldsOf = (slug: SectionSlug) => leaves(sectionOf(slug).fields);
const readable = (slug: SectionSlug) => pathsIn(openData(slug, filled(sectionOf(slug).fields)));
const named = (fields: (slug: SectionSlug) => readonly SectionField[]) =>
  SECTION_SLUGS.flatMap(slug => fields(slug).map(f => `${slug}/${f.path}`));

it('whole sections that only the project’s people and those who decide read', () => {
  const closed = SECTION_SLUGS.filter(slug => openData(slug, {}) === null);
  expect(closed).toEqual(['fund', 'contract', 'budget', 'attachments', 'questions']);
});

it('and of the others these fields', () => {
  const closed = named(slug =>
    openData(slug, {}) ? fieldsOf(slug).filter(f => !readable(slug).includes(f.path)) : [],
  );
  expect(closed).toEqual([
    'partners/partners.*.contactName',
    'partners/partners.*.contactEmail',
    'partners/partners.*.contactPhone',
    'partners/partners.*.letterFileId',
    'team/members.*.name',
    'team/members.*.email',
    'team/members.*.organisation',
    'venture/founders.*.name',
    'venture/founders.*.email',
    'venture/founders.*.affiliation',
    'venture/moneyRaised',
    'plan/activities.*.responsible',
  ]);
});

const TOUCHY: readonly FieldType[] = ['person', 'email', 'money', 'file'];
/** Touchy fields that the whole university reads nevertheless, and why. */
const OPEN_ALL_THE_SAME: Readonly<Record<string, string>> = {
  'identification/leadId': 'who answers for the project, by their account',
  'identification/alternateId': 'who answers in their place, by their account',
  'team/members.*.userId': 'people of the university, by their account',
  'event/price': 'what anybody pays to come',
  'venture/mentorId': 'somebody of the university, by their account',
};

it('people, mails, money and files are private, or stand here with a reason', () => {
  const open = named(slug =>
    fieldsOf(slug).filter(f => TOUCHY.includes(f.type) && readable(slug).includes(f.path)),
  );
  expect(open).toEqual(Object.keys(OPEN_ALL_THE_SAME));
});
