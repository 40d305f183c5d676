import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Status } from '../src/domain/kinds/statuses.ts';
import { DEMO_DOMAIN } from '../src/server/sign-in/demo-identity.ts';
import { type Client, clientAs } from './client.ts';
import { apart, ofCall, ofProject, type Try, type World } from './decisions.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { type Created, detailOf } from './factories.ts';
import { givenCall, officeStep, type Standing, standingOf, takeOfficeStep } from './office-steps.ts';
import { PARTS } from './parts.ts';
import { clients, openUniversity, server } from './university.ts';

// Two calls alike in everything, in which the office does the same things. In one of them somebody of the office who
// takes part in a proposal tries, all the while, whatever decides something. What comes out is the same.

openUniversity({ rateLimit: 0 });

const MAIL = `nicolas.vergara@${DEMO_DOMAIN}`;
const ME = userIdOf(MAIL);
let me: Client;
beforeAll(async () => {
  await sql`update users set roles = '{Academic,Admin}' where id = ${ME}`.execute(server.db);
  me = await clientAs(server, MAIL);
});

const nth = fc.nat(6);
/** The office puts a proposal where more can be decided about it. */
const move = fc.record({
  ...{ type: fc.constant('move' as const), nth },
  to: fc.constantFrom<Status>('admissibility', 'evaluation', 'resolution', 'returned', 'not_awarded'),
});
const office = fc.oneof({ arbitrary: officeStep, weight: 3 }, { arbitrary: move, weight: 2 });
type Office = typeof office extends fc.Arbitrary<infer T> ? T : never;
const attempts = fc.array(fc.record({ nth, which: fc.nat(999) }), { minLength: 3, maxLength: 3 });
const steps = fc.array(fc.record({ office, attempts }), { minLength: 8, maxLength: 8 });

async function takeStep(given: Office, standing: Standing): Promise<unknown> {
  if (given.type !== 'move') return takeOfficeStep(given, standing);
  const { id, kind } = at(standing, given.nth);
  const { version } = await detailOf(clients.admin, { id, kind });
  const reason = 'La comisión lo revisa de nuevo.';
  const projects = [{ id, kind, version }];
  return clients.admin.post('/change-status', { batch: randomUUID(), to: given.to, reason, projects });
}

const at = ({ projects }: Standing, n: number) => projects[n % projects.length] as Created;

/** Each proposal has one review under way besides, by somebody who is nobody else here. */
async function withOpenReviews(standing: Standing): Promise<Standing> {
  for (const { id } of standing.projects)
    await sql`insert into reviews (project_id, user_id, blind, state, invited_at, answered_at)
      values (${id}, ${userIdOf(PEOPLE.reviewer)}, false, 'accepted', now(), now())
      on conflict (project_id, user_id) do nothing`.execute(server.db);
  return standing;
}

async function worldOf(standing: Standing, own: Created): Promise<World> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from reviews where project_id = ${own.id} order by id`.execute(server.db);
  const idOf = (state: string) => rows.find(r => r.state === state)?.id ?? randomUUID();
  return {
    ...{ server, office: clients.admin, call: standing.call, own, somebody: userIdOf(PEOPLE.otherDean) },
    ...{ waiting: idOf('accepted'), confirmed: idOf('confirmed') },
    ...{ observation: randomUUID(), change: randomUUID(), measurement: randomUUID() },
    ...{ statement: randomUUID(), approved: randomUUID() },
  };
}

/** These only read, or are told to try by changing rows themselves. */
const READS = /^GET|\/reviews\/proposal$/;

/** What somebody who takes part in `mine` tries about this proposal or its call; answers whether it was let through. */
async function attempt(standing: Standing, mine: Created, given: { nth: number; which: number }) {
  const own = at(standing, given.nth);
  const world = await worldOf(standing, own);
  const all: readonly Try[] = [...ofProject(world), ...ofCall(world), ...(own === mine ? apart(world) : [])];
  const tries = all.filter(t => !READS.test(t.endpoint));
  const { endpoint, ask, refused } = tries[given.which % tries.length] as Try;
  const { version } = await detailOf(clients.admin, own);
  const answer = await ask(me, version);
  const isThrough = answer.status < 300 && !refused?.(answer);
  return { endpoint, status: answer.status, isThrough };
}

/** Everything that was decided about a call, told without what differs between twins. */
async function outcomeOf({ call, lines, projects }: Standing): Promise<unknown> {
  const ids = projects.map(p => p.id);
  const { rows } = await sql<{ outcome: unknown }>`
    with p as (select p.*, array_position(${ids}::uuid[], p.id) as n from projects p where p.id = any(${ids}::uuid[]))
    select json_build_object(
      'projects', (select json_agg(json_build_array(n, status, version, amount_awarded, office_turn,
        array_position(${[...lines]}::uuid[], line_id)) order by n) from p),
      'history', (select json_agg(json_build_array(p.n, h.action, h.from_status, h.to_status, h.undone_at is null)
        order by p.n, h.id) from project_history h join p on p.id = h.project_id),
      'reviews', (select json_agg(json_build_array(p.n, r.state, r.score, r.version) order by p.n, r.user_id)
        from reviews r join p on p.id = r.project_id),
      'appeals', (select json_agg(json_build_array(p.n, a.upheld) order by p.n)
        from appeals a join p on p.id = a.project_id),
      'acts', (select json_agg(json_build_array(a.number, (select json_agg(x ->> 'result' order by o)
        from json_array_elements((a.facts -> 'rows')::json) with ordinality e (x, o))) order by a.number)
        from call_acts a where a.call_id = ${call}),
      'lines', (select json_agg(json_build_array(name, budget, moved) order by position) from call_lines
        where call_id = ${call}),
      'call', (select json_build_array(state, version, minimum, year, closes_at) from calls where id = ${call}),
      'letters', (select count(*) from call_letters where call_id = ${call})) as outcome`.execute(server.db);
  return rows[0]?.outcome;
}

it('whatever somebody who takes part tries, by whatever part, the outcome is that of the twin without them', async () => {
  const answers = new Set<number>();
  const through: string[] = [];
  const taken = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(
      ...[givenCall, fc.constantFrom(...Object.keys(PARTS)), nth, steps],
      async (given, part, n, sequence) => {
        const [tried, twin] = [
          await withOpenReviews(await standingOf(given)),
          await withOpenReviews(await standingOf(given)),
        ];
        const who = { db: server.db, id: ME, email: MAIL };
        for (const standing of [tried, twin]) await PARTS[part]?.(who, at(standing, n));
        expect(await outcomeOf(tried)).toEqual(await outcomeOf(twin));
        for (const step of sequence) {
          for (const each of step.attempts) {
            const { endpoint, status, isThrough } = await attempt(tried, at(tried, n), each);
            answers.add(status);
            if (isThrough) through.push(endpoint);
          }
          for (const standing of [tried, twin]) taken.add(await takeStep(step.office, standing));
          expect(await outcomeOf(tried)).toEqual(await outcomeOf(twin));
        }
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
  expect(through).toEqual([]);
  expect(taken.has(200)).toBe(true);
  expect(answers.has(403)).toBe(true);
  expect([...answers].filter(status => status >= 500)).toEqual([]);
});
