import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Clients, everybody, nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { act, type Created, completePacs, done } from '../../../test/factories.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { getHome } from '../home/contract.ts';
import { runDue } from '../workflow/transitions/jobs.ts';

let server: TestApp;
let clients: Clients;
let project: Created;

beforeAll(async () => {
  server = await startApp();
  clients = await everybody(server);
  project = await completePacs(clients.academic, await nursing(clients.academic));
  done(await act(clients.academic, project, 'submit'));
  done(await act(clients.director, project, 'endorse'));
  done(await act(clients.dean, project, 'endorse'));
  await server.db.deleteFrom('notifications').execute();
  await server.db.deleteFrom('mails').execute();
});
afterAll(() => server.close());

const path = (rest = '') => `/projects/${project.kind}/${project.id}/changes${rest}`;
const ask = async (endDate: string) =>
  done(
    await clients.academic.post<{ id: string }>(path(), {
      id: randomUUID(),
      section: 'identification',
      version: 2,
      data: { startDate: '2026-08-03', endDate },
      reason: 'Se atrasó el convenio.',
    }),
  ).id;
const told = async (table: 'notifications' | 'mails', email: string) =>
  server.db.selectFrom(table).selectAll().where('user_id', '=', userIdOf(email)).execute();

it('whoever decides is told at once, and no more once the request is taken back', async () => {
  const id = await ask('2027-01-29');
  const [notice] = await told('notifications', PEOPLE.director);
  expect(notice).toMatchObject({
    type: 'request',
    title: 'Te toca decidir un cambio',
    text: 'Camila Rojas Fuentes pidió cambiar las fechas.',
    project_id: project.id,
  });
  const [mail] = await told('mails', PEOPLE.director);
  expect(mail?.text).toContain('Se atrasó el convenio.');
  expect(await told('notifications', PEOPLE.academic)).toEqual([]);
  expect(await told('notifications', PEOPLE.dean)).toEqual([]);

  done(await clients.academic.post(path(`/${id}/withdrawal`)));
  expect(await told('notifications', PEOPLE.director)).toEqual([]);
  expect(await told('mails', PEOPLE.director)).toEqual([]);
});

it('the author is told of the decision with its reason', async () => {
  const id = await ask('2027-01-15');
  const given = { accept: false, version: 2, reason: 'El semestre ya terminó.' };
  done(await clients.director.post(path(`/${id}/decision`), given));
  expect(await told('notifications', PEOPLE.academic)).toMatchObject([
    {
      type: 'decision',
      title: 'Cambio rechazado',
      text: 'Patricia Contreras Vidal rechazó cambiar las fechas.',
    },
  ]);
  const [mail] = await told('mails', PEOPLE.academic);
  expect(mail?.text).toContain('El semestre ya terminó.');
  expect(await told('notifications', PEOPLE.director)).toEqual([]);
});

it('where the school and its faculty have no heads, the office is reminded, and no dean of another', async () => {
  const heads = await server.db.deleteFrom('school_heads').returningAll().execute();
  const ofFaculty = await server.db
    .deleteFrom('faculty_heads')
    .where('user_id', '=', userIdOf(PEOPLE.dean))
    .returningAll()
    .execute();
  const id = await ask('2027-01-20');
  const waiting = done(await clients.admin.get<OutputOf<typeof getHome>>('/home')).changes;
  expect(waiting.map(c => c.id)).toEqual([id]);
  await runDue(server, new Date(waiting[0]?.due ?? 0));
  const reminded = async (email: string) =>
    (await told('notifications', email)).filter(n => n.text.includes('Te toca decidir un cambio')).length;
  expect([await reminded(PEOPLE.admin), await reminded(PEOPLE.otherDean)]).toEqual([1, 0]);
  done(await clients.academic.post(path(`/${id}/withdrawal`)));
  await server.db.insertInto('school_heads').values(heads).execute();
  await server.db.insertInto('faculty_heads').values(ofFaculty).execute();
});

it('nobody is called to decide a change of a project that has ended', async () => {
  await ask('2027-01-22');
  const calls = async () => {
    const [notices, mails] = [
      await told('notifications', PEOPLE.director),
      await told('mails', PEOPLE.director),
    ];
    const unread = notices.filter(n => n.type === 'request' && n.read_at === null);
    return [unread.length, mails.filter(m => m.type === 'request').length];
  };
  expect(await calls()).toEqual([1, 1]);
  done(await act(clients.admin, project, 'cancel', { reason: 'El socio se retiró.' }));
  expect(await calls()).toEqual([0, 0]);
});
