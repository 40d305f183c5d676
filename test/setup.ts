import { startTestServer } from './database.ts';

/** Runs once before and after all API tests. */
export async function setup() {
  const server = await startTestServer();
  return () => server.stop();
}
