// `npm run durability [-- rounds]`: kills server and database with -9 while projects are saved over HTTP, starts again,
// and counts the saves that were acknowledged and are not there.
import { randomInt, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { openDatabase } from '../src/db/pool.ts';
import type { OutputOf } from '../src/domain/kit/endpoint.ts';
import type { getProject } from '../src/features/project-record/detail/contract.ts';
import { newFolder, type Program, runProgram } from '../test/program.ts';
import { bearer, signInAs } from '../test/sign-in.ts';

export interface Durability {
  rounds: number;
  /** Saves answered with success. */
  acknowledged: number;
  /** What was acknowledged and is not there, in words. */
  missing: string[];
}

const WRITERS = 4;
const PERSON = 'camila.rojas@biosur.example';
/** What is killed, round by round. */
const TARGETS = ['server', 'database', 'server and database'] as const;

interface Site {
  dataDir: string;
  program: Program;
  headers: Record<string, string>;
}

/** One project of one writer: the last acknowledged save, and the one on its way when the kill came. */
interface Draft {
  id: string;
  created: boolean;
  version: number;
  text: string;
  onItsWay: string;
}

const settings = (dataDir: string) => ({ DATA_DIR: dataDir, RATE_LIMIT: '0', LOG_LEVEL: 'fatal' });

async function send(site: Site, method: string, where: string, body?: object): Promise<Response | undefined> {
  try {
    const init = { method, headers: { ...site.headers, 'content-type': 'application/json' } };
    const response = await fetch(
      `${site.program.url}/api${where}`,
      body ? { ...init, body: JSON.stringify(body) } : init,
    );
    // An answer counts once it has arrived whole.
    const text = await response.text();
    return new Response(text, { status: response.status });
  } catch {
    return undefined;
  }
}

/** Saves again and again until something fails. */
async function write(site: Site, draft: Draft): Promise<number> {
  const start = { id: draft.id, kind: 'pacs', title: 'Prueba de durabilidad' };
  const created = await send(site, 'POST', '/projects', start);
  if (!created?.ok) return 0;
  draft.created = true;
  for (let saves = 1; ; saves++) {
    draft.onItsWay = randomUUID();
    const data = { problem: draft.onItsWay, baseline: '', relevance: '', codesign: '' };
    const body = { version: draft.version, data };
    const saved = await send(site, 'PUT', `/projects/pacs/${draft.id}/sections/diagnosis`, body);
    if (!saved?.ok) return saves;
    draft.version = ((await saved.json()) as { version: number }).version;
    draft.text = draft.onItsWay;
  }
}

async function lost(site: Site, draft: Draft): Promise<string | undefined> {
  if (!draft.created) return undefined;
  const response = await send(site, 'GET', `/projects/pacs/${draft.id}`);
  if (!response?.ok) return `project ${draft.id}: ${response?.status ?? 'no answer'}`;
  const project = (await response.json()) as OutputOf<typeof getProject>;
  const section = project.sections.find(({ slug }) => slug === 'diagnosis');
  const text = section?.data.problem;
  const version = section?.version ?? 0;
  const asAcknowledged = version === draft.version && (version === 0 || text === draft.text);
  // Committed, but killed before its answer: allowed to be there.
  const oneMore = version === draft.version + 1 && text === draft.onItsWay;
  return asAcknowledged || oneMore
    ? undefined
    : `project ${draft.id}: version ${version}, ${draft.version} was acknowledged`;
}

async function killDatabase({ dataDir }: Site): Promise<void> {
  const file = path.join(dataDir, 'postgres/pgdata/postmaster.pid');
  process.kill(Number((await readFile(file, 'utf8')).split('\n')[0]), 'SIGKILL');
}

async function kill(site: Site, target: (typeof TARGETS)[number]): Promise<void> {
  if (target !== 'server') await killDatabase(site);
  if (target === 'database') return;
  site.program.child.kill('SIGKILL');
  await site.program.ended;
}

async function ready(site: Site): Promise<void> {
  while (!(await send(site, 'GET', '/ready'))?.ok) {
    if (site.program.child.exitCode !== null) throw new Error(`the server ended: ${site.program.output()}`);
    await wait(20);
  }
}

async function underWay(drafts: Draft[]): Promise<void> {
  while (drafts.some(({ version }) => version === 0)) await wait(20);
}

async function round(site: Site, target: (typeof TARGETS)[number]): Promise<Durability> {
  const drafts = Array.from({ length: WRITERS }, () => ({
    id: randomUUID(),
    created: false,
    version: 0,
    text: '',
    onItsWay: '',
  }));
  const writing = drafts.map(draft => write(site, draft));
  await Promise.race([
    underWay(drafts),
    Promise.all(writing).then(() => Promise.reject(new Error('no saves'))),
  ]);
  await wait(randomInt(300, 1500));
  await kill(site, target);
  await Promise.all(writing);
  if (target !== 'database') site.program = await runProgram(settings(site.dataDir));
  await ready(site);
  const missing = await Promise.all(drafts.map(draft => lost(site, draft)));
  const acknowledged = drafts.reduce((sum, { created, version }) => sum + Number(created) + version, 0);
  return { rounds: 1, acknowledged, missing: missing.filter(text => text !== undefined) };
}

async function signIn(dataDir: string): Promise<Record<string, string>> {
  const server = await startEmbedded({ dataDir, owner: 'durability', adopt: true });
  const db = openDatabase(server.url, { max: 1 });
  // One person for all rounds.
  await sql`update settings set value = value || '{"drafts": 10000}' where key = 'quotas'`.execute(db);
  const headers = bearer(await signInAs({ db }, PERSON));
  await db.destroy();
  return headers;
}

/** Runs on an installation of its own below the temporary folder, with the embedded database as it is by default. */
export async function durability(
  rounds: number,
  tell: (line: string) => void = () => {},
): Promise<Durability> {
  const dataDir = path.join(await newFolder(), 'data');
  const site: Site = { dataDir, program: await runProgram(settings(dataDir)), headers: {} };
  const total: Durability = { rounds, acknowledged: 0, missing: [] };
  try {
    site.headers = await signIn(dataDir);
    for (let n = 0; n < rounds; n++) {
      const target = TARGETS[n % TARGETS.length] ?? 'server';
      const { acknowledged, missing } = await round(site, target);
      total.acknowledged += acknowledged;
      total.missing.push(...missing);
      tell(`round ${n + 1}, ${target} killed: ${acknowledged} acknowledged, ${missing.length} missing`);
    }
  } finally {
    site.program.child.kill('SIGTERM');
    await site.program.ended;
    await rm(path.dirname(dataDir), { recursive: true, force: true });
  }
  return total;
}

if (process.argv[1] === import.meta.filename) {
  const { rounds, acknowledged, missing } = await durability(Number(process.argv[2] ?? 30), console.log);
  for (const text of missing) console.error(text);
  console.log(`${rounds} rounds, ${acknowledged} saves acknowledged, ${missing.length} missing`);
  process.exitCode = missing.length === 0 ? 0 : 1;
}
