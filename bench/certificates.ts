// `node bench/certificates.ts`: an archive of 1 000 certificates over HTTP, first with none of them drawn, then with all.
// Says seconds, MB, and what memory the server had at most above that of before: within 60 s and 100 MB. Fails when a
// budget is missed.
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { issueCertificates } from '../test/certificates.ts';
import { runProgram } from '../test/program.ts';
import { memoryOf, withInstallation } from './installation.ts';
import { tokenOf } from './seed.ts';
import { timesOf } from './timing.ts';

const OFFICE = 'beatriz.navarrete@biosur.example';
const CODE = 'PAC-2026-90000003';
const CERTIFICATES = 1000;
const WARMING = 300;
const BUDGET = { seconds: 60, memory: 100 } as const;

/** A project with as many that nobody has drawn; those of an earlier run are given back. */
async function seed(db: Database): Promise<string> {
  await sql`insert into projects (code, kind, kind_version, status, status_since, title, lead_id, school_id,
      submitted_at, start_date, end_date, created_by, search_text)
    select ${CODE}, 'pacs', 1, 'closed', now(), 'Huertas comunitarias en Ñuble', u.id, u.home_school_id, now(),
      current_date - 200, current_date - 100, u.id, ''
    from users u where u.email = ${OFFICE} on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from projects where code = ${CODE}`.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`delete from certificates where project_id = ${id}`.execute(db);
  const people = Array.from({ length: CERTIFICATES }, (_, n) => ({
    content: { name: `Persona Número ${n} de los Ángeles Muñoz` },
  }));
  await issueCertificates({ db }, id, people);
  return id;
}

interface Measured {
  readonly url: string;
  readonly pid: number | undefined;
  readonly token: string;
}

/** Whether an archive came within the budgets. */
async function measure(what: string, path: string, { url, pid, token }: Measured): Promise<boolean> {
  const before = memoryOf(pid);
  let [most, bytes] = [before, 0];
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 20);
  const began = performance.now();
  const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  const memory = most - before;
  const met = seconds <= BUDGET.seconds && memory <= BUDGET.memory;
  const size = `${(bytes / 1e6).toFixed(1)} MB (said ${(Number(answer.headers.get('x-size-estimate')) / 1e6).toFixed(1)})`;
  const took = `${seconds.toFixed(1)} s  ${size}  ${before.toFixed(0)} MB of memory, ${memory.toFixed(0)} more at most`;
  console.log(`${what.padEnd(24)} ${took}  ${met ? 'met' : 'MISSED'}`);
  return met;
}

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  const project = await seed(db);
  // Its jobs would draw them as well.
  const program = await runProgram({ ...settings, JOBS: 'off' });
  try {
    const one = { url: program.url, pid: program.child.pid, token: await tokenOf(db, OFFICE) };
    const path = `/certificates/archive?project=${project}`;
    // A server that has just started has loaded less than one that works.
    await timesOf(one.url, one.token, Array<string>(WARMING).fill(`/certificates?project=${project}`));
    const met: boolean[] = [];
    for (const what of ['none of them drawn', 'all of them drawn', 'the same again'])
      met.push(await measure(what, path, one));
    return met.every(Boolean);
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-certificates', measureAll)) ? 0 : 1;
