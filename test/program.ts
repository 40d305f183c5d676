import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

// As `npm start` does.
const MAIN = ['--max-semi-space-size=4', path.resolve(import.meta.dirname, '../scripts/start.js')];

/** An empty folder that others may enter: for root a database in a closed one would lie elsewhere. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vinculacion-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Copies the data folder of an installation that does not run. */
export function copyInstallation(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  // Copied folders are open to all, which PostgreSQL does not accept.
  chmodSync(path.join(to, 'postgres/pgdata'), 0o700);
}

/** The server as a process of its own, as `npm start` runs it. */
export interface Program {
  child: ChildProcess;
  url: string;
  /** Exit code, once it has ended; null after a signal. */
  ended: Promise<number | null>;
  output: () => string;
  /** Resolves when a printed line contains `text`, or the program ends. */
  says: (text: string) => Promise<void>;
}

/** Below those that systems give away by themselves: nobody but a test gets it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = net.createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

/** Starts it with these settings and nothing of this process's environment but the path. */
export async function startProgram(settings: Record<string, string>): Promise<Program> {
  const port = settings.PORT ?? String(await freePort());
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...settings, PORT: port };
  const child = spawn(process.execPath, MAIN, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const lines = [child.stdout, child.stderr].map(stream => createInterface({ input: stream }));
  for (const line of lines)
    line.on('line', part => {
      text += `${part}\n`;
    });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const says = (wanted: string) =>
    new Promise<void>(resolve => {
      const look = () => text.includes(wanted) && resolve();
      for (const line of lines) line.on('line', look);
      look();
      void ended.then(() => resolve());
    });
  return { child, url: `http://127.0.0.1:${port}`, ended, output: () => text, says };
}

/** Runs a program of ours to its end; what it says of a failure is in the error. */
export async function runNode(file: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', part => {
    said += String(part);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${path.basename(file)} ended with ${code}: ${said}`);
}

/** Starts the server and waits until it answers. */
export async function runProgram(settings: Record<string, string>): Promise<Program> {
  const program = await startProgram(settings);
  await program.says('http://localhost:');
  if (program.child.exitCode !== null) throw new Error(`the server did not start: ${program.output()}`);
  return program;
}
