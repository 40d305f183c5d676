// `node bench/audit.ts`: a million entries of the audit, two thirds of them saves in a row, read over HTTP by the office,
// one request after the other; one of them a run of 2 000. What it costs an entry to look at what it may follow. Fails
// when a budget is missed.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { runProgram } from '../test/program.ts';
import { withInstallation } from './installation.ts';
import { BENCH_PEOPLE, seed, tokenOf } from './seed.ts';
import { tell, timesOf } from './timing.ts';

const PAGE_MS = 150;
/** Where nearly all entries are looked at to be counted. */
const COUNTED_MS = 300;
const ENTRY_MS = 5;
const TIMES = 40;
const ENTRIES = 1000;
const LONG_RUN = 2000;

/** Ten entries a project: one that stands for itself, then saves in a row of two sections; one project has a long run. */
async function fill(db: Database): Promise<string> {
  const { rows: busy } = await sql<{ id: string }>`select id from projects order by code limit 1`.execute(db);
  const [project] = busy;
  if (!project) throw new Error('no projects to write about');
  const { rows } = await sql`select from audit where request_id = 'bench' limit 1`.execute(db);
  if (rows.length > 0) return project.id;
  await sql`
    insert into audit (at, actor_id, action, object_type, object_id, changes, request_id, follows)
    select now() - (n.code_order % 700) * interval '1 day' + k * interval '20 seconds', n.lead_id,
      case when k = 0 then 'project.create' when k < 6 then 'project.save.identification'
        else 'project.save.diagnosis' end,
      'project', n.id::text, jsonb_build_object('title', jsonb_build_array('Antes ' || k, 'Después ' || k)),
      'bench', k not in (0, 1, 6)
    from (select p.id, p.lead_id, row_number() over (order by p.code) as code_order from projects p) n,
      generate_series(0, 9) k order by 1`.execute(db);
  await sql`
    insert into audit (at, actor_id, action, object_type, object_id, changes, request_id, follows)
    select now() - interval '1 hour' + k * interval '1 second', p.lead_id, 'project.save.identification', 'project',
      p.id::text, jsonb_build_object('title', jsonb_build_array('Antes ' || k, 'Después ' || k)), 'bench', k > 1
    from projects p, generate_series(1, ${sql.lit(LONG_RUN)}) k where p.id = ${project.id} order by k`.execute(
    db,
  );
  await sql`vacuum analyze audit`.execute(db);
  return project.id;
}

/** Milliseconds of entries written one by one: plainly, and looking at what they may follow, as a save's are. */
async function timesOfEntries(db: Database, object: string, follows: RawBuilder<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < ENTRIES; n += 1) {
    const began = performance.now();
    await sql`insert into audit (action, object_type, object_id, changes, request_id, follows)
      select 'project.save.budget', 'project', ${object}::text, '{}'::jsonb, 'bench-save', ${follows}`.execute(
      db,
    );
    times.push(performance.now() - began);
  }
  return times;
}

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  const took = await seed(db);
  if (took > 0) console.log(`filled in ${took.toFixed(0)} s`);
  const busy = await fill(db);
  const program = await runProgram(settings);
  try {
    const token = await tokenOf(db, BENCH_PEOPLE.Admin);
    const met: boolean[] = [];
    const asked: Readonly<Record<string, string>> = {
      'as it opens': '',
      'each by itself': 'each=true',
      'page 400': 'page=400',
      'what was changed': 'kind=updated',
      'of a year': 'from=2026-01-01&to=2026-12-31',
      'of one project': `object=project&objectId=${busy}`,
      'by a code': 'q=PAC-2023-00',
    };
    for (const [name, query] of Object.entries(asked)) {
      const paths = Array.from({ length: TIMES }, () => `/audit?${query}`);
      const budget = query.startsWith('kind') ? COUNTED_MS : PAGE_MS;
      met.push(tell({ name, times: await timesOf(program.url, token, paths), budget }));
    }
    const looked = sql`coalesce((select l.action = 'project.save.budget' and l.at > now() - interval '10 minutes'
      from audit l where l.object_type = 'project' and l.object_id = ${busy} order by l.id desc limit 1), false)`;
    for (const round of [1, 2]) {
      const written = { plainly: sql`false`, 'that may follow': looked };
      for (const [name, follows] of Object.entries(written)) {
        const times = await timesOfEntries(db, busy, follows);
        met.push(tell({ name: `entry ${name}, ${round}`, times, budget: ENTRY_MS }));
        const middle = times.toSorted((a, b) => a - b)[ENTRIES / 2] ?? 0;
        console.log(`${''.padEnd(30)} middle ${middle.toFixed(2)} ms`);
      }
    }
    return met.every(Boolean);
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-audit', measureAll)) ? 0 : 1;
