// `node bench/annual.ts`: the annual report of a year with 2 000 projects, 200 of them closed with a report, as page and as
// PDF, made in this process: how long each takes, and the memory at its beginning and at most. Fails when one takes longer
// than its budget.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { lit } from '../src/db/states.ts';
import { annualMaker } from '../src/features/annual-reports/making/queries.ts';
import { parseEnv } from '../src/server/env.ts';
import { createFileStore } from '../src/server/files/store.ts';
import { readActor } from '../src/server/sign-in/actors.ts';
import { memoryOf, withInstallation } from './installation.ts';
import { BENCH_PEOPLE, seed } from './seed.ts';

const BUDGET_SECONDS = 30;
const PROJECTS = 2000;

/** Of so many projects the year is another one; every tenth is closed, with a report of half a page. */
async function makeYear(db: Database): Promise<void> {
  await sql`with chosen as (select id, row_number() over (order by id) as place from projects limit ${PROJECTS})
    update projects p set period = '2031-' || (1 + c.place % 2), status = case when c.place % 10 = 0
      then ${lit.status('closed')} else ${lit.status('running')} end
    from chosen c where p.id = c.id`.execute(db);
  const text = 'Familias y estudiantes trabajaron juntos en el barrio, y lo siguen haciendo. '.repeat(8);
  const texts = JSON.stringify({ results: text, external: text, changes: text, continuity: text });
  await sql`insert into reports (project_id, texts, author_id, updated_by, submitted_by, submitted_at,
      decided_by, decided_at)
    select id, ${texts}::jsonb, lead_id, lead_id, lead_id, now(), lead_id, now()
    from projects where period like '2031-%' and status = ${lit.status('closed')}`.execute(db);
}

async function measure(db: Database, settings: Record<string, string>): Promise<boolean> {
  await seed(db);
  await makeYear(db);
  const env = parseEnv(settings);
  const files = await createFileStore(env.files);
  const { rows } = await sql<{
    id: string;
  }>`select id from users where email = ${BENCH_PEOPLE.Admin}`.execute(db);
  const actor = await readActor(db, rows[0]?.id ?? randomUUID());
  if (!actor) throw new Error('nobody of the office');
  let met = true;
  for (const format of ['html', 'pdf'] as const) {
    const before = memoryOf(process.pid);
    let most = before;
    const began = performance.now();
    let size = 0;
    const progress = { total: () => undefined, done: () => undefined };
    const { content } = await annualMaker.make(
      { db, env, files },
      actor,
      { year: 2031, format, foreword: 'Presentación.' },
      progress,
    );
    for await (const part of content) {
      size += part.length;
      most = Math.max(most, memoryOf(process.pid));
    }
    const seconds = (performance.now() - began) / 1000;
    const isMet = seconds < BUDGET_SECONDS;
    met &&= isMet;
    console.log(
      `${isMet ? 'ok  ' : 'MISS'} ${format}: ${seconds.toFixed(1)} s, ${(size / 1e6).toFixed(1)} MB, ` +
        `memory ${before.toFixed(0)}–${most.toFixed(0)} MB`,
    );
  }
  return met;
}

process.exitCode = (await withInstallation('bench-annual', measure)) ? 0 : 1;
