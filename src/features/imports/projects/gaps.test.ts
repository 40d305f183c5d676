import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { read, rowsOf, take, undo } from '../../../../test/imports.ts';
import { pdfPages } from '../../../../test/pdf.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
  await campus.db.insertInto('themes').values({ name: 'Patrimonio vivo' }).execute();
});
afterEach(() => campus.close());

const TITLES =
  'Código;Tipo;Estado;Título;Responsable;Responsable alterno;Escuela;Inicio;Término;Tema;Actividad;Lugar;Cupos;Emprendimiento;Etapa';
const fileOf = (...rows: string[]) => `${TITLES}\n${rows.join('\n')}\n`;
const FAIR = `A/1;EXT;Cerrado;Feria de oficios;${PEOPLE.Academic};${PEOPLE.Director};ENF;01-03-2014;30-11-2019;patrimonio VIVO;feria;Plaza de Higueras;1.200;;`;
const VENTURE = `A/2;INC;Cerrado;Algas del golfo;${PEOPLE.Academic};;ENF;01-03-2018;30-11-2018;;;;;Algas SpA;Prototipo`;

async function sectionsOf(code: string) {
  const row = await campus.db
    .selectFrom('projects')
    .select(['id', 'kind', 'alternate_id'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const { body } = await campus.send('GET', `/projects/${row.kind}/${row.id}`);
  const sections = body.sections as { slug: string; version: number; data: Record<string, unknown> }[];
  const section = (slug: string) => sections.find(s => s.slug === slug);
  return { ...row, section };
}

it('alternate, theme, what the event and the venture were; as long as it took', async () => {
  const done = await take(campus, 'projects', fileOf(FAIR, VENTURE));
  const fair = await sectionsOf('A/1');
  const identification = fair.section('identification');
  expect(identification?.data).toMatchObject({
    alternateId: fair.alternate_id,
    startDate: '2014-03-01',
    endDate: '2019-11-30',
  });
  expect(fair.alternate_id).not.toBeNull();
  expect(identification?.data.themeId).not.toBeNull();
  expect(fair.section('event')?.data).toMatchObject({
    type: 'fair',
    capacity: 1200,
    sessions: [{ date: '2014-03-01', place: 'Plaza de Higueras' }],
  });
  expect((await sectionsOf('A/2')).section('venture')?.data).toMatchObject({
    name: 'Algas SpA',
    stage: 'prototype',
  });
  const again = await read(campus, 'projects', fileOf(FAIR, VENTURE));
  expect(again.counts).toMatchObject({ unchanged: 2, changed: 0 });

  // It stays as long as it was when somebody corrects its title by hand.
  const { id } = fair;
  const saved = await campus.send('PUT', `/projects/exts/${id}/sections/identification`, {
    version: identification?.version,
    data: { ...identification?.data, title: 'Feria de oficios y memoria' },
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect((await undo(campus, done)).status).toBe(422);
});

it('what changes is put back', async () => {
  await take(campus, 'projects', fileOf(FAIR));
  const before = await sectionsOf('A/1');
  const changed = FAIR.replace('patrimonio VIVO;feria', ';Concierto').replace(PEOPLE.Director, '');
  const done = await take(campus, 'projects', fileOf(changed));
  const after = await sectionsOf('A/1');
  expect(after.alternate_id).toBeNull();
  expect(after.section('event')?.data).toMatchObject({ type: 'concert' });
  expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
  const back = await sectionsOf('A/1');
  expect(back.alternate_id).toBe(before.alternate_id);
  for (const slug of ['identification', 'event'])
    expect(back.section(slug)?.data).toEqual(before.section(slug)?.data);
});

it('what is not known, or not of the kind, is told', async () => {
  const same = FAIR.replace(PEOPLE.Director, PEOPLE.Academic).replace('patrimonio VIVO;feria', 'Otro;Siesta');
  const seen = await read(campus, 'projects', fileOf(same, VENTURE.replace('INC', 'EXT')));
  const rows = await rowsOf(campus, seen);
  expect(rows.map(row => row.errors.map(e => `${e.field}: ${e.message}`))).toEqual([
    [
      'theme: No existe el tema «Otro».',
      'eventType: Usa una de estas: Seminario, Taller, Charla, Exposición, Concierto, Obra o presentación escénica, Operativo de salud, Feria, Concurso o torneo, Otro.',
      'alternate: El responsable alterno debe ser otra persona.',
    ],
    [
      'venture: Los proyectos de tipo EXT no tienen «Emprendimiento».',
      'stage: Los proyectos de tipo EXT no tienen «Emprendimiento».',
    ],
  ]);
});

it('careers of one name are told apart in the preview and in the project', async () => {
  const schoolId = await campus.idOf('schools', 'ENF');
  for (const [code, where] of [
    ['GEO-1', 'Lota'],
    ['GEO-2', 'Los Ángeles'],
  ]) {
    const career = { name: 'Geomática', code, schoolId, campus: where };
    expect((await campus.send('POST', '/careers', career)).status).toBe(200);
  }
  const file = fileOf(FAIR).replace('Código;', 'Carreras;Código;').replace('A/1', 'GEO-2;A/1');
  await take(campus, 'projects', file);
  const changed = await read(campus, 'projects', file.replace('GEO-2', 'GEO-1'));
  const [row] = await rowsOf(campus, changed);
  expect(row?.changes.careers?.[0]).toBe('Geomática · Los Ángeles');
  const { id, kind, section } = await sectionsOf('A/1');
  const { body } = await campus.send('GET', `/projects/${kind}/${id}`);
  const careerIds = section('identification')?.data.careerIds as string[];
  expect(careerIds.map(each => (body.labels as Record<string, string>)[each])).toEqual([
    'Geomática · Los Ángeles',
  ]);
  const pdf = await campus.app.inject({
    url: `/api/projects/${kind}/${id}/pdf`,
    headers: campus.as('Admin'),
  });
  expect(pdfPages(pdf.rawPayload).join(' ').replace(/\s+/g, ' ')).toContain('Geomática · Los Ángeles');
  await sql`update projects set consent_to_publish = true where id = ${id}`.execute(campus.db);
  const table = await campus.app.inject({ url: '/publico/proyectos.csv' });
  expect(table.body).toContain('Geomática · Los Ángeles');
});
