import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, describeCatalogue, openCampus } from '../../../test/catalogue.ts';

describeCatalogue({
  path: '/courses',
  object: 'course',
  valid: async (campus, n) => ({
    code: `TST${n}`,
    name: `Curso de Pruebas ${n}`,
    schoolId: await campus.idOf('schools', 'INF'),
  }),
  change: { name: 'Oceanografía Física', credits: 4.5, serviceLearning: true },
  duplicate: ['code', 'Ya existe un curso con ese código.'],
  activation: true,
  wrong: [
    [{ code: '' }, 'code', 'Este campo es obligatorio.'],
    [{ name: 'x'.repeat(201) }, 'name', 'Escribe como máximo 200 caracteres.'],
    [{ credits: -1 }, 'credits', 'El valor mínimo es 0.'],
    [{ credits: 1000 }, 'credits', 'El valor máximo es 999.'],
    [{ credits: 4.55 }, 'credits', 'Usa como máximo un decimal.'],
    [{ credits: 'cinco' }, 'credits', 'Escribe un número.'],
    [{ serviceLearning: 'sí' }, 'serviceLearning', 'El valor no es válido.'],
    [{ careerIds: ['1'] }, 'careerIds.0', 'El formato no es válido.'],
  ],
});

describeCatalogue({
  path: '/offerings',
  object: 'offering',
  valid: async (campus, n) => {
    const course = await campus.db
      .selectFrom('courses')
      .select('id')
      .orderBy('code')
      .executeTakeFirstOrThrow();
    return { courseId: course.id, period: '2031-1', section: `S${n}` };
  },
  change: { enrolled: 31, section: 'T1' },
  duplicate: ['section', 'Ese curso ya tiene esa sección en ese período.'],
  activation: true,
  wrong: [
    [{ courseId: null }, 'courseId', 'Este campo es obligatorio.'],
    [{ period: '2031-3' }, 'period', 'Elige un período, por ejemplo 2026-1.'],
    [{ section: '' }, 'section', 'Este campo es obligatorio.'],
    [{ enrolled: 1.5 }, 'enrolled', 'Escribe un número entero.'],
    [{ enrolled: -1 }, 'enrolled', 'El valor mínimo es 0.'],
    [{ enrolled: 100_001 }, 'enrolled', 'El valor máximo es 100.000.'],
    [{ teacherId: 'nadie' }, 'teacherId', 'El formato no es válido.'],
  ],
});

describe('courses', () => {
  let campus: Campus;
  beforeAll(async () => {
    campus = await openCampus();
  });
  afterAll(() => campus.close());
  const names = async (query: string) =>
    (await campus.send('GET', `/courses?${query}`)).body.rows?.map(row => row.name);

  it('knows its careers and is found by one of them', async () => {
    const schoolId = await campus.idOf('schools', 'INF');
    const career = await campus.send('POST', '/careers', { name: 'Robótica', schoolId, campus: 'Lota' });
    const course = await campus.send('POST', '/courses', {
      code: 'ROB1',
      name: 'Taller de Robots',
      schoolId,
      careerIds: [career.body.id],
    });
    expect(course.body.careers).toEqual([{ id: career.body.id, name: 'Robótica' }]);
    expect(await names(`career=${career.body.id}`)).toEqual(['Taller de Robots']);
    expect((await campus.send('DELETE', `/courses/${course.body.id}`)).status).toBe(200);
  });

  it('refuses careers and teachers that do not exist', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000';
    const schoolId = await campus.idOf('schools', 'INF');
    const course = { code: 'X1', name: 'Curso X', schoolId, careerIds: [nobody] };
    expect((await campus.send('POST', '/courses', course)).body.errors).toEqual([
      { path: 'careerIds', message: 'Alguna de las carreras ya no existe.' },
    ]);
    const { body } = await campus.send('POST', '/courses', { ...course, careerIds: [] });
    const offering = { courseId: body.id, period: '2030-1', section: '1', teacherId: nobody };
    expect((await campus.send('POST', '/offerings', offering)).body.errors).toEqual([
      { path: 'teacherId', message: 'Elige una persona habilitada.' },
    ]);
  });

  it('is not deleted while it has offerings; those of a course are listed by period', async () => {
    const schoolId = await campus.idOf('schools', 'INF');
    const { body: course } = await campus.send('POST', '/courses', {
      code: 'OF1',
      name: 'Con oferta',
      schoolId,
    });
    // Periods without offerings in the demo, which has those of its own days.
    for (const period of ['2098-1', '2098-2'])
      await campus.send('POST', '/offerings', { courseId: course.id, period, section: '1', enrolled: 20 });
    const refused = await campus.send('DELETE', `/courses/${course.id}`);
    expect(refused.body.detail).toContain('se usa en 2 ofertas');
    const { body } = await campus.send('GET', `/offerings?course=${course.id}`);
    expect(body.rows?.map(row => row.period)).toEqual(['2098-2', '2098-1']);
    expect(await names('period=2098-2')).toEqual(['Con oferta']);
    expect(
      (await campus.send('GET', `/offerings?course=${course.id}`, undefined, campus.as('Director'))).body,
    ).toEqual({
      rows: [],
      total: 0,
    });
  });

  it('filters by service learning and sorts by credits with the unknown last', async () => {
    const schoolId = await campus.idOf('schools', 'TSO');
    for (const [code, credits] of [
      ['CR1', 3],
      ['CR2', null],
      ['CR3', 7.5],
    ] as const)
      await campus.send('POST', '/courses', { code, name: `Créditos ${code}`, schoolId, credits });
    expect(await names('q=creditos&sort=-credits')).toEqual(['Créditos CR3', 'Créditos CR1', 'Créditos CR2']);
    expect(await names('q=creditos&sort=credits')).toEqual(['Créditos CR1', 'Créditos CR3', 'Créditos CR2']);
    expect(await names('q=creditos&serviceLearning=yes')).toEqual([]);
  });
});
