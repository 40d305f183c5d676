import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { type Client, clientAs } from '../../test/client.ts';
import { nursing, PEOPLE } from '../../test/demo.ts';
import { approvedPacs, setStatus } from '../../test/execution.ts';
import type { Created } from '../../test/factories.ts';
import { factsByDomain, factsOf } from '../../test/facts.ts';
import { COUNTED_GROUPS } from '../domain/execution/people.ts';
import { purgeAttendances } from '../features/attendance/purge/commands.ts';

let server: TestApp;
let lead: Client;
let admin: Client;
let project: Created;
beforeAll(async () => {
  server = await startApp({ rateLimit: 0 });
  lead = await clientAs(server, PEOPLE.academic);
  admin = await clientAs(server, PEOPLE.admin);
  project = await approvedPacs(server, lead, await nursing(lead));
});
afterAll(() => server.close());

const counts = fc.dictionary(fc.constantFrom(...COUNTED_GROUPS), fc.integer({ min: 0, max: 6 }), {
  maxKeys: 4,
});
const person = fc.record({
  // Null: cannot be told apart.
  who: fc.option(fc.integer({ min: 1, max: 4 })),
  group: fc.constantFrom('students', 'alumni', 'external'),
});
const activity = fc.record({ counted: counts, listed: fc.array(person, { maxLength: 5 }) });
const life = fc.record({
  typed: counts,
  // Before its lists were deleted, and since.
  earlier: fc.array(activity, { maxLength: 3 }),
  isPurged: fc.boolean(),
  later: fc.array(activity, { maxLength: 3 }),
  corrected: fc.option(counts),
  isClosed: fc.boolean(),
});
type Life = typeof life extends fc.Arbitrary<infer L> ? L : never;

async function record(activities: Life['later']): Promise<void> {
  for (const { counted, listed } of activities) {
    const { rows } = await sql<{ id: string }>`
      insert into activities (id, project_id, name, day, counts, author_id, updated_by)
      select gen_random_uuid(), id, 'Taller', '2026-09-01', ${JSON.stringify(counted)}::jsonb, lead_id, lead_id
      from projects where id = ${project.id} returning id`.execute(server.db);
    // Nobody is on a list twice.
    const people = listed.filter((p, n) => p.who === null || listed.findIndex(o => o.who === p.who) === n);
    for (const { who, group } of people)
      await sql`insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group,
          source, notice_version, consented_at, person_key)
        values (${project.id}, ${rows[0]?.id}, 'Ana Soto', ${who === null ? 'none' : 'email'},
          ${who === null ? '' : `a${who}@u.cl`}, ${group}, 'list', 1, now(),
          ${who === null ? null : Buffer.alloc(32, who)})`.execute(server.db);
  }
}

async function live({ typed, earlier, isPurged, later, corrected, isClosed }: Life): Promise<void> {
  const { db } = server;
  const { id } = project;
  for (const table of ['activities', 'attendance_purges', 'reports'])
    await sql`delete from ${sql.table(table)} where project_id = ${id}`.execute(db);
  await sql`update project_sections s set data = (
      select jsonb_object_agg(f.key, (select jsonb_object_agg(g.key, g.value || jsonb_build_object('actual',
        ${JSON.stringify(typed)}::jsonb -> g.key)) from jsonb_each(f.value) g)) from jsonb_each(s.data) f)
    where project_id = ${id} and section = 'participants'`.execute(db);
  await record(earlier);
  if (isPurged) {
    await setStatus(server, project, 'closed');
    await purgeAttendances(db, new Date('2090-01-01'));
  }
  await record(later);
  if (corrected)
    await sql`insert into reports (project_id, people, author_id, updated_by)
      select id, ${JSON.stringify(corrected)}::jsonb, lead_id, lead_id from projects where id = ${id}`.execute(
      db,
    );
  await setStatus(server, project, isClosed ? 'closed' : 'running');
}

it('people of a project by group are those that its execution and its final report tell', async () => {
  await fc.assert(
    fc.asyncProperty(life, async one => {
      await live(one);
      expect(await factsOf(server, project)).toEqual(await factsByDomain(server, admin, project));
    }),
    { numRuns: 25 },
  );
});
