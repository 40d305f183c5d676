import { ACTIVITIES } from './activities.ts';
import { CAREERS } from './careers.ts';
import { COURSES } from './courses.ts';
import { FACULTIES } from './faculties.ts';
import { type ImportKind, plainText } from './field.ts';
import { INDICATORS } from './indicators.ts';
import type { ImportNoun } from './nouns.ts';
import { OFFERINGS } from './offerings.ts';
import { ORGANISATIONS } from './organisations.ts';
import { PROJECTS } from './projects.ts';
import { SCHOOLS } from './schools.ts';
import { USERS } from './users.ts';

export const IMPORTS: Record<ImportNoun, ImportKind> = {
  faculties: FACULTIES,
  schools: SCHOOLS,
  careers: CAREERS,
  courses: COURSES,
  offerings: OFFERINGS,
  users: USERS,
  organisations: ORGANISATIONS,
  projects: PROJECTS,
  activities: ACTIVITIES,
  indicators: INDICATORS,
};

/** Column of each field, from 0. */
export type Mapping = Record<string, number>;

/** Which column is which, by its header. A column serves one field. */
export function recognise({ fields }: ImportKind, columns: readonly string[]): Mapping {
  const headers = columns.map(plainText);
  const mapping: Mapping = {};
  for (const { key, headers: known } of fields) {
    const taken = Object.values(mapping);
    const free = (name: string) => headers.findIndex((h, at) => h === name && !taken.includes(at));
    const name = known.find(each => free(each) >= 0);
    if (name !== undefined) mapping[key] = free(name);
  }
  return mapping;
}

/** Needed fields without a column. */
export const missingIn = ({ fields }: ImportKind, mapping: Mapping): string[] =>
  fields.filter(f => f.required && mapping[f.key] === undefined).map(f => f.key);
