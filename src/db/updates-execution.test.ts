import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { SECTIONS } from '../domain/sections/index.ts';
import { migrate } from './migrate.ts';
import { readSetting } from './settings.ts';

test('0043: projects that run keep what was written of them, and their execution begins empty', async () => {
  const db = await versionBefore('0043');
  await sql`insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active'),
    ('Luz', 'luz@uni.example', 'active')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('pacs', 1, '{}')`.execute(db);
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by, status, submitted_at)
    select 'PAC-' || s, 'pacs', 1, 'Huerta', id, id, s, now()
    from users, unnest(array['running', 'final_report', 'closed']) s where name = 'Ana'`.execute(db);
  await sql`insert into project_members (project_id, user_id)
    select p.id, u.id from projects p, users u where u.name = 'Luz'`.execute(db);
  const actuals = '{"reach": {"direct": {"expected": 60, "actual": 61}}}';
  await sql`insert into project_sections (project_id, section, data, updated_by)
    select id, 'participants', ${actuals}::jsonb, lead_id from projects`.execute(db);
  await sql`insert into files (project_id, document_type, name, size, content_type, sha256, storage_key, uploaded_by)
    select id, 'evidence', 'a.jpg', 9, 'image/jpeg', sha256('a'), 'files/a', lead_id from projects`.execute(
    db,
  );
  const periods = { mailMonths: 7, noticeMonths: 8, addressMonths: 9, sessionDays: 10, uploadDays: 2 };
  await sql`insert into settings (key, value) values ('retention', ${JSON.stringify(periods)}::jsonb)`.execute(
    db,
  );
  await migrate(db, ALL);
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', p.status, s.data #>> '{reach,direct,actual}', f.name,
      (select count(*) from project_members m where m.project_id = p.id),
      (select count(*) from activities a where a.project_id = p.id)) as row
    from projects p join project_sections s on s.project_id = p.id join files f on f.project_id = p.id
    order by 1`.execute(db);
  expect(rows.map(r => r.row)).toEqual([
    ...['closed 61 a.jpg 1 0', 'final_report 61 a.jpg 1 0', 'running 61 a.jpg 1 0'],
  ]);
  const settings = await sql<{ value: object }>`select value from settings where key = 'retention'`.execute(
    db,
  );
  expect(settings.rows[0]?.value).toEqual({ ...periods, attendanceMonths: 24, missMonths: 12 });
  const notices = await sql<{ version: number }>`select version from privacy_notices`.execute(db);
  expect(notices.rows).toEqual([{ version: 1 }]);
  // A copy of the version before is still running: it saves periods without knowing of the new one.
  await sql`update settings set value = ${JSON.stringify(periods)}::jsonb where key = 'retention'`.execute(
    db,
  );
});

test('0043: what must never be false of lists, activities and agreements', async () => {
  const db = await versionBefore('0043');
  await sql`insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('pacs', 1, '{}')`.execute(db);
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by, status)
    select 'PAC-1', 'pacs', 1, 'Huerta', id, id, 'running' from users`.execute(db);
  await migrate(db, ALL);
  const activity = (more: { starts?: string; ends?: string; completes?: boolean } = {}) =>
    sql`insert into activities (id, project_id, name, day, starts_at, ends_at, completes, author_id, updated_by)
      select new_id(), p.id, 'Taller', '2026-11-25', ${more.starts ?? ''}, ${more.ends ?? ''},
        ${more.completes ?? false}, p.lead_id, p.lead_id from projects p`.execute(db);
  await activity({ starts: '09:00', ends: '10:00' });
  for (const wrong of [
    { starts: '9:00' },
    { starts: '25:00' },
    { ends: '10:00' },
    { starts: '11:00', ends: '10:00' },
  ])
    await expect(activity(wrong), JSON.stringify(wrong)).rejects.toThrow('check constraint');
  await expect(activity({ completes: true })).rejects.toThrow('check constraint');
  const person = (kind: string, identifier: string, key: string | null) =>
    sql`insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group, source,
        notice_version, consented_at, person_key)
      select a.project_id, a.id, 'Ana', ${kind}, ${identifier}, 'external', 'list', 1, now(), decode(${key}, 'hex')
      from activities a`.execute(db);
  const key = 'ab'.repeat(32);
  await person('rut', '12345678-5', key);
  await person('none', '', null);
  await person('none', '', null);
  await expect(person('rut', '12345678-5', key)).rejects.toThrow('attendances_person');
  await expect(person('rut', '', key)).rejects.toThrow('check constraint');
  await expect(person('none', '', key)).rejects.toThrow('check constraint');
});

test('0043: figures typed before are read as they were; what an old copy saves and removes leaves nothing wrong', async () => {
  const db = await versionBefore('0043');
  await sql`insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('pacs', 1, '{}')`.execute(db);
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by, status)
    select 'PAC-1', 'pacs', 1, 'Huerta', id, id, 'running' from users`.execute(db);
  const indicator = { id: 'i1', objectiveId: 'o1', name: 'Talleres', target: 8, actual: 6.5 };
  const typed = {
    participants: { internal: { students: { expected: 20, actual: 17 } }, reach: { direct: { actual: 96 } } },
    indicators: { indicators: [indicator] },
  };
  for (const [section, data] of Object.entries(typed))
    await sql`insert into project_sections (project_id, section, data, updated_by)
      select id, ${section}, ${JSON.stringify(data)}::jsonb, lead_id from projects`.execute(db);
  await sql`insert into files (project_id, document_type, name, size, content_type, sha256, storage_key, uploaded_by)
    select id, 'evidence', 'a.jpg', 9, 'image/jpeg', sha256('a'), 'files/a', lead_id from projects`.execute(
    db,
  );
  const periods = { mailMonths: 7, noticeMonths: 8, addressMonths: 9, sessionDays: 10, uploadDays: 2 };
  await sql`insert into settings (key, value) values ('retention', ${JSON.stringify(periods)}::jsonb)`.execute(
    db,
  );
  await migrate(db, ALL);
  const { rows } = await sql<{ data: unknown }>`select data from project_sections order by section`.execute(
    db,
  );
  // Since 0044 the value of an indicator is what was measured.
  expect(SECTIONS.indicators.schema.parse(rows[0]?.data).indicators).toMatchObject([
    { ...indicator, actual: null },
  ]);
  const values = await sql`select indicator_id as id, value::float from indicator_values`.execute(db);
  expect(values.rows).toEqual([{ id: 'i1', value: 6.5 }]);
  expect(SECTIONS.participants.schema.parse(rows[1]?.data)).toMatchObject({
    internal: { students: { expected: 20, actual: 17 } },
    reach: { direct: { expected: null, actual: 96 } },
  });
  // A copy of the version before is still running: it saves the periods that it knows, and removes a file.
  await sql`update settings set value = ${JSON.stringify({ ...periods, mailMonths: 6 })}::jsonb`.execute(db);
  expect(await readSetting(db, 'retention')).toEqual({
    ...{ ...periods, mailMonths: 6, attendanceMonths: 24, surveyMonths: 24, missMonths: 12 },
  });
  await sql`with a as (
      insert into activities (id, project_id, name, day, author_id, updated_by)
      select new_id(), id, 'Taller', '2026-04-01', lead_id, lead_id from projects returning id)
    insert into activity_files (activity_id, file_id) select a.id, f.id from a, files f`.execute(db);
  await sql`delete from files`.execute(db);
  expect((await sql`select from activity_files`.execute(db)).rows).toEqual([]);
  // Who belongs to a sensitive group is counted, never written beside a name.
  await expect(
    sql`insert into attendances (project_id, activity_id, name, identifier_kind, people_group, source, notice_version,
        consented_at)
      select project_id, id, 'Eva', 'none', 'migrants', 'list', 1, now() from activities`.execute(db),
  ).rejects.toThrow('attendances_people_group_check');
});
