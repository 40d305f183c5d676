import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, describeCatalogue, openCampus, type Person } from '../../../test/catalogue.ts';

describeCatalogue({
  path: '/schools',
  object: 'school',
  valid: async (campus, n) => ({
    code: `E${n}`,
    name: `Escuela de Pruebas ${n}`,
    facultyId: await campus.idOf('faculties', 'FIAD'),
  }),
  change: { name: 'Escuela de Oceanografía' },
  duplicate: ['code', 'Ya existe una escuela con ese código.'],
  activation: true,
  wrong: [
    [{ code: '' }, 'code', 'Este campo es obligatorio.'],
    [{ name: '' }, 'name', 'Este campo es obligatorio.'],
    [{ name: 'x'.repeat(201) }, 'name', 'Escribe como máximo 200 caracteres.'],
    [{ facultyId: null }, 'facultyId', 'Este campo es obligatorio.'],
    [{ facultyId: 'FIAD' }, 'facultyId', 'El formato no es válido.'],
  ],
});

describe('schools', () => {
  let campus: Campus;
  beforeAll(async () => {
    campus = await openCampus();
  });
  afterAll(() => campus.close());
  const codes = async (query: string, person: Person = 'Admin') =>
    (await campus.send('GET', `/schools?${query}`, undefined, campus.as(person))).body.rows?.map(r => r.code);

  it('shows each head only what they head', async () => {
    expect(await codes('sort=code')).toEqual(['ARQ', 'ENF', 'INF', 'TSO']);
    expect(await codes('sort=code', 'Dean')).toEqual(['ARQ', 'INF']);
    expect(await codes('sort=code', 'Director')).toEqual(['ENF']);
    const arq = await campus.idOf('schools', 'ARQ');
    expect((await campus.send('GET', `/schools/${arq}`, undefined, campus.as('Director'))).status).toBe(404);
  });

  it('filters by faculty and sorts by its name', async () => {
    expect(await codes(`faculty=${await campus.idOf('faculties', 'FSCS')}&sort=code`)).toEqual([
      'ENF',
      'TSO',
    ]);
    expect((await codes('sort=-faculty'))?.slice(0, 2).sort()).toEqual(['ENF', 'TSO']);
  });

  it('takes no inactive faculty, but keeps the one it has', async () => {
    const off = await campus.send('POST', '/faculties', { code: 'OFF', name: 'Facultad en cierre' });
    const facultyId = off.body.id;
    const school = await campus.send('POST', '/schools', {
      code: 'CIE',
      name: 'Escuela en cierre',
      facultyId,
    });
    await campus.send('PUT', `/faculties/${facultyId}/active`, {
      active: false,
      updatedAt: off.body.updatedAt,
    });
    const another = await campus.send('POST', '/schools', { code: 'OTR', name: 'Otra escuela', facultyId });
    expect(another.status).toBe(422);
    expect(another.body.errors).toEqual([{ path: 'facultyId', message: 'Elige una facultad activa.' }]);
    const renamed = { code: 'CIE', name: 'Escuela que sigue', facultyId, updatedAt: school.body.updatedAt };
    expect((await campus.send('PUT', `/schools/${school.body.id}`, renamed)).status).toBe(200);
  });

  it('is not saved over a head that came through the person since', async () => {
    const id = await campus.idOf('schools', 'ARQ');
    const { body: seen } = await campus.send('GET', `/schools/${id}`);
    const person = { name: 'Nadia Nueva', email: 'nadia@biosur.example', schoolIds: [id] };
    expect((await campus.send('POST', '/users', person)).status).toBe(200);
    const { code, name, updatedAt } = seen;
    const facultyId = (seen.faculty as { id: string }).id;
    const directorIds = (seen.directors as { id: string }[]).map(d => d.id);
    const fields = { code, name: `${name} y Diseño`, facultyId, directorIds, updatedAt };
    const stale = await campus.send('PUT', `/schools/${id}`, fields);
    expect(stale.status).toBe(409);
    expect(JSON.stringify(stale.body.extra)).toContain('Nadia Nueva');
  });

  it('is not deleted while anything refers to it, and says what', async () => {
    const refused = await campus.send('DELETE', `/schools/${await campus.idOf('schools', 'ENF')}`);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatch(/todavía se usa en .*carrera.* y \d+ personas?/);
  });
});
