import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';

test('0055: what there was stays as it is, and nobody has a view', async () => {
  const db = await versionBefore('0055');
  await sql`insert into users (name, email, roles) values ('Ana', 'ana@uni.example', '{Admin}')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition)
    values ('pacs', 1, '{"label": "Tipo", "plural": "Tipos", "sections": [{"slug": "identification"}]}')`.execute(
    db,
  );
  await sql`insert into projects (kind, kind_version, code, title, lead_id, created_by, status)
    select 'pacs', 1, 'PAC-' || n, 'Proyecto ' || n, u.id, u.id, 'running' from generate_series(1, 20) n, users u`.execute(
    db,
  );
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'
    order by 1`.execute(db);
  const rows = async () => {
    const all = tables.map(async ({ name }) => {
      // Three comunas get their accents in a later version.
      const found = await sql`
        select to_jsonb(t) as row, xmin from ${sql.table(name)} t
        where not (${name} = 'comunas' and to_jsonb(t) ->> 'code' in ('08206', '08301', '16206')) order by 1`.execute(
        db,
      );
      return [name, found.rows];
    });
    return Object.fromEntries(await Promise.all(all));
  };
  const before = await rows();
  expect(before.projects).toHaveLength(20);
  await migrate(db, ALL);
  expect(await rows()).toEqual(before);
  expect((await sql`select from saved_views`.execute(db)).rows).toEqual([]);

  const add = (list: string, name: string, shared: boolean) =>
    sql`insert into saved_views (list, name, query, owner_id, shared)
      select ${list}, ${name}, '{}', id, ${shared} from users`.execute(db);
  await add('/projects', 'Ñuble', false);
  await add('/projects', 'Ñuble', false);
  await add('/projects', 'Región', true);
  await expect(add('/projects', 'REGION', true)).rejects.toThrow('saved_views_shared');
  await add('/calls', 'Región', true);
});
