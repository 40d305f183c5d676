import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../src/db/pool.ts';
import type { Download } from '../src/features/downloads/contract.ts';
import { runProgram } from '../test/program.ts';
import { askJson, clientOf } from './client.ts';
import { BENCH_PEOPLE, tokenOf } from './seed.ts';

/** Seconds, megabytes, and how many times as long others may wait. */
export interface Budget {
  readonly seconds: number;
  readonly memory: number;
  readonly others: number;
}
const HOMES = 40;

/** Resident megabytes of the process below the server that makes a file; none while there is none. */
function memoryOf(server: number): number | undefined {
  for (const id of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      if (!status.includes(`\nPPid:\t${server}\n`)) continue;
      if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('prepare.ts')) continue;
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    } catch {
      // It ended meanwhile.
    }
  return undefined;
}

type Ask = ReturnType<typeof clientOf>;

/** The middle of what the home of somebody else takes, in ms, one after the other. */
async function homeOf(ask: Ask): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < HOMES; n += 1) {
    const began = performance.now();
    await askJson(ask, 'GET', '/home');
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[HOMES >> 1] ?? 0;
}

/** The office asks, a dean looks at their home meanwhile. */
export interface Making {
  readonly office: Ask;
  readonly other: Ask;
  readonly server: number;
}

/**
 * A file asked for over HTTP and made in the background: how long until it is ready, the most memory of the process that
 * makes it above what it began with, and how long the home of somebody else takes meanwhile against before.
 */
export async function watchMaking(
  { office, other, server }: Making,
  { what, budget, send }: { what: string; budget: Budget; send: () => Promise<Download> },
): Promise<boolean> {
  const before = await homeOf(other);
  const began = performance.now();
  const { id } = await send();
  const memory: number[] = [];
  const read = async () =>
    (await askJson<{ downloads: Download[] }>(office, 'GET', '/downloads')).downloads.find(d => d.id === id);
  let found = await read();
  const meanwhile: number[] = [];
  const others = (async () => {
    while (found?.state === 'waiting' || found?.state === 'preparing') meanwhile.push(await homeOf(other));
  })();
  while (found?.state === 'waiting' || found?.state === 'preparing') {
    const now = memoryOf(server);
    if (now !== undefined) memory.push(now);
    await wait(200);
    found = await read();
  }
  const seconds = (performance.now() - began) / 1000;
  await others;
  const grown = Math.max(...memory) - Math.min(...memory);
  const slower = (meanwhile.toSorted((a, b) => a - b)[meanwhile.length >> 1] ?? before) / before;
  const met =
    found?.state === 'ready' && seconds < budget.seconds && grown < budget.memory && slower <= budget.others;
  console.log(
    `${met ? 'ok  ' : 'MISS'} ${what}: ${found?.state} in ${seconds.toFixed(1)} s, ${((found?.size ?? 0) / 1e6).toFixed(1)} MB, ` +
      `memory ${Math.min(...memory).toFixed(0)}–${Math.max(...memory).toFixed(0)} MB, ` +
      `home ${before.toFixed(1)} → ×${slower.toFixed(2)}`,
  );
  return met;
}

/** A server over a filled installation, for as long as `measure` takes. */
export async function withServer<T>(
  db: Database,
  settings: Record<string, string>,
  measure: (making: Making) => Promise<T>,
): Promise<T> {
  const program = await runProgram(settings);
  try {
    const { Admin = '', Dean = '' } = BENCH_PEOPLE;
    return await measure({
      office: clientOf(program.url, await tokenOf(db, Admin)),
      other: clientOf(program.url, await tokenOf(db, Dean)),
      server: program.child.pid ?? 0,
    });
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}
