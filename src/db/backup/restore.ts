// `npm run db:restore -- file [--replace]`: puts a backup into an empty database, embedded or server.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import { extract } from 'tar-stream';
import { checkStored, hashStored, putHashed } from '../../server/files/check.ts';
import { type FileStore, leaveToClock } from '../../server/files/store.ts';
import { type Migration, migrateWithin, readMigrations } from '../migrate.ts';
import type { Database, Transaction } from '../pool.ts';
import {
  continueSequences,
  digestOf,
  dropEverything,
  type Header,
  headerSchema,
  insertRows,
  type Manifest,
  manifestSchema,
  readTables,
  type Table,
  withoutReferences,
} from './archive.ts';
import { runAsProgram, withInstallation } from './installation.ts';

/** Why a backup cannot be restored here, in the words of the person who tries. */
export class RestoreError extends Error {}

export interface RestoreResult {
  createdAt: string;
  rows: number;
  files: number;
  missing: string[];
}

interface Entry {
  name: string;
  content: Readable;
}

async function* whole<T>(file: string, parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch (error) {
    throw new RestoreError(`El archivo ${file} no es un respaldo completo: ${(error as Error).message}.`);
  }
}

async function* readArchive(file: string): AsyncGenerator<Entry> {
  const tar = extract();
  // Its failure also ends the loop below; without a handler of its own it would end the process.
  pipeline(createReadStream(file), createGunzip(), tar).catch(() => {});
  for await (const entry of whole(file, tar))
    yield { name: entry.header.name, content: Readable.from(whole(file, entry), { objectMode: false }) };
}

async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await sql<{ users: string | null }>`select to_regclass('users')::text as users`.execute(
    db,
  );
  if (!rows[0]?.users) return true;
  return (await db.selectFrom('users').select('id').limit(1).execute()).length === 0;
}

async function refuseWhileUsed(db: Database): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
     where datname = current_database() and application_name = 'vinculacion'`.execute(db);
  if (rows[0]?.n)
    throw new RestoreError(
      'La aplicación está usando esta base de datos. Detén todas sus copias e inténtalo de nuevo.',
    );
}

/** Our migrations split at the state the backup was made in. */
async function splitMigrations(header: Header): Promise<[Migration[], Migration[]]> {
  const ours = await readMigrations();
  for (const [name, checksum] of Object.entries(header.migrations))
    if (ours.find(migration => migration.name === name)?.checksum !== checksum)
      throw new RestoreError(
        `El respaldo es de otra versión del programa (migración ${name}). Actualiza el programa e inténtalo de nuevo.`,
      );
  const isKnown = (migration: Migration) => migration.name in header.migrations;
  return [ours.filter(isKnown), ours.filter(migration => !isKnown(migration))];
}

const KEY_OF_FILE = /^files\/([0-9a-f]{64})$/;

/** Keeps the files by hash until the manifest, the last entry, tells their keys. */
async function storeFile(store: FileStore, sha256: string, content: Readable): Promise<void> {
  const arrived = await putHashed(store, incoming(sha256), content);
  if (arrived.toString('hex') !== sha256)
    throw new RestoreError(`El archivo ${sha256} del respaldo está dañado.`);
}

const INCOMING = 'restore';
const incoming = (sha256: string) => `${INCOMING}/${sha256}`;

async function loadEntries(
  trx: Transaction,
  store: FileStore,
  entries: AsyncGenerator<Entry>,
  tables: Map<string, Table>,
): Promise<Manifest> {
  for await (const { name, content } of entries) {
    const file = KEY_OF_FILE.exec(name)?.[1];
    const table = tables.get(name.split('/')[1] ?? '');
    if (name === 'manifest.json') return manifestSchema.parse(JSON.parse(await text(content)));
    if (file) await storeFile(store, file, content);
    else if (table) await insertRows(trx, table, await text(content));
    else throw new RestoreError(`El respaldo trae algo desconocido: ${name}.`);
  }
  throw new RestoreError('El respaldo está incompleto: falta su última parte.');
}

/** Every row as it was: counted and compared by hash, before later migrations touch it. */
async function compare(trx: Transaction, tables: Iterable<Table>, manifest: Manifest): Promise<void> {
  for (const table of tables) {
    const [want, got] = [manifest.tables[table.name], await digestOf(trx, table)];
    if (want?.rows !== got.rows || want.sha256 !== got.sha256)
      throw new RestoreError(
        `La tabla ${table.name} no quedó igual: ${got.rows} filas de ${want?.rows ?? 0}. No se cambió nada.`,
      );
  }
}

/** What is in its place already stays untouched: should the restore fail, nothing of it was written over. */
async function placeFiles(store: FileStore, manifest: Manifest): Promise<void> {
  for (const { key, sha256: text } of manifest.files) {
    const sha256 = Buffer.from(text, 'hex');
    if ((await store.stat(key)) && (await hashStored(store, key)).equals(sha256)) continue;
    await store.copy(incoming(text), key);
    await checkStored(store, key, sha256);
  }
}

async function load(
  trx: Transaction,
  store: FileStore,
  entries: AsyncGenerator<Entry>,
  header: Header,
  [before, after]: [Migration[], Migration[]],
): Promise<Manifest> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await dropEverything(trx);
  await migrateWithin(trx, before);
  const saved = new Set(header.tables.map(table => table.name));
  const tables = new Map((await readTables(trx)).filter(t => saved.has(t.name)).map(t => [t.name, t]));
  const manifest = await withoutReferences(trx, async () => {
    // What migrations themselves fill is in the backup too, as the office left it.
    for (const name of tables.keys()) await sql`truncate ${sql.table(name)}`.execute(trx);
    return loadEntries(trx, store, entries, tables);
  });
  await compare(trx, tables.values(), manifest);
  await continueSequences(trx);
  await migrateWithin(trx, [...before, ...after]);
  return manifest;
}

/** All of it in one transaction: a damaged archive leaves the database as it was. */
export async function restore(
  db: Database,
  store: FileStore,
  file: string,
  options: { replace?: boolean } = {},
): Promise<RestoreResult> {
  await refuseWhileUsed(db);
  if (!options.replace && !(await isEmpty(db)))
    throw new RestoreError('La base de datos no está vacía. Con --replace se borra todo lo que tiene.');
  const entries = readArchive(file);
  const first = (await entries.next()).value as Entry | undefined;
  if (first?.name !== 'header.json') throw new RestoreError(`El archivo ${file} no es un respaldo.`);
  const header = headerSchema.parse(JSON.parse(await text(first.content)));
  const [before, after] = await splitMigrations(header);
  try {
    return await db.transaction().execute(async trx => {
      const manifest = await load(trx, store, entries, header, [before, after]);
      await placeFiles(store, manifest);
      const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
      return { createdAt: header.createdAt, rows, files: manifest.files.length, missing: manifest.missing };
    });
  } finally {
    // What stays there is removed by the clock; the result of the restore is what must be told.
    await store.deleteAll(INCOMING).catch(leaveToClock);
  }
}

runAsProgram(import.meta.filename, async () => {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file) throw new RestoreError('Indica el respaldo: npm run db:restore -- archivo.tar.gz [--replace]');
  await withInstallation({ command: 'db:restore' }, async ({ db, store }) => {
    const { createdAt, rows, files, missing } = await restore(db, store, file, {
      replace: values.replace ?? false,
    });
    console.log(`Respaldo del ${createdAt} restaurado y comprobado: ${rows} filas, ${files} archivos.`);
    for (const key of missing) console.warn(`Aviso: el archivo ${key} ya faltaba al respaldar.`);
  });
});
