import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { type Clients, everybody } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { listPairs } from './contract.ts';
import { compareOrganisations } from './jobs.ts';

type Page = OutputOf<typeof listPairs>;

let server: TestApp;
let people: Clients;
beforeAll(async () => {
  server = await startApp();
  people = await everybody(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from organisation_pairs`.execute(server.db);
  await sql`delete from organisations o where not exists (select from project_partners l where l.organisation_id = o.id)
    and o.name like 'Prueba%'`.execute(server.db);
  await compareOrganisations(server.db);
});

async function organisation(name: string, rut: string | null = null): Promise<string> {
  const { id } = await server.db
    .insertInto('organisations')
    .values({ name: `Prueba ${name}`, type: 'ong', rut })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const rename = (id: string, name: string) =>
  sql`update organisations set name = ${name} where id = ${id}`.execute(server.db);
const page = async (query = '') => done(await people.admin.get<Page>(`/partners/pairs?q=prueba${query}`));
const pairs = async (query = '') =>
  (await page(query)).rows.map(({ a, b }) => [a.id, b.id].toSorted().join('.'));
const pairOf = (a: string, b: string) => [a, b].toSorted().join('.');
const compare = () => compareOrganisations(server.db);
const judge = (a: string, b: string, distinct: boolean) =>
  people.admin.put(`/partners/pairs/${a}/${b}`, { distinct });

describe('the job', () => {
  it.each([
    ['Ilustre Municipalidad de Tomé', 'I. Municipalidad Tomé'],
    ['Junta de Vecinos N° 12 Los Aromos', 'JUNTA DE VECINOS Nº12 LOS AROMOS'],
    ['Junta de Vecinos N° 12 Los Aromos', 'Junta de Vecinos N.º 012 Los Aromo'],
    ['Club de Adulto Mayor Las Araucarias', 'Club de Adultos Mayores Araucaria'],
    ['Fundación Kawün', 'Fundacion Kawun Chile'],
    ['Comercial Río Claro Limitada', 'Comercial Rio Claro Ltda.'],
  ])('finds %s and %s', async (one, other) => {
    const [a, b] = [await organisation(one), await organisation(other)];
    await compare();
    expect(await pairs()).toEqual([pairOf(a, b)]);
  });

  it.each([
    ['Junta de Vecinos N° 12 Los Aromos', 'Junta de Vecinos N° 13 Los Aromos'],
    ['Junta de Vecinos N° 12 Los Aromos', 'Junta de Vecinos Los Aromos'],
    ['Municipalidad de Tomé', 'Municipalidad de Lota'],
    ['Junta de Vecinos Los Aromos', 'Junta de Vecinos Los Alamos'],
    ['Escuela Básica Santa Rosa', 'Escuela Básica Santa Rita'],
  ])('does not take %s for %s', async (one, other) => {
    await organisation(one);
    await organisation(other);
    await compare();
    expect(await pairs()).toEqual([]);
  });

  it('takes two with a RUT each for two, and one without for either', async () => {
    const a = await organisation('Vivero Lenga', '71000001-1');
    const b = await organisation('Vivero Lenga', '71000002-2');
    const c = await organisation('Vivero Lenga');
    await compare();
    expect((await pairs()).toSorted()).toEqual([pairOf(a, c), pairOf(b, c)].toSorted());
    await sql`update organisations set rut = '71000003-3' where id = ${c}`.execute(server.db);
    await compare();
    expect(await pairs()).toEqual([]);
  });

  it('looks again at who is called otherwise, and at nobody else', async () => {
    const [a, b] = [await organisation('Vivero Lenga'), await organisation('Astillero Quintero')];
    expect((await page()).pending).toBe(2);
    expect(await compare()).toEqual({ compared: 2, left: 0 });
    expect(await compare()).toEqual({ compared: 0, left: 0 });
    await rename(b, 'Prueba Vivero Lengas');
    expect(await compare()).toEqual({ compared: 1, left: 0 });
    expect(await pairs()).toEqual([pairOf(a, b)]);
    await rename(a, 'Prueba Panadería Sur');
    await compare();
    expect(await pairs()).toEqual([]);
  });

  it('may run in two copies at once', async () => {
    const ids = [];
    for (let n = 0; n < 60; n += 1)
      ids.push(await organisation(`Vivero ${'abcdefghij'[n % 10]?.repeat(6)} Lenga`));
    const runs = await Promise.all([compare(), compare()]);
    expect(runs.map(run => run.compared).reduce((sum, n) => sum + n)).toBe(60);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from organisation_pairs where likeness = 1`.execute(server.db);
    // Ten names, six of each.
    expect(rows[0]?.n).toBe(10 * 15);
  });

  it('leaves out who was merged, and comes back to them once that is undone', async () => {
    const [a, b] = [await organisation('Vivero Lenga'), await organisation('Vivero Lenga')];
    await compare();
    const { merge } = done(await people.admin.post<{ merge: string }>(`/partners/${a}/merge`, { into: b }));
    const c = await organisation('Vivero Lenga');
    await compare();
    expect(await pairs()).toEqual([pairOf(b, c)]);
    done(await people.admin.post(`/partners/merges/${merge}/undo`));
    await compare();
    expect((await pairs()).toSorted()).toEqual([pairOf(a, b), pairOf(a, c), pairOf(b, c)].toSorted());
  });
});

describe('the list', () => {
  it('has the most alike first, with what tells them apart', async () => {
    const [a, b] = [await organisation('Vivero Lenga'), await organisation('Vivero Lenga')];
    const c = await organisation('Vivero Lenga Austral');
    await sql`update organisations set contact_name = 'Rosa Díaz', contact_phone = '41 2', comuna_code = '08101'
      where id = ${a}`.execute(server.db);
    await compare();
    const { rows, total } = await page();
    expect([total, rows.map(row => row.likeness === 1)]).toEqual([3, [true, false, false]]);
    expect([rows[0]?.a, rows[0]?.b].find(side => side?.id === a)).toEqual({
      ...{ id: a, name: 'Prueba Vivero Lenga', rut: null, type: 'ong', comuna: 'Concepción', active: true },
      ...{ projects: 0, agreements: 0, contact: 'Rosa Díaz · 41 2' },
    });
    expect(rows[0]?.id.split('.')).toEqual([a, b].toSorted());
    expect((await page('%20austral')).total).toBe(2);
    expect((await page('&size=1&page=2')).rows.map(row => row.id)).toEqual([rows[1]?.id]);
    expect(c).toBeTruthy();
  });

  it('is the office’s alone', async () => {
    for (const who of ['academic', 'director', 'otherDean', 'reviewer'] as const) {
      expect((await people[who].get('/partners/pairs')).status).toBe(403);
      expect((await people[who].get('/partners/pairs/export?format=csv')).status).toBe(403);
      expect((await people[who].put(`/partners/pairs/${people.admin}/x`, { distinct: true })).status).toBe(
        403,
      );
    }
  });
});

describe('that two are distinct', () => {
  it('is said and taken back, once each, in whichever order they are named', async () => {
    const [a, b] = [await organisation('Vivero Lenga'), await organisation('Vivero Lenga')];
    await compare();
    expect(done(await judge(b, a, true))).toEqual({ distinct: true });
    expect(done(await judge(a.toUpperCase(), b, true))).toEqual({ distinct: true });
    expect(await pairs()).toEqual([]);
    expect((await page('&state=distinct')).rows).toMatchObject([
      { distinctBy: expect.stringContaining('Beatriz') },
    ]);
    // What the job finds anew about them changes nothing.
    await rename(a, 'Prueba Vivero Lengas');
    await compare();
    expect(await pairs()).toEqual([]);
    done(await judge(a, b, false));
    await compare();
    expect(await pairs()).toEqual([pairOf(a, b)]);
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const told = [
        ...(await auditOf(server, one, 'organisation.told_apart')),
        ...(await auditOf(server, one, 'organisation.not_told_apart')),
      ];
      expect(told.map(entry => entry.changes)).toEqual([
        { distinctFrom: [null, other] },
        { distinctFrom: [other, null] },
      ]);
    }
  });

  it('is forgotten where they are no more alike when it is taken back', async () => {
    const [a, b] = [await organisation('Vivero Lenga'), await organisation('Vivero Lenga')];
    await compare();
    done(await judge(a, b, true));
    await rename(a, 'Prueba Panadería Sur');
    await compare();
    done(await judge(a, b, false));
    await compare();
    expect(await pairs()).toEqual([]);
    expect((await judge(a, b, true)).status).toBe(404);
  });
});
