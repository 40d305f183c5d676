import fc from 'fast-check';
import { SECTION_SLUGS } from '../../src/domain/sections/index.ts';
import { requestsTo } from './requests.ts';
import { type Outcome, send } from './send.ts';
import type { Served, World } from './world.ts';

export interface Answered extends Outcome {
  /** E.g. `PUT /projects/{kind}/{id}/due`. */
  readonly endpoint: string;
  readonly ms: number;
}

/** Ends the session that asks. */
const ENDS_SESSIONS = new Set(['POST /auth/logout', 'DELETE /auth/sessions', 'DELETE /auth/sessions/{id}']);
/** What is made first is read then, and deleted last. */
const ORDER = ['POST', 'PUT', 'GET', 'DELETE'];

/** One endpoint saves every section of a project: each counts as one. */
const weightOf = ({ path }: Served) => (path.endsWith('/{section}') ? SECTION_SLUGS.length : 1);

export const nameOf = ({ method, path }: Served) => `${method} ${path}`;

/** Endpoints in the order in which they are asked. */
export const fuzzed = (world: World): Served[] =>
  world.endpoints
    .filter(endpoint => !ENDS_SESSIONS.has(nameOf(endpoint)))
    .toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));

/** Sends at least so many requests, one after another; the same ones for the same seed and the same rows. */
export async function* fuzz(
  world: World,
  endpoints: readonly Served[],
  { seed, requests }: { seed: number; requests: number },
): AsyncGenerator<Answered> {
  const runs = Math.ceil(requests / endpoints.reduce((sum, endpoint) => sum + weightOf(endpoint), 0));
  for (const endpoint of endpoints)
    for (const request of fc.sample(requestsTo(world, endpoint), {
      seed,
      numRuns: runs * weightOf(endpoint),
    })) {
      const began = performance.now();
      const outcome = await send(world, request);
      yield { ...outcome, endpoint: nameOf(endpoint), ms: Math.round(performance.now() - began) };
    }
}

/** What somebody needs to find the fault. */
export const told = ({ endpoint, fault, status, ms, sent, wrong }: Answered) =>
  `${endpoint} · ${fault} · ${status} in ${ms} ms\n  ${wrong}\n  ${JSON.stringify(sent).slice(0, 1000)}`;
