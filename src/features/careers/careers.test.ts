import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, describeCatalogue, openCampus, type Person } from '../../../test/catalogue.ts';

describeCatalogue({
  path: '/careers',
  object: 'career',
  valid: async (campus, n) => ({
    name: `Carrera de Pruebas ${n}`,
    officialCode: `I1S1C${n}`,
    schoolId: await campus.idOf('schools', 'INF'),
  }),
  change: { name: 'Geofísica', level: 'postgrado', shift: 'vespertina', campus: 'Chillán', code: '4411' },
  duplicate: ['officialCode', 'Ya existe una carrera con ese código único.'],
  activation: true,
  wrong: [
    [{ name: '' }, 'name', 'Este campo es obligatorio.'],
    [{ name: ['a'] }, 'name', 'Escribe un texto.'],
    [{ officialCode: 'a\u0000' }, 'officialCode', 'El texto contiene caracteres no permitidos.'],
    [{ officialCode: '<i>' }, 'officialCode', 'Usa letras, números, puntos, guiones y espacios.'],
    [{ level: 'doctorado' }, 'level', 'Elige una de las opciones.'],
    [{ shift: 'nocturna' }, 'shift', 'Elige una de las opciones.'],
    [{ campus: 'x'.repeat(121) }, 'campus', 'Escribe como máximo 120 caracteres.'],
    [{ schoolId: null }, 'schoolId', 'Este campo es obligatorio.'],
  ],
});

describe('careers', () => {
  let campus: Campus;
  beforeAll(async () => {
    campus = await openCampus();
  });
  afterAll(() => campus.close());
  const schoolsOf = async (query: string, person: Person = 'Admin') => {
    const { body } = await campus.send('GET', `/careers?size=200&${query}`, undefined, campus.as(person));
    return new Set(body.rows?.map(row => (row.school as { name: string }).name));
  };

  it('shows each head the careers of headed schools', async () => {
    expect((await schoolsOf('')).size).toBe(4);
    expect(await schoolsOf('', 'Director')).toEqual(new Set(['Escuela de Enfermería']));
    expect(await schoolsOf('', 'Dean')).toEqual(
      new Set(['Escuela de Ingeniería Informática', 'Escuela de Arquitectura y Diseño']),
    );
  });

  it('filters by school, faculty, level and campus together', async () => {
    const school = await campus.idOf('schools', 'ARQ');
    const made = { name: 'Diseño de Vestuario', schoolId: school, level: 'tecnico', campus: 'Lota' };
    await campus.send('POST', '/careers', made);
    const names = async (query: string) =>
      (await campus.send('GET', `/careers?${query}`)).body.rows?.map(row => row.name);
    expect(await names('level=tecnico')).toContain('Diseño de Vestuario');
    expect(await names('campus=Lota')).toEqual(['Diseño de Vestuario']);
    expect(await names(`school=${school}&level=tecnico&q=vestuario`)).toEqual(['Diseño de Vestuario']);
    expect(await names(`faculty=${await campus.idOf('faculties', 'FSCS')}&q=vestuario`)).toEqual([]);
  });

  it('allows many careers without official code', async () => {
    const schoolId = await campus.idOf('schools', 'ARQ');
    for (const name of ['Diplomado A', 'Diplomado B'])
      expect((await campus.send('POST', '/careers', { name, schoolId, officialCode: '' })).status).toBe(200);
  });

  it('is told from another of its name wherever several may stand', async () => {
    const schoolId = await campus.idOf('schools', 'INF');
    const add = async (more: object) => {
      const { status, body } = await campus.send('POST', '/careers', {
        name: 'Geomática',
        schoolId,
        ...more,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return String(body.id);
    };
    const first = await add({ campus: 'Lota', shift: 'diurna' });
    const course = { code: 'GEO1', name: 'Mapas', schoolId, careerIds: [first] };
    const { body: made } = await campus.send('POST', '/courses', course);
    const seen = async () => {
      const options = await campus.send<{ id: string; label: string; hint: string }[]>(
        'GET',
        '/options/career?q=geomatica',
      );
      const { body } = await campus.send('GET', `/courses/${made.id}`);
      const file = await campus.app.inject({
        url: '/api/courses/export?format=csv&q=GEO1',
        headers: campus.as('Admin'),
      });
      return {
        options: options.body.map(({ label, hint }) => `${label} / ${hint}`),
        course: body.careers,
        file: file.body.split('\n').find(line => line.includes('GEO1')),
      };
    };
    expect(await seen()).toEqual({
      options: ['Geomática / Lota · Diurna · Escuela de Ingeniería Informática'],
      course: [{ id: first, name: 'Geomática' }],
      file: expect.stringMatching(/[;,"]Geomática[;,"]/),
    });
    await add({ campus: 'Lota', shift: 'vespertina' });
    expect(await seen()).toEqual({
      options: [
        'Geomática · Diurna / Escuela de Ingeniería Informática',
        'Geomática · Vespertina / Escuela de Ingeniería Informática',
      ],
      course: [{ id: first, name: 'Geomática · Diurna' }],
      file: expect.stringContaining('Geomática · Diurna'),
    });
    // The list of careers has columns for what tells them apart, and is sorted by the name itself.
    const { body } = await campus.send('GET', '/careers?q=geomatica&sort=name');
    expect(body.rows?.map(row => row.name)).toEqual(['Geomática', 'Geomática']);
  });

  it('is not deleted while a course belongs to it', async () => {
    const { body } = await campus.send('POST', '/careers', {
      name: 'Con curso',
      schoolId: await campus.idOf('schools', 'INF'),
    });
    const course = await campus.db.selectFrom('courses').select('id').executeTakeFirstOrThrow();
    await campus.db
      .insertInto('course_careers')
      .values({ course_id: course.id, career_id: String(body.id) })
      .execute();
    const refused = await campus.send('DELETE', `/careers/${body.id}`);
    expect(refused.body.detail).toBe(
      'No se puede eliminar porque todavía se usa en 1 curso. Puedes desactivarlo.',
    );
  });
});
