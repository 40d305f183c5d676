import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { act, type Created, done, submittedPacs } from '../../../test/factories.ts';
import { pdfPages } from '../../../test/pdf.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { Execution } from '../execution/contract.ts';
import type { listAttendance, RoomCode } from './contract.ts';
import { purgeAttendances } from './purge/commands.ts';

type List = OutputOf<typeof listAttendance>;

let server: TestApp;
let lead: Client;
let member: Client;
let stranger: Client;
let director: Client;
let office: Client;
let project: Created;
let activity: string;

beforeAll(async () => {
  server = await startApp();
  [lead, member, stranger, director, office] = await Promise.all(
    [PEOPLE.academic, PEOPLE.colleague, PEOPLE.stranger, PEOPLE.director, PEOPLE.admin].map(mail =>
      clientAs(server, mail),
    ) as [Promise<Client>, Promise<Client>, Promise<Client>, Promise<Client>, Promise<Client>],
  );
  project = await submittedPacs(lead, await nursing(lead));
  for (const who of [PEOPLE.director, PEOPLE.dean])
    done(await act(await clientAs(server, who), project, 'endorse'));
  await sql`insert into project_members (project_id, user_id) values (${project.id}, ${userIdOf(PEOPLE.colleague)})
    on conflict do nothing`.execute(server.db);
});
afterAll(() => server.close());
beforeEach(async () => {
  activity = await recorded(lead);
});

const base = () => `/projects/${project.kind}/${project.id}`;
const list = () => `${base()}/activities/${activity}/attendance`;
async function recorded(who: Client, more: object = {}): Promise<string> {
  const body = { id: randomUUID(), name: 'Taller abierto', day: localDay(new Date()), ...more };
  return done(await who.post<{ id: string }>(`${base()}/activities`, body)).id;
}
const person = (more: object = {}) => ({
  ...{ name: 'Ana Soto Vera', identifierKind: 'rut', identifier: '12.345.678-5', group: 'students' },
  ...more,
});
const nobody = (name: string) => person({ name, identifierKind: 'none', identifier: '' });
const add = (who: Client, rows: object[], noticeVersion = 1) =>
  who.post<{ added: number; known: number }>(list(), { rows, noticeVersion });
const listOf = async (who: Client, query = '') => done(await who.get<List>(`${list()}${query}`));
const pathsOf = (answer: { body: unknown }) => [
  ...new Set(((answer.body as Problem).errors ?? []).map(e => e.path)),
];

describe('a list', () => {
  it('counts somebody once, however they are written', async () => {
    const spelled = ['12.345.678-5', '12345678-5', '123456785'].map((identifier, n) =>
      person({ identifier, name: `Ana Soto ${n}` }),
    );
    const mail = { identifierKind: 'email', identifier: 'ANA@Correo.CL' };
    expect(done(await add(lead, [...spelled, person(mail), nobody('Sin datos')]))).toEqual({
      added: 3,
      known: 2,
    });
    expect(done(await add(lead, [person({ ...mail, identifier: 'ana@correo.cl' })]))).toEqual({
      added: 0,
      known: 1,
    });
    const { rows, tally, total } = await listOf(lead);
    expect(total).toBe(3);
    expect(tally).toEqual({ attendances: 3, people: 2, unidentified: 1 });
    expect(rows.map(r => r.identifier)).toEqual(['12345678-5', 'ana@correo.cl', '']);
  });

  it('of two activities tells people from attendances', async () => {
    done(await add(lead, [person(), nobody('Uno')]));
    const first = activity;
    activity = await recorded(lead, { counts: { students: 30, direct: 40 } });
    const before = done(await lead.get<Execution>(`${base()}/execution`)).attendance;
    done(
      await add(lead, [person({ name: 'Otra vez' }), person({ identifier: '7.654.321-6', name: 'Luis' })]),
    );
    const { attendance, activities } = done(await lead.get<Execution>(`${base()}/execution`));
    expect(attendance.attendances - before.attendances).toBe(2);
    expect(attendance.people - before.people).toBe(1);
    expect(activities.find(a => a.id === first)?.attendance).toMatchObject({ attendances: 2, people: 1 });
    const { rows } = await listOf(lead);
    expect(rows.find(r => r.identifier === '12345678-5')?.activities).toBeGreaterThan(1);
  });

  it('refuses wrong rows at their place, and takes nobody', async () => {
    const answer = await add(lead, [
      person(),
      person({ identifier: '12.345.678-9' }),
      person({ name: '' }),
      person({ identifierKind: 'email', identifier: 'no es correo' }),
      person({ identifierKind: 'foreign', identifier: '<script>' }),
      person({ group: 'indigenous' }),
      person({ identifier: '' }),
    ]);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual([
      'rows.1.identifier',
      'rows.2.name',
      'rows.3.identifier',
      'rows.4.identifier',
      'rows.5.group',
      'rows.6.identifier',
    ]);
    expect((await add(lead, [])).status).toBe(400);
    expect((await listOf(lead)).total).toBe(0);
  });

  it('takes five thousand at once', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) =>
      person({ name: `Persona ${n}`, identifierKind: 'foreign', identifier: `AB-${1000 + n}` }),
    );
    expect(done(await add(lead, rows))).toEqual({ added: 5000, known: 0 });
    const page = await listOf(lead, '?q=AB-5999&sort=-name');
    expect(page.rows.map(r => r.name)).toEqual(['Persona 4999']);
    expect((await add(lead, [...rows, person()])).status).toBe(400);
  });

  it('keeps the notice that was accepted, and takes no other than the current one', async () => {
    done(await add(lead, [person()]));
    const body = 'Otro aviso de privacidad, con más de cincuenta letras para que sirva.';
    expect((await lead.post('/privacy-notices', { body, version: 1 })).status).toBe(403);
    done(await office.post('/privacy-notices', { body, version: 1 }));
    expect((await office.post('/privacy-notices', { body: `${body} Más.`, version: 1 })).status).toBe(409);
    const late = await add(lead, [nobody('Tarde')]);
    expect([late.status, late.body]).toEqual([
      422,
      expect.objectContaining({ detail: 'El aviso de privacidad cambió: revisa la versión 2.' }),
    ]);
    done(await add(lead, [nobody('A tiempo')], 2));
    expect((await listOf(lead)).rows.map(r => r.noticeVersion).sort()).toEqual([1, 2]);
    await sql`delete from attendances where notice_version = 2`.execute(server.db);
    await sql`delete from privacy_notices where version = 2`.execute(server.db);
  });

  it('is corrected and shortened', async () => {
    done(await add(lead, [person(), person({ identifier: '7.654.321-6', name: 'Luis' })]));
    const { rows } = await listOf(lead);
    const [ana, luis] = rows;
    const twice = await lead.put(`${list()}/${luis?.id}`, person());
    expect([twice.status, pathsOf(twice)]).toEqual([400, ['identifier']]);
    done(
      await lead.put(
        `${list()}/${luis?.id}`,
        person({ name: 'Luis Vera', identifier: '7654321-6', group: 'external' }),
      ),
    );
    const removed = await lead.post<{ removed: number }>(`${list()}/removal`, {
      ids: [ana?.id, randomUUID()],
    });
    expect(done(removed).removed).toBe(1);
    expect((await listOf(lead, '?group=external')).rows.map(r => r.name)).toEqual(['Luis Vera']);
    expect((await lead.put(`${list()}/${randomUUID()}`, person())).status).toBe(404);
  });

  it('leaves as a file', async () => {
    done(await add(lead, [person({ name: '=1+1' })]));
    const response = await fetch(`${server.url}/api${list()}/export?format=csv`, {
      headers: { authorization: `Bearer ${lead.token}` },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(
      /^\uFEFF?nombre;tipo_identificacion.*\r\n'=1\+1;rut;12345678-5;students/,
    );
  });
});

describe('who reads and writes it', () => {
  it('the team and the office alone, each their own; the lead all', async () => {
    done(await add(lead, [person()]));
    for (const who of [stranger, director]) {
      expect((await who.get(list())).status).toBe(404);
      expect((await add(who, [person()])).status).toBe(404);
      expect((await who.get(`${list()}/export?format=csv`)).status).toBe(404);
    }
    expect((await clientOf(server.url, '').get(list())).status).toBe(401);
    expect((await listOf(member)).mayEdit).toBe(false);
    expect((await add(member, [nobody('No')])).status).toBe(403);
    done(await add(office, [nobody('Sí')]));
    activity = await recorded(member);
    done(await add(member, [person()]));
    done(await add(lead, [nobody('También')]));
  });

  it('nothing names them in the audit', async () => {
    const name = `Única ${randomUUID()}`;
    done(await add(lead, [person({ name, identifier: '15.345.678-K' })]));
    const { rows } = await sql`select from audit
      where changes::text like ${`%${name}%`} or changes::text like '%15345678%'`.execute(server.db);
    expect(rows).toHaveLength(0);
  });
});

describe('the code of a room', () => {
  const codes = () => `${base()}/activities/${activity}/attendance-code`;
  const open = async (minutes = 60) => done(await lead.post<RoomCode>(codes(), { minutes }));
  const pathOf = ({ url }: RoomCode) => new URL(url).pathname;
  const FORM = {
    ...{ nombre: 'Rosa Díaz', tipo: 'rut', identificacion: '9.876.543-3', grupo: 'external' },
    ...{ edad: 'si', aviso: 'si', version: '1' },
  };
  const send = (path: string, more: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...FORM, ...more }),
      redirect: 'manual',
    });

  it('lets people write themselves down, and tells nobody who was there before', async () => {
    done(await add(lead, [person({ identifier: '9876543-3', name: 'Rosa' })]));
    const code = await open();
    const path = pathOf(code);
    expect(path).toMatch(/^\/publico\/asistencia\/[0-9a-hjkmnp-tv-z]{26}$/);
    const form = await fetch(`${server.url}${path}`);
    expect([form.status, form.headers.get('set-cookie')]).toEqual([200, null]);
    const text = await form.text();
    expect(text).toContain('Taller abierto');
    expect(text).not.toContain('Rosa');
    const answers = [];
    for (const identificacion of ['9.876.543-3', '7.654.321-6', '7654321-6']) {
      const answer = await send(path, { identificacion });
      const after = await fetch(`${server.url}${answer.headers.get('location')}`);
      answers.push([answer.status, answer.headers.get('location'), await after.text()]);
    }
    expect(new Set(answers.map(a => JSON.stringify(a))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(303);
    const { total, rows, code: shown } = await listOf(lead, '?sort=at');
    expect([total, shown?.answers]).toEqual([2, 3]);
    expect(rows.at(-1)).toMatchObject({ source: 'code', noticeVersion: 1 });
  });

  it('says what is wrong at its field and keeps what was typed, escaped', async () => {
    const path = pathOf(await open());
    const answer = await send(path, {
      ...{ nombre: '"><script>alert(1)</script>', identificacion: '9.876.543-2', edad: '', aviso: '' },
    });
    const text = await answer.text();
    expect(answer.status).toBe(400);
    expect(text).toContain('revisa el dígito verificador');
    expect(text).toContain('menos de 14 años');
    expect(text).toContain('tienes que aceptar el aviso');
    expect(text).toContain('&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain('<script');
    expect((await send(path, { version: '99' })).status).toBe(400);
    expect((await send(path, { nombre: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await listOf(lead)).total).toBe(0);
  });

  it('looks the same closed, over, used up, never given and of a project that ended', async () => {
    const path = pathOf(await open());
    const pages: string[] = [];
    const look = async (address: string) => {
      for (const answer of [await fetch(`${server.url}${address}`), await send(address)]) {
        expect(answer.status).toBe(404);
        pages.push(await answer.text());
      }
    };
    await look(`${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`);
    await look('/publico/asistencia/%00');
    const code = path.split('/').at(-1);
    const set = (change: ReturnType<typeof sql>) =>
      sql`update attendance_codes set ${change} where code = ${code}`.execute(server.db);
    await set(sql`answers = 2000`);
    await look(path);
    await set(sql`answers = 0, opens_at = now() - interval '2 hours', closes_at = now() - interval '1 hour'`);
    await look(path);
    const next = pathOf(await open());
    done(await lead.delete(codes()));
    await look(next);
    const last = pathOf(await open());
    await sql`update projects set status = 'closed' where id = ${project.id}`.execute(server.db);
    await look(last);
    await sql`update projects set status = 'approved' where id = ${project.id}`.execute(server.db);
    expect(new Set(pages).size).toBe(1);
  });

  it('of an earlier time ends with a new one; only who writes the list opens one', async () => {
    const first = pathOf(await open());
    const second = pathOf(await open(5));
    expect((await fetch(`${server.url}${first}`)).status).toBe(404);
    expect((await fetch(`${server.url}${second}`)).status).toBe(200);
    for (const [who, status] of [
      [stranger, 404],
      [director, 404],
      [member, 403],
    ] as const)
      expect((await who.post(codes(), { minutes: 60 })).status).toBe(status);
    expect((await lead.post(codes(), { minutes: 5000 })).status).toBe(400);
  });

  it('hangs on the wall as a sheet that names nobody', async () => {
    const { url } = await open();
    const response = await fetch(`${server.url}/api${codes()}/sheet`, {
      headers: { authorization: `Bearer ${lead.token}` },
    });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const text = (await pdfPages(Buffer.from(await response.arrayBuffer()))).join(' ');
    expect(text.replaceAll(/\s/g, '')).toContain(url.split('/').at(-1));
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Taller abierto');
    done(await lead.delete(codes()));
    expect((await lead.get(`${codes()}/sheet`)).status).toBe(404);
  });
});

describe('names go when their time is over', () => {
  it('and every count stays', async () => {
    done(await add(lead, [person(), nobody('Uno'), person({ identifier: '7654321-6', group: 'external' })]));
    activity = await recorded(lead, { counts: { direct: 12, students: 5 } });
    done(await add(lead, [person()]));
    const counts = async () => {
      const { activities, people, attendance } = done(await lead.get<Execution>(`${base()}/execution`));
      return { people, attendance, activities: activities.map(a => [a.id, a.attendance]) };
    };
    const before = await counts();
    const ended = (months: number) =>
      sql`update projects set status = 'closed', status_since = now() - ${months} * interval '1 month'
        where id = ${project.id}`.execute(server.db);
    await ended(23);
    expect(await purgeAttendances(server.db)).toBe(0);
    await ended(25);
    expect(await purgeAttendances(server.db)).toBe(before.attendance.attendances);
    expect(await purgeAttendances(server.db)).toBe(0);
    expect(await counts()).toEqual(before);
    const page = await listOf(lead);
    expect([page.total, page.tally.attendances, page.purgedAt === null]).toEqual([0, 1, false]);
    const { rows } = await sql`select from attendance_codes`.execute(server.db);
    expect(rows).toHaveLength(0);
    // Opened again, what comes later is added to what was kept.
    await sql`update projects set status = 'approved' where id = ${project.id}`.execute(server.db);
    done(await add(lead, [nobody('Después')]));
    expect((await counts()).attendance).toEqual({
      ...before.attendance,
      attendances: before.attendance.attendances + 1,
      unidentified: before.attendance.unidentified + 1,
    });
  });
});
