import { expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { clientAs } from '../../../test/client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import { UNASSIGNED_FACULTY } from '../../domain/catalogues/unassigned.ts';
import { OPEN_END_NAMES, SETUP_STEPS } from '../../domain/settings/setup.ts';
import { firstRun } from '../../first-run.ts';
import type { Setup } from './contract.ts';

openUniversity();

const setup = async (): Promise<Setup> => {
  const { setup: found } = done(await clients.admin.get<{ setup: Setup }>('/home'));
  return found;
};
const stateOf = async (step: string) => {
  const found = (await setup()).steps.find(each => each.step === step);
  return `${found?.state}: ${found?.found}`;
};
const save = async (change: object) => {
  const { progress } = await setup();
  return clients.admin.put<Setup['progress']>('/settings/setup', { ...progress, ...change });
};
/** Totals of the lists that the open ends lead to. */
async function totals({ unassignedFaculty }: Setup) {
  const total = async (path: string) =>
    done(await clients.admin.get<{ total: number }>(`${path}&size=1`)).total;
  return {
    unassignedSchools: unassignedFaculty
      ? await total(`/schools?state=active&faculty=${unassignedFaculty}`)
      : 0,
    headlessSchools: await total('/schools?headless=true'),
    headlessFaculties: await total('/faculties?headless=true'),
    rolelessPeople: await total('/users?role=none'),
  };
}

it('names every step in its order, to administrators alone', async () => {
  expect((await setup()).steps.map(({ step }) => step)).toEqual(SETUP_STEPS);
  for (const who of ['academic', 'director', 'dean', 'reviewer'] as const)
    expect(done(await clients[who].get<{ setup: unknown }>('/home')).setup).toBeNull();
});

it('what an import left open is counted as the list behind it, and holds its step open', async () => {
  const before = await setup();
  expect(before.ends).toEqual(await totals(before));
  expect(before.unassignedFaculty).toBeNull();
  const { id: faculty_id } = await server.db
    .insertInto('faculties')
    .values({ ...UNASSIGNED_FACULTY })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('schools')
    .values([
      { code: 'KINE', name: 'Kinesiología', faculty_id },
      { code: 'CERR', name: 'Escuela cerrada', faculty_id, active: false },
    ])
    .execute();
  await server.db
    .insertInto('users')
    .values([
      { name: 'Ana Sin Rol', email: 'ana.sin.rol@biosur.example', roles: [], state: 'active' },
      { name: 'Beto Por Habilitar', email: 'beto@biosur.example', roles: [], state: 'pending' },
      { name: 'Caro Bloqueada', email: 'caro@biosur.example', roles: [], state: 'blocked' },
    ])
    .execute();
  const after = await setup();
  expect(after.ends).toEqual(await totals(after));
  const more = OPEN_END_NAMES.map(name => [name, after.ends[name] - before.ends[name]]);
  expect(Object.fromEntries(more)).toEqual({
    // The faculty of the unassigned is to be headed by nobody.
    ...{ unassignedSchools: 1, headlessSchools: 1, headlessFaculties: 0 },
    rolelessPeople: 1,
  });
  expect(await stateOf('units')).toBe('open: 1 escuela sin facultad');
  expect(await stateOf('people')).toMatch(/^open: \d+ personas? sin rol$/);
});

it('a school whose only director is blocked is without one', async () => {
  const { headlessSchools } = (await setup()).ends;
  const id = userIdOf(PEOPLE.director);
  const set = (state: 'active' | 'blocked') =>
    server.db.updateTable('users').set({ state }).where('id', '=', id).execute();
  await set('blocked');
  const found = await setup();
  await set('active');
  expect(found.ends.headlessSchools).toBe(headlessSchools + 1);
  const list = async (query: string) =>
    done(await clients.admin.get<{ rows: { id: string }[] }>(`/schools?${query}`)).rows.map(row => row.id);
  expect(await list('headless=false')).toContain(schoolIdOf('ENF'));
  expect(await list('headless=true')).not.toContain(schoolIdOf('ENF'));
});

it('steps are done by what is done: a backup, a mail that left, a call that opened', async () => {
  expect(await stateOf('backup')).toBe('open: Nunca se ha hecho');
  await server.db.insertInto('backups').values({ bytes: 1, sha256: 'ab', rows: 1, files: 0 }).execute();
  expect(await stateOf('backup')).toBe('done: El último, hace un momento');
  expect(await stateOf('mail')).toMatch(/^open: Sin servidor/);
  expect(await stateOf('provider')).toBe('open: Solo cuentas de demostración');
  const mail = { smtpUrl: 'smtp://localhost:2525', from: 'a@biosur.example' };
  const copy = await startApp({ mail, google: { clientId: 'google-client' } }, server);
  try {
    const office = await clientAs(copy, PEOPLE.admin);
    const { setup: there } = done(await office.get<{ setup: Setup }>('/home'));
    expect(there.steps.filter(({ step }) => step === 'mail' || step === 'provider')).toEqual([
      { step: 'mail', state: 'open', found: 'Falta probarlo: envíate un correo' },
      { step: 'provider', state: 'done', found: 'Google' },
    ]);
  } finally {
    await copy.close();
  }
});

it('the office leaves steps as they are and closes the guide; what is open stays told', async () => {
  const { progress } = await setup();
  expect(progress).toMatchObject({ settled: [], closed: false });
  done(await save({ settled: ['backup', 'call'] }));
  expect((await setup()).progress.settled).toEqual(['backup', 'call']);
  // Of two who change it from the same values one is told.
  const late = await clients.admin.put('/settings/setup', { ...progress, closed: true });
  expect([late.status, (await setup()).progress.closed]).toEqual([409, false]);
  done(await save({ closed: true }));
  const { steps, ends } = await setup();
  expect([steps, ends.rolelessPeople > 0]).toEqual([[], true]);
  const { rows } = done(await clients.admin.get<{ rows: unknown[] }>('/audit?object=setting'));
  expect(rows.slice(0, 2)).toMatchObject([
    { object: { name: 'Puesta en marcha' }, changes: [{ field: 'guía oculta', before: 'no', after: 'sí' }] },
    { changes: [{ field: 'pasos que se dejan así', after: 'Respaldo, Primera convocatoria' }] },
  ]);
  done(await save({ settled: [], closed: false }));
  expect((await setup()).steps).toHaveLength(SETUP_STEPS.length);
});

it('refuses what is no step, and everybody but the office', async () => {
  for (const settled of [['coffee'], ['mail', 'mail'], 'mail'])
    expect((await save({ settled })).status).toBe(400);
  for (const who of ['academic', 'director', 'dean', 'reviewer'] as const) {
    expect((await clients[who].get('/settings/setup')).status).toBe(403);
    expect((await clients[who].put('/settings/setup', {})).status).toBe(403);
  }
});

it('an installation of before gets the guide at its next start and keeps what it has', async () => {
  await server.db.deleteFrom('settings').where('key', '=', 'setup').execute();
  const others = await server.db.selectFrom('settings').selectAll().orderBy('key').execute();
  await firstRun(server.db, server.env);
  expect((await setup()).progress).toMatchObject({ settled: [], closed: false });
  const all = await server.db.selectFrom('settings').selectAll().orderBy('key').execute();
  expect(all.filter(setting => setting.key !== 'setup')).toEqual(others);
});
