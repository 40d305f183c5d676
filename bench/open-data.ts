// `node bench/open-data.ts`: the public catalogue of 100 000 projects as a table, with the memory of the server and what a
// page of the catalogue takes other visitors meanwhile; and what an access token costs a request beside a session, on 16
// connections, in turn. BENCH_SECONDS (3) a round, BENCH_ROUNDS (5). Fails when a budget is missed.
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Database } from '../src/db/pool.ts';
import { catalogueTablePath } from '../src/domain/publishing/addresses.ts';
import { newAccessToken } from '../src/server/sign-in/access-tokens.ts';
import { hashToken } from '../src/server/sign-in/known-tokens.ts';
import { runProgram } from '../test/program.ts';
import { memoryOf, withInstallation } from './installation.ts';
import { seedPublished } from './published.ts';
import { BENCH_PEOPLE, tokenOf } from './seed.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const PROJECTS = 100_000;
const BUDGET = { seconds: 60, memory: 150, others: 2, token: 0.8 };

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds of a look at the catalogue, again and again until told to stop. */
async function visit(url: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const start = performance.now();
    const page = await fetch(`${url}/publico/proyectos?pagina=${2 + (times.length % 200)}`);
    await page.text();
    if (!page.ok) throw new Error(`a page of the catalogue answered ${page.status}`);
    times.push(performance.now() - start);
    await setTimeout(50);
  }
  return times;
}

async function measureTable(url: string, pid: number | undefined): Promise<boolean> {
  const until = Date.now() + 5000;
  await visit(url, () => Date.now() > until);
  const alone = median(await visit(url, () => Date.now() > until + 5000));
  const memory = [memoryOf(pid)];
  let isOver = false;
  const others = visit(url, () => isOver);
  const start = performance.now();
  const table = await fetch(url + catalogueTablePath());
  let bytes = 0;
  for await (const part of table.body ?? []) {
    bytes += part.length;
    memory.push(memoryOf(pid));
  }
  const seconds = (performance.now() - start) / 1000;
  isOver = true;
  const slower = median(await others) / alone;
  const grown = Math.max(...memory) - (memory[0] ?? 0);
  const met = seconds < BUDGET.seconds && grown < BUDGET.memory && slower <= BUDGET.others;
  console.log(
    `table of ${PROJECTS} projects  ${(bytes / 2 ** 20).toFixed(0)} MB  ${seconds.toFixed(1)} s  memory +${grown.toFixed(0)} MB  ` +
      `a page meanwhile ×${slower.toFixed(2)} of ${alone.toFixed(1)} ms  ${met ? 'met' : 'MISSED'}`,
  );
  return met;
}

async function tokensOf(db: Database): Promise<{ session: string; program: string }> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', BENCH_PEOPLE.Admin)
    .executeTakeFirstOrThrow();
  const program = newAccessToken();
  const expires_at = new Date(Date.now() + 86_400_000);
  await db
    .insertInto('access_tokens')
    .values({ user_id: id, name: program, token_hash: hashToken(program), scopes: ['projects'], expires_at })
    .execute();
  return { session: await tokenOf(db, BENCH_PEOPLE.Admin), program };
}

/** Requests a second of a page of projects. */
async function fire(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const options = { url: `${url}/api/projects?size=20`, headers, connections: 16, duration: SECONDS };
  const result = await autocannon(options);
  if (result.non2xx + result.errors > 0) throw new Error(JSON.stringify(result.statusCodeStats));
  return result['2xx'] / result.duration;
}

async function measureTokens(url: string, { session, program }: Awaited<ReturnType<typeof tokensOf>>) {
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [bySession, byToken] = [await fire(url, session), await fire(url, program)];
    // The first round warms both up.
    if (round > 0) ratios.push(byToken / bySession);
  }
  const met = median(ratios) >= BUDGET.token;
  console.log(
    `requests by token ×${median(ratios).toFixed(2)} of those by session  ${met ? 'met' : 'MISSED'}`,
  );
  return met;
}

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  await seedPublished(db, PROJECTS);
  const tokens = await tokensOf(db);
  const program = await runProgram(settings);
  try {
    const isTableMet = await measureTable(program.url, program.child.pid);
    return (await measureTokens(program.url, tokens)) && isTableMet;
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-open-data', measureAll)) ? 0 : 1;
