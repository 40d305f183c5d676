import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE } from '../../../test/demo.ts';
import { approvedPacs } from '../../../test/execution.ts';
import { type Created, done } from '../../../test/factories.ts';
import type { Execution } from '../execution/contract.ts';

let server: TestApp;
let lead: Client;
let project: Created;
beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
  project = await approvedPacs(server, lead, await nursing(lead));
});
afterAll(() => server.close());

/** An activity: how many were counted, who is on its list by number (null: cannot be told apart), whether it was purged. */
const activity = fc.record({
  counted: fc.option(fc.integer({ min: 0, max: 6 })),
  listed: fc.array(fc.option(fc.integer({ min: 1, max: 4 })), { maxLength: 5 }),
});

async function record(activities: readonly { counted: number | null; listed: (number | null)[] }[]) {
  const { id } = project;
  await sql`delete from activities where project_id = ${id}`.execute(server.db);
  for (const { counted, listed } of activities) {
    const { rows } = await sql<{ id: string }>`
      insert into activities (id, project_id, name, day, counts, author_id, updated_by)
      select gen_random_uuid(), p.id, 'Taller', '2026-09-01', ${JSON.stringify(counted === null ? {} : { direct: counted })}::jsonb,
        p.lead_id, p.lead_id from projects p where p.id = ${id} returning id`.execute(server.db);
    // Nobody is on a list twice.
    const people = [...new Set(listed.filter(n => n !== null)), ...listed.filter(n => n === null)];
    for (const n of people)
      await sql`insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group,
          source, notice_version, consented_at, person_key)
        values (${id}, ${rows[0]?.id}, 'Ana Soto', ${n === null ? 'none' : 'email'}, ${n === null ? '' : `a${n}@u.cl`},
          'external', 'list', 1, now(), ${n === null ? null : Buffer.alloc(32, n)})`.execute(server.db);
  }
}

it('people of a project in SQL are those that its execution tells', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(activity, { maxLength: 4 }), async activities => {
      await record(activities);
      const { rows } = await sql<{ people: string | null }>`
        select people_reached(${project.id}) as people`.execute(server.db);
      const { people } = done(await lead.get<Execution>(`/projects/${project.kind}/${project.id}/execution`));
      const reached = rows[0]?.people ?? null;
      expect(reached === null ? undefined : Number(reached)).toBe(people.direct);
    }),
    { numRuns: 25 },
  );
});
