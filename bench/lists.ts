// `node bench/lists.ts`: 100 000 projects listed over HTTP by the office, a dean, a director and an academic, one request
// after the other: put together by each group, first page and one in the middle; by turn and by due; with words that few
// have and words that everybody has; beside the list as it opens. Fails when a budget is missed.
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { PROJECT_GROUPS } from '../src/features/projects/contract.ts';
import { runProgram } from '../test/program.ts';
import { withInstallation } from './installation.ts';
import { BENCH_PEOPLE, seed, tokenOf } from './seed.ts';
import { tell, timesOf } from './timing.ts';

const GROUPS_MS = 150;
const LIST_MS = 60;
/** Enough for plans that would be kept to be kept. */
const TIMES = 30;
const WORDS = { rare: 'robótica liceos 2041', some: 'robótica escolar', frequent: 'proyecto' };

/** Themes and calls for most, a thousand projects that wait for the office, and none that starts by itself meanwhile. */
async function fill(db: Database): Promise<void> {
  const { rows } = await sql`select from themes where name like 'Tema de prueba %'`.execute(db);
  if (rows.length > 0) return;
  await sql`insert into themes (name) select 'Tema de prueba ' || n from generate_series(1, 15) n`.execute(
    db,
  );
  await sql`insert into calls (name, year, kind, state, opens_at, closes_at, rubric)
    select 'Fondo de prueba ' || n, 2018 + n % 9, 'fexs', 'closed', '2026-01-02', '2026-03-02', '{"criteria": []}'
    from generate_series(1, 12) n`.execute(db);
  await sql`
    with t as (select array_agg(id order by name) as ids from themes where name like 'Tema de prueba %'),
      c as (select array_agg(id order by name) as ids from calls where name like 'Fondo de prueba %')
    update projects p set theme_id = case when h % 3 > 0 then t.ids[1 + h % 15] end,
      call_id = case when p.kind = 'fexs' then c.ids[1 + h % 12] end, office_turn = p.status = 'final_report',
      sub_step = case when p.status = 'final_report' then 'office' end, due_at = case when p.status = 'final_report'
        then now() + (h % 60 - 20) * interval '1 day' else p.due_at end,
      start_date = case when p.status = 'approved' then current_date + 60 else p.start_date end,
      end_date = case when p.status = 'approved' then current_date + 200 else p.end_date end
    from t, c, (select id, abs(hashtext(code)) as h from projects where line_id is null) k where k.id = p.id`.execute(
    db,
  );
  await sql`vacuum (full, analyze) projects`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

interface Asked {
  readonly name: string;
  readonly query: string;
  readonly budget: number;
}
const asked = (total: number): readonly Asked[] => {
  const middle = Math.max(1, Math.floor(total / 50));
  return [
    { name: 'as it opens', query: '', budget: LIST_MS },
    ...PROJECT_GROUPS.flatMap(group => [
      { name: `group ${group}`, query: `group=${group}`, budget: GROUPS_MS },
      { name: `group ${group}, middle`, query: `group=${group}&page=${middle}`, budget: GROUPS_MS },
    ]),
    ...['due', '-due', 'turn', '-turn'].map(sort => ({ name: sort, query: `sort=${sort}`, budget: LIST_MS })),
    { name: 'turn, middle', query: `sort=turn&page=${middle}`, budget: GROUPS_MS },
    { name: 'turn by status', query: 'sort=turn&group=status', budget: GROUPS_MS },
    ...Object.entries(WORDS).flatMap(([name, q]) => [
      { name: `${name} words`, query: `q=${encodeURIComponent(q)}`, budget: GROUPS_MS },
      { name: `${name} words by turn`, query: `sort=turn&q=${encodeURIComponent(q)}`, budget: GROUPS_MS },
      {
        name: `${name} words by status`,
        query: `group=status&q=${encodeURIComponent(q)}`,
        budget: GROUPS_MS,
      },
    ]),
  ];
};

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  await seed(db);
  await fill(db);
  const program = await runProgram(settings);
  try {
    const met: boolean[] = [];
    for (const [role, email] of Object.entries(BENCH_PEOPLE)) {
      const token = await tokenOf(db, email);
      const answer = await fetch(`${program.url}/api/projects?size=1`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { total } = (await answer.json()) as { total: number };
      console.log(`${role}: ${total} projects`);
      for (const { name, query, budget } of asked(total)) {
        const times = await timesOf(program.url, token, Array(TIMES).fill(`/projects?${query}`));
        met.push(tell({ name: `${role}: ${name}`, times, budget }));
      }
    }
    return met.every(Boolean);
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-lists', measureAll)) ? 0 : 1;
