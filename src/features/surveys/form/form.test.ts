import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { ANSWER, anInstrument, linkOf, people, sendForm, sentWave } from '../../../../test/surveys.ts';
import type { Wave } from '../contract.ts';

let server: TestApp;
let office: Client;

beforeAll(async () => {
  server = await startApp();
  office = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

async function open(url: string, headers: Record<string, string> = {}) {
  const {
    statusCode: status,
    headers: told,
    body,
  } = await server.app.inject({ method: 'GET', url, headers });
  return { status, headers: told, body };
}
const send = (path: string, fields: Record<string, string> = ANSWER, headers: Record<string, string> = {}) =>
  sendForm(server, path, fields, headers);
const answersOf = async ({ id }: Wave) =>
  (
    await sql<
      Record<string, unknown>
    >`select anonymous, invitation_id as invitation, answered_at is not null as timed,
      data from wave_answers where wave_id = ${id}`.execute(server.db)
  ).rows;
const stateOf = async ({ id }: Wave, email = people(1)[0]?.email ?? '') =>
  (
    await sql<{ state: string; links: number }>`select v.state,
      (select count(*)::int from wave_links l where l.invitation_id = v.id) as links
      from wave_invitations v where v.wave_id = ${id} and v.email = ${email}`.execute(server.db)
  ).rows[0];
/** What looks closed, whatever the reason. */
const closed = async () => (await open('/publico/encuesta/x')).body;
const roomOf = async ({ id }: Wave) =>
  new URL(done(await office.post<{ url: string }>(`/waves/${id}/room`)).url).pathname;

describe('a personal link', () => {
  it('opens the form as often as anything looks at it, and is used by sending alone', async () => {
    const wave = await sentWave(server, office, { invited: 1, message: 'Hola <b>a todos</b>' });
    const link = await linkOf(server, wave.id, 'persona0@correo.cl');
    for (const method of ['HEAD', 'GET', 'GET'] as const)
      expect((await server.app.inject({ method, url: link })).statusCode).toBe(200);
    const { headers, body } = await open(link);
    expect([headers['set-cookie'], headers['cache-control'], headers['referrer-policy']]).toEqual([
      ...[undefined, 'no-store', 'no-referrer'],
    ]);
    expect(body).toContain('Hola &lt;b&gt;a todos&lt;/b&gt;');
    expect(body).toContain('Tus respuestas son anónimas.');
    expect(body).not.toContain('Persona 0');
    expect(body).not.toContain('<script');
    const sent = await send(link);
    expect([sent.status, sent.headers.location]).toEqual([303, '/publico/encuesta/gracias']);
    expect((await open('/publico/encuesta/gracias')).body).toContain('Gracias por responder');
    expect(await answersOf(wave)).toEqual([
      {
        ...{ anonymous: true, invitation: null, timed: false },
        data: { recomienda: '4', rol: 'socio', temas: ['taller'], comentario: 'Muy bien' },
      },
    ]);
    expect(await stateOf(wave)).toEqual({ state: 'answered', links: 0 });
    for (const { status, body } of [await open(link), await send(link)])
      expect([status, body]).toEqual([404, await closed()]);
    expect(await answersOf(wave)).toHaveLength(1);
  });

  it('of several of one person serves once, also at the same instant', async () => {
    const wave = await sentWave(server, office, { invited: 2 });
    const links = [];
    for (let n = 0; n < 3; n += 1) links.push(await linkOf(server, wave.id, 'persona0@correo.cl'));
    const sent = await Promise.all([...links, ...links, ...links].map(link => send(link)));
    expect(sent.map(a => a.status).toSorted()).toEqual([303, ...Array(8).fill(404)]);
    expect(await answersOf(wave)).toHaveLength(1);
    expect((await send(await linkOf(server, wave.id, 'persona1@correo.cl'))).status).toBe(303);
  });

  it('is used while its wave is changed by others, and nobody waits for ever', async () => {
    const wave = await sentWave(server, office, { invited: 20 });
    const { rows } = done(
      await office.get<{ rows: { id: string }[] }>(`/waves/${wave.id}/invitations?size=200`),
    );
    const links = await Promise.all(people(20).map(({ email }) => linkOf(server, wave.id, email)));
    const answers = links.map(link => send(link));
    const removals = rows.map(({ id }) =>
      office.post(`/waves/${wave.id}/invitations/removal`, { ids: [id] }),
    );
    const [sent, removed] = await Promise.all([Promise.all(answers), Promise.all(removals)]);
    expect(sent.every(a => a.status === 303 || a.status === 404)).toBe(true);
    expect(removed.every(a => a.status === 200)).toBe(true);
    // Whoever was first: an answer, or nobody on the list.
    expect(sent.filter(a => a.status === 303)).toHaveLength((await answersOf(wave)).length);
    const left = done(await office.get<{ total: number }>(`/waves/${wave.id}/invitations`));
    expect(left.total).toBe((await answersOf(wave)).length);
  });

  it('that was altered, guessed or closed looks like any other that is none', async () => {
    const wave = await sentWave(server, office, { invited: 1 });
    const link = await linkOf(server, wave.id, 'persona0@correo.cl');
    const last = link.at(-1) === '0' ? '1' : '0';
    const { rows } = await sql<{ hash: string }>`select encode(hash, 'hex') as hash from wave_links`.execute(
      server.db,
    );
    for (const path of [
      `${link.slice(0, -1)}${last}`,
      `${link}0`,
      link.slice(0, -1),
      link.replace(/[^/]+$/, code => code.toUpperCase()),
      `/publico/encuesta/${rows[0]?.hash}`,
      `/publico/encuesta/${wave.id}`,
      '/publico/encuesta/%27%20or%201=1--',
      `/publico/encuesta/${'x'.repeat(190)}`,
      '/publico/encuesta/%00',
    ])
      for (const { status, body } of [await open(path), await send(path)])
        expect([path, status, body.includes('no está abierta') || body.includes('No encontramos')]).toEqual([
          ...[path, 404, true],
        ]);
    await sql`update waves set closes_at = now() where id = ${wave.id}`.execute(server.db);
    for (const { status, body } of [await open(link), await send(link)])
      expect([status, body]).toEqual([404, await closed()]);
    expect(await answersOf(wave)).toEqual([]);
    expect(await stateOf(wave)).toEqual({ state: 'waiting', links: 1 });
  });

  it('says no for good', async () => {
    const wave = await sentWave(server, office, { invited: 1 });
    const link = await linkOf(server, wave.id, 'persona0@correo.cl');
    const sent = await send(link, { accion: 'rechazar' });
    expect([sent.status, sent.headers.location]).toEqual([303, '/publico/encuesta/sin-respuesta']);
    expect(await stateOf(wave)).toEqual({ state: 'declined', links: 0 });
    expect((await open(link)).status).toBe(404);
    expect(done(await office.get<Wave>(`/waves/${wave.id}`))).toMatchObject({
      declined: 1,
      waiting: 0,
      answers: 0,
    });
  });

  it('of a wave of names keeps whose answer it is, and says so first', async () => {
    const wave = await sentWave(server, office, { invited: 1, anonymous: false });
    const link = await linkOf(server, wave.id, 'persona0@correo.cl');
    expect((await open(link)).body).toContain('Respondes como Persona 0.');
    expect((await send(link)).status).toBe(303);
    expect(await answersOf(wave)).toMatchObject([
      { anonymous: false, timed: true, invitation: expect.any(String) },
    ]);
    expect((await office.post(`/waves/${wave.id}/room`)).status).toBe(422);
  });

  it('keeps what was typed where something is wrong, and is not used by it', async () => {
    const wave = await sentWave(server, office, { invited: 1 });
    const link = await linkOf(server, wave.id, 'persona0@correo.cl');
    const text = `<script>alert(1)</script> 😀 "comillas" & más`;
    const { status, body } = await send(link, {
      'p.comentario': text,
      'p.temas.visita': 'si',
      'p.rol': 'vecina',
    });
    expect(status).toBe(400);
    for (const kept of [
      '&lt;script&gt;alert(1)&lt;/script&gt; 😀 &quot;comillas&quot; &amp; más</textarea>',
      'name="p.temas.visita" value="si" checked',
      'name="p.rol" value="vecina" checked',
      'id="error-recomienda">Este campo es obligatorio.',
    ])
      expect(body).toContain(kept);
    for (const [odd, message] of [
      [{ 'p.recomienda': '6' }, 'Elige una de las opciones.'],
      [{ 'p.recomienda': '4', 'p.rol': '__proto__' }, 'Elige una de las opciones.'],
      [{ 'p.recomienda': '4', 'p.comentario': 'x'.repeat(2001) }, 'Escribe como máximo 2000 caracteres.'],
      [{ 'p.recomienda': '4', 'p.comentario': 'a\u0000' }, 'El texto contiene caracteres no permitidos.'],
      [{}, 'Este campo es obligatorio.'],
    ] as const) {
      const answer = await send(link, odd);
      expect([odd, answer.status, answer.body.includes(message)]).toEqual([odd, 400, true]);
    }
    expect(await stateOf(wave)).toEqual({ state: 'waiting', links: 1 });
    const long = { 'p.recomienda': '5', 'p.comentario': 'ñ\r\n'.repeat(999), 'p.otra': 'x', __proto__: 'y' };
    expect((await send(link, long)).status).toBe(303);
    expect((await answersOf(wave))[0]?.data).toEqual({
      recomienda: '5',
      comentario: 'ñ\n'.repeat(999).trim(),
    });
  });

  it('asks for something where nothing is required', async () => {
    const questions = [{ key: 'a', kind: 'text', text: '¿Qué tal?', help: '', required: false }] as const;
    const wave = await sentWave(server, office, {
      invited: 1,
      instrumentId: await anInstrument(server, questions),
    });
    const link = await linkOf(server, wave.id, 'persona0@correo.cl');
    const empty = await send(link, { 'p.a': '  ' });
    expect([empty.status, empty.body.includes('Responde al menos una pregunta.')]).toEqual([400, true]);
    expect((await send(link, { 'p.a': 'x'.repeat(1024 * 1024) })).status).toBe(413);
    expect((await send(link, { 'p.a': 'bien' })).status).toBe(303);
  });
});

describe('the code of a room', () => {
  it('takes an answer of each device', async () => {
    const wave = await sentWave(server, office);
    const room = await roomOf(wave);
    const first = await send(room);
    const mark = String(first.headers['set-cookie']);
    expect([first.status, mark]).toEqual([
      ...[
        303,
        expect.stringMatching(
          /^respondida-[0-9a-f]{12}=1; Path=\/publico\/encuesta; Max-Age=\d+; HttpOnly; SameSite=Lax/,
        ),
      ],
    ]);
    const cookie = mark.split(';')[0] ?? '';
    for (const { status, body } of [await open(room, { cookie }), await send(room, ANSWER, { cookie })])
      expect([status, body.includes('Ya se respondió desde este dispositivo')]).toEqual([200, true]);
    expect((await send(room)).status).toBe(303);
    expect(await answersOf(wave)).toHaveLength(2);
    // A mark of another survey is none of this one.
    const other = await roomOf(await sentWave(server, office));
    expect((await open(other, { cookie })).body).toContain('Enviar mis respuestas');
    expect((await open(other)).body).not.toContain('No quiero responder');
  });

  it('ends with another one, when it is taken back, and with the wave', async () => {
    const wave = await sentWave(server, office);
    const [first, second] = [await roomOf(wave), await roomOf(wave)];
    expect((await open(first)).body).toBe(await closed());
    expect((await open(second)).status).toBe(200);
    expect(done(await office.get<Wave>(`/waves/${wave.id}`)).roomUrl).toContain(second);
    const sheet = await fetch(`${office.url}/api/waves/${wave.id}/room/sheet`, {
      headers: { authorization: `Bearer ${office.token}` },
    });
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    done(await office.delete(`/waves/${wave.id}/room`));
    expect((await open(second)).status).toBe(404);
    const third = await roomOf(wave);
    const { updatedAt } = done(await office.get<Wave>(`/waves/${wave.id}`));
    done(await office.post(`/waves/${wave.id}/closing`, { updatedAt }));
    expect((await send(third)).body).toBe(await closed());
    expect(await answersOf(wave)).toEqual([]);
  });

  it('is counted by itself: who tries too often is told to wait, others are not', async () => {
    const busy = '/publico/encuesta/busy';
    for (let n = 0; n < 1500; n += 100) await Promise.all(Array.from({ length: 100 }, () => open(busy)));
    expect((await open(busy)).status).toBe(429);
    expect((await open(await roomOf(await sentWave(server, office)))).status).toBe(200);
  });
});
