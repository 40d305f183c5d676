import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { errorsOf, read, rowsOf, sayWord, take, undo } from '../../../../test/imports.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const careers = (...units: string[]) =>
  `codigo;nombre;escuela\n${units.map((unit, at) => `K${at + 1};Danza ${at + 1};${unit}`).join('\n')}\n`;
const TITLES = 'Código;Tipo;Estado;Título;Responsable;Escuela;Año;Socios;Comuna;Monto adjudicado';
const projects = (...rows: string[]) =>
  `${TITLES}\n${rows.map((row, at) => `P${at + 1};EXT;Cerrado;Feria ${at + 1};${PEOPLE.Academic};ENF;2019;${row}`).join('\n')}\n`;
const namesIn = async (table: 'schools' | 'organisations') =>
  (await campus.db.selectFrom(table).select('name').execute()).map(each => each.name);
const setInactive = (table: 'schools' | 'organisations', name: string) =>
  campus.db.updateTable(table).set({ active: false }).where('name', '=', name).execute();

describe('a unit that nobody has', () => {
  it('and that is called much like another is asked for; a word that stands for itself makes it', async () => {
    const file = careers('Escuela de Enfermerias', 'ESC. DE ENFERMERIAS', 'Escuela de Cine');
    const seen = await read(campus, 'careers', file);
    expect(await errorsOf(campus, seen)).toEqual([
      ['school: No existe la escuela «Escuela de Enfermerias». ¿Es «Escuela de Enfermería»?'],
      ['school: No existe la escuela «ESC. DE ENFERMERIAS». ¿Es «Escuela de Enfermería»?'],
      [],
    ]);
    expect(seen.newUnits).toEqual([{ kind: 'school', name: 'Escuela de Cine' }]);
    const { body } = await campus.send('GET', `/imports/${seen.id}/values`);
    expect(body.unknown).toMatchObject([
      { field: 'school', canCreate: true, suggestions: [{ value: 'Escuela de Enfermería' }] },
      { field: 'school' },
    ]);
    await sayWord(campus, seen, 'school', 'ESC. DE ENFERMERIAS', 'Escuela de Enfermerias');
    const said = await sayWord(campus, seen, 'school', 'Escuela de Enfermerias', 'Escuela de Enfermerias');
    expect(said.newUnits).toEqual([
      { kind: 'school', name: 'Escuela de Cine' },
      { kind: 'school', name: 'Escuela de Enfermerias' },
    ]);
    const done = await take(campus, 'careers', file);
    expect(done.counts).toMatchObject({ new: 3 });
    expect(await namesIn('schools')).toEqual(
      expect.arrayContaining(['Escuela de Enfermerias', 'Escuela de Enfermería', 'Escuela de Cine']),
    );
    expect((await read(campus, 'careers', file)).counts).toMatchObject({ unchanged: 3 });
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect(await namesIn('schools')).not.toContain('Escuela de Enfermerias');
  });

  it('is made no more once a word says which it is', async () => {
    const seen = await read(campus, 'careers', careers('Escuela de Cine'));
    const said = await sayWord(campus, seen, 'school', 'Escuela de Cine', 'ENF');
    expect([said.newUnits, said.counts]).toMatchObject([[], { new: 1 }]);
    expect((await rowsOf(campus, said))[0]?.values.school).toBe('Escuela de Enfermería');
  });

  it('is made for people as it is for careers, and not for courses', async () => {
    const file = 'Correo;Nombre;Cargo;Unidad;Facultad\nana@u.example;Ana Soto;Docente;Escuela de Cine;FIAD\n';
    const done = await take(campus, 'users', file);
    expect(done.newUnits).toEqual([{ kind: 'school', name: 'Escuela de Cine', faculty: 'FIAD' }]);
    const { body } = await campus.send('GET', '/schools?q=cine');
    expect(body.rows?.[0]?.faculty).toMatchObject({ id: await campus.idOf('faculties', 'FIAD') });
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone', undone: { units: 1 } });
    const courses = await read(campus, 'courses', 'codigo;curso;escuela\nC1;Ritmo;Escuela de Cine\n');
    expect(await errorsOf(campus, courses)).toEqual([['school: No existe la escuela «Escuela de Cine».']]);
  });
});

it('what is out of use is named so, neither chosen nor made again', async () => {
  await take(campus, 'organisations', 'Nombre;Tipo\nClub de Rayuela Norte;Social\n');
  await setInactive('organisations', 'Club de Rayuela Norte');
  await setInactive('schools', 'Escuela de Enfermería');
  const seen = await read(
    campus,
    'careers',
    careers('Escuela de Enfermería', 'Enfermería', 'Escuela de Enfermerias'),
  );
  expect(await errorsOf(campus, seen)).toEqual([
    ['school: «Escuela de Enfermería» está inactiva.'],
    ['school: «Escuela de Enfermería» está inactiva.'],
    ['school: No existe la escuela «Escuela de Enfermerias». ¿Es «Escuela de Enfermería»?'],
  ]);
  const past = await read(campus, 'projects', projects('Club de Rayuela Norte;;'));
  expect([past.newUnits, past.counts], 'the past is told as it was').toMatchObject([
    [],
    { new: 1, wrong: 0 },
  ]);
});

describe('past projects', () => {
  it('make partners that nobody has, each once, and take them back unless they are used', async () => {
    const file = projects(
      'Club Las Gaviotas / Junta Los Aromos;Concepción / Penco;',
      'CLUB LAS GAVIOTAS;Lota, Coronel;',
      'Junta Los Aromos; Mesa Rural"'.replace(/^(.*)"$/, '"$1"').concat(';Tomé;'),
    );
    const seen = await read(campus, 'projects', file);
    expect(await errorsOf(campus, seen)).toEqual([[], [], []]);
    expect(seen.newUnits.map(each => [each.kind, each.name])).toEqual([
      ['organisation', 'Club Las Gaviotas'],
      ['organisation', 'Junta Los Aromos'],
      ['organisation', 'Mesa Rural'],
    ]);
    expect((await rowsOf(campus, seen)).map(row => [row.values.partners, row.values.comunas])).toEqual([
      ['Club Las Gaviotas, Junta Los Aromos', 'Concepción, Penco'],
      [expect.stringMatching(/^club las gaviotas$/i), 'Coronel, Lota'],
      ['Junta Los Aromos, Mesa Rural', 'Tomé'],
    ]);
    const done = await take(campus, 'projects', file);
    const partners = (await namesIn('organisations')).filter(name =>
      /gaviotas|aromos|mesa rural/i.test(name),
    );
    expect(partners.sort()).toEqual(['Club Las Gaviotas', 'Junta Los Aromos', 'Mesa Rural']);
    const again = await read(campus, 'projects', file);
    expect([again.counts, again.newUnits]).toMatchObject([{ unchanged: 3 }, []]);

    const later = await take(campus, 'projects', projects('Mesa Rural;;').replace('P1', 'Q1'));
    const refused = await undo(campus, done);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      expect.stringContaining('«Mesa Rural» se usa en'),
    ]);
    expect((await undo(campus, later)).status).toBe(200);
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone', undone: { now: 0, units: 3 } });
    expect((await namesIn('organisations')).filter(name => partners.includes(name))).toEqual([]);
  });

  it('find those that are there in every list, and ask for what is much like one', async () => {
    const known = 'Nombre;RUT;Tipo\nClub Las Gaviotas;65.123.456-5;Social\nJunta Los Aromos;;Social\n';
    await take(campus, 'organisations', known);
    const seen = await read(
      campus,
      'projects',
      projects(
        '65.123.456-5 / Junta Los Aromos;;',
        'Club Las Gaviotas y Junta Los Aromos;;',
        'Club Las Gaviotas, Junta Los Aromo;;',
      ),
    );
    expect((await rowsOf(campus, seen)).map(row => row.values.partners)).toEqual([
      'Club Las Gaviotas, Junta Los Aromos',
      'Club Las Gaviotas, Junta Los Aromos',
      'Club Las Gaviotas, Junta Los Aromo',
    ]);
    expect(seen.newUnits).toEqual([]);
    expect((await errorsOf(campus, seen))[2]).toEqual([
      'partners: No hay una organización con el nombre o RUT «Junta Los Aromo». ¿Es «Junta Los Aromos»?',
    ]);
  });

  it('ask whether a comma parts names or belongs to one', async () => {
    const seen = await read(campus, 'projects', projects('Taller Mar, Tierra y Sol;;'));
    expect(await errorsOf(campus, seen)).toEqual([
      [
        'partners: «Taller Mar, Tierra y Sol» puede ser una organización o varias: si son varias, sepáralas con punto y coma.',
      ],
    ]);
    const one = await sayWord(
      campus,
      seen,
      'partners',
      'Taller Mar, Tierra y Sol',
      'Taller Mar, Tierra y Sol',
    );
    expect(one.newUnits).toEqual([{ kind: 'organisation', name: 'Taller Mar, Tierra y Sol' }]);
    const two = await sayWord(
      campus,
      seen,
      'partners',
      'Taller Mar, Tierra y Sol',
      'Taller Mar; Tierra y Sol',
    );
    expect(two.newUnits.map(each => each.name)).toEqual(['Taller Mar', 'Tierra y Sol']);
  });

  it('of a kind without a fund cost what they were awarded', async () => {
    const costs = async () => {
      const found = campus.db.selectFrom('projects').select('id').where('code', '=', 'P1');
      const { id } = await found.executeTakeFirstOrThrow();
      const { body } = await campus.send('GET', `/projects/exts/${id}`);
      expect(body.amountAwarded).toBeNull();
      const sections = body.sections as { slug: string; data: { lines?: { unitCost: number }[] } }[];
      return sections.find(each => each.slug === 'budget')?.data.lines?.map(line => line.unitCost);
    };
    await take(campus, 'projects', projects(';;450 mil'));
    expect(await costs()).toEqual([450_000]);
    expect((await read(campus, 'projects', projects(';;450 mil'))).counts).toMatchObject({ unchanged: 1 });
    const changed = await take(campus, 'projects', projects(';;500 mil'));
    expect(changed.counts).toMatchObject({ changed: 1 });
    expect(await costs()).toEqual([500_000]);
    expect((await read(campus, 'projects', projects(';;500 mil'))).counts).toMatchObject({ unchanged: 1 });
    expect((await undo(campus, changed)).status).toBe(200);
    expect(await costs()).toEqual([450_000]);
    const both = projects(';;500 mil;9000').replace(TITLES, `${TITLES};Presupuesto`);
    expect(await errorsOf(campus, await read(campus, 'projects', both))).toEqual([
      ['awarded: Los proyectos de tipo EXT no tienen «Fondo».'],
    ]);
  });
});
