import { createHash } from 'node:crypto';
import { accessSync, constants, statfsSync } from 'node:fs';
import path from 'node:path';

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
