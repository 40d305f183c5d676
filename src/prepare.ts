import { openDatabase } from './db/pool.ts';
import type { Order } from './features/downloads/jobs.ts';
import { prepare } from './features/downloads/making/commands.ts';
import { MAKERS } from './makers.ts';
import { createFileStore } from './server/files/store.ts';

// A program of its own, which `features/downloads/jobs.ts` starts to make one file.

/** Milliseconds: whoever reads everything may take longer than whoever waits for an answer. */
const STATEMENT_MS = 600_000;

async function makeFile({ url, env, claimed }: Order): Promise<void> {
  const db = openDatabase(url, {
    max: 3,
    statementTimeout: STATEMENT_MS,
    applicationName: 'vinculacion-downloads',
  });
  try {
    const files = await createFileStore(env.files);
    await prepare({ db, files, env }, MAKERS, claimed);
  } finally {
    await db.destroy();
  }
}

process.umask(0o077);
// What stops the server may reach this process, too; the server says when it is done with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The server is gone: whoever comes after it begins anew.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once(
  'message',
  (order: Order) =>
    void makeFile(order).then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`${error.stack ?? error.message}\n`);
        process.exit(1);
      },
    ),
);
