import { prepareUniversity, startTestServer } from './database.ts';
import { openTemporaryFolder } from './memory.ts';

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
