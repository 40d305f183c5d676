import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';
import type { Database } from './pool.ts';

const readFrom =
  (db: Database) =>
  async (query: string): Promise<unknown[]> =>
    (await sql`${sql.raw(query)}`.execute(db)).rows;

/** As the version before wrote them: one of each object, and who or what was merged into another. */
async function fillBefore(db: Database): Promise<void> {
  const statements = [
    `insert into kinds (slug, current_version) values ('pacs', 1)`,
    `insert into kind_versions (slug, version, definition) values ('pacs', 1, '{"label": "PACS", "sections": []}')`,
    `insert into users (name, email) values ('Ana Ñancupil', 'Ana@uni.example'), ('Ana doble', 'ana2@uni.example')`,
    `update users set state = 'blocked', merged_into = (select id from users where email = 'Ana@uni.example') where email like 'ana2%'`,
    `insert into faculties (code, name) values ('F', 'Facultad')`,
    `insert into schools (code, name, faculty_id) select 'ENF', 'Enfermería', id from faculties`,
    `insert into courses (code, name, school_id) select 'ENF-310', 'Anatomía', id from schools`,
    `insert into calls (name, year, kind) values ('Fondo de Extensión', 2026, 'pacs')`,
    `insert into organisations (name, rut, type, aliases) values
      ('Junta de Vecinos', '65000014-5', 'organizacion_social', 'J. V. Los Cóndores')`,
    `insert into organisations (name, type, merged_into, kept_id) select 'J. V. Los Cóndores', 'organizacion_social', id, id
      from organisations`,
    `insert into projects (kind, kind_version, code, title, summary, search_text, lead_id, created_by, status, school_id, submitted_at)
      select 'pacs', 1, 'PAC-2026-0001', 'Huertos en Ñuble', '', 'Huertos en Ñuble compostaje', u.id, u.id, 'running', s.id, '2026-05-01'
      from users u, schools s where u.email like 'Ana@%'`,
    `update settings set value = value - 'missMonths' where key = 'retention'`,
  ];
  for (const statement of statements) await sql`${sql.raw(statement)}`.execute(db);
}

const ENTRIES = `select object, code, title, title_words::text as titles, words::text as words, status,
  school_id is not null as school, submitted_at::date::text as submitted from search_entries order by object, title`;

test('0053: whatever has a page is in the search, as if it were written now', async () => {
  const db = await versionBefore('0053');
  const read = readFrom(db);
  await fillBefore(db);
  const objects = ['projects', 'users', 'organisations', 'courses', 'calls'];
  const rows = () => Promise.all(objects.map(table => read(`select * from ${table} order by id`)));
  const before = await rows();
  await migrate(db, ALL);
  expect(await rows()).toEqual(before);
  const entries = await read(ENTRIES);
  const none = { status: null, school: false, submitted: null };
  expect(entries).toMatchObject([
    { object: 'call', code: '', title: 'Fondo de Extensión', ...none },
    { object: 'course', code: 'enf-310', title: 'Anatomía', ...none },
    {
      object: 'partner',
      code: '',
      title: 'Junta de Vecinos',
      words: expect.stringContaining("'condores'"),
      ...none,
    },
    { object: 'person', code: 'ana@uni.example', title: 'Ana Ñancupil', ...none },
    {
      ...{
        object: 'project',
        code: 'pac-2026-0001',
        title: 'Huertos en Ñuble',
        status: 'running',
        school: true,
      },
      ...{
        submitted: '2026-05-01',
        titles: "'en':2 'huertos':1 'nuble':3",
        words: expect.stringContaining("'compostaje'"),
      },
    },
  ]);
  expect(await read('select stem from search_words order by stem')).toEqual([
    { stem: 'huert' },
    { stem: 'nubl' },
  ]);
  // By the triggers it comes to the same.
  await read('delete from search_entries');
  await read(`update projects set title = title || '.', search_text = search_text || '.'`);
  await read(`update projects set title = rtrim(title, '.'), search_text = rtrim(search_text, '.')`);
  for (const table of ['users', 'organisations', 'courses', 'calls'])
    for (const name of [`name || '.'`, `rtrim(name, '.')`]) await read(`update ${table} set name = ${name}`);
  expect(await read(ENTRIES)).toEqual(entries);
});

test('0053: the period of an installation gains the new one, what it has set stays', async () => {
  const db = await versionBefore('0053');
  const read = readFrom(db);
  await fillBefore(db);
  await read(`insert into settings (key, value) values ('retention', '{"mailMonths": 7}')
    on conflict (key) do update set value = excluded.value`);
  await migrate(db, ALL);
  expect(await read(`select value from settings where key = 'retention'`)).toEqual([
    { value: { mailMonths: 7, missMonths: 12 } },
  ]);
});
