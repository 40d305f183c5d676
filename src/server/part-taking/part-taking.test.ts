import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUniversityDatabase, type TestDatabase } from '../../../test/database.ts';
import { partsOf } from '../../domain/access/part-taking.ts';
import { SECTIONS } from '../../domain/sections/index.ts';
import { partIds, readCallPeople } from './queries.ts';

let test: TestDatabase;
let people: { id: string; email: string }[];
let project: string;

beforeAll(async () => {
  test = await createUniversityDatabase();
  people = (
    await sql<(typeof people)[number]>`select id, email from users order by email limit 6`.execute(test.db)
  ).rows;
  const { rows } = await sql<{ id: string }>`
    insert into projects (code, kind, kind_version, title, lead_id, created_by, updated_by)
    values ('PRU-1', 'incs', 1, 'Prueba', ${people[0]?.id}, ${people[0]?.id}, ${people[0]?.id})
    returning id`.execute(test.db);
  project = rows[0]?.id ?? '';
});
afterAll(() => test.drop());

const save = (section: string, data: object) =>
  sql`insert into project_sections (project_id, section, data) values (${project}, ${section}, ${JSON.stringify(data)})
    on conflict (project_id, section) do update set data = excluded.data`.execute(test.db);
const seats = (leadId: string | undefined, alternateId: string | null) =>
  sql`update projects set lead_id = ${leadId}, alternate_id = ${alternateId} where id = ${project}`.execute(
    test.db,
  );
const stored = async () =>
  (
    await sql<{ part: string; userId: string | null; email: string | null }>`
      select part, user_id as "userId", nullif(email, '') as email from project_parts
      where project_id = ${project} and is_current`.execute(test.db)
  ).rows;
const accounts = async () =>
  new Set(
    (
      await sql<{ ids: string[] }>`select ${partIds} as ids from projects p where id = ${project}`.execute(
        test.db,
      )
    ).rows[0]?.ids,
  );
const member = (more: object) => ({
  id: 'm',
  userId: null,
  name: '',
  email: '',
  role: 'academic' as const,
  ...more,
});

it('parts are those that the sections name, whatever is written where', async () => {
  const index = fc.integer({ min: 0, max: 5 });
  const mail = fc.constantFrom('', ' Ana@Otra.example ', 'eva@otra.example', 'EVA@OTRA.EXAMPLE', '  ');
  const named = fc.record({ user: fc.option(index, { nil: null }), email: mail });
  const idOf = (n: number | null) => (n === null ? null : (people[n]?.id ?? null));
  await fc.assert(
    fc.asyncProperty(
      index,
      fc.option(index, { nil: null }),
      fc.array(named, { maxLength: 4 }),
      fc.array(mail, { maxLength: 3 }),
      fc.option(index, { nil: null }),
      async (lead, alternate, members, founders, mentor) => {
        const seat = alternate === lead ? null : alternate;
        const sections = {
          identification: { ...SECTIONS.identification.empty, leadId: idOf(lead), alternateId: idOf(seat) },
          team: { members: members.map(m => member({ userId: idOf(m.user), email: m.email })) },
          venture: {
            ...SECTIONS.venture.empty,
            founders: founders.map(email => ({ id: 'f', name: 'F', email, affiliation: '' })),
            mentorId: idOf(mentor),
          },
        };
        await seats(people[lead]?.id, idOf(seat));
        await save('team', sections.team);
        await save('venture', sections.venture);
        const keys = (parts: readonly { part: string; userId: string | null; email: string | null }[]) =>
          parts.map(p => [p.part, p.userId, p.email].join()).sort();
        expect(keys(await stored())).toEqual(keys(partsOf(sections as Parameters<typeof partsOf>[0])));
      },
    ),
    { numRuns: 60 },
  );
});

it('a part stays with whoever had it when the project was sent, and ends where it was never sent', async () => {
  const [first, second] = people;
  await seats(first?.id, null);
  await save('venture', SECTIONS.venture.empty);
  await save('team', { members: [member({ userId: second?.id })] });
  const { rows } = await sql<{ id: number }>`
    insert into project_history (project_id, action, to_status) values (${project}, 'submit', 'director_review')
    returning id`.execute(test.db);
  await sql`update projects set submitted_at = now() where id = ${project}`.execute(test.db);
  await sql`insert into project_snapshots (history_id, project_id, sections)
    values (${rows[0]?.id}, ${project}, '{}')`.execute(test.db);
  await save('team', { members: [] });
  expect(await accounts()).toEqual(new Set([first?.id, second?.id]));
  await sql`update projects set submitted_at = null where id = ${project}`.execute(test.db);
  expect(await accounts()).toEqual(new Set([first?.id]));
});

it('a mail is whoever’s has it or signs in with it, and another mail is no way out', async () => {
  const [first, second, third] = people;
  await save('team', {
    members: [member({ email: second?.email.toUpperCase() }), member({ email: 'propio@otra.example' })],
  });
  expect(await accounts()).toEqual(new Set([first?.id, second?.id]));
  await sql`insert into user_accounts (user_id, provider, subject, email)
    values (${third?.id}, 'google', 'propio', 'Propio@Otra.example')`.execute(test.db);
  const all = new Set([first?.id, second?.id, third?.id]);
  expect(await accounts()).toEqual(all);
  await sql`update users set email = 'otro@otra.example' where id = ${second?.id}`.execute(test.db);
  await sql`delete from user_accounts where subject = 'propio'`.execute(test.db);
  expect(await accounts()).toEqual(all);
});

it('the people of a call are those of all that applies to it', async () => {
  const { rows } = await sql<{ id: string }>`
    insert into calls (name, year, kind) values ('Fondo', 2026, 'incs') returning id`.execute(test.db);
  const call = rows[0]?.id ?? '';
  await sql`update projects set call_id = ${call} where id = ${project}`.execute(test.db);
  expect((await readCallPeople(test.db, [call])).get(call)).toEqual(await accounts());
});
