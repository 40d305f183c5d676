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
import { seedPublished } from './published.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CONNECTIONS = 16;
const PROJECTS = 10_000;
const BUDGET = 0.5;
/** What a look at the catalogue may take the database, in milliseconds. */
const LOOK_MS = 15;

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
  await seedPublished(db, PROJECTS);
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
