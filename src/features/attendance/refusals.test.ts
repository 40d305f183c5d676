import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { auditOf } from '../../../test/audit.ts';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { nursing, PEOPLE } from '../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../test/execution.ts';
import { type Created, done } from '../../../test/factories.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import { firstRun } from '../../first-run.ts';
import type { listAttendance } from './contract.ts';

type List = OutputOf<typeof listAttendance>;

let server: TestApp;
let lead: Client;
let office: Client;
let project: Created;
let activity: string;

beforeAll(async () => {
  server = await startApp();
  [lead, office] = await Promise.all([clientAs(server, PEOPLE.academic), clientAs(server, PEOPLE.admin)]);
  project = await approvedPacs(server, lead, await nursing(lead));
});
afterAll(() => server.close());
beforeEach(async () => {
  activity = await recorded();
});

const base = () => `/projects/${project.kind}/${project.id}`;
const listAt = (id: string) => `${base()}/activities/${id}/attendance`;
const list = () => listAt(activity);
const code = () => `${base()}/activities/${activity}/attendance-code`;
async function recorded(): Promise<string> {
  const body = { id: randomUUID(), name: 'Taller abierto', day: localDay(new Date()) };
  return done(await lead.post<{ id: string }>(`${base()}/activities`, body)).id;
}
const ANA = { name: 'Ana Soto Vera', identifierKind: 'rut', identifier: '12.345.678-5', group: 'students' };
const add = (who: Client, rows: object[]) =>
  who.post<{ added: number; known: number }>(list(), { rows, noticeVersion: 1 });
const read = async (query = '') => done(await lead.get<List>(`${list()}${query}`));
const onlyId = async () => (await read()).rows[0]?.id ?? '';

/** All that can be asked of a list, with a body that is right. */
const everything = (who: Client, id: string) =>
  [
    ['list', () => who.get(list())],
    ['file', () => who.get(`${list()}/export?format=csv`)],
    ['add', () => add(who, [{ ...ANA, identifier: '7.654.321-6' }])],
    ['save', () => who.put(`${list()}/${id}`, ANA)],
    ['remove', () => who.post(`${list()}/removal`, { ids: [id] })],
    ['open', () => who.post(code(), { minutes: 60 })],
    ['close', () => who.delete(code())],
    ['sheet', () => who.get(`${code()}/sheet`)],
  ] as const;
const statuses = async (who: Client, id: string) =>
  Object.fromEntries(
    await Promise.all(everything(who, id).map(async ([what, ask]) => [what, (await ask()).status] as const)),
  );
const all = (status: number, more: object = {}) => ({
  ...Object.fromEntries(everything(lead, '').map(([what]) => [what, status])),
  ...more,
});

describe('every request is refused', () => {
  it('to who reads no names, as if there were no list', async () => {
    done(await add(lead, [ANA]));
    const id = await onlyId();
    for (const mail of [PEOPLE.stranger, PEOPLE.director, PEOPLE.dean, PEOPLE.reviewer])
      expect(await statuses(await clientAs(server, mail), id)).toEqual(all(404));
    expect(await statuses(clientOf(server.url, ''), id)).toEqual(all(401));
    expect((await read()).total).toBe(1);
  });

  it('to a colleague of the team, who reads the list of somebody else and writes nothing', async () => {
    done(await add(lead, [ANA]));
    const member = await clientAs(server, PEOPLE.colleague);
    // Neither file nor sheet are JSON.
    const reads = { list: 200, file: 200, sheet: 404 };
    const id = await onlyId();
    const writes = everything(member, id).filter(([what]) => !(what in reads));
    for (const [what, ask] of writes) expect([what, (await ask()).status]).toEqual([what, 403]);
    expect((await member.get<List>(list())).body).toMatchObject({ total: 1, mayEdit: false });
  });

  it('once the final report has been sent, and the list is read still', async () => {
    done(await add(lead, [ANA]));
    done(await lead.post(code(), { minutes: 60 }));
    const id = await onlyId();
    await setStatus(server, project, 'closed');
    for (const who of [lead, office]) {
      for (const [what, ask] of everything(who, id).filter(([w]) => !['list', 'file', 'sheet'].includes(w)))
        expect([what, (await ask()).status]).toEqual([what, 403]);
      expect((await who.get(`${code()}/sheet`)).status).toBe(404);
      // The code is open no more, whatever its time.
      expect((await who.get<List>(list())).body).toMatchObject({ total: 1, mayEdit: false, code: null });
    }
    const answer = await add(lead, [ANA]);
    expect(answer.body).toMatchObject({
      detail: expect.stringContaining('hasta que se envía el informe final'),
    });
    await setStatus(server, project, 'approved');
    expect((await read()).code).not.toBeNull();
  });

  it('for what is not there, or is of another activity or project', async () => {
    done(await add(lead, [ANA]));
    const id = await onlyId();
    const first = activity;
    activity = await recorded();
    expect((await lead.put(`${list()}/${id}`, ANA)).status).toBe(404);
    expect(done(await lead.post<{ removed: number }>(`${list()}/removal`, { ids: [id] })).removed).toBe(0);
    const other = await approvedPacs(server, lead, await nursing(lead));
    expect((await lead.get(`/projects/pacs/${other.id}/activities/${first}/attendance`)).status).toBe(404);
    for (const odd of [randomUUID(), 'x', '%00', '1', "'"]) {
      expect((await lead.get(listAt(odd))).status).toBe(404);
      expect((await lead.put(`${list()}/${odd}`, ANA)).status).toBe(404);
      expect((await lead.post(`${base()}/activities/${odd}/attendance-code`, { minutes: 60 })).status).toBe(
        404,
      );
      expect((await lead.delete(`${base()}/activities/${odd}/attendance-code`)).status).toBe(404);
    }
    activity = first;
    expect((await read()).total).toBe(1);
  });

  it('field by field where it is wrong', async () => {
    const pathsOf = ({ status, body }: { status: number; body: unknown }) => [
      status,
      ...new Set((body as Problem).errors?.map(e => e.path)),
    ];
    done(await add(lead, [ANA]));
    const at = `${list()}/${await onlyId()}`;
    expect(
      pathsOf(
        await lead.put(at, { ...ANA, name: 'A', identifier: '1-1', group: 'x', guardian: 'x'.repeat(151) }),
      ),
    ).toEqual([400, 'name', 'group', 'guardian']);
    expect(pathsOf(await lead.put(at, { ...ANA, name: 'A\u0000', identifierKind: 'email' }))).toEqual([
      ...[400, 'name', 'identifier'],
    ]);
    expect(pathsOf(await lead.post(list(), { rows: [ANA], noticeVersion: 0 }))).toEqual([
      400,
      'noticeVersion',
    ]);
    expect(pathsOf(await lead.post(`${list()}/removal`, { ids: ['x'] }))).toEqual([400, 'ids.0']);
    expect(pathsOf(await lead.post(code(), { minutes: 4 }))).toEqual([400, 'minutes']);
    expect(pathsOf(await lead.post(code(), { minutes: 60.5 }))).toEqual([400, 'minutes']);
    expect((await lead.get(`${list()}?group=indigenous`)).status).toBe(400);
    expect((await lead.get(`${list()}?sort=identifier`)).status).toBe(400);
  });
});

describe('a list keeps', () => {
  it('names as they are, whatever signs they have, and finds who is on it however they are written', async () => {
    const name = `<img src=x onerror="alert(1)"> O'Higgins & Ñandú 🎉`;
    done(
      await add(lead, [
        { ...ANA, name },
        { ...ANA, name: 'Luis', identifierKind: 'email', identifier: 'L@b.cl' },
      ]),
    );
    for (const q of ['12.345.678-5', '123456785', '12345678', 'o%27higgins', 'NANDU', 'ñandú'])
      expect((await read(`?q=${q}`)).rows.map(r => r.name)).toEqual([name]);
    expect((await read('?q=L@B.CL')).rows.map(r => r.name)).toEqual(['Luis']);
    expect((await read('?q=%25')).total).toBe(0);
    expect((await read('?q=15.345.678-K')).total).toBe(0);
  });

  it('somebody once, when two add them at the same moment', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(async () => done(await add(lead, [ANA]))));
    expect(answers.map(a => a.added).toSorted()).toEqual([0, 0, 0, 1]);
    expect((await read()).total).toBe(1);
  });

  it('the same document of two kinds apart: a number is a RUT or of another country', async () => {
    const foreign = { ...ANA, identifierKind: 'foreign', identifier: '12345678-5' };
    expect(done(await add(lead, [ANA, foreign]))).toEqual({ added: 2, known: 0 });
    expect(done(await add(lead, [{ ...foreign, identifier: ' 12.345.678-5 ' }]))).toEqual({
      added: 0,
      known: 1,
    });
  });

  it('five thousand within two seconds', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => ({
      ...{ ...ANA, name: `Persona ${n}`, identifierKind: 'email', identifier: `p${n}@correo.cl` },
    }));
    const start = performance.now();
    expect(done(await add(lead, rows)).added).toBe(5000);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('of what was done only how many in the audit', async () => {
    done(await add(lead, [ANA, { ...ANA, name: 'Rosa', identifierKind: 'none', identifier: '' }]));
    done(await add(lead, [ANA]));
    const { rows } = await read();
    done(await lead.put(`${list()}/${rows[0]?.id}`, { ...ANA, name: 'Ana María Soto' }));
    done(await lead.post(`${list()}/removal`, { ids: rows.map(r => r.id) }));
    const told = (await auditOf(server, project.id))
      .filter(e => JSON.stringify(e.changes).includes(activity) && e.action.startsWith('attendance.'))
      .map(e => [e.action, e.changes]);
    expect(told).toEqual([
      ['attendance.add', { activity: [null, activity], attendances: [null, 2] }],
      ['attendance.save', { activity: [null, activity] }],
      ['attendance.remove', { activity: [null, activity], attendances: [2, 0] }],
    ]);
  });
});

describe('the key that tells people apart', () => {
  it('is made at the next start of an installation of before, stays then, and nobody reads it', async () => {
    const keyOf = async () =>
      (
        await server.db.selectFrom('settings').select('value').where('key', '=', 'personKeySecret').execute()
      )[0]?.value;
    const before = await keyOf();
    await server.db.deleteFrom('settings').where('key', '=', 'personKeySecret').execute();
    await firstRun(server.db, server.env);
    const made = await keyOf();
    expect(String(made)).toMatch(/^[\w-]{43}$/);
    expect(made).not.toBe(before);
    await firstRun(server.db, server.env);
    expect(await keyOf()).toBe(made);
    for (const path of ['/settings', '/settings/quotas', '/system', '/audit?size=200', list()])
      expect(JSON.stringify((await office.get(path)).body)).not.toContain(String(made));
  });

  it('is needed to know who is behind a hash', async () => {
    done(await add(lead, [ANA]));
    const { rows } = await sql<{ guessed: boolean }>`
      select person_key in (sha256('rut:12345678-5'), sha256('12345678-5')) as guessed from attendances
      where activity_id = ${activity}`.execute(server.db);
    expect(rows).toEqual([{ guessed: false }]);
  });
});
