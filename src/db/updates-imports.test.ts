import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';

test('0047: what was recorded before came by no file, and the version before still records', async () => {
  const db = await versionBefore('0047');
  await sql`insert into kinds (slug, current_version) values ('exts', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('exts', 1, '{}')`.execute(db);
  const [user, project] = [randomUUID(), randomUUID()];
  await sql`insert into users (id, name, email, roles) values (${user}, 'Ana', 'ana@u.example', '{Academic}')`.execute(
    db,
  );
  await sql`insert into projects (id, code, kind, kind_version, title, status, lead_id, created_by,
      search_text)
    values (${project}, 'EXT-1', 'exts', 1, 'Feria', 'running', ${user}, ${user}, '')`.execute(db);
  const record = async (name: string, value: number) => {
    await sql`insert into activities (id, project_id, name, day, author_id, updated_by)
      values (${randomUUID()}, ${project}, ${name}, '2026-05-04', ${user}, ${user})`.execute(db);
    await sql`insert into measurements (id, project_id, indicator_id, day, value, state, origin, author_id, updated_by)
      values (${randomUUID()}, ${project}, 'i1', '2026-05-04', ${value}, 'accepted', 'earlier', ${user}, ${user})`.execute(
      db,
    );
  };
  await record('Antes', 1);
  await migrate(db, ALL);
  await record('Mientras tanto', 2);
  const { rows } = await sql`
    select name as what, source, import_key, imported_at from activities
    union all select value::text, source, import_key, imported_at from measurements order by 1`.execute(db);
  const byHand = { source: {}, import_key: null, imported_at: null };
  expect(rows).toEqual([
    { what: '1.0000', ...byHand },
    { what: '2.0000', ...byHand },
    { what: 'Antes', ...byHand },
    { what: 'Mientras tanto', ...byHand },
  ]);
});

test('0047: one row of a file is one row here, and says when it came', async () => {
  const db = await versionBefore('0047');
  await migrate(db, ALL);
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where indexname in ('activities_import_key', 'measurements_import_key')`.execute(
    db,
  );
  expect(rows.map(row => row.definition.includes('UNIQUE'))).toEqual([true, true]);
  const half = sql`insert into activities (id, project_id, name, day, author_id, updated_by, import_key)
    values (new_id(), new_id(), 'Feria', '2026-05-04', new_id(), new_id(), 'x')`;
  await expect(half.execute(db)).rejects.toThrow(/activities_imported/);
});
