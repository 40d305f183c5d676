// `node bench/dashboards.ts`: figures of 100 000 projects over HTTP, read by the office, a dean, a director and an academic,
// one request after the other: every topic as it opens, of a period and a faculty, and beside another period; the list
// behind the first row of every figure. `BENCH_ONLY=Admin` measures one of them. Fails when a budget is missed.
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { COUNTED_GROUPS } from '../src/domain/execution/people.ts';
import { figureOf, topicsIn } from '../src/domain/figures/figures.ts';
import type { OutputOf } from '../src/domain/kit/endpoint.ts';
import { BUDGET_SOURCES } from '../src/domain/sections/budget.ts';
import { type getDashboard, NO_KEY } from '../src/features/dashboards/contract.ts';
import { runProgram } from '../test/program.ts';
import { askJson, clientOf } from './client.ts';
import { withInstallation } from './installation.ts';
import { BENCH_PEOPLE, seed, tokenOf } from './seed.ts';
import { tell, timesOf } from './timing.ts';

const BUDGET_MS = 300;
const TIMES = 20;
const CALLS = 120;

const isBench = sql`p.code ~ '-\\d{6}$'`;
const hash = sql`abs(hashtext(p.code))`;

/** Calls of two lines with their acts and reviews; what is asked for, and awarded. */
async function fillCalls(db: Database): Promise<void> {
  await sql`insert into calls (name, year, kind, state, opens_at, closes_at, rubric)
    select 'Fondo de prueba ' || n, 2018 + n % 9, 'fexs', 'execution', '2026-01-02', '2026-03-02', '{"criteria": []}'
    from generate_series(1, ${CALLS}::int) n`.execute(db);
  await sql`
    with c as (select array_agg(id order by name) as ids from calls where name like 'Fondo de prueba %')
    update projects p set call_id = case when p.kind = 'fexs' then c.ids[1 + ${hash} % ${CALLS}::int] end,
      amount_requested = case when p.kind in ('fexs', 'incs') then 500000 + ${hash} % 5000000 end,
      amount_awarded = case when p.kind in ('fexs', 'incs')
        and p.status in ('approved', 'running', 'suspended', 'final_report', 'closed') then 500000 + ${hash} % 4000000 end
    from c where ${isBench}`.execute(db);
  await sql`insert into call_acts (call_id, number, at, actor_id, facts)
    select p.call_id, 1, now(), (select id from users limit 1), jsonb_build_object('rows', jsonb_agg(jsonb_build_object(
      'code', p.code, 'title', p.title, 'line', 'Línea ' || (1 + ${hash} % 2), 'score', 40 + ${hash} % 60,
      'result', case when p.amount_awarded is null then 'not_award' else 'award' end)))
    from projects p where p.call_id is not null and ${isBench} group by p.call_id`.execute(db);
  await sql`
    with u as (select array_agg(id order by email) as ids from users where email like '%@bench.example')
    insert into reviews (project_id, user_id, state, blind, due_at, score, confirmed_at)
    select p.id, u.ids[1 + (${hash} + k * 997) % 3000], case when k = 1 then 'confirmed' else 'accepted' end, true,
      now() + (${hash} % 20 - 10) * interval '1 day', case when k = 1 then 50 end, case when k = 1 then now() end
    from projects p, u, generate_series(1, 2) k
    where p.call_id is not null and p.submitted_at is not null and ${isBench}`.execute(db);
}

/** People, money and indicators of each project, and five steps that it has come through. */
async function fillFacts(db: Database): Promise<void> {
  const counts = COUNTED_GROUPS.flatMap((group, n) => [
    sql`${sql.ref(`expected_${group}`)} = case when h % 5 <> ${n % 5}::int then h % 200 end`,
    sql`${sql.ref(`actual_${group}`)} = case when h % 7 <> ${n % 7}::int then h % 190 end`,
  ]);
  const money = BUDGET_SOURCES.flatMap(({ value }, n) => [
    sql`${sql.ref(`planned_${value}`)} = case when h % 4 <> ${n}::int then h % 3000000 else 0 end`,
    sql`${sql.ref(`spent_${value}`)} = case when h % 4 <> ${n}::int then h % 2500000 else 0 end`,
  ]);
  await sql`update project_facts f set ${sql.join([...counts, ...money])}, paid = h % 3000000, returned = h % 9000,
      indicators = 1 + h % 6, indicators_measured = h % 6 / 2 + 1, indicators_reached = h % 6 / 3
    from (select p.id, ${hash} as h from projects p where ${isBench}) p where p.id = f.project_id`.execute(
    db,
  );
  await sql`delete from project_steps s using projects p where p.id = s.project_id and ${isBench}`.execute(
    db,
  );
  await sql`insert into project_steps (project_id, entered_at, left_at, status, due_at)
    select p.id, p.status_since - (5 - k) * d, case when k < 5 then p.status_since - (4 - k) * d end,
      case when k = 5 then p.status when k = 3 and p.kind = 'fexs' then 'evaluation'
        else (array['draft', 'director_review', 'dean_review', 'admissibility'])[k] end,
      p.status_since - (5 - k) * d + interval '10 days'
    from projects p cross join lateral (select (2 + ${hash} % 20) * interval '1 day' as d) x, generate_series(1, 5) k
    where ${isBench} order by p.id, k`.execute(db);
}

async function fill(db: Database): Promise<void> {
  const { rows } = await sql`select from calls where name like 'Fondo de prueba %'`.execute(db);
  if (rows.length > 0) return;
  await fillFacts(db);
  await fillCalls(db);
  for (const table of ['projects', 'project_facts', 'project_steps'])
    await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

type Dashboard = OutputOf<typeof getDashboard>;

/** Every topic of the widest scope of this person, and the first row of each figure. */
async function measure(role: string, url: string, token: string): Promise<boolean[]> {
  const ask = clientOf(url, token);
  const read = (path: string) => askJson<Dashboard>(ask, 'GET', path);
  const { scope, projects } = await read('/dashboards/portfolio');
  console.log(`${role}: ${projects} projects, ${scope}`);
  const met: boolean[] = [];
  const time = async (name: string, path: string) => {
    const times = await timesOf(url, token, Array(TIMES).fill(path));
    met.push(tell({ name: `${role}: ${name}`, times, budget: BUDGET_MS }));
  };
  const { figures } = await read('/dashboards/portfolio');
  const faculty = figures.find(f => f.name === 'projects_by_faculty')?.rows[0]?.key ?? '';
  for (const topic of topicsIn(scope)) {
    const path = `/dashboards/${topic}`;
    await time(topic, path);
    await time(`${topic}, filtered`, `${path}?period=2024-1&faculty=${faculty}`);
    await time(`${topic}, compared`, `${path}?otherPeriod=2024-1`);
    for (const figure of (await read(path)).figures) {
      const [row] = figure.rows;
      if (row && figureOf(figure.name).topic === topic)
        await time(
          figure.name,
          `/dashboards/figures/${figure.name}?row=${encodeURIComponent(row.key ?? NO_KEY)}`,
        );
    }
  }
  return met;
}

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  await seed(db);
  await fill(db);
  const program = await runProgram(settings);
  try {
    const met: boolean[] = [];
    for (const [role, email] of Object.entries(BENCH_PEOPLE))
      if (!process.env.BENCH_ONLY || process.env.BENCH_ONLY === role)
        met.push(...(await measure(role, program.url, await tokenOf(db, email))));
    return met.every(Boolean);
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-dashboards', measureAll)) ? 0 : 1;
