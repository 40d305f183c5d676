import type { Database, Transaction } from '../../db/pool.ts';
import { DEMO_DOMAIN, DEMO_TENANT, demoId } from '../../server/sign-in/demo-identity.ts';
import { insertCall } from './call.ts';
import { DEMO_INDICATORS } from './indicators.ts';
import {
  DEMO_ACCOUNTS,
  DEMO_CAREERS,
  DEMO_COURSES,
  DEMO_FACULTIES,
  DEMO_ORGANISATIONS,
  DEMO_SCHOOLS,
  DEMO_THEMES,
  type DemoAccount,
} from './university.ts';

const idOf = (kind: string, code: string) => demoId(`${kind}:${code}`);
export const demoUserId = (email: string) => idOf('user', email);
const schoolId = (code: string | undefined) => (code ? idOf('school', code) : null);

/**
 * The demo university, once in the life of a database: what somebody deletes afterwards stays deleted.
 * Returns whether this call loaded it. Several copies may call it at once.
 */
export async function loadDemo(db: Database, now = new Date()): Promise<boolean> {
  return db.transaction().execute(async tx => {
    // The row is what a second copy waits for and then finds.
    const first = await tx
      .insertInto('settings')
      .values({ key: 'demoLoaded', value: JSON.stringify(now.toISOString()) })
      .onConflict(conflict => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!first) return false;
    await insertUnits(tx);
    await insertPeople(tx);
    await insertTeaching(tx, now);
    await insertCatalogues(tx);
    await insertCall(tx, now);
    return true;
  });
}

async function insertUnits(tx: Transaction): Promise<void> {
  await tx
    .insertInto('faculties')
    .values(DEMO_FACULTIES.map(({ code, name }) => ({ id: idOf('faculty', code), code, name })))
    .execute();
  await tx
    .insertInto('schools')
    .values(
      DEMO_SCHOOLS.map(({ code, name, faculty }) => ({
        id: idOf('school', code),
        code,
        name,
        faculty_id: idOf('faculty', faculty),
      })),
    )
    .execute();
}

async function insertPeople(tx: Transaction): Promise<void> {
  const known = DEMO_ACCOUNTS.flatMap(account =>
    account.state === 'unknown' ? [] : [{ ...account, state: account.state, id: demoUserId(account.email) }],
  );
  await tx
    .insertInto('users')
    .values(
      known.map(person => ({
        id: person.id,
        email: person.email,
        name: person.name,
        roles: [...person.roles],
        state: person.state,
        home_school_id: schoolId(person.school),
        expertise: [...(person.expertise ?? [])],
      })),
    )
    .execute();
  await tx
    .insertInto('user_accounts')
    .values(known.flatMap(person => accountsOf(person, person.id)))
    .execute();
  await tx
    .insertInto('school_heads')
    .values(
      known.flatMap(({ id: user_id, directs }) =>
        directs ? [{ user_id, school_id: idOf('school', directs) }] : [],
      ),
    )
    .execute();
  await tx
    .insertInto('faculty_heads')
    .values(
      known.flatMap(({ id: user_id, heads }) =>
        heads ? [{ user_id, faculty_id: idOf('faculty', heads) }] : [],
      ),
    )
    .execute();
}

function accountsOf({ oid, sub, email }: DemoAccount, userId: string) {
  return [
    ...(oid
      ? [{ user_id: userId, provider: 'microsoft' as const, tenant: DEMO_TENANT, subject: oid, email }]
      : []),
    ...(sub ? [{ user_id: userId, provider: 'google' as const, tenant: '', subject: sub, email }] : []),
  ];
}

/** This academic period and the next one, e.g. `2026-2` and `2027-1`: the second half starts in August. */
function periodsFrom(now: Date): [string, string] {
  const year = now.getUTCFullYear();
  return now.getUTCMonth() < 7 ? [`${year}-1`, `${year}-2`] : [`${year}-2`, `${year + 1}-1`];
}

async function insertTeaching(tx: Transaction, now: Date): Promise<void> {
  await tx
    .insertInto('careers')
    .values(
      DEMO_CAREERS.map(({ code, official, name, school, level, shift }) => ({
        id: idOf('career', code),
        code,
        official_code: official,
        name,
        school_id: idOf('school', school),
        level,
        shift,
        campus: 'Concepción',
      })),
    )
    .execute();
  await tx
    .insertInto('courses')
    .values(
      DEMO_COURSES.map(({ code, name, school, credits }) => ({
        id: idOf('course', code),
        code,
        name,
        school_id: idOf('school', school),
        credits,
        service_learning: true,
      })),
    )
    .execute();
  await tx
    .insertInto('course_careers')
    .values(
      DEMO_COURSES.flatMap(({ code, careers }) =>
        careers.map(career => ({ course_id: idOf('course', code), career_id: idOf('career', career) })),
      ),
    )
    .execute();
  await tx
    .insertInto('course_offerings')
    .values(
      DEMO_COURSES.flatMap(({ code, teacher }, index) =>
        periodsFrom(now).map(period => ({
          id: idOf('offering', `${code}:${period}`),
          course_id: idOf('course', code),
          period,
          section: '1',
          teacher_id: demoUserId(`${teacher}@${DEMO_DOMAIN}`),
          enrolled: 24 + index * 3,
        })),
      ),
    )
    .execute();
}

async function insertCatalogues(tx: Transaction): Promise<void> {
  await tx
    .insertInto('themes')
    .values(DEMO_THEMES.map(name => ({ id: idOf('theme', name), name })))
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute();
  await tx
    .insertInto('institutional_indicators')
    .values(
      DEMO_INDICATORS.map(({ code, ...indicator }) => ({ id: idOf('institutional', code), ...indicator })),
    )
    .execute();
  await tx
    .insertInto('organisations')
    .values(
      DEMO_ORGANISATIONS.map(({ name, rut, type, comuna, contact }) => ({
        id: idOf('organisation', rut),
        name,
        rut,
        type,
        comuna_code: comuna,
        contact_name: contact,
        contact_email: `${rut.slice(0, 8)}@contacto.example`,
      })),
    )
    .execute();
}
