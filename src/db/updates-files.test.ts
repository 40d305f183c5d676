import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';

test('0042: files are version 1 and ready, uploads go on; a copy of the version before works beside this one', async () => {
  const db = await versionBefore('0042');
  await sql`insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('pacs', 1, '{}')`.execute(db);
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by)
    select 'PAC-1', 'pacs', 1, 'Huerta', id, id from users`.execute(db);
  const add = (name: string) =>
    sql`insert into files (project_id, document_type, name, size, content_type, sha256, storage_key, uploaded_by)
      select p.id, 'other', ${name}, 9, 'image/jpeg', sha256(convert_to(${name}, 'UTF8')), 'files/' || ${name}, p.lead_id
      from projects p
      on conflict (project_id, document_type, sha256) do update set storage_key = excluded.storage_key`.execute(
      db,
    );
  const start = sql`insert into uploads as u (project_id, user_id, document_type, name, size, fingerprint, received)
    select p.id, p.lead_id, 'other', 'b.pdf', 12000000, 'b', 5242880 from projects p
    on conflict (project_id, user_id, document_type, fingerprint) do update set name = excluded.name`;
  await add('a.jpg');
  await start.execute(db);
  await migrate(db, ALL);
  const versions = async () => {
    const { rows } = await sql<{ row: string }>`
      select concat_ws(' ', name, version, current, state, scan, scan_detail, check_due_at is not null, in_chunks,
        original_id is null) as row from files order by name`.execute(db);
    return rows.map(r => r.row);
  };
  expect(await versions()).toEqual(['a.jpg 1 t ready unscanned earlier t f t']);
  const uploads = await sql<{ row: string }>`
    select concat_ws(' ', received, chunk_bytes, hashed, hash_state is null) as row from uploads`.execute(db);
  expect(uploads.rows.map(u => u.row)).toEqual(['5242880 5242880 0 t']);
  // The version before is still running.
  await add('c.jpg');
  await add('a.jpg');
  await start.execute(db);
  expect(await versions()).toEqual([
    'a.jpg 1 t ready unscanned earlier t f t',
    'c.jpg 1 t ready unscanned earlier t f t',
  ]);
  // What must never be false.
  const { rows } = await sql<{ id: string }>`select id from files order by name`.execute(db);
  const second = (more: string) =>
    sql`insert into files (project_id, document_type, name, size, content_type, sha256, storage_key, uploaded_by,
        original_id, version, current)
      select project_id, document_type, 'b.jpg', 9, content_type, sha256(convert_to(${more}, 'UTF8')), 'files/b',
        uploaded_by, id, 2, ${more === 'two count'} from files where id = ${rows[0]?.id}`.execute(db);
  await expect(second('two count')).rejects.toThrow('files_current');
  await second('one');
  await expect(second('twice')).rejects.toThrow('files_version');
  await expect(sql`update files set storage_key = null`.execute(db)).rejects.toThrow('files_storage_check');
});
