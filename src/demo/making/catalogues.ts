import { calculateRutVerifier } from '@fdograph/rut-utilities';
import type { Transaction } from '../../db/pool.ts';
import { organisationType } from '../../domain/catalogues/organisations.ts';
import type { Role } from '../../domain/kit/actor.ts';
import { periodsAround } from '../../first-run.ts';
import { DEMO_DOMAIN, demoId } from '../../server/sign-in/demo-identity.ts';
import { demoUserId } from '../seed/load.ts';
import { CLINIC, COOPERATIVE, FOUNDATION, MUNICIPALITY } from '../seed/projects.ts';
import { DEMO_COURSES, DEMO_ORGANISATIONS, DEMO_SCHOOLS } from '../seed/university.ts';
import { readTable } from './tables.ts';

const SCHOOLS = readTable<'code' | 'name' | 'faculty' | 'facultyName' | 'career'>('schools.csv');
const PEOPLE = readTable<'email' | 'name' | 'school' | 'part'>('people.csv');
const ORGANISATIONS = readTable<
  'key' | 'name' | 'number' | 'type' | 'comuna' | 'contact' | 'latitude' | 'longitude'
>('organisations.csv');
const COURSES = readTable<'code' | 'name' | 'school' | 'credits'>('courses.csv');

const mailOf = (name: string) => `${name}@${DEMO_DOMAIN}`;
const rutOf = (number: string) => `${number}-${calculateRutVerifier(number)}`;
const organisationId = (rut: string) => demoId(`organisation:${rut}`);

/** Where the partners that everybody knows by their RUT are found on the map. */
const PLACES: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  [MUNICIPALITY]: [-36.7246, -73.1169],
  '65000014-5': [-36.7391, -73.1052],
  [CLINIC]: [-36.8203, -73.0304],
  '60000038-1': [-36.8385, -73.0966],
  [FOUNDATION]: [-36.8294, -73.0498],
  [COOPERATIVE]: [-37.0306, -73.1402],
};

/** RUT by the key that ideas name a partner by. */
export const PARTNERS: Readonly<Record<string, string>> = {
  ...{ municipality: MUNICIPALITY, neighbours: '65000014-5', clinic: CLINIC, liceo: '60000038-1' },
  ...{ foundation: FOUNDATION, cooperative: COOPERATIVE },
  ...Object.fromEntries(ORGANISATIONS.map(o => [o.key, rutOf(o.number)])),
};

const NAMES = new Map<string, string>([
  ...DEMO_ORGANISATIONS.map(o => [o.rut, o.name] as const),
  ...ORGANISATIONS.map(o => [rutOf(o.number), o.name] as const),
]);
export const nameOfPartner = (rut: string): string => NAMES.get(rut) ?? '';

/** Who leads, directs and heads, by the part of the e-mail before the @. */
export const academicsOf = (school: string): string[] =>
  PEOPLE.filter(p => p.school === school && p.part === 'academic').map(p => p.email);
export const directorOf = (school: string): string | undefined =>
  PEOPLE.find(p => p.school === school && p.part === 'director')?.email;
export const deanOf = (faculty: string): string | undefined =>
  PEOPLE.find(p => p.part === `dean:${faculty}`)?.email;
export const facultyOf = (school: string): string | undefined =>
  [...DEMO_SCHOOLS, ...SCHOOLS].find(s => s.code === school)?.faculty;
export const coursesOf = (school: string): string[] =>
  [...COURSES, ...DEMO_COURSES].filter(c => c.school === school).map(c => c.code);
export const otherReviewers = PEOPLE.filter(p => p.part === 'reviewer').map(p => p.email);

function roleOf(part: string): Role {
  if (part === 'director') return 'Director';
  if (part === 'reviewer') return 'Reviewer';
  return part.startsWith('dean') ? 'Dean' : 'Academic';
}

async function insertUnits(tx: Transaction): Promise<void> {
  const faculties = new Map(SCHOOLS.map(s => [s.faculty, s.facultyName]));
  await tx
    .insertInto('faculties')
    .values([...faculties].map(([code, name]) => ({ id: demoId(`faculty:${code}`), code, name })))
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute();
  await tx
    .insertInto('schools')
    .values(
      SCHOOLS.map(({ code, name, faculty }) => ({
        ...{ code, name, id: demoId(`school:${code}`), faculty_id: demoId(`faculty:${faculty}`) },
      })),
    )
    .execute();
}

async function insertPeople(tx: Transaction): Promise<void> {
  await tx
    .insertInto('users')
    .values(
      PEOPLE.map(({ email, name, school, part }) => ({
        ...{
          id: demoUserId(mailOf(email)),
          email: mailOf(email),
          name,
          roles: [roleOf(part)],
          state: 'active',
        },
        home_school_id: school ? demoId(`school:${school}`) : null,
        expertise: part === 'reviewer' ? ['vinculación con el medio'] : [],
      })),
    )
    .execute();
  const idOf = ({ email }: { email: string }) => demoUserId(mailOf(email));
  await tx
    .insertInto('school_heads')
    .values(
      PEOPLE.filter(p => p.part === 'director').map(p => ({
        ...{ user_id: idOf(p), school_id: demoId(`school:${p.school}`) },
      })),
    )
    .execute();
  await tx
    .insertInto('faculty_heads')
    .values(
      PEOPLE.filter(p => p.part.startsWith('dean:')).map(p => ({
        ...{ user_id: idOf(p), faculty_id: demoId(`faculty:${p.part.slice('dean:'.length)}`) },
      })),
    )
    .execute();
}

async function insertOrganisations(tx: Transaction): Promise<void> {
  await tx
    .insertInto('organisations')
    .values(
      ORGANISATIONS.map(({ key, name, number, type, comuna, contact, latitude, longitude }) => ({
        ...{
          id: organisationId(rutOf(number)),
          name,
          rut: rutOf(number),
          type: organisationType.parse(type),
          comuna_code: comuna,
        },
        ...{ contact_name: contact, contact_email: `${key}@contacto.example` },
        ...{ latitude: Number(latitude), longitude: Number(longitude) },
      })),
    )
    .execute();
  for (const [rut, [latitude, longitude]] of Object.entries(PLACES))
    await tx
      .updateTable('organisations')
      .set({ latitude, longitude })
      .where('id', '=', organisationId(rut))
      .execute();
}

const careerId = (school: string) => demoId(`career:${school}-D`);

async function insertCareers(tx: Transaction): Promise<void> {
  await tx
    .insertInto('careers')
    .values(
      SCHOOLS.map(({ code, career }, n) => ({
        ...{ id: careerId(code), code: `${code}-D`, official_code: `D4${100 + n}`, name: career },
        ...{ school_id: demoId(`school:${code}`), level: 'pregrado', shift: 'diurna', campus: 'Concepción' },
      })),
    )
    .execute();
}

async function insertCourses(tx: Transaction, year: number): Promise<void> {
  await tx
    .insertInto('courses')
    .values(
      COURSES.map(({ code, name, school, credits }) => ({
        ...{ code, name, id: demoId(`course:${code}`), school_id: demoId(`school:${school}`) },
        ...{ credits: Number(credits), service_learning: true },
      })),
    )
    .execute();
  await tx
    .insertInto('course_careers')
    .values(COURSES.map(c => ({ course_id: demoId(`course:${c.code}`), career_id: careerId(c.school) })))
    .execute();
  const taught = [
    ...COURSES.map(c => ({ code: c.code, teacher: academicsOf(c.school)[0] ?? '' })),
    ...DEMO_COURSES,
  ];
  await tx
    .insertInto('course_offerings')
    .values(
      taught.flatMap(({ code, teacher }, n) =>
        periodsAround(year).map(period => ({
          ...{ id: demoId(`offering:${code}:${period}`), course_id: demoId(`course:${code}`), period },
          ...{ section: '1', teacher_id: demoUserId(mailOf(teacher)), enrolled: 22 + ((n * 7) % 19) },
        })),
      ),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/** All that the university has besides what those who may sign in belong to: more schools, people, partners, courses. */
export async function insertCatalogues(tx: Transaction, year: number): Promise<void> {
  await insertUnits(tx);
  await insertPeople(tx);
  await insertOrganisations(tx);
  await insertCareers(tx);
  await insertCourses(tx, year);
}
