// `npm run db:backup [-- file]`: database and files in one archive, also while the server runs.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import type { Env } from '../../server/env.ts';
import { backupFolder } from '../../server/files/modes.ts';
import type { FileStore } from '../../server/files/store.ts';
import { readApplied } from '../migrate.ts';
import type { Database } from '../pool.ts';
import { FORMAT, type Header, hashing, type Manifest, readRows, readTables, textOf } from './archive.ts';
import { runAsProgram, withInstallation } from './installation.ts';
import { readStoredFiles, type StoredFile } from './stored-files.ts';

export interface BackupResult {
  file: string;
  bytes: number;
  sha256: string;
  rows: number;
  files: number;
  /** Keys of files the store no longer had. */
  missing: string[];
}

async function addText(tar: Pack, name: string, text: string): Promise<void> {
  await addStream(tar, name, Buffer.byteLength(text), Readable.from([text]));
}

async function addStream(tar: Pack, name: string, size: number, content: Readable): Promise<void> {
  await pipeline(content, tar.entry({ name, size, mode: 0o600 }));
}

/** All tables as of one moment, whatever is written meanwhile; returns the files they name. */
async function addTables(tar: Pack, db: Database, manifest: Manifest): Promise<StoredFile[]> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async trx => {
    const tables = await readTables(trx);
    const header: Header = {
      format: FORMAT,
      createdAt: new Date().toISOString(),
      migrations: Object.fromEntries(await readApplied(trx)),
      tables: tables.map(({ name, columns }) => ({ name, columns })),
    };
    await addText(tar, 'header.json', JSON.stringify(header));
    for (const table of tables) {
      const hash = createHash('sha256');
      let rows = 0;
      let part = 0;
      for await (const lines of readRows(trx, table)) {
        const text = textOf(lines);
        hash.update(text);
        rows += lines.length;
        await addText(tar, `tables/${table.name}/${String(++part).padStart(6, '0')}.jsonl`, text);
      }
      manifest.tables[table.name] = { rows, sha256: hash.digest('hex') };
    }
    return readStoredFiles(trx);
  });
}

/** A file deleted since the snapshot is noted; one whose content is not what was uploaded stops the backup. */
async function addFiles(tar: Pack, store: FileStore, files: StoredFile[], manifest: Manifest): Promise<void> {
  for (const { key, sha256 } of files) {
    const found = await store.stat(key);
    if (!found) {
      manifest.missing.push(key);
      continue;
    }
    const { size } = found;
    const hashed = hashing();
    const content = await store.read(key);
    await Promise.all([
      pipeline(content, hashed.stream),
      addStream(tar, `files/${sha256}`, size, hashed.stream),
    ]);
    if (hashed.sha256() !== sha256)
      throw new Error(`El archivo guardado ${key} está dañado. Revisa todos con npm run files:check.`);
    manifest.files.push({ key, size, sha256 });
  }
}

/** Writes `file` whole or not at all and notes it in the database. */
export async function backup(db: Database, store: FileStore, file: string): Promise<BackupResult> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.partial`;
  // What a broken one left keeps its mode when it is written over.
  await rm(unfinished, { force: true });
  const manifest: Manifest = { tables: {}, files: [], missing: [] };
  const tar = pack();
  const hashed = hashing();
  const target = createWriteStream(unfinished, { mode: 0o600 });
  const written = pipeline(tar, createGzip(), hashed.stream, target);
  const filled = (async () => {
    const files = await addTables(tar, db, manifest);
    await addFiles(tar, store, files, manifest);
    await addText(tar, 'manifest.json', JSON.stringify(manifest));
    tar.finalize();
  })();
  try {
    await Promise.all([
      written,
      filled.catch(error => {
        tar.destroy(error);
        throw error;
      }),
    ]);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  const sha256 = hashed.sha256();
  const { size: bytes } = await stat(file);
  await db.insertInto('backups').values({ bytes, sha256, rows, files: manifest.files.length }).execute();
  return { file, bytes, sha256, rows, files: manifest.files.length, missing: manifest.missing };
}

const defaultFile = (env: Env) => {
  const moment = new Date().toISOString().slice(0, 16).replaceAll(':', '');
  return path.join(backupFolder(env), `vinculacion-${moment}.tar.gz`);
};

runAsProgram(import.meta.filename, () =>
  withInstallation({ command: 'db:backup', adopt: true }, async ({ env, db, store }) => {
    const result = await backup(db, store, path.resolve(process.argv[2] ?? defaultFile(env)));
    const { file, bytes, rows, files, sha256, missing } = result;
    console.log(`Respaldo listo: ${file}`);
    console.log(`${rows} filas, ${files} archivos, ${bytes} bytes, SHA-256 ${sha256}`);
    for (const key of missing) console.warn(`Aviso: el archivo ${key} ya no estaba en el almacén.`);
  }),
);
