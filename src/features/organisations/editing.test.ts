import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { auditOf } from '../../../test/audit.ts';
import { type Clients, everybody, organisationIdOf } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import type { Organisation } from './queries.ts';

let server: TestApp;
let people: Clients;
const CLINIC = organisationIdOf('61000027-4');
const COUNCIL = organisationIdOf('69000001-6');

beforeAll(async () => {
  server = await startApp();
  people = await everybody(server);
});
afterAll(() => server.close());

const path = (id = CLINIC) => `/organisations/${id}`;
const stored = async (id = CLINIC) => done(await people.admin.get<Organisation>(path(id)));
const save = async (more: object, id = CLINIC) => {
  const { id: _, active: __, updatedBy: ___, ...row } = await stored(id);
  return people.admin.put<Organisation>(path(id), { ...row, ...more });
};

it('the office changes an organisation; the audit keeps no contact', async () => {
  const changed = done(
    await save({
      rut: '61.000.027-4',
      point: { latitude: -36.82, longitude: -73.05 },
      contactName: 'Eva Lara',
    }),
  );
  expect(changed).toMatchObject({
    ...{ rut: '61000027-4', contactName: 'Eva Lara', updatedBy: 'Beatriz Navarrete Olea' },
    point: { latitude: -36.82, longitude: -73.05 },
  });
  expect(done(await save({ point: null })).point).toBeNull();
  const kept = await auditOf(server, CLINIC, 'organisation.updated');
  expect(JSON.stringify(kept)).not.toContain('Eva Lara');
  expect(kept.length).toBeGreaterThan(0);
});

it('refuses what is wrong at its field, and what is older than the row', async () => {
  const before = await stored();
  for (const [wrong, at] of [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: '123' }, 'name'],
    [{ rut: '61.000.027-3' }, 'rut'],
    [{ rut: '69000001-6' }, 'rut'],
    [{ type: 'iglesia' }, 'type'],
    [{ comunaCode: '99999' }, 'comunaCode'],
    [{ comunaCode: 8 }, 'comunaCode'],
    [{ contactEmail: 'eva' }, 'contactEmail'],
    [{ contactPhone: '9'.repeat(41) }, 'contactPhone'],
    [{ point: { latitude: 91, longitude: 0 } }, 'point.latitude'],
    [{ point: { latitude: 1 } }, 'point.longitude'],
  ] as const) {
    const { status, body } = await save(wrong);
    expect([400, 422], JSON.stringify(wrong)).toContain(status);
    expect(body).toMatchObject({ errors: [{ path: at }] });
  }
  expect(await stored()).toEqual(before);
  done(await save({ contactPhone: '+56 41 220 0000' }));
  const stale = await save({ name: 'CESFAM', updatedAt: before.updatedAt });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ extra: { stored: { contactPhone: '+56 41 220 0000' } } });
});

it('keeps HTML as it was typed, as text', async () => {
  const name = 'Taller <script>alert(1)</script> & Cía. 🎉';
  expect(done(await save({ name })).name).toBe(name);
  done(await save({ name: 'CESFAM Villa Los Ríos' }));
});

it('is taken out of use and back, and offered nowhere meanwhile', async () => {
  const offered = async () =>
    done(await people.academic.get<{ id: string }[]>('/options/organisation?q=cesfam')).some(
      o => o.id === CLINIC,
    );
  const set = async (active: boolean) =>
    done(await people.admin.put(`${path()}/active`, { active, updatedAt: (await stored()).updatedAt }));
  expect(await offered()).toBe(true);
  await set(false);
  expect(await offered()).toBe(false);
  await set(true);
  expect(await offered()).toBe(true);
});

it('is deleted only while nothing refers to it', async () => {
  const { id } = done(
    await people.admin.post<{ id: string }>('/organisations', {
      name: 'Efímera',
      type: 'ong',
      confirmed: true,
    }),
  );
  await sql`update organisations set merged_into = ${id}, kept_id = ${id} where id = ${COUNCIL}`.execute(
    server.db,
  );
  expect(await people.admin.delete(path(id))).toMatchObject({
    status: 422,
    body: {
      detail: 'No se puede eliminar porque todavía se usa en 1 organización unida. Puedes desactivarlo.',
    },
  });
  // A merged one is edited nowhere.
  expect((await people.admin.get(path(COUNCIL))).status).toBe(404);
  await sql`update organisations set merged_into = null, kept_id = null where id = ${COUNCIL}`.execute(
    server.db,
  );
  done(await people.admin.delete(path(id)));
  expect((await people.admin.get(path(id))).status).toBe(404);
});

it('is changed by the office alone', async () => {
  const row = await stored();
  for (const who of ['academic', 'director', 'dean', 'reviewer'] as const) {
    expect((await people[who].get(path())).status, who).toBe(403);
    expect((await people[who].put(path(), row)).status, who).toBe(403);
    expect(
      (await people[who].put(`${path()}/active`, { active: false, updatedAt: row.updatedAt })).status,
    ).toBe(403);
    expect((await people[who].delete(path())).status, who).toBe(403);
  }
});
