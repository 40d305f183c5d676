import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Linux keeps these files in memory. */
const MEMORY = '/dev/shm';
/** More than a run ever holds at once. */
const ROOM = 3 * 1024 ** 3;

/**
 * A folder in memory for the files of this checkout's tests, the same one at each run: there a database of a thousand
 * files is copied and deleted in a quarter of the time. Undefined where the system has none with enough room.
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory()) < ROOM) return undefined;
  } catch {
    return undefined;
  }
  const checkout = path.resolve(import.meta.dirname, '..');
  const own = createHash('sha256').update(`${process.getuid?.()} ${checkout}`).digest('hex').slice(0, 8);
  return path.join(MEMORY, `vinculacion-${own}`);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What tests write into the system's folder for temporary files goes into memory too. Returns what removes it. */
export function openTemporaryFolder(): () => void {
  const memory = memoryFolder();
  if (!memory) return () => {};
  const folder = path.join(memory, String(process.pid));
  // Others may enter: a database that root starts runs as somebody else.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  // Of runs that were killed.
  for (const name of readdirSync(memory).filter(entry => /^\d+$/.test(entry) && !isRunning(Number(entry))))
    rmSync(path.join(memory, name), { recursive: true, force: true });
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** MB that this process holds. What nobody holds any more does not count: uncollected, it may stay for as much again. */
export function heldMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1024 ** 2;
}
