import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE } from '../../../../test/demo.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { type Created, done } from '../../../../test/factories.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { RoomCode } from '../contract.ts';

const NAME = `Taller <script>alert('1')</script> "de" O'Higgins & más`;
const FORM = {
  ...{ nombre: 'Rosa Díaz', tipo: 'rut', identificacion: '9.876.543-3', grupo: 'external' },
  ...{ edad: 'si', aviso: 'si', version: '1' },
};

let server: TestApp;
let lead: Client;
let project: Created;
let path: string;
let activity: string;

beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
  project = await approvedPacs(server, lead, await nursing(lead));
});
afterAll(() => server.close());
beforeEach(async () => {
  const activities = `/projects/${project.kind}/${project.id}/activities`;
  const made = { id: randomUUID(), name: NAME, day: localDay(new Date()) };
  activity = done(await lead.post<{ id: string }>(activities, made)).id;
  const code = done(await lead.post<RoomCode>(`${activities}/${activity}/attendance-code`, { minutes: 60 }));
  path = new URL(code.url).pathname;
});

async function open(address = path) {
  const { statusCode: status, headers, body } = await server.app.inject({ method: 'GET', url: address });
  return { status, headers, body };
}
async function send(more: Record<string, string> = {}, address = path) {
  const { statusCode, headers, body } = await server.app.inject({
    ...{ method: 'POST', url: address, payload: String(new URLSearchParams({ ...FORM, ...more })) },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return { status: statusCode, headers, body };
}
const people = async () =>
  (
    await sql<
      Record<string, unknown>
    >`select name, identifier_kind as kind, identifier, people_group as "group",
      source, notice_version as version, created_by as by, consented_at > now() - interval '1 minute' as "isNow"
      from attendances where activity_id = ${activity} order by created_at`.execute(server.db)
  ).rows;
const answers = async () =>
  (
    await sql<{ answers: number }>`select answers from attendance_codes where activity_id = ${activity}
    order by created_at desc limit 1`.execute(server.db)
  ).rows[0]?.answers;

describe('the form of a room', () => {
  it('shows what the activity is called, whatever signs that has, and who nobody is', async () => {
    const { status, body, headers } = await open();
    expect([status, headers['set-cookie'], headers['cache-control']]).toEqual([200, undefined, 'no-store']);
    expect(body).toContain(
      '<h1>Taller &lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &quot;de&quot; O&#39;Higgins &amp; más</h1>',
    );
    expect(body).not.toContain('<script');
    expect(body).toContain('href="/publico/privacidad?version=1"');
    for (const named of ['Camila', PEOPLE.academic, project.id]) expect(body).not.toContain(named);
  });

  it('writes down who accepted what and when, by nobody of the office', async () => {
    const answer = await send({ nombre: '  Rosa   Díaz ' });
    expect([answer.status, answer.headers.location, answer.headers['set-cookie']]).toEqual([
      ...[303, `${path}/listo`, undefined],
    ]);
    expect(await people()).toEqual([
      {
        ...{ name: 'Rosa Díaz', kind: 'rut', identifier: '9876543-3', group: 'external', source: 'code' },
        ...{ version: 1, by: null, isNow: true },
      },
    ]);
    const added = (await auditOf(server, project.id, 'attendance.add')).at(-1);
    expect(added).toMatchObject({
      ...{ actor_id: null, address: null },
      changes: { activity: [null, activity], attendances: [null, 1] },
    });
  });

  it('answers everybody with the same bytes: who comes twice, at the same moment, or was listed before', async () => {
    const sent = await Promise.all([send(), send(), send({ identificacion: '98765433', nombre: 'Otra' })]);
    sent.push(await send());
    const seen = sent.map(({ status, body, headers: { location, ...rest } }) => {
      const { date: _, ...headers } = rest;
      return JSON.stringify([status, location, body, headers]);
    });
    expect(new Set(seen).size).toBe(1);
    expect((await people()).map(p => p.name)).toHaveLength(1);
    expect(await answers()).toBe(4);
    expect(new Set([(await open(`${path}/listo`)).body, (await open(`${path}/listo`)).body]).size).toBe(1);
  });

  it('takes people without a document, and of other countries', async () => {
    await send({ tipo: 'none', identificacion: 'lo que quedó escrito' });
    await send({ tipo: 'foreign', identificacion: ' ab 123.456 ' });
    await send({ tipo: 'email', identificacion: 'ROSA@Correo.CL' });
    expect((await people()).map(p => [p.kind, p.identifier])).toEqual([
      ...[
        ['none', ''],
        ['foreign', 'AB123456'],
        ['email', 'rosa@correo.cl'],
      ],
    ]);
  });

  it('sends who is under age to who is in charge, and keeps nothing', async () => {
    const { status, body } = await send({ edad: '' });
    expect(status).toBe(400);
    expect(body).toContain('avisa a quien está a cargo de la actividad');
    expect(await people()).toEqual([]);
  });

  it('keeps what was typed where something is wrong', async () => {
    const { status, body } = await send({ identificacion: '9.876.543-9', tipo: 'rut', grupo: 'alumni' });
    expect(status).toBe(400);
    for (const kept of [
      'value="Rosa Díaz"',
      'value="9.876.543-9"',
      'value="alumni" selected',
      'value="si" checked',
    ])
      expect(body).toContain(kept);
    expect(body).toContain('aria-describedby="error-identificacion"');
    for (const odd of [
      { grupo: 'indigenous' },
      { nombre: '\u0000' },
      { nombre: ' ' },
      { identificacion: '' },
      { identificacion: '\u0000', tipo: 'foreign' },
    ])
      expect([odd, (await send(odd)).status]).toEqual([odd, 400]);
    expect((await send({ tipo: 'pasaporte' })).status).toBe(303);
    expect(await people()).toHaveLength(1);
  });

  it('shows the notice that holds now where another one was accepted', async () => {
    await sql`insert into privacy_notices (version, body) values (2, repeat('Otro aviso. ', 9))`.execute(
      server.db,
    );
    const { status, body } = await send();
    expect(status).toBe(400);
    expect(body).toContain('El aviso de privacidad cambió: revisa la versión 2.');
    expect(body).toContain('name="version" value="2"');
    expect(body).toContain('value="Rosa Díaz"');
    expect(body).not.toMatch(/name="aviso" value="si" checked/);
    expect((await send({ version: '2' })).status).toBe(303);
    expect((await people()).map(p => p.version)).toEqual([2]);
    await sql`delete from attendances where notice_version = 2`.execute(server.db);
    await sql`delete from privacy_notices where version = 2`.execute(server.db);
  });
});

describe('a code', () => {
  it('takes so many answers and no more, all of them at once', async () => {
    await sql`update attendance_codes set answers = 1998 where activity_id = ${activity}`.execute(server.db);
    const sent = await Promise.all(
      Array.from({ length: 6 }, (_, n) => send({ tipo: 'email', identificacion: `p${n}@correo.cl` })),
    );
    expect(sent.map(a => a.status).toSorted()).toEqual([303, 303, 404, 404, 404, 404]);
    expect([await answers(), (await people()).length]).toEqual([2000, 2]);
    expect((await open()).status).toBe(404);
  });

  it('that is not yet open, was changed by a sign or is something else looks closed', async () => {
    const closed = (await open('/publico/asistencia/x')).body;
    const last = path.at(-1) ?? '';
    const others = [
      `${path.slice(0, -1)}${last === 'z' ? 'y' : 'z'}`,
      `${path}0`,
      path.slice(0, -1),
      `${path}%20`,
      '/publico/asistencia/%27%20or%201=1--',
      `/publico/asistencia/${'x'.repeat(190)}`,
    ];
    for (const address of others)
      for (const { status, body } of [await open(address), await send({}, address)])
        expect([address, status, body]).toEqual([address, 404, closed]);
    await sql`update attendance_codes set opens_at = now() + interval '1 minute' where activity_id = ${activity}`.execute(
      server.db,
    );
    expect(await open()).toMatchObject({ status: 404, body: closed });
    expect(await send()).toMatchObject({ status: 404, body: closed });
    expect(await people()).toEqual([]);
  });

  it('is counted by itself: who tries too often is told to wait, others at the same address are not', async () => {
    const busy = '/publico/asistencia/busy';
    for (let n = 0; n < 1500; n += 100) await Promise.all(Array.from({ length: 100 }, () => open(busy)));
    const { status, headers, body } = await open(busy);
    expect([status, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toContain('Demasiadas solicitudes. Intenta de nuevo en ');
    expect((await send({}, busy)).status).toBe(429);
    expect((await open()).status).toBe(200);
    expect((await send()).status).toBe(303);
  });
});
