// `node bench/people.ts`: the table of 20 000 people against the bare queries it stands for, in turn, in one process.
// Fails when first page, search or sort takes more than 1.5 times as long.
import path from 'node:path';
import { sql } from 'kysely';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { type Database, openDatabase } from '../src/db/pool.ts';
import type { Actor } from '../src/domain/kit/actor.ts';
import { users } from '../src/features/users/contract.ts';
import { userList } from '../src/features/users/queries.ts';

const PEOPLE = 20_000;
const ROUNDS = 100;
const MOST = 1.5;

const ADMIN: Actor = {
  id: '01890000-0000-7000-8000-000000000000',
  name: 'Bench',
  email: 'bench@bench.example',
  roles: ['Admin'],
  state: 'active',
  homeSchoolId: null,
  directs: [],
  heads: [],
  headsSchools: [],
  fillsIn: false,
};

async function seed(db: Database): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from users`.execute(db);
  if ((rows[0]?.n ?? 0) >= PEOPLE) return;
  await sql`insert into faculties (code, name) values ('BF', 'Facultad de prueba')`.execute(db);
  await sql`insert into schools (code, name, faculty_id) select 'BS' || n, 'Escuela de prueba ' || n, f.id
    from generate_series(1, 60) n, faculties f where f.code = 'BF'`.execute(db);
  await sql`insert into users (email, name, roles, state, home_school_id, last_sign_in_at, updated_at)
    select 'persona' || n || '@bench.example',
      (array['Camila','Diego','Elena','Felipe','Gabriela','Hernán','Inés','Joaquín','Karla','Luis'])[1 + n % 10] || ' ' ||
      (array['Rojas','Muñoz','Ñancupil','Pérez','Soto','Araya','Vidal','Leiva','Oyarzún','Jara'])[1 + n / 10 % 10] || ' ' ||
      (array['Fuentes','Molina','Cárdenas','Bustos','Parra','Sáez','Mardones'])[1 + n / 100 % 7] || ' ' || n,
      '{Academic}', case when n % 500 = 0 then 'pending' when n % 100 = 0 then 'blocked' else 'active' end,
      (select id from schools where code = 'BS' || (1 + n % 60)),
      case when n % 3 > 0 then now() - n * interval '1 minute' end, now() - n * interval '1 second'
    from generate_series(1, ${PEOPLE}::int) n`.execute(db);
  await sql`insert into user_accounts (user_id, provider, subject, email)
    select id, 'google', id::text, email from users where last_sign_in_at is not null`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** What a careful programmer writes by hand: the columns on screen, a page and the exact total. */
const bare = (db: Database, where: ReturnType<typeof sql>, order: ReturnType<typeof sql>) => async () => {
  await sql`select (select count(*)::int from users u where ${where}) as total, (select json_agg(r) from (
      select u.id, u.name, u.email, u.roles, u.state, u.expertise, u.last_sign_in_at, u.updated_at, s.name as school,
        b.name as by, array(select a.provider || ' ' || a.email from user_accounts a where a.user_id = u.id) as accounts,
        array(select d.name from school_heads h join schools d on d.id = h.school_id where h.user_id = u.id) as schools,
        array(select f.name from faculty_heads h join faculties f on f.id = h.faculty_id where h.user_id = u.id) as faculties
      from users u left join schools s on s.id = u.home_school_id left join users b on b.id = u.updated_by
      where ${where} order by ${order} limit 25) r) as rows`.execute(db);
};

type Query = Parameters<typeof userList.page>[2];
const ours = (db: Database, query: object) => async () => {
  await userList.page(db, ADMIN, users.list.query?.parse(query) as Query);
};

const found = sql`u.search like '%' || plain(${'ñancupil'}) || '%'`;
const all = sql`true`;
const standing = sql`(case u.state when 'pending' then 0 when 'active' then 1 else 2 end), plain(u.name), u.id`;
const cases = (db: Database) =>
  [
    ['first page', ours(db, {}), bare(db, all, standing)],
    ['search', ours(db, { q: 'ñancupil' }), bare(db, found, standing)],
    ['by name', ours(db, { sort: 'name' }), bare(db, all, sql`plain(u.name), u.id`)],
    ['by e-mail', ours(db, { sort: 'email' }), bare(db, all, sql`lower(u.email), u.id`)],
    [
      'by sign-in',
      ours(db, { sort: '-lastSignInAt' }),
      bare(db, all, sql`u.last_sign_in_at desc nulls last, u.id desc`),
    ],
    ['by change', ours(db, { sort: '-updatedAt' }), bare(db, all, sql`u.updated_at desc, u.id desc`)],
  ] as const;

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

async function measure(name: string, mine: () => Promise<void>, raw: () => Promise<void>): Promise<boolean> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const pair = [await timed(mine), await timed(raw)] as const;
    // The first ones warm both up.
    if (round < ROUNDS / 10) continue;
    times[0].push(pair[0]);
    times[1].push(pair[1]);
  }
  const [a, b] = times.map(median) as [number, number];
  const met = a / b <= MOST;
  console.log(
    `${name.padEnd(11)} ours ${a.toFixed(2)} ms  bare ${b.toFixed(2)} ms  ratio ${(a / b).toFixed(2)}  budget ${MOST}  ${met ? 'met' : 'MISSED'}`,
  );
  return met;
}

const dataDir = path.join(import.meta.dirname, '../.cache/bench-people');
const server = await startEmbedded({ dataDir, owner: `bench, proceso ${process.pid}`, adopt: true });
const db = openDatabase(server.url, { max: 2, statementTimeout: 600_000 });
try {
  await migrate(db);
  await seed(db);
  await sql`vacuum analyze users`.execute(db);
  let met = true;
  for (const [name, mine, raw] of cases(db)) met = (await measure(name, mine, raw)) && met;
  process.exitCode = met ? 0 : 1;
} finally {
  await db.destroy();
  await server.stop();
}
