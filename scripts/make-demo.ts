// `npm run demo`: writes the university of the demonstration anew, two years of it, with the commands that people use and
// a clock that is moved, into the archive that a first start restores.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { makeDemo } from '../src/demo/making/make.ts';

const dataDir = path.join(import.meta.dirname, '../.cache/making-demo');
await rm(dataDir, { recursive: true, force: true });
const server = await startEmbedded({
  ...{ dataDir, owner: `demostración, proceso ${process.pid}` },
  settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
});
try {
  const bytes = await makeDemo(server.url, path.join(dataDir, 'files'));
  process.stdout.write(`${bytes} bytes\n`);
} finally {
  await server.stop();
}
