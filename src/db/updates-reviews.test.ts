import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';

test('0040: invitations that were late already are still waited for, and who accepted reads on', async () => {
  const db = await versionBefore('0040');
  await sql`insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active'),
    ('Luz', 'luz@uni.example', 'active'), ('Eva', 'eva@uni.example', 'active')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('incs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('incs', 1, '{}')`.execute(db);
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by, status, submitted_at)
    select 'INC-1', 'incs', 1, 'Huerta', id, id, 'evaluation', now() from users where name = 'Ana'`.execute(
    db,
  );
  await sql`insert into reviews (project_id, user_id, blind, state, answer_by, marks)
    select p.id, u.id, true, case u.name when 'Eva' then 'accepted' else 'invited' end,
      now() + case u.name when 'Luz' then interval '1 day' else interval '-1 day' end, '{"impact": {"points": 3}}'
    from projects p, users u`.execute(db);
  await migrate(db, ALL);
  const { rows } = await sql<{ row: string }>`select concat_ws(' ', u.name, r.state,
      case when r.answer_by is null then 'open' else 'dated' end, r.declared_at, r.marks -> 'impact' ->> 'points') as row
    from reviews r join users u on u.id = r.user_id order by 1`.execute(db);
  expect(rows.map(r => r.row)).toEqual(['Ana invited open 3', 'Eva accepted dated 3', 'Luz invited dated 3']);
  // A copy of the version before is still running: it invites without knowing of a declaration.
  await sql`update reviews set state = 'accepted', answered_at = now() where state = 'invited'`.execute(db);
});
