import { ACTIVITIES } from './activities.ts';
import { CAREERS } from './careers.ts';
import { COURSES } from './courses.ts';
import { FACULTIES } from './faculties.ts';
import type { ImportKind } from './field.ts';
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
