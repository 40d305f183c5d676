import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { clientAs } from '../../test/client.ts';
import { lit } from '../db/states.ts';
import { deliverableState } from '../domain/execution/activities.ts';
import { comingNext, planProgress } from '../domain/execution/progress.ts';
import { addDays, localDay } from '../domain/kit/calendar.ts';
import { SECTIONS } from '../domain/sections/index.ts';
import type { Execution } from '../features/execution/contract.ts';
import { startDemoProjects } from './projects.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

it('gives newcomers projects of every kind in many states, once', async () => {
  expect(await startDemoProjects(test)).toBe(true);
  const rows = await test.db.selectFrom('projects').select(['kind', 'status']).orderBy('code').execute();
  expect(rows.map(r => `${r.kind} ${r.status}`).sort()).toEqual([
    'cons running',
    'exts approved',
    'exts director_review',
    'exts running',
    'fexs admissibility',
    'fexs closed',
    'fexs evaluation',
    'fexs running',
    'incs resolution',
    'incs running',
    'pacs closed',
    'pacs dean_review',
    'pacs director_review',
    'pacs draft',
    'pacs returned',
    'pacs running',
  ]);
  expect(await startDemoProjects(test)).toBe(false);
  expect(await test.db.selectFrom('projects').select('id').execute()).toHaveLength(rows.length);
});

it('has certificates of what was closed and of who came to an activity, signed, one of them revoked', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select p.kind, c.role, count(*)::int as issued, count(c.revoked_at)::int as revoked,
      bool_and(c.content ->> 'signer' <> '' and c.told_at is not null) as signed
    from certificates c join projects p on p.id = c.project_id group by 1, 2 order by 1, 2`.execute(test.db);
  expect(rows.map(r => `${r.kind} ${r.role}`)).toEqual(
    expect.arrayContaining(['exts participant', 'fexs lead', 'pacs lead']),
  );
  expect(rows.every(r => r.signed)).toBe(true);
  expect(rows.filter(r => r.revoked === 1).map(r => r.kind)).toEqual(['exts']);
});

it('shows what was approved to anybody, with photos of some, and the results of what is resolved', async () => {
  const { rows } = await sql<{ shown: number; named: number; photos: number; calls: number }>`
    select count(*)::int as shown, count(lead_name)::int as named,
      (select count(*)::int from published_photos) as photos,
      (select count(*)::int from calls where publishes_results) as calls
    from published_projects where shows_results`.execute(test.db);
  const [{ shown = 0, named = 0, photos = 0, calls = 0 } = {}] = rows;
  expect(shown).toBeGreaterThanOrEqual(8);
  expect(named).toBeGreaterThan(2);
  expect(named).toBeLessThan(shown);
  expect([photos > 4, calls]).toEqual([true, 2]);
});

it('has a running project of every kind with activities, lists, agreements and measurements of half a year', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select p.kind, count(*)::int as projects,
      bool_and((select count(*) >= 3 and min(day) < current_date - 100 from activities a where a.project_id = p.id)) as lives,
      bool_and(exists (select from meetings m join action_items i on i.meeting_id = m.id
        where m.project_id = p.id)) as agrees,
      bool_and(exists (select from measurements m join measurement_evidence e on e.measurement_id = m.id
        where m.project_id = p.id)) as measures
    from projects p where p.status = ${lit.status('running')} group by 1 order by 1`.execute(test.db);
  expect(rows).toEqual(
    ['cons', 'exts', 'fexs', 'incs', 'pacs'].map(kind => ({
      ...{ kind, projects: 1, lives: true, agrees: true, measures: true },
    })),
  );
  const { rows: listed } = await sql<{ kind: string }>`
    select distinct p.kind from projects p join activities a on a.project_id = p.id
      join attendances t on t.activity_id = a.id
    where p.status = ${lit.status('running')} order by 1`.execute(test.db);
  expect(listed.map(r => r.kind)).toEqual(['cons', 'exts', 'fexs', 'incs', 'pacs']);
});

it('shows an event of several dates, and who founds and mentors a venture', async () => {
  const { rows } = await sql<{ sessions: number; later: number; founders: number; mentor: string }>`
    select json_array_length((e.data -> 'sessions')::json) as sessions,
      (select count(*)::int from jsonb_array_elements(e.data -> 'sessions') s
        where (s ->> 'date')::date > ${localDay(new Date())}::date) as later,
      json_array_length((v.data -> 'founders')::json) as founders,
      (select name from users where id = (v.data ->> 'mentorId')::uuid) as mentor
    from project_sections e join projects p on p.id = e.project_id and p.status = ${lit.status('running')}
      cross join project_sections v join projects q on q.id = v.project_id and q.status = ${lit.status('running')}
    where e.section = 'event' and v.section = 'venture'`.execute(test.db);
  expect(rows).toEqual([{ sessions: 6, later: 1, founders: 2, mentor: 'Diego Huenchulaf Soto' }]);
});

/** What the demo's project of this kind and status has done, as its lead reads it, with its plan. */
async function executionOf(kind: string, status: string) {
  const { rows } = await sql<{ id: string; email: string; plan: unknown; contract: unknown }>`
    select p.id, u.email, (select data from project_sections where project_id = p.id and section = 'plan') as plan,
      (select data from project_sections where project_id = p.id and section = 'contract') as contract
    from projects p join users u on u.id = p.lead_id where p.kind = ${kind} and p.status = ${status}`.execute(
    test.db,
  );
  const [{ id, email, plan, contract } = { id: '', email: '', plan: {}, contract: {} }] = rows;
  const lead = await clientAs(test, email);
  const { body } = await lead.get<Execution>(`/projects/${kind}/${id}/execution`);
  const items = SECTIONS.plan.schema.parse(plan).activities;
  const { deliverables } = SECTIONS.contract.schema.parse(contract ?? {});
  const states = planProgress(items, body.activities, body.today);
  return { ...body, items, deliverables, stored: body.deliverables, states };
}

it('shows half a year of a project under way: done in time, late, people counted once', async () => {
  const e = await executionOf('pacs', 'running');
  const milestones = e.states.filter(s => s.item.isMilestone).map(s => s.state);
  expect(milestones).toEqual(['done', 'late', 'upcoming']);
  expect(e.states.find(s => s.item.id === 'a2')).toMatchObject({ state: 'done', recorded: 3, daysLate: 9 });
  expect(e.activities.length).toBeGreaterThanOrEqual(8);
  expect(e.activities.at(-1)?.day).toBe(addDays(e.today, -172));
  expect(e.record).toEqual({ allowed: true, reason: null });
  const { attendances, people, unidentified } = e.attendance;
  expect(people).toBe(18);
  expect(unidentified).toBeGreaterThan(0);
  expect(attendances).toBeGreaterThan(people + unidentified);
  expect(e.people).toMatchObject({ women: 166, direct: expect.any(Number), students: expect.any(Number) });
  const actionItems = e.meetings.flatMap(m =>
    m.actionItems.map(i => ({ ...i, responsible: '', isDone: i.doneAt !== null })),
  );
  const coming = comingNext(
    {
      ...{
        plan: e.items,
        recorded: e.activities,
        actionItems,
        deliverables: [],
        delivered: [],
        report: null,
      },
      meetings: e.meetings.map(m => ({ ...m, label: m.organisation?.name ?? '' })),
    },
    e.today,
  );
  expect(coming.filter(c => c.isLate).map(c => c.label)).toEqual([
    'Borrador del plan de mejoras',
    'Enviar el borrador del plan de mejoras',
  ]);
  expect(coming.find(c => c.kind === 'meeting')?.label).toBe('Junta de Vecinos N.º 14 Los Cóndores');
  expect(actionItems.filter(i => i.isDone)).toHaveLength(3);
});

it('shows an ended project with all of its plan done, and a contract with what was paid and what is late', async () => {
  const ended = await executionOf('pacs', 'closed');
  expect(ended.states.map(s => s.state)).toEqual(['done', 'done', 'done', 'done']);
  expect(ended.people).toMatchObject({ direct: 176, women: 171 });
  expect(ended.record?.allowed).toBe(false);
  const contract = await executionOf('cons', 'running');
  const states = contract.deliverables.map(({ id, dueDate }) =>
    deliverableState(
      contract.stored.find(d => d.itemId === id) ?? { deliveredOn: null, acceptedOn: null, paidOn: null },
      dueDate ?? '',
      contract.today,
    ),
  );
  expect(states).toEqual(['paid', 'late', 'pending']);
});

it('has surveys of three years, one that is open and one in preparation', async () => {
  const { rows } = await sql<{ parts: number }>`
    select w.state, w.project_id is not null as "isOfProject", n.number as version, w.answers,
      (select count(*)::int from wave_parts t where t.wave_id = w.id) as parts
    from waves w left join instrument_versions n on n.id = w.version_id
    order by w.opened_at nulls last`.execute(test.db);
  expect(rows).toEqual([
    { state: 'ready', isOfProject: false, version: 1, answers: 38, parts: expect.any(Number) },
    { state: 'ready', isOfProject: false, version: 1, answers: 47, parts: expect.any(Number) },
    { state: 'ready', isOfProject: false, version: 2, answers: 52, parts: expect.any(Number) },
    { state: 'ready', isOfProject: true, version: 2, answers: 23, parts: expect.any(Number) },
    { state: 'open', isOfProject: true, version: 2, answers: 0, parts: 0 },
    { state: 'draft', isOfProject: true, version: null, answers: 0, parts: 0 },
  ]);
  expect(rows.slice(0, 3).every(row => row.parts > 2)).toBe(true);
});
