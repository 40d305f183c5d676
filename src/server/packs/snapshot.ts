import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import type { MadeFile } from '../../domain/downloads/maker.ts';

async function* until<T>(content: AsyncIterable<T>, end: () => Promise<unknown>): AsyncGenerator<T> {
  try {
    yield* content;
  } finally {
    await end();
  }
}

/** A file of one snapshot of the database, which is read as the file is written, and given up with it. */
export async function fromSnapshot(
  db: Database,
  make: (tx: Transaction, gone: AbortSignal) => Promise<MadeFile>,
): Promise<MadeFile> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const leaving = new AbortController();
  const end = async () => {
    leaving.abort();
    await tx.rollback().execute();
  };
  try {
    // A store may take its time over what it is given.
    await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(tx);
    const file = await make(tx, leaving.signal);
    return { ...file, content: until(file.content, end) };
  } catch (error) {
    await end();
    throw error;
  }
}
