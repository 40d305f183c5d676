import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createUniversityDatabase, type TestDatabase } from '../../test/database.ts';
import { type Database, openDatabase } from '../db/pool.ts';
import { writeSetting } from '../db/settings.ts';
import { FIRST_COLOUR } from '../domain/settings/colours.ts';
import { parseEnv } from './env.ts';
import { forgetInstitution, printedHeading, recentInstitution } from './institution.ts';

/** Of one process and of another. */
let [here, there]: Database[] = [];
let database: TestDatabase;
const env = parseEnv({});
beforeAll(async () => {
  database = await createUniversityDatabase();
  here = database.db;
  there = openDatabase(database.url, { max: 1 });
});
afterAll(async () => {
  await there?.destroy();
  await database.drop();
});
afterEach(() => {
  vi.useRealTimers();
});

const nameIn = async (db: Database | undefined) => db && (await recentInstitution({ db, env })).name;
const rename = async (name: string) => {
  const admin = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await database.db
    .transaction()
    .execute(tx => writeSetting(tx, 'institution', { name, colour: '#112233' }, admin.id));
  forgetInstitution(database.db);
};

it('is shown at once by the process that saves, and by the others within ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  await rename('Primera');
  expect([await nameIn(here), await nameIn(there)]).toEqual(['Primera', 'Primera']);
  await rename('Segunda');
  expect([await nameIn(here), await nameIn(there)]).toEqual(['Segunda', 'Primera']);
  vi.setSystemTime(9_999);
  expect(await nameIn(there)).toBe('Primera');
  vi.setSystemTime(10_000);
  expect(await nameIn(there)).toBe('Segunda');
  expect(await printedHeading({ db: database.db, env })).toEqual({
    ...{ institution: 'Segunda', product: env.productName },
  });
});

it('stays as it was while the database is away, and is that of the environment before any was read', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  await rename('Tercera');
  const gone = openDatabase(database.url, { max: 1 });
  const never = openDatabase('postgres://nobody@127.0.0.1:1/none', { max: 1 });
  expect(await nameIn(gone)).toBe('Tercera');
  await gone.destroy();
  vi.setSystemTime(20_000);
  expect(await nameIn(gone)).toBe('Tercera');
  expect(await recentInstitution({ db: never, env: { ...env, firstInstitution: 'Del ambiente' } })).toEqual({
    ...{ name: 'Del ambiente', colour: FIRST_COLOUR, logo: null },
  });
});
