import { afterEach, expect, it, vi } from 'vitest';
import { done } from '../../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../../test/university.ts';
import type { BrowserConfig } from '../../../domain/kit/config.ts';
import { bandOf, FIRST_COLOUR } from '../../../domain/settings/colours.ts';
import { RULES } from '../../../domain/text/rule-messages.ts';
import { firstRun } from '../../../first-run.ts';
import { forgetInstitution } from '../../../server/institution.ts';
import type { StoredInstitution } from './contract.ts';

openUniversity();
afterEach(async () => {
  vi.useRealTimers();
  await server.db.deleteFrom('settings').where('key', 'in', ['institution', 'institutionLogo']).execute();
  await firstRun(server.db, server.env);
  forgetInstitution(server.db);
});

const FIRST = { name: 'Universidad de Demostración', colour: FIRST_COLOUR, logo: null };
const read = async () => done(await clients.admin.get<StoredInstitution>('/settings/institution'));
const save = async (change: object) => {
  const { name, colour, updatedAt } = await read();
  return clients.admin.put<StoredInstitution>('/settings/institution', {
    name,
    colour,
    updatedAt,
    ...change,
  });
};
const configNow = async () => (await server.app.inject({ url: '/config.json' })).json<BrowserConfig>();
const changesTold = async () =>
  done(await clients.admin.get<{ rows: { object: object; changes: object[] }[] }>('/audit?object=setting'))
    .rows;

it('the office changes name and colour without a restart, and the audit says so', async () => {
  expect(await read()).toMatchObject(FIRST);
  const change = { name: ' Universidad del Sur ', colour: '#FFE600' };
  expect(done(await save(change))).toMatchObject({
    ...{ name: 'Universidad del Sur', colour: '#ffe600', updatedBy: 'Beatriz Navarrete Olea' },
  });
  expect(await configNow()).toMatchObject({
    institution: 'Universidad del Sur',
    colour: '#ffe600',
    logo: null,
  });
  const [told] = await changesTold();
  expect(told).toMatchObject({
    object: { name: 'Institución' },
    changes: [
      { field: 'nombre', before: 'Universidad de Demostración', after: 'Universidad del Sur' },
      { field: 'color', before: FIRST_COLOUR, after: '#ffe600' },
    ],
  });
});

it('public documents bear name and colour of now, those that are kept, too', async () => {
  const page = async (path: string) => (await server.app.inject({ url: `/publico${path}` })).body;
  const pages = ['/privacidad', '/proyectos', '/nada'];
  for (const path of pages) expect(await page(path)).toContain(` - ${FIRST.name}</title>`);
  done(await save({ name: 'Universidad <Nueva>', colour: '#ffe600' }));
  for (const path of pages) {
    expect(await page(path)).toContain(' - Universidad &lt;Nueva&gt;</title>');
    expect(await page(path)).toContain('<link rel="stylesheet" href="/publico/estilo.css?color=ffe600">');
  }
  const band = async (search: string) => /--band: (#\w+)/.exec(await page(`/estilo.css${search}`))?.[1];
  expect(await band('?color=ffe600')).toBe(bandOf('#ffe600'));
  expect(await band('?color=000000')).toBe('#000000');
  for (const wrong of ['', '?color=', '?color=red;}', '?color=ffe600&color=ffe600', '?color=ffe60'])
    expect(await band(wrong)).toBe(bandOf(FIRST_COLOUR));
});

it('printed documents and calendars bear the name of now', async () => {
  const { publicUrl } = server.env;
  done(await save({ name: 'Universidad del Sur' }));
  const { url } = done(await clients.academic.post<{ url: string }>('/calendar-feed'));
  const { body } = await server.app.inject({ url: url.replace(publicUrl, '') });
  expect(body).toContain('Universidad del Sur');
  expect(body).not.toContain(FIRST.name);
});

it('of two who change them from the same values one is told', async () => {
  const { updatedAt } = await read();
  const answers = [await save({ name: 'Una' }), await save({ name: 'Otra', updatedAt })];
  expect(answers.map(a => a.status)).toEqual([200, 409]);
  expect(answers[1]?.body).toMatchObject({ extra: { stored: { name: 'Una' } } });
});

it('wrong values are named, and nobody but the office sees or changes them', async () => {
  for (const [change, path, message] of [
    [{ name: ' ' }, 'name', RULES.required],
    [{ name: 'x'.repeat(121) }, 'name', RULES.maxLength(120)],
    [
      { colour: 'rojo' },
      'colour',
      'Escribe un color como #0aa8c4: un # y seis cifras o letras de la a a la f.',
    ],
  ] as const)
    expect(await save(change)).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
  for (const who of ['academic', 'director', 'dean', 'reviewer'] as const) {
    expect((await clients[who].get('/settings/institution')).status).toBe(403);
    expect((await clients[who].put('/settings/institution', FIRST)).status).toBe(403);
    expect((await clients[who].put('/settings/institution/logo', new Uint8Array(8))).status).toBe(403);
    expect((await clients[who].delete('/settings/institution/logo')).status).toBe(403);
  }
  expect(await read()).toMatchObject(FIRST);
});

it('an installation of before gets the name of its environment at its next start, and keeps what it has', async () => {
  await server.db.deleteFrom('settings').where('key', 'in', ['institution', 'institutionLogo']).execute();
  const others = await server.db.selectFrom('settings').selectAll().orderBy('key').execute();
  await firstRun(server.db, { ...server.env, firstInstitution: 'Universidad Austral' });
  expect(await read()).toMatchObject({ ...FIRST, name: 'Universidad Austral' });
  const all = await server.db.selectFrom('settings').selectAll().orderBy('key').execute();
  expect(all.filter(s => !s.key.startsWith('institution'))).toEqual(others);
  await firstRun(server.db, { ...server.env, firstInstitution: 'Otra' });
  expect(await read()).toMatchObject({ name: 'Universidad Austral' });
});
