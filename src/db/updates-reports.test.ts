import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { FIRST_KINDS } from '../domain/kinds/index.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { kindLookup } from '../features/kinds/queries.ts';
import { readProject, reportGapsOf } from '../features/project-record/subject/queries.ts';
import { readFacts } from '../features/reports/facts/queries.ts';
import { readReports } from '../features/reports/queries.ts';
import { migrate } from './migrate.ts';
import type { Database } from './pool.ts';

const STATUSES = ['approved', 'running', 'final_report', 'closed', 'cancelled'];

/** A call under way whose second instalment waits for a report, with a project in each status; Ana leads them all. */
async function fill(db: Database): Promise<Actor> {
  const { rows } = await sql<{ id: string }>`
    insert into users (name, email, state, roles) values ('Ana', 'ana@uni.example', 'active', '{Academic}')
    returning id`.execute(db);
  const { progressReports: _, ...before } = FIRST_KINDS.fexs;
  await sql`insert into kinds (slug, current_version) values ('fexs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('fexs', 1, ${JSON.stringify(before)}::jsonb)`.execute(
    db,
  );
  const instalments = [
    { id: '0190a000-0000-7000-8000-000000000001', share: 60, report: null },
    { id: '0190a000-0000-7000-8000-000000000002', share: 40, report: 1 },
  ];
  await sql`insert into calls (name, year, kind, state, opens_at, closes_at, instalments)
    values ('Fondo 2026', 2026, 'fexs', 'execution', '2026-03-01', '2026-04-01',
      ${JSON.stringify(instalments)}::jsonb)`.execute(db);
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by, status, sub_step, submitted_at,
      start_date, end_date, due_at, call_id)
    select 'FEX-' || s, 'fexs', 1, 'Huerta', u.id, u.id, s, case when s = 'final_report' then 'director' end, now(),
      '2026-05-04', '2026-12-18', '2027-01-29T02:59:59Z', c.id
    from users u, calls c, unnest(${STATUSES}::text[]) s`.execute(db);
  const actuals = '{"reach": {"direct": {"expected": 60, "actual": 61}}}';
  await sql`insert into project_sections (project_id, section, data, updated_by)
    select id, 'participants', ${actuals}::jsonb, lead_id from projects`.execute(db);
  const id = rows[0]?.id ?? '';
  return {
    ...{
      id,
      name: 'Ana',
      email: 'ana@uni.example',
      roles: ['Academic'],
      state: 'active',
      homeSchoolId: null,
    },
    ...{ directs: [], heads: [], headsSchools: [], fillsIn: true },
  };
}

const addressOf = async (db: Database, status: string) => {
  const { rows } = await sql<{ id: string }>`select id from projects where status = ${status}`.execute(db);
  return { kind: 'fexs', id: rows[0]?.id ?? '' };
};

test('0046: calls and kinds of before ask for no report on a day, and their projects go on', async () => {
  const db = await versionBefore('0046');
  const ana = await fill(db);
  await migrate(db, ALL);
  // What the version before still writes while both run.
  await sql`insert into calls (name, year, kind) values ('Fondo 2027', 2027, 'fexs')`.execute(db);
  const { rows } = await sql`select report_dates from calls`.execute(db);
  expect(rows).toEqual([{ report_dates: [] }, { report_dates: [] }]);
  const kinds = await kindLookup(db);
  expect(kinds('fexs', 1).progressReports).toEqual([]);
  const read = async (status: string) =>
    (await readReports(db, ana, { ...(await addressOf(db, status)), kinds })).reports.map(
      ({ number, state, dueOn, releases, submittedBy }) => [number, state, dueOn, releases, submittedBy],
    );
  const final = (state: string) => [null, state, expect.any(String), 0, null];
  expect(await read('running')).toEqual([[1, 'draft', null, 40, null], final('draft')]);
  expect(await read('final_report')).toEqual([[1, 'draft', null, 40, null], final('submitted')]);
  expect((await read('closed')).at(-1)).toEqual(final('accepted'));
  expect((await read('cancelled')).at(-1)).toEqual(final('draft'));
  await expect(read('approved')).rejects.toThrow();
  const project = await readProject(db, ana, await addressOf(db, 'running'));
  expect(project.reports).toEqual([]);
  // People typed before still count.
  expect(reportGapsOf(project).map(gap => gap.path)).not.toContain('people');
  const { facts } = await readFacts(db, project, null, new Date('2026-11-26T15:00:00Z'));
  expect(facts).toMatchObject({ from: '2026-05-04', to: '2026-11-26', people: {}, expected: { direct: 60 } });
});

test('0046: what must never be false of reports', async () => {
  const db = await versionBefore('0046');
  await fill(db);
  await migrate(db, ALL);
  const { id } = await addressOf(db, 'running');
  const add = (columns: string, values: string) =>
    sql`insert into reports (project_id, author_id, updated_by, ${sql.raw(columns)})
      select id, lead_id, lead_id, ${sql.raw(values)} from projects where id = ${id}`.execute(db);
  await add('number, state', `1, 'draft'`);
  await add('people', `'{"direct": 3}'`);
  for (const [columns, values] of [
    ['number, state', `1, 'draft'`],
    ['people', `'{}'`],
    ['number, state', `null, 'draft'`],
    ['number', '2'],
    ['number, state', `21, 'draft'`],
    ['number, state', `2, 'submitted'`],
    ['number, state, sub_step', `2, 'submitted', 'director'`],
    ['number, state, sub_step', `2, 'draft', 'office'`],
    ['number, state, people', `2, 'draft', '{"direct": 3}'`],
  ] as const)
    await expect(add(columns, values), `${columns}: ${values}`).rejects.toThrow();
  const { rows } = await sql<{ makers: number }>`
    select cardinality(maker_ids) as makers from reports`.execute(db);
  expect(rows.map(r => r.makers)).toEqual([1, 1]);
  await sql`delete from projects where id = ${id}`.execute(db);
  expect((await sql`select from reports`.execute(db)).rows).toHaveLength(0);
});
