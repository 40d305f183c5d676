// `node bench/files.ts`: files of a project over HTTP. 200 photos of 2 megapixels are sent and prepared; their list is read
// within 100 ms and their small pictures within 500 ms, six at a time as a browser asks for them. Uploads of 50 MB keep the
// server's memory within 30 MB, and their end is answered within 100 ms. Fails when a budget is missed.
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { photoWith } from '../test/photos.ts';
import { runProgram } from '../test/program.ts';
import { type Ask, askJson, clientOf, sendFile } from './client.ts';
import { memoryOf, withInstallation } from './installation.ts';
import { tokenOf } from './seed.ts';

const AUTHOR = 'camila.rojas@biosur.example';
const PHOTOS = 200;
/** The first two warm up what is loaded late. */
const UPLOADS = 5;
const WARM = 2;
const MB = 1024 * 1024;
const BUDGET = { list: 100, pictures: 500, finish: 100, memory: 30 } as const;
const AT_ONCE = 6;

interface Listed {
  files: { state: string; thumbnail: string | null }[];
}

let met = true;
function tell(what: string, value: number, unit: string, budget: number): void {
  met = met && value <= budget;
  const says = value <= budget ? 'met' : 'MISSED';
  console.log(`${what.padEnd(44)} ${value.toFixed(0).padStart(6)} ${unit}  budget ${budget}  ${says}`);
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, T]> {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
}

/** Runs `work` for each of these, so many at a time. */
async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<unknown>) {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Answers how long the last request of it took. */
async function send(ask: Ask, base: string, name: string, bytes: Buffer): Promise<number> {
  const { finish } = await sendFile(ask, base, name, bytes);
  const [ms] = await timed(finish);
  return ms;
}

async function untilReady(ask: Ask, base: string, count: number): Promise<Listed> {
  for (;;) {
    const list = await askJson<Listed>(ask, 'GET', `${base}/files`);
    if (list.files.filter(f => f.state === 'ready').length === count) return list;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

const startProject = async (ask: Ask, title: string) => {
  const id = randomUUID();
  await ask('POST', '/projects', { id, kind: 'pacs', title });
  return `/projects/pacs/${id}`;
};

async function photos(ask: Ask, url: string): Promise<void> {
  const base = await startProject(ask, 'Medida: fotos');
  const made = await Promise.all(
    Array.from({ length: PHOTOS }, () =>
      // Each unlike the others: the same content would be recognised.
      photoWith({
        width: 1632,
        height: 1224,
        orientation: 6,
        exif: { IFD0: { ImageDescription: randomUUID() } },
      }),
    ),
  );
  const [ms, list] = await timed(async () => {
    await eachOf([...made.entries()], 3, ([n, bytes]) => send(ask, base, `foto-${n}.jpg`, bytes));
    return untilReady(ask, base, PHOTOS);
  });
  console.log(`${PHOTOS} photos sent and prepared: ${(ms / 1000).toFixed(1)} s`);
  const times: number[] = [];
  for (let n = 0; n < 40; n += 1) times.push((await timed(() => ask('GET', `${base}/files`)))[0]);
  tell('list of 200 photos, p95', times.sort((a, b) => a - b)[37] ?? 0, 'ms', BUDGET.list);
  const [all] = await timed(() =>
    eachOf(list.files, AT_ONCE, async ({ thumbnail }) => {
      const answer = await fetch(`${url}/api${thumbnail}`);
      if (!answer.ok) throw new Error(`a small picture: ${answer.status}`);
      await answer.arrayBuffer();
    }),
  );
  tell(`${PHOTOS} small pictures`, all, 'ms', BUDGET.pictures);
}

async function uploads(ask: Ask, pid: number | undefined): Promise<void> {
  const base = await startProject(ask, 'Medida: subidas');
  const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(50 * MB - 9)]);
  for (let n = 0; n < UPLOADS; n += 1) {
    bytes.writeUInt32LE(n, 1000);
    const before = memoryOf(pid);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(pid));
    }, 20);
    let finish = 0;
    const [ms] = await timed(async () => {
      finish = await send(ask, base, `grande-${n}.pdf`, bytes);
      await untilReady(ask, base, n + 1);
    });
    clearInterval(watch);
    console.log(
      `upload of 50 MB: ready after ${(ms / 1000).toFixed(1)} s, ${before.toFixed(0)} → ${most.toFixed(0)} MB`,
    );
    if (n < WARM) continue;
    tell('  its last request', finish, 'ms', BUDGET.finish);
    tell('  memory beyond that of before', most - before, 'MB', BUDGET.memory);
  }
}

async function measureAll(db: Database, settings: Record<string, string>): Promise<void> {
  await sql`update settings set value = value || '{"drafts": 10000, "storedMb": 1000000}' where key = 'quotas'`.execute(
    db,
  );
  const program = await runProgram(settings);
  const ask = clientOf(program.url, await tokenOf(db, AUTHOR));
  try {
    await uploads(ask, program.child.pid);
    await photos(ask, program.url);
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

await withInstallation('bench-files', measureAll);
process.exitCode = met ? 0 : 1;
