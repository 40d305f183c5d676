import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { errorsOf, read, rowsOf, sayWord, take } from '../../../../test/imports.ts';
import type { ImportValues } from '../contract.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const people = (...rows: string[]) => `Correo;Nombre;Cargo;Escuela\n${rows.join('\n')}\n`;
const valuesOf = async ({ id }: { id: string }) =>
  (await campus.send<ImportValues>('GET', `/imports/${id}/values`)).body;

describe('a word said once', () => {
  const file = people(
    'ana@u.example;Ana Soto;Coordinador VcM;ENF',
    'eva@u.example;Eva Ríos;COORDINADOR VCM;ENF',
    'leo@u.example;Leo Paz;Jefe de carrera;ENF',
  );

  it('holds for all rows, for the next file, and no more once it is forgotten', async () => {
    const seen = await read(campus, 'users', file);
    expect(seen.counts).toMatchObject({ new: 0, wrong: 3 });
    expect((await valuesOf(seen)).unknown.map(({ field, text, rows }) => [field, text, rows])).toEqual([
      ['position', 'COORDINADOR VCM', 2],
      ['position', 'Jefe de carrera', 1],
    ]);
    const said = await sayWord(campus, seen, 'roles', 'Coordinador VcM', 'Evaluador');
    expect(said.counts).toMatchObject({ new: 2, wrong: 1 });
    expect(said.version).toBeGreaterThan(seen.version);
    expect((await rowsOf(campus, said)).map(row => row.values.position)).toEqual([
      'Evaluación',
      'Evaluación',
      'Jefe de carrera',
    ]);
    expect((await valuesOf(said)).said).toEqual([
      { field: 'roles', text: 'Coordinador VcM', value: 'Evaluador' },
    ]);
    expect((await read(campus, 'users', file)).counts).toMatchObject({ new: 2, wrong: 1 });

    const other = await sayWord(campus, seen, 'roles', 'coordinador vcm', 'Académico');
    expect((await rowsOf(campus, other)).map(row => row.values.position)).toEqual([
      'Academia',
      'Academia',
      'Jefe de carrera',
    ]);
    const forgotten = await sayWord(campus, seen, 'roles', 'Coordinador VcM', null);
    expect(forgotten.counts).toMatchObject({ new: 0, wrong: 3 });
    expect((await valuesOf(forgotten)).said).toEqual([]);
    expect((await read(campus, 'users', file)).counts).toMatchObject({ wrong: 3 });
  });

  it('may say that a position is none, or that it heads the school of the row', async () => {
    const seen = await read(campus, 'users', file);
    await sayWord(campus, seen, 'roles', 'Coordinador VcM', '');
    const said = await sayWord(campus, seen, 'roles', 'Jefe de carrera', 'Director');
    expect(said.counts).toMatchObject({ new: 3, wrong: 0 });
    const [ana, , leo] = await rowsOf(campus, said);
    expect([ana?.values.roles, leo?.values.schoolIds]).toEqual(['', 'Escuela de Enfermería']);
  });

  it('of a school stands in every import; of another field in its own noun alone', async () => {
    const seen = await read(campus, 'users', people('ana@u.example;Ana Soto;Docente;1110'));
    expect(seen.counts).toMatchObject({ wrong: 1 });
    expect((await sayWord(campus, seen, 'school', '1110', 'ENF')).counts).toMatchObject({ new: 1 });
    await sayWord(campus, seen, 'roles', 'Normal', 'Académico');
    const careers = await read(campus, 'careers', 'codigo;nombre;escuela;nivel\nK1;Danza;1110;Normal\n');
    const [row] = await rowsOf(campus, careers);
    expect(row?.values.school).toBe('Escuela de Enfermería');
    expect(row?.errors.map(each => each.field)).toEqual(['level']);
    const courses = await read(campus, 'courses', 'codigo;curso;escuela\nC1;Ritmo;1110\n');
    expect(courses.counts).toMatchObject({ new: 1, wrong: 0 });
  });

  it('of people holds for its own file alone', async () => {
    const projects = `Código;Tipo;Estado;Título;Responsable;Escuela;Año\nP1;EXT;Cerrado;Feria;L. Muñoz;ENF;2019\n`;
    const seen = await read(campus, 'projects', projects);
    expect(seen.counts).toMatchObject({ wrong: 1 });
    const said = await sayWord(campus, seen, 'lead', 'L. Muñoz', PEOPLE.Academic);
    expect(said.counts).toMatchObject({ new: 1, wrong: 0 });
    expect((await read(campus, 'projects', projects)).counts).toMatchObject({ wrong: 1 });
    expect((await take(campus, 'projects', projects.replace('L. Muñoz', PEOPLE.Academic))).counts.new).toBe(
      1,
    );
    const kept = await campus.db.selectFrom('import_words').select(['noun', 'import_id']).execute();
    expect(kept).toEqual([{ noun: null, import_id: seen.id }]);
  });
});

it('words are refused of fields that are none, and once it is applied', async () => {
  const seen = await read(campus, 'users', people('ana@u.example;Ana Soto;Docente;ENF'));
  const say = (words: object[]) => campus.send('PUT', `/imports/${seen.id}/words`, { words });
  expect((await say([{ field: 'nothing', text: 'a', value: 'b' }])).status).toBe(400);
  expect((await say([])).status).toBe(400);
  expect((await say([{ field: 'roles', text: 'a\0', value: 'b' }])).status).toBe(400);
  await campus.send('POST', `/imports/${seen.id}/apply`, { version: seen.version, only: 'all' });
  expect((await say([{ field: 'roles', text: 'a', value: 'b' }])).status).toBe(409);
});

it('two people of one name are told apart by their mail', async () => {
  const twins = people(
    'ana1@u.example;Ana Soto Ríos;Docente;ENF',
    'ana2@u.example;Ana Soto Ríos;Docente;INF',
  );
  await take(campus, 'users', twins);
  const project = `Código;Tipo;Estado;Título;Responsable;Escuela;Año\nP1;EXT;Cerrado;Feria;Soto Ríos, Ana;ENF;2019\n`;
  const seen = await read(campus, 'projects', project);
  expect(await errorsOf(campus, seen)).toEqual([
    ['lead: Hay varias personas llamadas «Soto Ríos, Ana»: usa su correo.'],
  ]);
  const values = await valuesOf(seen);
  const { unknown } = values;
  expect(unknown, JSON.stringify(values)).toMatchObject([
    { field: 'lead', isLikely: false, canCreate: false },
  ]);
  expect(unknown[0]?.suggestions.map(each => each.value).sort()).toEqual([
    'ana1@u.example',
    'ana2@u.example',
  ]);
  const said = await sayWord(campus, seen, 'lead', 'Soto Ríos, Ana', 'ana2@u.example');
  expect(said.counts).toMatchObject({ new: 1 });
});

it('suggests what a cell may say', async () => {
  const seen = await read(campus, 'users', people('ana@u.example;Ana Soto;Docente;ENF'));
  const suggest = async (field: string, q: string) =>
    (await campus.send<{ value: string }[]>('GET', `/imports/${seen.id}/suggestions?field=${field}&q=${q}`))
      .body;
  expect((await suggest('school', 'enfermer'))[0]?.value).toBe('Escuela de Enfermería');
  expect((await suggest('roles', '')).map(each => each.value)).toEqual([
    'Academia',
    'Evaluación',
    'Administración',
    'Director',
    'Decanato',
    '',
  ]);
  const none = await campus.send('GET', `/imports/${seen.id}/suggestions?field=nothing&q=`);
  expect(none.status).toBe(400);
});
