import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { type Client, clientAs } from '../../test/client.ts';
import { done } from '../../test/factories.ts';
import { lit } from '../db/states.ts';
import type { Status } from '../domain/kinds/statuses.ts';
import { addDays, localDay } from '../domain/kit/calendar.ts';
import type { ProjectReports, Report } from '../features/reports/contract.ts';
import { startDemoProjects } from './projects.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
  await startDemoProjects(test);
});
afterAll(() => test.close());

/** The demo's project of this kind and status, as its lead reads it. */
async function reporting(kind: string, status: Status = 'running') {
  const { rows } = await sql<{ id: string; email: string; due: string }>`
    select p.id, u.email, p.due_at as due from projects p join users u on u.id = p.lead_id
    where p.kind = ${kind} and p.status = ${status}`.execute(test.db);
  const [project] = rows;
  if (!project) throw new Error('the demo has no such project');
  const lead = await clientAs(test, project.email);
  const at = `/projects/${kind}/${project.id}/reports`;
  const read = async (report: string | number, who: Client = lead) =>
    done(await who.get<Report>(`${at}/${report}`));
  return { ...project, lead, read, reports: done(await lead.get<ProjectReports>(at)).reports };
}

const day = (ago: number) => addDays(localDay(new Date()), -ago);

it('a progress report was accepted by Director and office, and released the second instalment', async () => {
  const { reports, read } = await reporting('fexs');
  expect(reports.map(r => [r.number, r.state, r.releases])).toEqual([
    [1, 'accepted', 40],
    [null, 'draft', 0],
  ]);
  const report = await read(1);
  expect(report).toMatchObject({ dueOn: day(30), decidedBy: { name: 'Beatriz Navarrete Olea' } });
  // What was recorded later is not in it.
  expect(report.facts.to).toBe(day(30));
  expect(report.facts.activities.at(-1)?.day).toBe(day(33));
  expect(report.facts.money).toMatchObject({ awarded: 3_600_000, paid: 2_160_000 });
  expect(report.photos.map(p => p.caption)).toHaveLength(3);
});

it('one waits for its Director, who may decide it', async () => {
  const { read } = await reporting('incs');
  const director = await clientAs(test, 'claudia.sandoval@biosur.example');
  const report = await read(1, director);
  expect(report).toMatchObject({ state: 'submitted', subStep: 'director', decide: { allowed: true } });
  expect(report.deciders.map(d => d.name)).toEqual(['Claudia Sandoval Riquelme']);
});

it('one came back to its lead with observations, which are to be answered', async () => {
  const { read, due } = await reporting('pacs');
  const report = await read(1);
  expect(report).toMatchObject({ state: 'returned', subStep: 'director', edit: { allowed: true } });
  expect(report.observations.map(o => [o.part, o.answer])).toEqual([
    ['results', ''],
    ['photos', ''],
  ]);
  expect(report.choosable.length).toBeGreaterThan(0);
  expect(report.due).toBe(new Date(due).toISOString());
});

it('the final report of one that is about to end has been begun', async () => {
  const { read, reports, due } = await reporting('exts');
  expect(reports).toEqual([expect.objectContaining({ number: null, state: 'draft', written: 3, asked: 7 })]);
  const report = await read('final');
  expect(report.gaps.map(g => g.part)).toEqual(['internal', 'changes', 'continuity', 'lessons']);
  expect(report.facts.indicators.every(i => i.actual !== null)).toBe(true);
  expect(new Date(due).getTime()).toBeGreaterThan(Date.now());
});

it('the one that has ended was closed by its final report, not by hand', async () => {
  const { id, reports, read } = await reporting('fexs', 'closed');
  expect(reports.map(r => [r.number, r.state])).toEqual([
    [1, 'accepted'],
    [null, 'accepted'],
  ]);
  const { rows } = await sql<{ action: string; to: string }>`
    select action, to_status as "to" from project_history where project_id = ${id}
    order by id desc limit 3`.execute(test.db);
  expect(rows).toEqual([
    { action: 'accept_final_report', to: 'closed' },
    { action: 'accept_final_report', to: 'final_report' },
    { action: 'submit_final_report', to: 'final_report' },
  ]);
  const final = await read('final');
  expect(final.gaps).toEqual([]);
  expect(final.peopleReason).toMatch(/libro de visitas/);
  expect(final.facts).toMatchObject({ to: day(40), people: { direct: 214, women: 141 } });
  expect(final.recorded.direct).toBeGreaterThan(214);
  // It tells of all that came after the first.
  const first = await read(1);
  expect(first.facts.to).toBe(day(196));
  expect(final.facts.money).toMatchObject({ paid: 900_000, approved: 847_000, refunded: 53_000 });
  expect(final.photos).toHaveLength(5);
  const picture = await fetch(`${test.url}/api${final.photos[0]?.thumbnail}`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
});

it('the call of before is closed, the one after it is carried out', async () => {
  const { rows } = await sql<{ state: string }>`
    select c.state from calls c where name like 'Fondo de continuidad%' order by year`.execute(test.db);
  expect(rows.map(r => r.state)).toEqual(['closed', 'execution']);
  const { rows: unsent } = await sql`
    select from projects where status = ${lit.status('running')} and due_at < now()`.execute(test.db);
  expect(unsent).toEqual([]);
});
