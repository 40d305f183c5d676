import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answered, fuzz, fuzzed, nameOf, told } from './fuzz.ts';
import { openWorld, type World } from './world.ts';

const REQUESTS = 2_000;
/** The same requests in every run of the tests; `npm run fuzz` takes others each time. */
const SEED = 1;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('takes whatever is wrong with one field of a request, at every endpoint, for what it is', async () => {
  const endpoints = fuzzed(world);
  const answers: Answered[] = [];
  for await (const answer of fuzz(world, endpoints, { seed: SEED, requests: REQUESTS })) answers.push(answer);
  expect(answers.filter(({ wrong }) => wrong).map(told)).toEqual([]);
  expect(answers.length).toBeGreaterThanOrEqual(REQUESTS);
  // Where everything is refused nothing is tried: most of what is made up must get past the door.
  const through = answers.filter(({ status }) => status < 400).length;
  expect(through / answers.length).toBeGreaterThan(0.2);
  expect(answers.filter(({ status, endpoint }) => status === 401 && !endpoint.includes('/auth/'))).toEqual(
    [],
  );
  expect(new Set(answers.map(({ endpoint }) => endpoint)).size).toBe(new Set(endpoints.map(nameOf)).size);
});
