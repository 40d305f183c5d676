import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { setStatus } from '../../../test/execution.ts';
import { act, done, submittedPacs } from '../../../test/factories.ts';
import {
  accepted,
  addHead,
  decide,
  lead,
  measure,
  measuredOf,
  member,
  one,
  openMeasured,
  pathOf,
  project,
  remove,
  save,
  sent,
} from '../../../test/measurements.ts';
import { clients, refs, server } from '../../../test/university.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';

openMeasured();
const TODAY = localDay(new Date());
const HTML = 'Nota <script>alert(1)</script> & "más" 🎉';

describe('nobody but whom it concerns', () => {
  it('sends, reads or decides', async () => {
    const { id, version } = await sent();
    const nobody = clientOf(server.url, '');
    for (const who of [clients.stranger, clients.director])
      expect((await measure(who, project)).status).toBe(403);
    expect((await measure(clients.reviewer, project)).status).toBe(404);
    for (const who of [lead(), member(), clients.stranger, clients.admin, clients.dean])
      expect((await decide(who, project, [{ id, version }])).status).toBe(403);
    const review = await submittedPacs(lead(), refs);
    for (const ask of [
      () => clients.stranger.get(`${pathOf(review)}/indicators`),
      () => measure(clients.stranger, review),
      () => decide(clients.stranger, review, [{ id, version }]),
    ])
      expect((await ask()).status).toBe(404);
    expect((await measure(lead(), review)).status).toBe(403);
    expect((await measure(nobody, project)).status).toBe(401);
    expect((await decide(nobody, project, [{ id, version }])).status).toBe(401);
    expect((await nobody.get(`${pathOf(project)}/indicators`)).status).toBe(401);
  });

  it('who may not read all of the project sees what counts, no measurement, note, evidence or name', async () => {
    await accepted({ note: HTML, evidence: [{ url: 'https://uni.example/acta', seenOn: TODAY }] });
    await sent(lead(), { value: 77 });
    const read = await measuredOf(clients.stranger, project);
    expect(read).toMatchObject({ measurements: [], record: null });
    expect(read.values).toEqual([{ indicatorId: 'i1', value: 4, words: '', measurements: 1, day: TODAY }]);
    const { deciders, ...rest } = read;
    expect(deciders).toEqual([]);
    expect(JSON.stringify(rest)).not.toMatch(/script|acta|77|Camila|Patricia/);
    expect((await measuredOf(clients.director, project)).measurements).toHaveLength(2);
    const openFor = async (who: Client) =>
      done(await who.get<{ measurementsOpen: number }>(`${pathOf(project)}/execution`)).measurementsOpen;
    expect([await openFor(clients.stranger), await openFor(clients.director), await openFor(lead())]).toEqual(
      [...[0, 1, 1]],
    );
  });

  it('in each status as the table of roles says', async () => {
    const waiting = [await sent(), await sent(), await sent()];
    const [returned, ...others] = waiting;
    done(await decide(clients.director, project, [returned ?? { id: '', version: 0 }], 'Falta.'));
    await setStatus(server, project, 'final_report');
    expect((await measure(lead(), project)).status).toBe(403);
    expect((await save(lead(), others[0]?.id ?? '', {})).status).toBe(403);
    done(await save(lead(), returned?.id ?? '', { version: 2 }));
    done(await decide(clients.director, project, others.slice(0, 1)));
    await setStatus(server, project, 'closed');
    for (const who of [lead(), clients.admin]) {
      expect((await measure(who, project)).status).toBe(403);
      expect((await remove(who, returned?.id ?? '')).status).toBe(403);
    }
    expect((await decide(clients.director, project, others.slice(1))).status).toBe(403);
    expect((await measuredOf(lead(), project)).measurements).toHaveLength(3);
    await setStatus(server, project, 'suspended');
    done(await measure(lead(), project));
    done(await measure(clients.admin, project));
    // Set back, it shows nothing of what was measured, and keeps it.
    await setStatus(server, project, 'returned');
    expect(await measuredOf(lead(), project)).toMatchObject({ values: [], measurements: [] });
  });
});

describe('who takes part or wrote it decides nothing', () => {
  /** As if the team had been saved with these. */
  async function join(...emails: string[]) {
    const members = emails.map(email => ({
      id: randomUUID(),
      userId: userIdOf(email),
      name: '',
      role: 'academic',
    }));
    await sql`update project_sections set data = ${JSON.stringify({ members })}::jsonb
      where project_id = ${project.id} and section = 'team'`.execute(server.db);
    await sql`insert into project_members select ${project.id}, id from users where email = any(${emails})
      on conflict do nothing`.execute(server.db);
  }

  it('the other Director does, else the Dean', async () => {
    const { id, version } = await sent();
    await join(PEOPLE.director);
    expect((await decide(clients.director, project, [{ id, version }])).status).toBe(403);
    expect((await one(id, clients.director)).decide).toBeNull();
    const theirs = done(await measure(clients.director, project));
    await join(PEOPLE.director, PEOPLE.otherDirector);
    expect((await measuredOf(lead(), project)).deciders.map(d => d.id)).toEqual([userIdOf(PEOPLE.dean)]);
    expect((await decide(clients.otherDirector, project, [{ id, version }])).status).toBe(403);
    done(await decide(clients.dean, project, [{ id, version }, theirs]));
  });

  it('nor the office what it wrote', async () => {
    await sql`delete from school_heads where school_id = ${refs.schoolId}`.execute(server.db);
    await join(PEOPLE.dean);
    try {
      const { id, version } = await sent(clients.admin);
      expect((await measuredOf(lead(), project)).deciders).toEqual([]);
      expect((await one(id, clients.admin)).decide).toMatchObject({ allowed: false, lastResort: false });
      expect((await decide(clients.admin, project, [{ id, version }])).status).toBe(403);
      done(await decide(clients.otherAdmin, project, [{ id, version }]));
    } finally {
      for (const who of [PEOPLE.director, PEOPLE.otherDirector])
        await addHead(server, refs.schoolId, userIdOf(who));
    }
  });
});

it('the final report is accepted once nothing of it waits', async () => {
  const waiting = await sent();
  const back = await sent();
  done(await decide(clients.director, project, [back], 'Falta.'));
  await sql`update projects set status = 'final_report', sub_step = 'office', office_turn = true, due_at = now()
    where id = ${project.id}`.execute(server.db);
  const close = () => act<Problem>(clients.admin, project, 'accept_final_report');
  const refused = await close();
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    'Quedan 2 mediciones de indicadores sin decidir.',
  ]);
  done(await decide(clients.director, project, [waiting]));
  expect((await close()).body.detail).toBe('Queda 1 medición de indicadores sin decidir.');
  done(await remove(lead(), back.id));
  expect(done(await close())).toMatchObject({ status: 'closed' });
});
