import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '../env.ts';

const OTHERS = 0o077;

/** Where backups are put when nobody says where. */
export const backupFolder = ({ dataDir }: Pick<Env, 'dataDir'>): string => path.join(dataDir, 'backups');

interface Depth {
  /** Also folders that are closed already: a file may have been put there by hand. */
  readonly all: boolean;
}

/** How many stay open: what belongs to another account. Gone meanwhile is as good as closed. */
async function leftOpen(action: () => Promise<number>): Promise<number> {
  try {
    return await action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    return 1;
  }
}

const close = (place: string, mode: number, closed: number) =>
  leftOpen(async () => {
    if (mode & OTHERS) await chmod(place, closed);
    return 0;
  });

async function closeInside(folder: string, depth: Depth): Promise<number> {
  let open = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    // Links are left alone: they lead to what is not ours.
    if (entry.isDirectory()) open += await closeFolder(place, depth);
    else if (entry.isFile())
      open += await leftOpen(async () => close(place, (await lstat(place)).mode, 0o600));
  }
  return open;
}

/** Last the folder itself: one that is closed tells the next start that all in it is. */
const closeFolder = (folder: string, depth: Depth): Promise<number> =>
  leftOpen(async () => {
    const { mode } = await lstat(folder);
    if (!(mode & OTHERS || depth.all)) return 0;
    const open = await closeInside(folder, depth);
    return open + (await close(folder, mode, 0o700));
  });

/** The outermost folder first: from then on nobody else gets to what is in it. */
const closeTree = (folder: string, depth: Depth): Promise<number> =>
  leftOpen(async () => {
    const open = await close(folder, (await stat(folder)).mode, 0o700);
    return open + (await closeInside(folder, depth));
  });

/** Where uploads lie on this machine. */
function uploadFolders(files: Env['files']): string[] {
  switch (files.driver) {
    case 'local':
      return [files.location];
    case 's3':
      return [];
  }
}

/**
 * Closes to every other account the uploads and backups on this machine that were made by earlier versions or brought
 * by hand: files 0600 in folders 0700, as new ones are made. Windows knows no such modes.
 * @returns how many stay open, because they are somebody else's
 */
export async function closeStored(env: Pick<Env, 'dataDir' | 'files'>, depth: Depth): Promise<number> {
  if (process.platform === 'win32') return 0;
  let open = await closeTree(backupFolder(env), depth);
  for (const folder of uploadFolders(env.files)) open += await closeTree(folder, depth);
  return open;
}
