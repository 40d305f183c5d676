import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE } from '../../../../test/demo.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { type Created, done } from '../../../../test/factories.ts';
import { readSetting, writeSetting } from '../../../db/settings.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import { isFinal, STATUSES } from '../../../domain/kinds/statuses.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { purgeAttendances } from './commands.ts';

let server: TestApp;
let lead: Client;
let project: Created;

beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from attendances`.execute(server.db);
  project = await approvedPacs(server, lead, await nursing(lead));
});

const activities = () => `/projects/${project.kind}/${project.id}/activities`;
async function listed(...names: string[]): Promise<string> {
  const made = { id: randomUUID(), name: 'Taller abierto', day: localDay(new Date()) };
  const { id } = done(await lead.post<{ id: string }>(activities(), made));
  const rows = names.map(name => ({
    ...{
      name: `Persona ${name}`,
      identifierKind: name ? 'foreign' : 'none',
      identifier: name && `DOC-${name}`,
    },
    group: name === 'B' ? 'external' : 'students',
  }));
  done(await lead.post(`${activities()}/${id}/attendance`, { rows, noticeVersion: 1 }));
  return id;
}
const ended = (months: number, status: Status = 'closed') =>
  sql`update projects set status = ${status}, status_since = now() - ${months} * interval '1 month'
    where id = ${project.id}`.execute(server.db);
const left = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from attendances where project_id = ${project.id}`.execute(server.db);
  return rows[0]?.n;
};
async function kept() {
  const { rows } = await sql<{ id: string; counts: object }>`
    select id::text, kept_counts as counts from activities where project_id = ${project.id}
    union all select 'project', counts from attendance_purges where project_id = ${project.id}`.execute(
    server.db,
  );
  return Object.fromEntries(rows.map(r => [r.id, r.counts]));
}
const tally = (attendances: number, people: number, unidentified: number) => ({
  attendances,
  people,
  unidentified,
});

describe('names whose time is over', () => {
  it('go by the project’s end, and counts stay by activity and group', async () => {
    const [first, second] = [await listed('A', 'B', ''), await listed('A', 'C')];
    const unlisted = await listed('Z');
    await sql`delete from attendances where activity_id = ${unlisted}`.execute(server.db);
    done(await lead.post(`${activities()}/${first}/attendance-code`, { minutes: 60 }));
    await ended(25);
    expect(await purgeAttendances(server.db)).toBe(5);
    expect(await kept()).toEqual({
      [first]: { students: tally(2, 1, 1), external: tally(1, 1, 0), all: tally(3, 2, 1) },
      [second]: { students: tally(2, 2, 0), all: tally(2, 2, 0) },
      [unlisted]: null,
      project: { students: tally(4, 2, 1), external: tally(1, 1, 0), all: tally(5, 3, 1) },
    });
    const { rows } = await sql`select from attendance_codes c join activities a on a.id = c.activity_id
      where a.project_id = ${project.id}`.execute(server.db);
    expect(rows).toHaveLength(0);
    expect((await auditOf(server, project.id, 'attendance.purge')).map(e => [e.actor_id, e.changes])).toEqual(
      [[null, { attendances: [5, 0] }]],
    );
  });

  it('stay while the project has not ended, whatever it waits for', async () => {
    await listed('A');
    for (const status of STATUSES) {
      await ended(200, status);
      const gone = await purgeAttendances(server.db);
      expect([status, gone]).toEqual([status, isFinal(status) ? 1 : 0]);
      if (gone === 0) continue;
      await sql`update projects set status = 'approved' where id = ${project.id}`.execute(server.db);
      await listed('A');
    }
  });

  it('stay as long as the office set', async () => {
    await listed('A');
    await ended(25);
    const before = await readSetting(server.db, 'retention');
    const set = (attendanceMonths: number) =>
      server.db.transaction().execute(async tx => {
        const { id } = await tx
          .selectFrom('users')
          .select('id')
          .where('email', '=', PEOPLE.admin)
          .executeTakeFirstOrThrow();
        await writeSetting(tx, 'retention', { ...before, attendanceMonths }, id);
      });
    await set(26);
    expect([await purgeAttendances(server.db), await left()]).toEqual([0, 1]);
    await set(before.attendanceMonths);
    expect([await purgeAttendances(server.db), await left()]).toEqual([1, 0]);
  });

  it('go once, when several copies of the server look at once', async () => {
    const id = await listed('A', '');
    await ended(25);
    const gone = await Promise.all([1, 2, 3].map(() => purgeAttendances(server.db)));
    expect(gone.toSorted()).toEqual([0, 0, 2]);
    const counts = { students: tally(2, 1, 1), all: tally(2, 1, 1) };
    expect(await kept()).toEqual({ [id]: counts, project: counts });
    expect(await auditOf(server, project.id, 'attendance.purge')).toHaveLength(1);
  });

  it('of a project that was opened again are added to what was kept of it', async () => {
    const id = await listed('A');
    await ended(25);
    await purgeAttendances(server.db);
    await sql`update projects set status = 'approved' where id = ${project.id}`.execute(server.db);
    const rows = [{ name: 'Otra', identifierKind: 'none', identifier: '', group: 'external' }];
    done(await lead.post(`${activities()}/${id}/attendance`, { rows, noticeVersion: 1 }));
    await ended(25);
    expect(await purgeAttendances(server.db)).toBe(1);
    const counts = { students: tally(1, 1, 0), external: tally(1, 0, 1), all: tally(2, 1, 1) };
    expect(await kept()).toEqual({ [id]: counts, project: counts });
  });
});
