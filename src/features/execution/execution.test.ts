import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { auditOf } from '../../../test/audit.ts';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../test/execution.ts';
import { type Created, detailOf, done, type References, submittedPacs } from '../../../test/factories.ts';
import { uploadFile } from '../../../test/files.ts';
import { photoWith } from '../../../test/photos.ts';
import { sampleFiles } from '../../../test/samples.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { ActivityDetail, Execution } from './contract.ts';

let server: TestApp;
let refs: References;
let lead: Client;
let member: Client;
let stranger: Client;
let director: Client;
let office: Client;
let project: Created;

const TODAY = localDay(new Date());
const HTML = 'Taller <script>alert(1)</script> & "más" 🎉';

beforeAll(async () => {
  server = await startApp();
  [lead, member, stranger, director, office] = await Promise.all(
    [PEOPLE.academic, PEOPLE.colleague, PEOPLE.stranger, PEOPLE.director, PEOPLE.admin].map(mail =>
      clientAs(server, mail),
    ) as [Promise<Client>, Promise<Client>, Promise<Client>, Promise<Client>, Promise<Client>],
  );
  refs = await nursing(lead);
});
afterAll(() => server.close());

const approved = () => approvedPacs(server, lead, refs);
beforeEach(async () => {
  project = await approved();
});

const base = () => `/projects/${project.kind}/${project.id}`;
const executionOf = async (who: Client) => done(await who.get<Execution>(`${base()}/execution`));
const record = (who: Client, more: object = {}, id: string = randomUUID()) =>
  who.post<{ id: string; version: number }>(`${base()}/activities`, {
    ...{ id, name: 'Taller de autocuidado', day: TODAY },
    ...more,
  });
const meet = (who: Client) => who.post(`${base()}/meetings`, { id: randomUUID(), day: TODAY });
/** Fields that are told to be wrong, each once. */
const pathsOf = (answer: { body: unknown }) => [
  ...new Set(((answer.body as Problem).errors ?? []).map(e => e.path)),
];
const send = async (who: Client, type: 'jpg' | 'pdf', documentType = 'evidence') => {
  const bytes =
    type === 'pdf' ? (sampleFiles().pdf ?? Buffer.alloc(0)) : await photoWith({ width: 80, height: 60 });
  return uploadFile(server, who, project, { name: `prueba.${type}`, bytes, documentType });
};
async function planItem(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select data -> 'activities' -> 0 ->> 'id' as id from project_sections
    where project_id = ${project.id} and section = 'plan'`.execute(server.db);
  return rows[0]?.id ?? '';
}

describe('an activity', () => {
  it('is recorded beside the plan, with its people, photos and place, and read with them', async () => {
    const planItemId = await planItem();
    const photo = await send(member, 'jpg');
    const { id } = done(
      await record(member, {
        ...{ name: HTML, planItemId, completes: true, startsAt: '09:30', endsAt: '11:00' },
        ...{
          place: 'Sede social',
          comunaCode: '13101',
          counts: { direct: 24, women: 20 },
          fileIds: [photo.id],
        },
        description: HTML,
      }),
    );
    const { activities, people, record: offer } = await executionOf(lead);
    expect(activities).toMatchObject([
      { id, name: HTML, planItemId, completes: true, photos: 1, documents: 0, mayEdit: true, version: 1 },
    ]);
    expect(people).toEqual({ direct: 24, women: 20 });
    expect(offer).toEqual({ allowed: true, reason: null });
    const detail = done(await lead.get<ActivityDetail>(`${base()}/activities/${id}`));
    expect(detail).toMatchObject({ description: HTML, files: [{ id: photo.id, state: 'ready' }] });
    const thumbnail = await fetch(`${server.url}/api${detail.files[0]?.thumbnail}`);
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('sent again after a lost answer is recorded once', async () => {
    const id = randomUUID();
    const answers = await Promise.all([record(lead, {}, id), record(lead, {}, id)]);
    expect(answers.map(a => [a.status, a.body.id])).toEqual([
      [200, id],
      [200, id],
    ]);
    expect((await executionOf(lead)).activities).toHaveLength(1);
  });

  it('filled in further after a lost answer keeps what was typed last, unless it was saved since', async () => {
    const id = randomUUID();
    done(await record(lead, {}, id));
    done(await record(lead, { name: 'Taller con más datos', counts: { direct: 9 } }, id));
    expect((await executionOf(lead)).activities).toMatchObject([
      { id, name: 'Taller con más datos', counts: { direct: 9 }, version: 1 },
    ]);
    const body = { name: 'Guardado después', day: TODAY, version: 1 };
    done(await lead.put(`${base()}/activities/${id}`, body));
    expect(done(await record(lead, {}, id))).toEqual({ id, version: 2 });
    expect((await executionOf(lead)).activities[0]?.name).toBe('Guardado después');
  });

  it('tells all that is wrong with it at once, and is not recorded', async () => {
    const wrong = await record(lead, {
      ...{ day: addDays(TODAY, 1), planItemId: 'otra', comunaCode: '99999', fileIds: [randomUUID()] },
    });
    expect(wrong.status).toBe(400);
    expect(pathsOf(wrong)).toEqual(['day', 'planItemId', 'comunaCode', 'fileIds.0']);
    for (const [given, path] of [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ day: '2026-02-30' }, 'day'],
      [{ day: '9999-01-01' }, 'day'],
      [{ day: '2001-01-01' }, 'day'],
      [{ startsAt: '25:00' }, 'startsAt'],
      [{ startsAt: '11:00', endsAt: '10:00' }, 'endsAt'],
      [{ endsAt: '10:00' }, 'startsAt'],
      [{ counts: { direct: -1 } }, 'counts.direct'],
      [{ counts: { direct: 1e300 } }, 'counts.direct'],
      [{ counts: { direct: 1.5 } }, 'counts.direct'],
      [{ completes: true }, 'planItemId'],
      [{ link: 'javascript:alert(1)' }, 'link'],
      [{ fileIds: ['../etc'] }, 'fileIds.0'],
    ] as const) {
      const answer = await record(lead, given);
      expect([answer.status, pathsOf(answer)], JSON.stringify(given)).toEqual([400, [path]]);
    }
    expect((await executionOf(lead)).activities).toEqual([]);
  });

  it('has evidence of the whole team from the approval on; nothing else is sent by who is not lead', async () => {
    const start = (who: Client, documentType: string) =>
      who.post(`${base()}/uploads`, {
        ...{ name: 'prueba.pdf', size: 1000, documentType, fingerprint: 'a'.repeat(64) },
      });
    for (const status of ['approved', 'suspended']) {
      await setStatus(server, project, status);
      done(await start(member, 'evidence'));
      expect((await start(member, 'other')).status, status).toBe(403);
      for (const who of [stranger, director]) expect((await start(who, 'evidence')).status).toBe(403);
    }
    done(await start(lead, 'evidence'));
    await setStatus(server, project, 'final_report');
    expect((await start(member, 'evidence')).status).toBe(403);
  });

  it('takes evidence of its own project alone', async () => {
    const foreign = await send(lead, 'pdf');
    const other = await send(lead, 'pdf', 'other');
    expect(pathsOf(await record(lead, { fileIds: [other.id] }))).toEqual(['fileIds.0']);
    project = await approved();
    expect(pathsOf(await record(lead, { fileIds: [foreign.id] }))).toEqual(['fileIds.0']);
  });

  it('is changed by who recorded it, the lead and the office; by nobody who looked at an older one', async () => {
    const own = done(await record(member)).id;
    const theirs = done(await record(lead)).id;
    const save = (who: Client, id: string, version = 1, more: object = {}) =>
      who.put<Problem>(`${base()}/activities/${id}`, { name: 'Otro nombre', day: TODAY, version, ...more });
    expect((await save(member, theirs)).status).toBe(403);
    expect((await member.delete(`${base()}/activities/${theirs}`)).status).toBe(403);
    expect((await save(director, own)).status).toBe(403);
    expect((await save(stranger, own)).status).toBe(403);
    done(await save(member, own));
    const stale = await save(lead, own);
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      extra: { version: 2, updatedBy: 'Matías Sepúlveda Araya' },
      detail: 'Matías Sepúlveda Araya guardó cambios mientras editabas.',
    });
    done(await save(lead, own, 2));
    done(await save(office, theirs));
    expect((await save(lead, randomUUID())).status).toBe(404);
    expect((await save(lead, 'no-es-un-id')).status).toBe(404);
    done(await lead.delete(`${base()}/activities/${own}`));
    expect((await lead.delete(`${base()}/activities/${own}`)).status).toBe(404);
  });

  it('of another project is nobody’s here, also by the id it was recorded under', async () => {
    const id = done(await record(lead)).id;
    project = await approved();
    expect((await lead.get(`${base()}/activities/${id}`)).status).toBe(404);
    const again = await record(lead, {}, id);
    expect(again.status).toBe(409);
  });

  it('is recorded from the approval until the end is sent, by the team and the office alone', async () => {
    for (const who of [stranger, director]) expect((await record(who)).status).toBe(403);
    expect((await record(clientOf(server.url, ''))).status).toBe(401);
    expect((await executionOf(director)).record).toBeNull();
    const draft = await submittedPacs(lead, refs);
    const early = await lead.post(`/projects/${draft.kind}/${draft.id}/activities`, {
      ...{ id: randomUUID(), name: 'Antes de tiempo', day: TODAY },
    });
    expect(early.status).toBe(403);
    for (const status of ['running', 'suspended'] as const) {
      await setStatus(server, project, status);
      done(await record(member));
    }
    for (const status of ['final_report', 'closed', 'cancelled'] as const) {
      await setStatus(server, project, status);
      expect((await record(lead)).status, status).toBe(403);
      expect((await record(office)).status, status).toBe(403);
    }
    expect((await executionOf(lead)).record?.reason).toMatch(/^Se registra desde la aprobación/);
  });
});

/** People on the list of an activity, by key; one without cannot be told apart. */
const cameTo = (activity: string, ...people: readonly (readonly [key: string | null, group: string])[]) =>
  sql`insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group, source,
      notice_version, consented_at, person_key)
    select ${project.id}, ${activity}, 'Ana Soto', case when p.key is null then 'none' else 'foreign' end,
      coalesce(p.key, ''), p."group", 'list', 1, now(), case when p.key is not null then sha256(p.key::bytea) end
    from json_to_recordset(${JSON.stringify(people.map(([key, group]) => ({ key, group })))}) p (key text, "group" text)`.execute(
    server.db,
  );

describe('people', () => {
  it('are everybody once who is on lists, and what was counted beyond them, also once lists are gone', async () => {
    const first = done(await record(lead, { counts: { direct: 10, women: 4 } })).id;
    const second = done(await record(lead)).id;
    await cameTo(first, ['A111', 'students'], ['B222', 'external'], [null, 'external']);
    await cameTo(second, ['A111', 'students'], ['C333', 'students']);
    const before = await executionOf(stranger);
    expect(before).toMatchObject({
      people: { students: 2, direct: 11, women: 4 },
      ...{ attendance: { attendances: 5, people: 3, unidentified: 1 }, purgedAt: null },
    });
    const byId = Object.fromEntries(before.activities.map(a => [a.id, a.attendance]));
    expect(byId[first]).toEqual({ attendances: 3, people: 2, unidentified: 1 });
    // As the job leaves them that deletes the lists.
    await sql`with kept as (
        select activity_id, people_group, count(*) n, count(distinct person_key) p from attendances
        where project_id = ${project.id} group by grouping sets ((activity_id, people_group), (activity_id))
      ) update activities a set kept_counts = (select jsonb_object_agg(coalesce(k.people_group, 'all'),
          jsonb_build_object('attendances', k.n, 'people', k.p, 'unidentified', 0)) from kept k where k.activity_id = a.id)
        where a.project_id = ${project.id}`.execute(server.db);
    await sql`insert into attendance_purges (project_id, counts) values (${project.id}, ${JSON.stringify({
      students: { attendances: 3, people: 2, unidentified: 0 },
      external: { attendances: 2, people: 1, unidentified: 1 },
      all: { attendances: 5, people: 3, unidentified: 1 },
    })})`.execute(server.db);
    await sql`delete from attendances where project_id = ${project.id}`.execute(server.db);
    const after = await executionOf(stranger);
    expect(after).toMatchObject({ people: before.people, attendance: before.attendance });
    expect(after.purgedAt).not.toBeNull();
  });

  it('counted or listed in an activity need not be told again in the final report', async () => {
    await setStatus(server, project, 'running');
    const asksForPeople = async () =>
      (await detailOf(lead, project)).reportGaps.some(g => g.path === 'people');
    const id = done(await record(lead, { counts: { direct: 0 } })).id;
    expect(await asksForPeople()).toBe(true);
    await cameTo(id, [null, 'external']);
    expect(await asksForPeople()).toBe(false);
    done(await lead.delete(`${base()}/activities/${id}`));
    expect(await asksForPeople()).toBe(true);
    done(await record(lead, { counts: { rural: 2 } }));
    expect(await asksForPeople()).toBe(false);
  });
});

it('the audit keeps what was done, in ids and counts, and no words of it', async () => {
  const { id } = done(await record(member, { name: HTML, place: 'Casa de Ana', counts: { direct: 2 } }));
  await cameTo(id, [null, 'external']);
  done(
    await office.put(`${base()}/activities/${id}`, {
      name: HTML,
      day: TODAY,
      counts: { direct: 3 },
      version: 1,
    }),
  );
  done(await lead.delete(`${base()}/activities/${id}`));
  const rows = (await auditOf(server, project.id)).filter(r => r.action.startsWith('activity.'));
  expect(rows.map(r => [r.action, r.actor_id])).toEqual([
    ['activity.record', userIdOf(PEOPLE.colleague)],
    ['activity.save', userIdOf(PEOPLE.admin)],
    ['activity.remove', userIdOf(PEOPLE.academic)],
  ]);
  expect(rows[2]?.changes).toEqual({ activity: [id, null], attendances: [1, 0] });
  expect(JSON.stringify(rows)).not.toMatch(/Taller|Ana/);
});

describe('who reads it', () => {
  it('nobody once the project is no longer awarded', async () => {
    const { id } = done(await record(lead, { counts: { direct: 3 } }));
    done(await meet(lead));
    await setStatus(server, project, 'cancelled');
    expect(await executionOf(lead)).toMatchObject({
      activities: [],
      meetings: [],
      people: {},
    });
    expect((await lead.get(`${base()}/activities/${id}`)).status).toBe(404);
  });

  it('the university sees activities and counts, never meetings, files, deliverables or lists', async () => {
    const file = await send(lead, 'pdf');
    const { id } = done(await record(lead, { counts: { direct: 3 }, fileIds: [file.id] }));
    done(await meet(lead));
    const seen = await executionOf(stranger);
    expect(seen).toMatchObject({
      ...{ people: { direct: 3 }, meetings: [], deliverables: [], record: null },
      ...{ mayReadAttendance: false, mayEditAll: false },
    });
    expect(seen.activities).toMatchObject([{ id, documents: 0, mayEdit: false }]);
    expect(done(await stranger.get<ActivityDetail>(`${base()}/activities/${id}`)).files).toEqual([]);
    const directed = await executionOf(director);
    expect(directed).toMatchObject({ record: null, mayReadAttendance: false });
    expect([directed.meetings.length, directed.activities[0]?.documents]).toEqual([1, 1]);
  });

  it('nobody reads that of a project they may not see', async () => {
    const hidden = await submittedPacs(lead, refs);
    expect((await stranger.get(`/projects/${hidden.kind}/${hidden.id}/execution`)).status).toBe(404);
    expect((await lead.get(`/projects/exts/${project.id}/execution`)).status).toBe(404);
  });
});
