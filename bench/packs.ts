// `node bench/packs.ts`: an accreditation pack with 5 GB of files, made as the server makes it and written to a disk: how long
// it takes, and the memory at its beginning and at most. Fails when memory grows by more than its budget.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { lit } from '../src/db/states.ts';
import { packMaker } from '../src/features/accreditation/making/queries.ts';
import { parseEnv } from '../src/server/env.ts';
import { putChecked } from '../src/server/files/check.ts';
import { createFileStore } from '../src/server/files/store.ts';
import { readActor } from '../src/server/sign-in/actors.ts';
import { memoryOf, withInstallation } from './installation.ts';
import { BENCH_PEOPLE, seed } from './seed.ts';

const BUDGET_MB = 150;
const MB = 1024 * 1024;
const FILE_BYTES = 100 * MB;
const FILES = 51;

/** Files of one content, one of each project. */
async function makeFiles(db: Database, sha256: Buffer, key: string): Promise<void> {
  await sql`with chosen as (select id, lead_id from projects order by id limit ${FILES}),
      moved as (update projects p set period = '2031-1', status = ${lit.status('running')} from chosen c
        where p.id = c.id returning p.id, p.lead_id)
    insert into files (project_id, document_type, name, size, content_type, sha256, storage_key, uploaded_by, state, scan)
    select id, 'evidence', 'evidencia.pdf', ${FILE_BYTES}, 'application/pdf', ${sha256}, ${key}, lead_id,
      ${lit.file('ready')}, 'clean' from moved`.execute(db);
}

async function makeMatrix(db: Database): Promise<string> {
  const statements = [{ key: randomUUID(), text: 'Evidencia', evidence: ['evidence'], links: [], note: '' }];
  const criteria = JSON.stringify([{ key: randomUUID(), code: '1', name: 'Uno', statements }]);
  const { rows } = await sql<{ id: string }>`
    insert into accreditation_matrices (name, criteria) values ('Larga', ${criteria}::jsonb) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

async function measure(db: Database, settings: Record<string, string>): Promise<boolean> {
  await seed(db);
  const env = parseEnv(settings);
  const files = await createFileStore(env.files);
  const content = randomBytes(FILE_BYTES);
  await files.put('files/bench/one', Readable.from([content]));
  await makeFiles(db, createHash('sha256').update(content).digest(), 'files/bench/one');
  const { rows } = await sql<{
    id: string;
  }>`select id from users where email = ${BENCH_PEOPLE.Admin}`.execute(db);
  const actor = await readActor(db, rows[0]?.id ?? randomUUID());
  if (!actor) throw new Error('nobody of the office');
  const matrix = await makeMatrix(db);
  globalThis.gc?.();
  const before = memoryOf(process.pid);
  let [most, size] = [before, 0];
  const began = performance.now();
  const progress = { total: () => undefined, done: () => undefined };
  const pack = await packMaker.make({ db, env, files }, actor, { matrix, from: 2031, to: 2031 }, progress);
  async function* watched() {
    for await (const part of pack.content) {
      size += part.length;
      most = Math.max(most, memoryOf(process.pid));
      yield part;
    }
  }
  await putChecked(files, 'downloads/bench/pack', watched());
  const isMet = most - before <= BUDGET_MB;
  console.log(
    `${isMet ? 'ok  ' : 'MISS'} ${(size / 1e9).toFixed(2)} GB in ${((performance.now() - began) / 1000).toFixed(0)} s, ` +
      `memory ${before.toFixed(0)}–${most.toFixed(0)} MB`,
  );
  return isMet;
}

process.exitCode = (await withInstallation('bench-packs', measure)) ? 0 : 1;
