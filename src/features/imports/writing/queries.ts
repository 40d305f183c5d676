import { IMPORTS } from '../../../domain/imports/index.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import { REFERENCE_ROWS } from '../../../domain/sections/rows.ts';

/** Columns an import writes, besides what the file said. */
export const columnsOf = (noun: ImportNoun): string[] => [
  ...IMPORTS[noun].fields.flatMap(field => field.column ?? []),
  ...(IMPORTS[noun].columns ?? []),
];

interface Link {
  readonly table: string;
  readonly owner: string;
  readonly other: string;
  readonly type: 'uuid' | 'text' | 'smallint';
  /** The unit whose head the link makes. */
  readonly unit?: 'faculty' | 'school';
}

/** What several links of a row live in, by the name they have in it. */
export const LINKS: Record<ImportNoun, Readonly<Record<string, Link>>> = {
  faculties: {
    deans: { table: 'faculty_heads', owner: 'faculty_id', other: 'user_id', type: 'uuid', unit: 'faculty' },
  },
  schools: {
    directors: { table: 'school_heads', owner: 'school_id', other: 'user_id', type: 'uuid', unit: 'school' },
  },
  careers: {},
  courses: { careers: { table: 'course_careers', owner: 'course_id', other: 'career_id', type: 'uuid' } },
  offerings: {},
  users: {
    schoolIds: { table: 'school_heads', owner: 'user_id', other: 'school_id', type: 'uuid', unit: 'school' },
    facultyIds: {
      table: 'faculty_heads',
      owner: 'user_id',
      other: 'faculty_id',
      type: 'uuid',
      unit: 'faculty',
    },
  },
  organisations: {},
  activities: {},
  indicators: {},
  projects: Object.fromEntries(
    Object.entries(REFERENCE_ROWS).map(([name, { table, column, type }]) => [
      name,
      { table, owner: 'project_id', other: column, type },
    ]),
  ),
};
