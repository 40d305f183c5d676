// `npm run files:check [-- --repair]`: compares every stored file with the hash of its upload, also while the server runs.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { checkStored, hashStored, putChecked } from '../../server/files/check.ts';
import type { FileStore } from '../../server/files/store.ts';
import type { Database } from '../pool.ts';
import { runAsProgram, withInstallation } from './installation.ts';
import { readStoredFiles } from './stored-files.ts';

export interface FileCheck {
  checked: number;
  /** Keys of what the store does not have. */
  missing: string[];
  /** Keys of other bytes than were uploaded, which nothing here can mend. */
  damaged: string[];
  /** Keys of what was damaged in the one way that can be undone; still so without `repair`. */
  framed: string[];
}

const LINE = /^(?:\r\n)?([0-9a-f]{1,8})(?:;[^\r\n]*)?\r\n/i;
const LONGEST_LINE = 200;

/**
 * The content of an upload that a store kept as it travelled, in the frame of `aws-chunked`: size in hexadecimal,
 * bytes, and at the end a size of zero with a checksum. Ends early where there is no such frame.
 * Source: docs.aws.amazon.com, Signature Version 4, "Transferring payload in multiple chunks".
 */
export async function* unframe(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  let left = 0;
  for await (const bytes of content) {
    held = held.length > 0 ? Buffer.concat([held, bytes]) : bytes;
    while (held.length > 0) {
      if (left > 0) {
        const part = held.subarray(0, left);
        held = held.subarray(part.length);
        left -= part.length;
        yield part;
        continue;
      }
      const line = LINE.exec(held.toString('latin1', 0, LONGEST_LINE));
      // Neither a frame nor the beginning of one.
      if (!line && held.length >= LONGEST_LINE) return;
      if (!line) break;
      left = Number.parseInt(line[1] ?? '', 16);
      held = held.subarray(line[0].length);
      if (left === 0) return;
    }
  }
}

const readUnframed = async (store: FileStore, key: string) =>
  unframe((await store.read(key)) as AsyncIterable<Buffer>);

async function isFramed(store: FileStore, key: string, sha256: Buffer): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const bytes of await readUnframed(store, key)) hash.update(bytes);
  return hash.digest().equals(sha256);
}

/** Stores the content without its frame beside it, and only once that is right puts it in its place. */
async function repairFramed(store: FileStore, key: string, sha256: Buffer): Promise<void> {
  const beside = `restore/${sha256.toString('hex')}`;
  await putChecked(store, beside, await readUnframed(store, key));
  await store.copy(beside, key);
  await checkStored(store, key, sha256);
  await store.delete(beside);
}

/** @param tell called after each file with how many of how many are done */
export async function checkFiles(
  db: Database,
  store: FileStore,
  { repair = false, tell }: { repair?: boolean; tell?: (done: number, all: number) => void } = {},
): Promise<FileCheck> {
  const files = await readStoredFiles(db);
  const result: FileCheck = { checked: 0, missing: [], damaged: [], framed: [] };
  for (const { key, sha256: text } of files) {
    const sha256 = Buffer.from(text, 'hex');
    if (!(await store.stat(key))) {
      // Unless it was deleted since the list was read.
      if ((await readStoredFiles(db, [key])).length > 0) result.missing.push(key);
    } else if (!(await hashStored(store, key)).equals(sha256)) {
      const mendable = await isFramed(store, key, sha256);
      if (mendable && repair) await repairFramed(store, key, sha256);
      (mendable ? result.framed : result.damaged).push(key);
    }
    result.checked += 1;
    tell?.(result.checked, files.length);
  }
  return result;
}

const EVERY = 500;

runAsProgram(import.meta.filename, async () => {
  const { values } = parseArgs({ options: { repair: { type: 'boolean' } } });
  const repair = values.repair ?? false;
  await withInstallation({ command: 'files:check', adopt: true }, async ({ db, store }) => {
    const { checked, missing, damaged, framed } = await checkFiles(db, store, {
      repair,
      tell: (done, all) => done % EVERY === 0 && console.log(`${done} de ${all} archivos revisados.`),
    });
    for (const key of missing) console.warn(`Falta: ${key}`);
    for (const key of damaged) console.warn(`Dañado: ${key}`);
    for (const key of framed)
      console.warn(`${repair ? 'Reparado' : 'Dañado, se repara con --repair'}: ${key}`);
    const wrong = missing.length + damaged.length + (repair ? 0 : framed.length);
    const found = wrong === 0 ? 'todos están como se subieron' : `${wrong} con problemas`;
    console.log(`${checked} archivos revisados: ${found}.`);
    process.exitCode = wrong === 0 ? 0 : 1;
  });
});
