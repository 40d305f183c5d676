import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { prepareUniversity, startTestServer } from './database.ts';
import { memoryFolder } from './memory.ts';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What tests write into the system's folder for temporary files goes into memory too. Returns what removes it. */
function openTemporaryFolder(): () => void {
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

/** Runs once before and after all API tests. */
export async function setup() {
  const removeTemporary = openTemporaryFolder();
  const server = await startTestServer();
  const dropUniversity = await prepareUniversity();
  return async () => {
    // Where another run of this checkout had started the server, it may have ended with that run.
    await dropUniversity().catch(() => {});
    await server.stop();
    removeTemporary();
  };
}
