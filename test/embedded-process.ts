// A process of its own that runs the embedded PostgreSQL: for tests that kill it or start it as somebody else.
import { StartError } from '../src/db/embedded/binaries.ts';
import { type EmbeddedOptions, startEmbedded } from '../src/db/embedded/embedded.ts';

const answer = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
const options = JSON.parse(process.argv[2] ?? '') as EmbeddedOptions;

try {
  const server = await startEmbedded(options);
  answer({ url: server.url, adopted: server.adopted });
  // Lives until its parent lets go of the pipe.
  process.stdin.resume().once('end', () => void server.stop().then(() => process.exit(0)));
} catch (error) {
  answer({ refused: error instanceof StartError, message: (error as Error).message });
}
