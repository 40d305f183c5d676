// `npm run bench`: our server against a raw handler on 100 000 projects, in the same run, round by round in turn.
// The home page by itself, there and on the demonstration's data. After that 1 000 people at once. BENCH_SECONDS (3) a
// round, BENCH_ROUNDS (5), BENCH_CROWD_SECONDS (60), BENCH_ONLY=list,crowd to measure a part. Fails when a budget is missed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { SECTIONS } from '../src/domain/sections/index.ts';
import { PEOPLE } from '../test/demo.ts';
import { freePort, type Program, runProgram } from '../test/program.ts';
import { crowd } from './crowd.ts';
import { memoryOf, withInstallation } from './installation.ts';
import { BENCH_PEOPLE, seed, tokenOf } from './seed.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CROWD_SECONDS = Number(process.env.BENCH_CROWD_SECONDS ?? 60);
const ONLY = process.env.BENCH_ONLY?.split(',');
const isAsked = (name: string) => !ONLY || ONLY.includes(name);
const CONNECTIONS = 16;
const MOST_MEMORY_MB = 200;
const { Admin: ADMIN, Director: DIRECTOR, Dean: DEAN, Academic: ACADEMIC } = BENCH_PEOPLE;
/** Home pages a second at least, for each person: of a large university, and of a small one. */
const LEAST_HOMES = 500;
const LEAST_DEMO_HOMES = 1000;

interface Target {
  readonly url: string;
  readonly token?: string;
}
interface Measure {
  readonly name: string;
  /** Least share of the raw handler's requests a second. */
  readonly budget: number;
  readonly who: string;
  readonly ours: (target: Target) => Promise<number>;
  readonly raw: (target: Target) => Promise<number>;
}

const headersOf = ({ token }: Target) => ({
  'content-type': 'application/json',
  ...(token && { authorization: `Bearer ${token}` }),
});

/** Requests a second; anything but a success is a fault of the bench, not a speed. */
async function fire(target: Target, options: Partial<autocannon.Options>): Promise<number> {
  const result = await autocannon({
    url: target.url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: headersOf(target),
    ...options,
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests failed: ${JSON.stringify(result.statusCodeStats)}`);
  return result['2xx'] / result.duration;
}

const reads = (paths: readonly string[]) => (target: Target) =>
  fire(target, { requests: paths.map(p => ({ method: 'GET' as const, path: p })) });

const DIAGNOSIS = {
  ...SECTIONS.diagnosis.empty,
  problem: 'El diagnóstico se hizo con la comunidad en tres asambleas. '.repeat(18),
  relevance: 'Es el principal problema del territorio. '.repeat(20),
};

/** Each connection writes into a project of its own, every time something else. */
const saves =
  (db: Database, ids: readonly string[], pathOf: (id: string) => string) => async (target: Target) => {
    const rows = await db
      .selectFrom('project_sections')
      .select(['project_id', 'version'])
      .where('project_id', 'in', [...ids])
      .where('section', '=', 'diagnosis')
      .execute();
    let next = 0;
    return fire(target, {
      setupClient: client => {
        const { project_id = '', version: first = 0 } = rows[next++ % rows.length] ?? {};
        let version = first;
        client.setRequests([
          {
            method: 'PUT',
            path: pathOf(project_id),
            headers: headersOf(target),
            setupRequest: request => ({
              ...request,
              body: JSON.stringify({ version, data: { ...DIAGNOSIS, baseline: `${version} ${Date.now()}` } }),
            }),
            onResponse: () => {
              version += 1;
            },
          },
        ]);
      },
    });
  };

async function idsOf(db: Database, email: string | undefined, statuses: readonly string[], most: number) {
  let query = db
    .selectFrom('projects as p')
    .innerJoin('users as u', 'u.id', 'p.lead_id')
    .innerJoin('project_sections as s', join =>
      join.onRef('s.project_id', '=', 'p.id').on('s.section', '=', 'diagnosis'),
    )
    .select(['p.id', 'p.kind'])
    .where('p.status', 'in', statuses as never)
    .where('p.kind', '=', 'pacs')
    .orderBy('p.id')
    .limit(most);
  if (email) query = query.where('u.email', '=', email);
  return query.execute();
}

const KINDS = ['pacs', 'exts', 'cons', 'fexs'];
const WORDS = ['autocuidado', 'patrimonio', 'robótica', 'pescadores', 'energía solar', 'ferias libres'];

async function measures(db: Database): Promise<Measure[]> {
  const pages = KINDS.flatMap(kind => [1, 2, 3].map(page => `kind=${kind}&page=${page}`));
  const rawList = reads(pages.map(p => `/projects?${p}`));
  const list = reads(pages.map(p => `/api/projects?${p}&sort=-updated`));
  const rawSearch = reads(WORDS.map(w => `/search?q=${encodeURIComponent(w)}`));
  const search = reads(WORDS.map(w => `/api/projects?q=${encodeURIComponent(w)}`));
  const closed = (await idsOf(db, undefined, ['closed'], 200)).map(p => p.id);
  const detail = reads(closed.map(id => `/api/projects/pacs/${id}`));
  const rawDetail = reads(closed.map(id => `/projects/${id}`));
  // Drafts of one person, so that the lead saves them; the raw handler writes into others.
  const drafts = (await idsOf(db, undefined, ['draft'], 2 * CONNECTIONS)).map(p => p.id);
  const [own, others] = [drafts.slice(0, CONNECTIONS), drafts.slice(CONNECTIONS)];
  const lead = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', ACADEMIC)
    .executeTakeFirstOrThrow();
  await db.updateTable('projects').set({ lead_id: lead.id }).where('id', 'in', own).execute();
  const save = saves(db, own, id => `/api/projects/pacs/${id}/sections/diagnosis`);
  const rawSave = saves(db, others, id => `/projects/${id}/sections/diagnosis`);
  const wholeSave = saves(db, others, id => `/whole/${id}/sections/diagnosis`);
  const by = (name: string, budget: number, people: string[], ours: Measure['ours'], raw: Measure['raw']) =>
    people.map(who => ({ name, budget, who, ours, raw }));
  return [
    ...by('list', 1, [ADMIN, ACADEMIC, DIRECTOR, DEAN], list, rawList),
    ...by('search', 1, [ADMIN, ACADEMIC, DIRECTOR], search, rawSearch),
    ...by('detail', 0.5, [ADMIN, ACADEMIC, DIRECTOR], detail, rawDetail),
    // Told, not asked for: a bare update, without version, history and trace.
    ...by('save', 0, [ACADEMIC, ADMIN], save, rawSave),
    ...by('whole', 0.5, [ACADEMIC], save, wholeSave),
  ].filter(m => isAsked(m.name));
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** True when the budget is met. */
async function measure(m: Measure, ours: Target, raw: Target): Promise<boolean> {
  const rounds: { ours: number; raw: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const result = { ours: await m.ours(ours), raw: await m.raw(raw) };
    // The first round warms both up.
    if (round > 0) rounds.push(result);
  }
  const ratio = median(rounds.map(r => r.ours / r.raw));
  const met = ratio >= m.budget;
  const figures = [median(rounds.map(r => r.ours)), median(rounds.map(r => r.raw))].map(n =>
    n.toFixed(0).padStart(6),
  );
  const who = m.who.split('@')[0]?.padEnd(18);
  console.log(
    `${m.name.padEnd(7)} ${who} ours ${figures[0]}/s  raw ${figures[1]}/s  ratio ${ratio.toFixed(2)}  budget ${m.budget}  ${met ? 'met' : 'MISSED'}`,
  );
  return met;
}

/** Home pages a second of each person; true when all get `least`. */
async function homes(db: Database, url: string, people: readonly string[], least: number): Promise<boolean> {
  let met = true;
  for (const who of isAsked('home') ? people : []) {
    const target = { url, token: await tokenOf(db, who) };
    const rounds: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const speed = await reads(['/api/home'])(target);
      if (round > 0) rounds.push(speed);
    }
    const speed = median(rounds);
    met = met && speed >= least;
    const says = `ours ${speed.toFixed(0).padStart(6)}/s  budget ${least}/s  ${speed >= least ? 'met' : 'MISSED'}`;
    console.log(`home    ${who.split('@')[0]?.padEnd(18)} ${says}`);
  }
  return met;
}

async function startRaw(url: string) {
  const port = await freePort();
  const script = path.join(import.meta.dirname, 'raw.ts');
  const child = spawn(process.execPath, [script, url, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { child, url: `http://127.0.0.1:${port}` };
}

async function runAll(db: Database, program: Program, rawUrl: string): Promise<boolean> {
  const tokens = new Map<string, string>();
  for (const who of [ADMIN, ACADEMIC, DIRECTOR, DEAN]) tokens.set(who, await tokenOf(db, who));
  let met = await homes(db, program.url, [ADMIN, ACADEMIC, DIRECTOR, DEAN], LEAST_HOMES);
  for (const m of await measures(db)) {
    const ours = { url: program.url, token: tokens.get(m.who) ?? '' };
    met = (await measure(m, ours, { url: rawUrl })) && met;
  }
  const memory = memoryOf(program.child.pid);
  const small = memory <= MOST_MEMORY_MB;
  console.log(
    `memory  ${memory.toFixed(0)} MB resident  budget ${MOST_MEMORY_MB}  ${small ? 'met' : 'MISSED'}`,
  );
  for (const name of ['homes', 'crowd'] as const)
    if (isAsked(name))
      met = (await crowd(db, name, program.url, () => memoryOf(program.child.pid), CROWD_SECONDS)) && met;
  return met && small;
}

async function demonstration(db: Database, settings: Record<string, string>): Promise<boolean> {
  const program = await runProgram(settings);
  const people = [PEOPLE.admin, PEOPLE.academic, PEOPLE.director, PEOPLE.dean];
  return homes(db, program.url, people, LEAST_DEMO_HOMES).finally(() => program.child.kill('SIGTERM'));
}

async function largeUniversity(db: Database, settings: Record<string, string>): Promise<boolean> {
  const took = await seed(db);
  console.log(took ? `seeded in ${took.toFixed(0)} s` : 'seeded before');
  // What earlier runs saved would have the one or the other read rows for what an index tells.
  await sql`vacuum analyze`.execute(db);
  const program = await runProgram(settings);
  const raw = await startRaw(settings.DATABASE_URL ?? '');
  return runAll(db, program, raw.url).finally(() => {
    program.child.kill('SIGTERM');
    raw.child.kill('SIGTERM');
  });
}

const small = !isAsked('home') || (await withInstallation('bench-demo', demonstration));
const large = await withInstallation('bench', largeUniversity);
process.exitCode = small && large ? 0 : 1;
