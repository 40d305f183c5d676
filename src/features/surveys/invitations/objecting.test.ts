import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { anInstrument, linkOf, people, sendForm, sentWave, waveOf } from '../../../../test/surveys.ts';
import { addDays, endOfDay } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { Wave } from '../contract.ts';
import { remindDue } from '../counting/commands.ts';
import type { addInvitations, listCandidates } from './contract.ts';

const [FIRST, SECOND] = people(2).map(({ email }) => email) as [string, string];

let server: TestApp;
let office: Client;
beforeAll(async () => {
  server = await startApp();
  office = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());
afterEach(async () => {
  for (const table of ['contact_objections', 'mails', 'waves'] as const)
    await server.db.deleteFrom(table).execute();
});

const object = async (email: string) => done(await office.post('/contact-objections', { email }));
const draft = async () => done(await office.post<Wave>('/waves', waveOf(await anInstrument(server))));
const add = async ({ id }: Wave, rows: object[]) =>
  done(await office.post<OutputOf<typeof addInvitations>>(`/waves/${id}/invitations`, { rows }));
const read = async ({ id }: Wave) => done(await office.get<Wave>(`/waves/${id}`));
const open = async (wave: Wave) =>
  done(await office.post<Wave>(`/waves/${wave.id}/opening`, { updatedAt: wave.updatedAt }));
const mailed = async () => {
  const { rows } = await sql<{ to: string }>`
    select address as to from mails where invitation_id is not null order by address, id`.execute(server.db);
  return rows.map(row => row.to);
};

describe('who objects', () => {
  it('is not added, whoever tries and however it is written, which is told', async () => {
    await object(FIRST);
    const rows = people(3).map(each => ({ ...each, email: each.email.toUpperCase() }));
    const wave = await draft();
    expect(await add(wave, rows)).toEqual({ added: 2, known: 0, objecting: 1 });
    expect(await add(wave, rows)).toEqual({ added: 0, known: 2, objecting: 1 });
    const sent = await open(await read(wave));
    expect(sent.invited).toBe(2);
    // Nor to one that is open.
    expect(await add(sent, [...rows, ...people(1, 9)])).toEqual({ added: 1, known: 2, objecting: 1 });
    expect(await mailed()).toEqual([SECOND, 'persona2@correo.cl', 'persona9@correo.cl']);
  });

  it('after being added gets no invitation, and is counted apart', async () => {
    const wave = await draft();
    await add(wave, people(2));
    await object(FIRST);
    expect(await read(wave)).toMatchObject({ invited: 2, waiting: 2, objecting: 1 });
    await open(await read(wave));
    expect(await mailed()).toEqual([SECOND]);
    const { rows } = await sql<{ changes: object }>`select changes from audit
      where object_id = ${wave.id} and action = 'wave.open'`.execute(server.db);
    expect(rows).toMatchObject([{ changes: { mails: [null, 1] } }]);
  });

  it('is reminded neither by hand nor by the clock', async () => {
    const wave = await sentWave(server, office, { invited: 2, reminderDays: [2, 7] });
    await object(FIRST);
    await sql`delete from mails`.execute(server.db);
    expect(await remindDue(server.db, endOfDay(addDays(wave.lastDay, -7)))).toBe(1);
    expect(await mailed()).toEqual([SECOND]);
    await sql`update waves set opened_at = now() - interval '2 days', reminded_at = null`.execute(server.db);
    expect(done(await office.post(`/waves/${wave.id}/reminder`))).toEqual({ reminded: 1 });
    expect(await mailed()).toEqual([SECOND, SECOND]);
    await object(SECOND);
    await sql`update waves set reminded_at = null`.execute(server.db);
    const refused = await office.post<Problem>(`/waves/${wave.id}/reminder`);
    expect([refused.status, refused.body.detail]).toEqual([
      ...[422, 'No queda nadie a quien escribir: ya respondieron o no quieren recibir correos.'],
    ]);
    expect(await remindDue(server.db, endOfDay(addDays(wave.lastDay, -2)))).toBe(0);
    expect(await mailed()).toEqual([]);
  });

  it('is told among those who are known', async () => {
    await sql`update organisations set contact_email = 'Socia@Junta.cl'
      where id = (select id from organisations where active and merged_into is null limit 1)`.execute(
      server.db,
    );
    await object('socia@junta.cl');
    const { id } = await draft();
    const { rows } = done(await office.get<OutputOf<typeof listCandidates>>(`/waves/${id}/candidates`));
    expect(rows.filter(row => row.objects).map(row => row.email)).toEqual(['socia@junta.cl']);
    expect(rows.length).toBeGreaterThan(1);
  });
});

describe('from the page of a survey', () => {
  const objections = async () => done(await office.get<{ rows: object[] }>('/contact-objections')).rows;

  it('it is said by sending alone, declines, and holds for other surveys', async () => {
    const wave = await sentWave(server, office, { invited: 2 });
    const other = await sentWave(server, office, { invited: 2 });
    const link = await linkOf(server, wave.id, FIRST);
    for (const method of ['HEAD', 'GET'] as const)
      await server.app.inject({ method, url: `${link}?accion=no-escribir` });
    expect(await objections()).toEqual([]);
    const { body } = await server.app.inject({ method: 'GET', url: link });
    expect(body).toContain('value="no-escribir">No quiero recibir más encuestas por correo</button>');
    const sent = await sendForm(server, link, { accion: 'no-escribir' });
    expect([sent.status, sent.headers.location]).toEqual([
      ...[303, '/publico/encuesta/sin-respuesta?correos=no'],
    ]);
    const said = await server.app.inject({ method: 'GET', url: String(sent.headers.location) });
    expect([said.statusCode, said.body.includes('No te enviaremos más encuestas por correo')]).toEqual([
      ...[200, true],
    ]);
    expect(await objections()).toEqual([{ email: FIRST, notedAt: expect.any(String), notedBy: null }]);
    expect(await read(wave)).toMatchObject({ declined: 1, waiting: 1, objecting: 0 });
    // What other surveys had written is taken back; its own was written before and has not left either.
    expect(await read(other)).toMatchObject({ declined: 0, waiting: 2, objecting: 1 });
    expect(await mailed()).toEqual([SECOND, SECOND]);
    expect((await sendForm(server, link, { accion: 'no-escribir' })).status).toBe(404);
    expect(await add(await draft(), people(2))).toEqual({ added: 1, known: 0, objecting: 1 });
  });

  it('neither a room nor a plain refusal says it', async () => {
    const wave = await sentWave(server, office, { invited: 1 });
    const { url } = done(await office.post<{ url: string }>(`/waves/${wave.id}/room`));
    const room = new URL(url).pathname;
    expect((await server.app.inject({ method: 'GET', url: room })).body).not.toContain('no-escribir');
    expect((await sendForm(server, room, { accion: 'no-escribir' })).status).toBe(400);
    await sendForm(server, await linkOf(server, wave.id, FIRST), { accion: 'rechazar' });
    expect(await objections()).toEqual([]);
  });
});
