import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { setStatus } from '../../../test/execution.ts';
import { done } from '../../../test/factories.ts';
import { addHead } from '../../../test/measurements.ts';
import {
  keepReport,
  openReports,
  reporting,
  reportOf,
  reportPath,
  runningProject,
  saveReport,
  writeReport,
} from '../../../test/reports.ts';
import { clients, refs, server } from '../../../test/university.ts';
import { STATUSES } from '../../domain/kinds/statuses.ts';
import type { Problem } from '../../domain/kit/problem.ts';

openReports();
const lead = () => clients.academic;
const listOf = (who: Client) => who.get(`/projects/fexs/${reporting.id}/reports`);
/** Answers to list, report and save. */
const statusesOf = async (who: Client, address: string | number = 1) => [
  (await listOf(who)).status,
  (await who.get(reportPath(reporting, address))).status,
  (await saveReport(who, reporting, address)).status,
];

describe('who reads and writes', () => {
  it('of all roles', async () => {
    const seen: Record<string, number[]> = {};
    for (const [who, client] of Object.entries(clients))
      if (client !== lead()) seen[who] = await statusesOf(client);
    expect(seen).toEqual({
      colleague: [200, 200, 403],
      stranger: [404, 404, 404],
      director: [200, 200, 403],
      otherDirector: [404, 404, 404],
      dean: [200, 200, 403],
      otherDean: [404, 404, 404],
      reviewer: [404, 404, 404],
      otherAdmin: [200, 200, 200],
      // The same once more.
      admin: [200, 200, 200],
    });
    expect(await statusesOf(lead())).toEqual([200, 200, 200]);
    expect((await saveReport(lead(), reporting, 1, { texts: {} })).status).toBe(409);
    expect(await statusesOf(clientOf(server.url, ''))).toEqual([401, 401, 401]);
    expect(await statusesOf(lead(), 'final')).toEqual([200, 200, 200]);
  });

  it('by offers: to write is lead’s, alternate’s and the office’s', async () => {
    await sql`update projects set alternate_id = ${userIdOf(PEOPLE.stranger)} where id = ${reporting.id}`.execute(
      server.db,
    );
    for (const who of [lead(), clients.stranger, clients.admin]) {
      const { edit, submit } = await reportOf(who, reporting);
      expect([edit, submit]).toEqual([
        { allowed: true, reason: null },
        { allowed: true, reason: null },
      ]);
      expect(await reportOf(who, reporting, 'final')).toMatchObject({
        edit: { allowed: true },
        submit: null,
      });
    }
    for (const who of [clients.colleague, clients.director, clients.dean])
      expect(await reportOf(who, reporting)).toMatchObject({ edit: null, submit: null, decide: null });
    done(await saveReport(clients.stranger, reporting));
  });

  it('who reviewed it reads it, and decides nothing', async () => {
    await sql`insert into reviews (project_id, user_id, blind, state)
      values (${reporting.id}, ${userIdOf(PEOPLE.reviewer)}, true, 'accepted')`.execute(server.db);
    expect(await statusesOf(clients.reviewer)).toEqual([200, 200, 403]);
    await keepReport(server, reporting, { state: 'submitted' });
    expect(await reportOf(clients.reviewer, reporting)).toMatchObject({ edit: null, decide: null });
    expect((await reportOf(clients.reviewer, reporting)).facts.money).toBeNull();
  });

  it('not the office where it is in the team', async () => {
    await sql`insert into project_members (project_id, user_id) values (${reporting.id}, ${userIdOf(PEOPLE.admin)})`.execute(
      server.db,
    );
    expect(await statusesOf(clients.admin)).toEqual([200, 200, 403]);
    expect(await reportOf(clients.admin, reporting)).toMatchObject({ edit: null });
  });

  it('not by the id of another project, kind or nobody’s', async () => {
    const other = await runningProject({ leadId: userIdOf(PEOPLE.stranger), lead: clients.stranger });
    expect((await saveReport(lead(), other)).status).toBe(404);
    expect((await lead().get(reportPath(other))).status).toBe(404);
    for (const wrong of [
      { ...reporting, kind: 'pacs' as const },
      { ...reporting, id: randomUUID() },
      { ...reporting, id: 'x' },
    ])
      expect((await lead().get(reportPath(wrong))).status).toBe(404);
  });

  it('in each status', async () => {
    const outcomes: Record<string, number[]> = {};
    for (const status of STATUSES) {
      await setStatus(server, reporting, status);
      outcomes[status] = [
        ...(await statusesOf(lead())).slice(0, 2),
        (await saveReport(lead(), reporting, 2)).status,
      ];
      await sql`delete from reports where project_id = ${reporting.id}`.execute(server.db);
    }
    const told = Object.entries(outcomes).filter(([, codes]) => codes[0] === 200);
    expect(Object.fromEntries(told)).toEqual({
      running: [200, 200, 200],
      suspended: [200, 200, 200],
      ...{ final_report: [200, 200, 403], closed: [200, 200, 403], cancelled: [200, 200, 403] },
    });
    const rest = Object.values(outcomes).filter(codes => codes[0] !== 200);
    expect(rest.every(codes => codes.every(code => code === 404))).toBe(true);
  });
});

describe('who decides what waits', () => {
  it('the heads of its school, then the office', async () => {
    await addHead(server, refs.schoolId, userIdOf(PEOPLE.otherDirector));
    try {
      await keepReport(server, reporting, { state: 'submitted' });
      const read = await reportOf(clients.director, reporting);
      expect(read.decide).toEqual({ allowed: true, reason: null, lastResort: false });
      expect(read.deciders.map(d => d.id).sort()).toEqual(
        [PEOPLE.director, PEOPLE.otherDirector].map(userIdOf).sort(),
      );
      for (const who of [lead(), clients.admin, clients.dean, clients.colleague])
        expect((await reportOf(who, reporting)).decide).toBeNull();
    } finally {
      await sql`delete from school_heads where user_id = ${userIdOf(PEOPLE.otherDirector)}
        and school_id = ${refs.schoolId}`.execute(server.db);
    }
    await sql`update reports set sub_step = 'office' where project_id = ${reporting.id}`.execute(server.db);
    expect(await reportOf(clients.director, reporting)).toMatchObject({ decide: null, deciders: [] });
    expect((await reportOf(clients.admin, reporting)).decide?.allowed).toBe(true);
  });

  it('nobody who wrote any of it', async () => {
    await keepReport(server, reporting, {
      number: 2,
      author: 'admin',
      state: 'submitted',
      subStep: 'office',
    });
    expect((await reportOf(clients.admin, reporting, 2)).decide).toEqual({
      ...{ allowed: false, lastResort: false },
      reason: 'Tú escribiste una parte de este informe: decide otra persona.',
    });
    expect((await reportOf(clients.otherAdmin, reporting, 2)).decide?.allowed).toBe(true);
    await writeReport(lead(), reporting);
    expect((await reportOf(clients.director, reporting)).decide).toBeNull();
  });
});

it('whose report it is not learns from no answer who wrote it', async () => {
  await writeReport(lead(), reporting);
  const refused = await saveReport<Problem>(clients.colleague, reporting, 1, { texts: { results: 'Otra.' } });
  expect(refused.status).toBe(403);
  expect(refused.body.extra).toBeUndefined();
});
