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

test('0041: calls that have opened ask for a third review at once, as before; those in preparation seek a consensus', async () => {
  const db = await versionBefore('0041');
  await sql`insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active'),
    ('Luz', 'luz@uni.example', 'active')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('fexs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('fexs', 1, '{}')`.execute(db);
  await sql`insert into calls (name, year, kind, state, opens_at, closes_at, gap)
    select s, 2026, 'fexs', s, '2026-03-01', '2026-04-01', 15
    from unnest(array['preparation', 'open', 'evaluation', 'provisional', 'resolved', 'execution', 'closed']) s`.execute(
    db,
  );
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by, status, submitted_at, call_id)
    select 'FEX-1', 'fexs', 1, 'Huerta', u.id, u.id, 'evaluation', now(), c.id
    from users u, calls c where u.name = 'Ana' and c.name = 'evaluation'`.execute(db);
  await sql`insert into reviews (project_id, user_id, blind, state, score, confirmed_at, marks, author_comment)
    select p.id, u.id, true, 'confirmed', 80, now(), '{"impact": {"points": 4}}', 'Bien.'
    from projects p, users u where u.name = 'Luz'`.execute(db);
  await migrate(db, ALL);
  const calls = await sql<{ row: string }>`
    select name || ' ' || gap || ' ' || consensus_days as row from calls order by consensus_days desc, name`.execute(
    db,
  );
  expect(calls.rows.map(c => c.row)).toEqual([
    'preparation 15 3',
    ...['closed', 'evaluation', 'execution', 'open', 'provisional', 'resolved'].map(name => `${name} 15 0`),
  ]);
  const reviews = await sql<{ row: string }>`
    select concat_ws(' ', state, score, consensus, points ->> 'impact', author_comment) as row from reviews`.execute(
    db,
  );
  expect(reviews.rows.map(r => r.row)).toEqual(['confirmed 80.00 4 Bien.']);
  // A copy of the version before is still running: it gives back and opens calls without knowing of any of it.
  await sql`update reviews set state = 'accepted', score = null, confirmed_at = null`.execute(db);
  await sql`insert into calls (name, year, kind) values ('Nueva', 2026, 'fexs')`.execute(db);
});
