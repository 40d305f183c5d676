// `node bench/packs.ts`: an accreditation pack with 5 GB of files, asked for over HTTP and made in the background: how long
// it takes, how much memory grows, and how long other people's home takes meanwhile. Fails when a budget is missed.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { lit } from '../src/db/states.ts';
import { parseEnv } from '../src/server/env.ts';
import { createFileStore } from '../src/server/files/store.ts';
import { askJson } from './client.ts';
import { withInstallation } from './installation.ts';
import { watchMaking, withServer } from './making.ts';
import { seed } from './seed.ts';

const BUDGET = { seconds: 300, memory: 150, others: 1.5 };
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
  const files = await createFileStore(parseEnv(settings).files);
  const content = randomBytes(FILE_BYTES);
  await files.put('files/bench/one', Readable.from([content]));
  await makeFiles(db, createHash('sha256').update(content).digest(), 'files/bench/one');
  const matrix = await makeMatrix(db);
  return withServer(db, settings, making =>
    watchMaking(making, {
      ...{ what: `${FILES} files of ${FILE_BYTES / MB} MB`, budget: BUDGET },
      send: () =>
        askJson(making.office, 'POST', `/accreditation-matrices/${matrix}/packs?from=2031&to=2031`, {
          id: randomUUID(),
        }),
    }),
  );
}

process.exitCode = (await withInstallation('bench-packs', measure)) ? 0 : 1;
