import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';

const TITLES = sql`array['Taller','Programa','Escuela','Red','Operativo','Laboratorio','Encuentro','Feria']`;
const THEMES = sql`array['salud comunitaria','educación ambiental','alfabetización digital','memoria y patrimonio',
  'autocuidado','energía solar','nutrición infantil','robótica escolar','agua rural','lectura','deporte inclusivo']`;

/** So many published projects, with as many drafts beside them: a table holds more than what is shown. */
export async function seedPublished(db: Database, projects: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from published_projects`.execute(db);
  if ((rows[0]?.n ?? 0) >= projects) return;
  await sql`insert into calls (name, year, kind, state, opens_at, closes_at, rubric)
    select 'Fondo ' || n, 2018 + n % 9, 'fexs', (array['closed','closed','execution','resolved','provisional'])[1 + n % 5],
      '2026-01-02', '2026-03-02', '{"criteria": []}' from generate_series(1, 20) n`.execute(db);
  await sql`
    with base as (select n, abs(hashint4(n)) as h, abs(hashint4(n + 7777777)) as g from generate_series(1, ${2 * projects}::int) n),
      s as (select array_agg(id order by code) as ids from schools), u as (select array_agg(id order by email) as ids from users),
      c as (select array_agg(id order by id) as ids from calls where state in ('closed', 'execution', 'resolved')),
      t as (select *, (${TITLES})[1 + h % 8] || ' de ' || (${THEMES})[1 + (h >> 3) % 11] || ' ' || n as title,
        repeat('Reúne a estudiantes, académicos y vecinos por ' || (${THEMES})[1 + (g >> 5) % 11] || ' en el territorio. ', 6) as summary from base)
    insert into projects (code, kind, kind_version, status, title, summary, lead_id, school_id, start_date, end_date,
      consent_to_publish, call_id, created_by, search_text)
    select 'PAC-2019-' || lpad(n::text, 6, '0'), (array['pacs','exts','cons','fexs','incs'])[1 + g % 5], 1,
      case when n % 2 = 0 then 'draft' else (array['closed','closed','running','approved'])[1 + h % 4] end,
      title, summary, u.ids[1 + h % array_length(u.ids, 1)], s.ids[1 + g % array_length(s.ids, 1)],
      date '2018-03-01' + h % 2900, date '2018-03-01' + h % 2900 + 200, n % 2 = 1, case when g % 5 = 3 then c.ids[1 + h % array_length(c.ids, 1)] end, u.ids[1], title || summary
    from t, s, u, c`.execute(db);
  await sql`insert into project_comunas (project_id, comuna_code)
    select p.id, (array(select code from comunas order by code))[1 + abs(hashtext(p.code || k)) % (case when k = 1 then 40 else 90 end) * 3]
    from projects p, generate_series(1, 2) k where p.code like 'PAC-2019-______' on conflict do nothing`.execute(
    db,
  );
  await sql`insert into project_goals (project_id, goal) select p.id, 1 + abs(hashtext(p.code || k)) % 17
    from projects p, generate_series(1, 2) k where p.code like 'PAC-2019-______' on conflict do nothing`.execute(
    db,
  );
  await sql`insert into publications (project_id, shows_results, updated_by)
    select id, true, lead_id from projects where code like 'PAC-2019-_____1'`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
