import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { SECTION_SLUGS } from '../src/domain/sections/index.ts';
import { openSession } from '../src/server/sign-in/session.ts';
import { pacsSections } from '../test/factories.ts';

export const PROJECTS = 100_000;
/** Of the people seeded one for each role, by e-mail. */
export const BENCH_PEOPLE = {
  Admin: 'beatriz.navarrete@biosur.example',
  Dean: 'persona67@bench.example',
  Director: 'persona7@bench.example',
  Academic: 'persona777@bench.example',
};
/** Every n-th project has all of its sections; the others what lists and filters need. */
const WHOLE_EVERY = 20;

const PEOPLE = 3000;
const FACULTIES = 12;
const SCHOOLS = 60;

const run = (db: Database, statement: ReturnType<typeof sql>) => statement.execute(db);

async function university(db: Database): Promise<void> {
  await run(
    db,
    sql`insert into faculties (code, name) select 'BF' || n, 'Facultad de prueba ' || n from generate_series(1, ${FACULTIES}::int) n`,
  );
  await run(
    db,
    sql`insert into schools (code, name, faculty_id)
      select 'BS' || n, 'Escuela de prueba ' || n, (select id from faculties where code = 'BF' || (1 + n % ${FACULTIES}::int))
      from generate_series(1, ${SCHOOLS}::int) n`,
  );
  await run(
    db,
    sql`insert into users (email, name, roles, state, home_school_id)
      select 'persona' || n || '@bench.example',
        (array['Camila','Diego','Elena','Felipe','Gabriela','Hernán','Inés','Joaquín','Karla','Luis'])[1 + n % 10] || ' ' ||
        (array['Rojas','Muñoz','Ñancupil','Pérez','Soto','Araya','Vidal','Leiva','Oyarzún','Jara'])[1 + n / 10 % 10] || ' ' ||
        (array['Fuentes','Molina','Cárdenas','Bustos','Parra','Sáez','Mardones'])[1 + n / 100 % 7],
        case when n <= ${SCHOOLS}::int then '{Director}' else '{Academic}' end::text[], 'active',
        (select id from schools where code = 'BS' || (1 + n % ${SCHOOLS}::int))
      from generate_series(1, ${PEOPLE}::int) n`,
  );
  await run(
    db,
    sql`insert into school_heads (school_id, user_id)
      select s.id, u.id from generate_series(1, ${SCHOOLS}::int) n
        join schools s on s.code = 'BS' || n join users u on u.email = 'persona' || n || '@bench.example'`,
  );
  await run(
    db,
    sql`insert into organisations (name, type, comuna_code)
      select 'Organización de prueba ' || n, 'organizacion_social', (array(select code from comunas order by code))[1 + n % 346]
      from generate_series(1, 2000) n`,
  );
}

async function deans(db: Database): Promise<void> {
  const dean = sql`('persona' || (${SCHOOLS}::int + n) || '@bench.example')`;
  await run(
    db,
    sql`update users set roles = '{Dean}' where email in
      (select ${dean} from generate_series(1, ${FACULTIES}::int) n)`,
  );
  await run(
    db,
    sql`insert into faculty_heads (faculty_id, user_id)
      select f.id, u.id from generate_series(1, ${FACULTIES}::int) n
        join faculties f on f.code = 'BF' || n join users u on u.email = ${dean}
      on conflict do nothing`,
  );
}

/** Weighted as a university's portfolio is after nine years: most are closed, one in eight is a draft. */
const STATUSES = sql`array_cat(array_cat(array_cat(array_cat(
  array_fill('closed'::text, array[45]), array_fill('draft'::text, array[12])),
  array_cat(array_fill('running'::text, array[14]), array_fill('approved'::text, array[8]))),
  array_cat(array_fill('director_review'::text, array[5]), array_fill('dean_review'::text, array[3]))),
  array['returned','returned','returned','rejected','rejected','rejected','withdrawn','withdrawn','final_report','cancelled'])`;
const KINDS = sql`array_cat(array_cat(array_fill('pacs'::text, array[35]), array_fill('exts'::text, array[25])),
  array_cat(array_fill('cons'::text, array[15]), array_cat(array_fill('fexs'::text, array[15]), array_fill('incs'::text, array[10]))))`;
const TITLE = sql`
  (array['Taller','Programa','Escuela','Red','Operativo','Laboratorio','Encuentro','Feria','Diplomado','Huerto'])[1 + (h >> 3) % 10] || ' de ' ||
  (array['salud comunitaria','educación ambiental','alfabetización digital','memoria y patrimonio','autocuidado','energía solar',
    'nutrición infantil','deporte inclusivo','apoyo tributario','lectura','robótica escolar','agua rural'])[1 + (h >> 7) % 12] || ' en ' ||
  (array['liceos técnicos','juntas de vecinos','la costa','el valle','caletas','hogares de mayores','escuelas rurales','ferias libres'])[1 + (h >> 11) % 8] || ' ' || n`;
const SUMMARY = sql`'Proyecto número ' || n || ' que reúne a estudiantes, académicos y ' ||
  (array['vecinos','pymes','pescadores','docentes','cuidadoras','emprendedores'])[1 + (h >> 13) % 6] ||
  ' para diagnosticar, diseñar y ejecutar en conjunto una respuesta sostenible a un problema del territorio.'`;

async function projects(db: Database): Promise<void> {
  await run(
    db,
    sql`
    with u as (select array_agg(id order by email) as ids from users where email like '%@bench.example'),
    s as (select array_agg(id order by code) as ids from schools where code like 'BS%'),
    base as (
      select n, abs(hashint4(n)) as h, abs(hashint4(n + 7777777)) as g, (${KINDS})[1 + abs(hashint4(n * 3)) % 100] as kind,
        (${STATUSES})[1 + abs(hashint4(n * 5)) % 97] as status from generate_series(1, ${PROJECTS}::int) n)
    insert into projects (code, kind, kind_version, status, status_since, due_at, office_turn, title, summary, lead_id, school_id,
      period, start_date, end_date, consent_to_publish, submitted_at, created_at, created_by, updated_at, updated_by, search_text)
    select upper(left(kind, 3)) || '-' || (2018 + h % 9) || '-' || lpad(n::text, 6, '0'), kind, 1, status,
      now() - (g % 2000) * interval '1 day',
      case when status in ('director_review','dean_review','returned','running','approved') then now() + (g % 60 - 20) * interval '1 day' end,
      false, ${TITLE}, ${SUMMARY}, u.ids[1 + h % ${PEOPLE}::int], s.ids[1 + g % ${SCHOOLS}::int],
      (2018 + h % 9) || '-' || (1 + g % 2), make_date(2018 + h % 9, 3, 1), make_date(2018 + h % 9, 12, 15), g % 2 = 0,
      case when status <> 'draft' then now() - (g % 2000) * interval '1 day' end,
      now() - (g % 3000) * interval '1 day', u.ids[1 + h % ${PEOPLE}::int], now() - (g % 2000 * 86400 + h % 86400) * interval '1 second',
      u.ids[1 + h % ${PEOPLE}::int], ${TITLE} || E'\\n' || ${SUMMARY}
    from base, u, s`,
  );
}

async function relations(db: Database): Promise<void> {
  const number = sql`right(p.code, 6)::int`;
  const bench = sql`from projects p where p.code ~ '-\\d{6}$'`;
  await run(
    db,
    sql`insert into project_holders (project_id, user_id, via) select p.id, p.lead_id, 'lead' ${bench}
      and p.status in ('draft', 'returned', 'approved', 'running')`,
  );
  await run(
    db,
    sql`insert into project_holders (project_id, user_id, via)
      select p.id, h.user_id, 'head' from projects p join school_heads h on h.school_id = p.school_id
      where p.code ~ '-\\d{6}$' and p.status = 'director_review'`,
  );
  await run(
    db,
    sql`with u as (select array_agg(id order by email) as ids from users where email like '%@bench.example')
      insert into project_members (project_id, user_id)
      select p.id, u.ids[1 + (${number} * k) % ${PEOPLE}::int] from projects p, u, generate_series(1, 3) k
      where p.code ~ '-\\d{6}$' on conflict do nothing`,
  );
  await run(
    db,
    sql`insert into project_comunas (project_id, comuna_code)
      select p.id, (array(select code from comunas order by code))[1 + ${number} % 346] ${bench}`,
  );
  await run(
    db,
    sql`insert into project_goals (project_id, goal) select p.id, 1 + (${number} * k) % 17
      from projects p, generate_series(1, 2) k where p.code ~ '-\\d{6}$' on conflict do nothing`,
  );
  await run(
    db,
    sql`insert into project_partners (project_id, organisation_id)
      select p.id, (array(select id from organisations order by name))[1 + ${number} % 2000] ${bench}`,
  );
  await run(
    db,
    sql`insert into project_history (project_id, at, actor_id, action, from_status, to_status, before)
      select p.id, p.created_at + k * interval '1 day', p.lead_id, (array['create','submit','return','submit'])[k],
        case k when 1 then null else 'draft' end, p.status, '{}'
      from projects p, generate_series(1, 4) k where p.code ~ '-\\d{6}$' and (k = 1 or p.status <> 'draft')`,
  );
}

/** Texts as long as people write them, so that reading and saving move realistic weights. */
async function sections(db: Database): Promise<void> {
  // Title, lead and school come from each project's own columns; what refers to anything else is left out.
  const other = randomUUID();
  const whole = pacsSections(
    { leadId: other, schoolId: other, offeringId: other, organisationId: other },
    'Proyecto',
  );
  const paragraph =
    'El diagnóstico se hizo con la comunidad en tres asambleas y recoge datos del municipio. '.repeat(12);
  if (whole.diagnosis) Object.assign(whole.diagnosis, { problem: paragraph, relevance: paragraph });
  if (whole.objectives) whole.objectives.methodology = paragraph;
  await run(
    db,
    sql`insert into project_sections (project_id, section, data, updated_by)
      select p.id, 'identification', ${JSON.stringify(whole.identification)}::jsonb || jsonb_build_object(
        'title', p.title, 'summary', p.summary, 'leadId', p.lead_id, 'schoolId', p.school_id, 'period', p.period,
        'startDate', p.start_date, 'endDate', p.end_date), p.lead_id
      from projects p where p.code ~ '-\\d{6}$'`,
  );
  for (const slug of SECTION_SLUGS) {
    const data = whole[slug];
    if (!data || slug === 'identification' || slug === 'courses' || slug === 'partners') continue;
    await run(
      db,
      sql`insert into project_sections (project_id, section, data, updated_by)
        select p.id, ${slug}, ${JSON.stringify(data)}::jsonb, p.lead_id from projects p
        where p.code ~ '-\\d{6}$' and right(p.code, 6)::int % ${WHOLE_EVERY}::int = 0`,
    );
  }
}

/** What the handler we compare with searches: the same words under a trigram index, in a table of its own. */
async function rawSearch(db: Database): Promise<void> {
  await run(db, sql`create schema bench`);
  await run(db, sql`create table bench.search as select id, plain(search_text) as text from projects`);
  await run(db, sql`create index on bench.search using gin (text gin_trgm_ops)`);
  await run(db, sql`create unique index on bench.search (id)`);
}

/** Fills a migrated database once; says how long it took, in seconds, or 0 when it was filled before. */
export async function seed(db: Database): Promise<number> {
  const { rows } = await sql<{
    done: string | null;
  }>`select to_regclass('bench.search')::text as done`.execute(db);
  if (rows[0]?.done) return 0;
  const began = Date.now();
  await university(db);
  await deans(db);
  await projects(db);
  await relations(db);
  await sections(db);
  await rawSearch(db);
  await run(db, sql`vacuum analyze`);
  return (Date.now() - began) / 1000;
}

/** Token of a new session of this person. */
export async function tokenOf(db: Database, email: string): Promise<string> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const account = await db
    .insertInto('user_accounts')
    .values({ user_id: user.id, provider: 'google', subject: user.id, email })
    .onConflict(c => c.columns(['provider', 'tenant', 'subject']).doUpdateSet({ email }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const now = new Date();
  return openSession(db, { userId: user.id, accountId: account.id, signedInAt: now, now });
}
