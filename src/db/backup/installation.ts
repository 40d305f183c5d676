import { type Env, readEnv } from '../../server/env.ts';
import { createFileStore, type FileStore } from '../../server/files/store.ts';
import { openServer } from '../embedded/embedded.ts';
import { type Database, openDatabase } from '../pool.ts';

/** What a maintenance command works on. */
export interface Installation {
  readonly env: Env;
  readonly db: Database;
  readonly store: FileStore;
}

/**
 * Opens the database and the files of this installation for a command and closes them after it.
 * @param command as it is typed after `npm run`; it names the command to whoever wonders who holds the database
 * @param adopt whether it may work beside a running server
 */
export async function withInstallation(
  { command, adopt = false }: { command: string; adopt?: boolean },
  run: (installation: Installation) => Promise<void>,
): Promise<void> {
  const env = readEnv();
  const server = await openServer(env, { owner: `npm run ${command}, proceso ${process.pid}`, adopt });
  // A pool named like the application would count as the application.
  const applicationName = `vinculacion-${command.replace(':', '-')}`;
  const db = openDatabase(server.url, { max: 2, statementTimeout: 0, applicationName });
  try {
    await run({ env, db, store: await createFileStore(env.files) });
  } finally {
    await db.destroy();
    await server.stop();
  }
}

/** Runs `main` when `file` is the program that was started; what it throws is told in its own words. */
export function runAsProgram(file: string, main: () => Promise<void>): void {
  if (process.argv[1] !== file) return;
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
