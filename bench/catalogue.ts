// `node bench/catalogue.ts`: the public catalogue of 10 000 published projects against a bare handler, in the same run,
// round by round in turn, on 16 connections. First a mix of addresses as visitors ask for them, again and again; then
// addresses that nobody asked for before, so that nothing is kept of them. At last what each filter and order takes the
// database. BENCH_SECONDS (3) a round, BENCH_ROUNDS (5). Fails when the budget of the mix is missed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { keysOf } from '../src/domain/kit/look-up.ts';
import { cataloguePath } from '../src/domain/publishing/addresses.ts';
import { CATALOGUE_ORDERS, type CatalogueSearch } from '../src/domain/publishing/catalogue-search.ts';
import { readCatalogue } from '../src/features/public/catalogue/queries.ts';
import { readEdition } from '../src/features/public/queries.ts';
import { freePort, runProgram } from '../test/program.ts';
import { memoryOf, withInstallation } from './installation.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CONNECTIONS = 16;
const PROJECTS = 10_000;
const BUDGET = 0.5;
/** What a look at the catalogue may take the database, in milliseconds. */
const LOOK_MS = 15;

const TITLES = sql`array['Taller','Programa','Escuela','Red','Operativo','Laboratorio','Encuentro','Feria']`;
const THEMES = sql`array['salud comunitaria','educación ambiental','alfabetización digital','memoria y patrimonio',
  'autocuidado','energía solar','nutrición infantil','robótica escolar','agua rural','lectura','deporte inclusivo']`;

/** Published ones, with as many drafts beside them: a table holds more than what is shown. */
async function seed(db: Database): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from published_projects`.execute(db);
  if ((rows[0]?.n ?? 0) >= PROJECTS) return;
  await sql`insert into calls (name, year, kind, state, opens_at, closes_at, rubric)
    select 'Fondo ' || n, 2018 + n % 9, 'fexs', (array['closed','closed','execution','resolved','provisional'])[1 + n % 5],
      '2026-01-02', '2026-03-02', '{"criteria": []}' from generate_series(1, 20) n`.execute(db);
  await sql`
    with base as (select n, abs(hashint4(n)) as h, abs(hashint4(n + 7777777)) as g from generate_series(1, ${2 * PROJECTS}::int) n),
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

async function searches(db: Database): Promise<CatalogueSearch[]> {
  const { rows } = await sql<{ id: string; faculty: string }>`
    select id, faculty_id as faculty from schools order by code limit 1`.execute(db);
  const [school] = rows;
  if (!school) throw new Error('the demonstration has no school');
  return [
    ...[{}, {}, {}, {}, { pagina: 2 }, { pagina: 3 }, { pagina: 40 }, { pagina: 400 }],
    ...keysOf(CATALOGUE_ORDERS).map(orden => ({ orden })),
    ...([
      { tipo: 'pacs' },
      { tipo: 'incs', pagina: 2 },
      { escuela: school.id },
      { facultad: school.faculty },
    ] as const),
    ...([
      { region: '08' },
      { comuna: '08101' },
      { ods: 4 },
      { ods: 4, tipo: 'cons' },
      { anio: 2023 },
    ] as const),
    ...([{ estado: 'en-ejecucion' }, { estado: 'terminado', anio: 2021, orden: 'titulo' }] as const),
    ...([
      { q: 'robótica' },
      { q: 'energia solar' },
      { q: 'patrimonio', tipo: 'exts' },
      { q: 'taller 12' },
    ] as const),
  ];
}

/** Requests a second; anything but a success is a fault of the bench, not a speed. */
async function fire(url: string, options: Partial<autocannon.Options>): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, ...options });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests failed: ${JSON.stringify(result.statusCodeStats)}`);
  return result['2xx'] / result.duration;
}

const mixed = (all: readonly CatalogueSearch[]) => (url: string) =>
  fire(url, { requests: all.map(search => ({ method: 'GET' as const, path: cataloguePath(search) })) });

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const KINDS = ['pacs', 'exts', 'cons', 'fexs', 'incs'] as const;
const REGIONS = ['02', '05', '08', '09', '13'];
const WORDS = ['taller', 'energía solar', 'robótica escolar', 'patrimonio'];

/** Each time another: deep pages, filters together, words that few have. */
function freshSearch(n: number): CatalogueSearch {
  const [kind, k] = [n % 4, Math.floor(n / 4)];
  const orden = at(keysOf(CATALOGUE_ORDERS), k);
  if (kind === 0) return { orden, pagina: 2 + (k % 400) };
  if (kind === 1) return { orden, tipo: at(KINDS, k), ods: 1 + (k % 17), anio: 2018 + (k % 8) };
  if (kind === 2) return { orden, region: at(REGIONS, k), pagina: 2 + (k % 16), ods: 1 + (k % 17) };
  return { q: `${at(WORDS, k)} ${k}` };
}

function fresh() {
  let n = 0;
  return (url: string) =>
    fire(url, {
      requests: [
        {
          method: 'GET',
          setupRequest: request => {
            n += 1;
            return { ...request, path: cataloguePath(freshSearch(n)) };
          },
        },
      ],
    });
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type Measure = (url: string) => Promise<number>;

async function compare(name: string, measure: Measure, ours: string, raw: string, budget: number) {
  const rounds: { ours: number; raw: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const result = { ours: await measure(ours), raw: await measure(raw) };
    // The first round warms both up.
    if (round > 0) rounds.push(result);
  }
  const ratio = median(rounds.map(r => r.ours / r.raw));
  const [us, them] = [median(rounds.map(r => r.ours)), median(rounds.map(r => r.raw))];
  const met = ratio >= budget;
  const says = budget > 0 ? `budget ${budget}  ${met ? 'met' : 'MISSED'}` : 'told only';
  console.log(
    `${name.padEnd(12)} ours ${us.toFixed(0).padStart(6)}/s  raw ${them.toFixed(0).padStart(6)}/s  ratio ${ratio.toFixed(2)}  ${says}`,
  );
  return met;
}

/** What each look takes alone, one after the other: choices are known after the first. */
async function looks(db: Database, all: readonly CatalogueSearch[]): Promise<void> {
  const began = performance.now();
  const { stamp } = await readEdition(db);
  await readCatalogue(db, stamp, {});
  console.log(`choices and numbers, once an edition  ${(performance.now() - began).toFixed(1)} ms`);
  for (const search of all) {
    const times: number[] = [];
    for (let n = 0; n < 15; n += 1) {
      const start = performance.now();
      await readCatalogue(db, stamp, search);
      times.push(performance.now() - start);
    }
    const took = median(times);
    console.log(`${took.toFixed(1).padStart(6)} ms${took > LOOK_MS ? ' !' : '  '} ${cataloguePath(search)}`);
  }
}

async function startRaw(url: string) {
  const port = await freePort();
  const script = path.join(import.meta.dirname, 'raw-catalogue.ts');
  const child = spawn(process.execPath, [script, url, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { child, url: `http://127.0.0.1:${port}` };
}

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  await seed(db);
  const all = await searches(db);
  await looks(db, all);
  const program = await runProgram(settings);
  const raw = await startRaw(settings.DATABASE_URL ?? '');
  try {
    const met = await compare('mix', mixed(all), program.url, raw.url, BUDGET);
    await compare('asked first', fresh(), program.url, raw.url, 0);
    console.log(`memory ${memoryOf(program.child.pid).toFixed(0)} MB resident`);
    return met;
  } finally {
    program.child.kill('SIGTERM');
    raw.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-catalogue', measureAll)) ? 0 : 1;
