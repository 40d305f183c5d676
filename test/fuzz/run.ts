// `npm run fuzz [-- --requests 50000 --seed 7 --only /projects]`: requests to every endpoint, some valid, the
// others with one field broken. Fails when an answer is not one that bad input gets.
import { parseArgs } from 'node:util';
import { prepareUniversity, startTestServer } from '../database.ts';
import { type Answered, fuzz, fuzzed, told } from './fuzz.ts';
import { openWorld } from './world.ts';

/** What one university takes before its projects have all ended. */
const PER_WORLD = 5_000;
const SLOWEST = 5;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
});

async function runWorld(seed: number, requests: number): Promise<Answered[]> {
  const world = await openWorld();
  const endpoints = fuzzed(world).filter(({ path }) => path.startsWith(values.only));
  const answers: Answered[] = [];
  for await (const answer of fuzz(world, endpoints, { seed, requests })) {
    answers.push(answer);
    if (answer.wrong) console.log(told(answer));
  }
  await world.close();
  return answers;
}

const began = Date.now();
const requests = Number(values.requests);
const postgres = await startTestServer();
const dropUniversity = await prepareUniversity();
const answers: Answered[] = [];
for (let seed = Number(values.seed); answers.length < requests; seed += 1) {
  answers.push(...(await runWorld(seed, Math.min(PER_WORLD, requests - answers.length))));
  console.log(`${answers.length} of ${requests}, last seed ${seed}`);
}
await dropUniversity();
await postgres.stop();

const wrong = answers.filter(answer => answer.wrong);
const share = (least: number, below: number) =>
  `${Math.round((100 * answers.filter(a => a.status >= least && a.status < below).length) / answers.length)} %`;
const unmet = Map.groupBy(answers, answer => answer.endpoint)
  .entries()
  .filter(([, list]) => list.every(answer => answer.status >= 400))
  .map(([endpoint]) => endpoint);
console.log(
  `slowest: ${answers
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(a => `${a.endpoint} ${a.ms} ms`)
    .join(', ')}`,
);
console.log(`never answered with success: ${[...unmet].join(', ') || 'none'}`);
console.log(
  `${answers.length} requests in ${Math.round((Date.now() - began) / 1000)} s: ${share(200, 400)} successes, ${share(400, 500)} refusals, ${wrong.length} wrong`,
);
process.exitCode = wrong.length > 0 ? 1 : 0;
