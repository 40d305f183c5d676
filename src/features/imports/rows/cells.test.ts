import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import {
  apply,
  errorsOf,
  read,
  rowsOf,
  setDefaults,
  take,
  typeCell,
  undo,
} from '../../../../test/imports.ts';
import type { Import } from '../contract.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const careerName = async (code: string) =>
  (
    await campus.db
      .selectFrom('careers')
      .select('name')
      .where('official_code', '=', code)
      .executeTakeFirstOrThrow()
  ).name;

it('a name in several columns is one name', async () => {
  const file =
    'Nombres;Apellido Paterno;Apellido Materno;Correo;Cargo;Escuela\n' +
    'ANA MARIA;SOTO;PEÑA;ana@u.example;Docente;ENF\nLeo;Paz;-;leo@u.example;Docente;ENF\n';
  const seen = await read(campus, 'users', file);
  expect(seen.mapping.name).toEqual([0, 1, 2]);
  expect((await rowsOf(campus, seen)).map(row => row.values.name)).toEqual([
    'Ana María Soto Peña',
    'Leo Paz',
  ]);
  await take(campus, 'users', file);
  expect((await read(campus, 'users', file)).counts).toMatchObject({ unchanged: 2 });
});

describe('a cell typed in the preview', () => {
  const people =
    'Correo;Nombre;Cargo;Escuela\na@u.example;Ana Soto;Docente;ENF\na@u.example;Eva Ríos;Docente;ENF\n';

  it('in a later row of the same key makes it another', async () => {
    const seen = await read(campus, 'users', people);
    expect(await errorsOf(campus, seen)).toEqual([[], ['email: El correo se repite: ya está en la fila 2.']]);
    const typed = await typeCell(campus, seen, 3, 'email', ' EVA@u.example');
    expect(typed.row).toMatchObject({ result: 'new', edited: ['email'], values: { email: 'eva@u.example' } });
    expect(typed.import.counts).toMatchObject({ new: 2, wrong: 0 });
    const again = await typeCell(campus, seen, 3, 'email', null);
    expect(again.row).toMatchObject({ result: 'wrong', edited: [] });
  });

  it('in the first of them frees the later, and takes the key from others', async () => {
    const seen = await read(campus, 'users', `${people}leo@u.example;Leo Paz;Docente;ENF\n`);
    await typeCell(campus, seen, 2, 'email', 'leo@u.example');
    expect(await errorsOf(campus, seen)).toEqual([
      [],
      [],
      ['email: El correo se repite: ya está en la fila 2.'],
    ]);
    await typeCell(campus, seen, 2, 'email', null);
    expect((await errorsOf(campus, seen)).map(each => each.length)).toEqual([0, 1, 0]);
  });

  it('of a code is the row that is written', async () => {
    const file = 'codigo;nombre;escuela\nK1;Danza;ENF\nK1;Teatro;ENF\nK1;Circo;ENF\n';
    const seen = await read(campus, 'careers', file);
    await typeCell(campus, seen, 2, 'officialCode', 'K7');
    expect((await errorsOf(campus, seen)).map(each => each.length)).toEqual([0, 0, 1]);
    const { import: typed } = await typeCell(campus, seen, 4, 'officialCode', 'K8');
    const done = await apply(campus, typed);
    expect(done.body).toMatchObject({ state: 'done', counts: { new: 3 } });
    expect(await Promise.all(['K7', 'K1', 'K8'].map(careerName))).toEqual(['Danza', 'Teatro', 'Circo']);
  });

  it('is kept by the stored row when the same file comes again', async () => {
    const file = 'codigo;nombre;escuela;sede\nK1;OBSTETRISIA;ENF;Norte\n';
    const seen = await read(campus, 'careers', file);
    const { import: typed } = await typeCell(campus, seen, 2, 'name', 'Obstetricia');
    await apply(campus, typed);
    expect(await careerName('K1')).toBe('Obstetricia');
    const again = await take(campus, 'careers', file);
    expect(again.counts).toMatchObject({ unchanged: 1 });
    const changed = await take(campus, 'careers', file.replace('OBSTETRISIA', 'Obstetricia y Puericultura'));
    expect(await careerName('K1')).toBe('Obstetricia y Puericultura');
    await undo(campus, changed);
    expect(await careerName('K1')).toBe('Obstetricia');
  });

  it('is refused of a line or a field that is none, and once it is applied', async () => {
    const seen = await read(campus, 'users', people);
    const path = `/imports/${seen.id}/rows`;
    expect((await campus.send('PUT', `${path}/99`, { field: 'name', text: 'Ana' })).status).toBe(404);
    expect((await campus.send('PUT', `${path}/2`, { field: 'nothing', text: 'Ana' })).status).toBe(400);
    expect((await campus.send('PUT', `${path}/2`, { field: 'name', text: 'A\0' })).status).toBe(400);
    await campus.send('POST', `/imports/${seen.id}/apply`, { version: seen.version, only: 'good' });
    expect((await campus.send('PUT', `${path}/2`, { field: 'name', text: 'Ana' })).status).toBe(409);
  });

  it('by somebody else meanwhile is not imported unseen', async () => {
    const seen = await read(campus, 'users', people);
    await typeCell(campus, seen, 3, 'email', 'eva@u.example');
    expect((await apply(campus, seen, { only: 'good' })).status).toBe(409);
  });
});

describe('a text for all rows', () => {
  const file = 'codigo;nombre;sede\nK1;Danza;Norte\nK2;Teatro;-\n';

  it('stands where a file has no column or an empty cell, and is remembered with its header', async () => {
    const seen = await read(campus, 'careers', file);
    expect(seen.counts).toMatchObject({ wrong: 2 });
    const said = await setDefaults(campus, seen, { school: 'ENF', campus: 'Sur', nothing: 'x' });
    expect(said).toMatchObject({ defaults: { school: 'ENF', campus: 'Sur' }, counts: { new: 2, wrong: 0 } });
    expect((await rowsOf(campus, said)).map(row => [row.values.school, row.values.campus])).toEqual([
      ['Escuela de Enfermería', 'Norte'],
      ['Escuela de Enfermería', 'Sur'],
    ]);
    const again = await read(campus, 'careers', file);
    expect(again).toMatchObject({ defaults: { school: 'ENF', campus: 'Sur' }, counts: { new: 2 } });
    expect((await read(campus, 'careers', file.replace('sede', 'Ciudad'))).defaults).toEqual({});
    await take(campus, 'careers', file);
    expect((await read(campus, 'careers', file)).counts).toMatchObject({ unchanged: 2 });
  });

  it('stands for a needed column, and yields to a cell that was emptied on purpose', async () => {
    const projects = `Código;Título;Responsable;Escuela;Año;Comuna\nP1;Feria;${PEOPLE.Academic};ENF;2019;\n`;
    const seen = await read(campus, 'projects', projects);
    expect(seen.missing).toEqual(['kind', 'status']);
    expect(await rowsOf(campus, seen)).toEqual([]);
    const said = await setDefaults(campus, seen, { kind: 'EXT', status: 'Cerrado', comunas: 'Penco' });
    expect(said).toMatchObject({ missing: [], counts: { new: 1 } });
    const { row, import: typed } = await typeCell(campus, said, 2, 'comunas', '');
    expect(row.values.comunas).toBe('');
    expect((await apply(campus, typed)).body).toMatchObject({ state: 'done' });
    expect((await read(campus, 'projects', projects)).counts, 'a text says more than a cell').toMatchObject({
      new: 0,
      wrong: 0,
    });
  });
});

it('cells are typed and words said before the columns are known', async () => {
  const seen = await read(campus, 'courses', 'Clave;Título;Dónde\nODD1;Cerámica;INF\n');
  const nothing = await campus.send('PUT', `/imports/${seen.id}/rows/2`, { field: 'name', text: 'Greda' });
  expect(nothing.status).toBe(404);
  const mapped = await campus.send<Import>('PUT', `/imports/${seen.id}/mapping`, {
    version: seen.version,
    mapping: { code: [0], name: [1, 99], school: [2] },
  });
  expect(mapped.body).toMatchObject({ mapping: { code: [0], school: [2] }, missing: ['name'] });
});
