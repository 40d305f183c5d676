import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { clientAs } from '../../../../test/client.ts';
import { PEOPLE as DEMO, nursing } from '../../../../test/demo.ts';
import { standingOf, submittedPacs } from '../../../../test/factories.ts';
import { errorsOf, read, rowsOf, take, typeCell, undo } from '../../../../test/imports.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const TITLES = 'Correo;Nombre;Cargo;Escuela;Facultad';
const people = (...rows: string[]) => `${TITLES}\n${rows.join('\n')}\n`;
const ANA = 'ana@u.example;Ana Soto';

/** Who heads what, by mail and the name of the unit; their roles. */
async function headships(email: string) {
  const { rows } = await sql<{ roles: string[]; heads: string[] }>`
    select u.roles, array(
      select s.name from school_heads h join schools s on s.id = h.school_id where h.user_id = u.id
      union all select f.name from faculty_heads h join faculties f on f.id = h.faculty_id where h.user_id = u.id
      order by 1) as heads
    from users u where u.email = ${email}`.execute(campus.db);
  return rows[0];
}
const named = async (table: 'schools' | 'faculties', name: string) =>
  campus.db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst();
const idOf = async (email: string) =>
  (await campus.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

/** As the form of a school does it. */
async function direct(code: string, email: string) {
  const id = await campus.idOf('schools', code);
  const { body } = await campus.send('GET', `/schools/${id}`);
  const directors = body.directors as { id: string }[];
  const answer = await campus.send('PUT', `/schools/${id}`, {
    ...{ code: body.code, name: body.name, facultyId: (body.faculty as { id: string }).id },
    directorIds: [...directors.map(each => each.id), await idOf(email)],
    updatedAt: body.updatedAt,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

describe('whoever heads a unit by the row of a person', () => {
  it('of a school that is there holds its role, beside those who head it', async () => {
    const file = people(`${ANA};Directora de Escuela;ENF;`);
    const seen = await read(campus, 'users', file);
    expect((await rowsOf(campus, seen))[0]?.values).toMatchObject({
      roles: '',
      schoolIds: 'Escuela de Enfermería',
      school: 'Escuela de Enfermería',
    });
    const done = await take(campus, 'users', file);
    expect(await headships('ana@u.example')).toEqual({
      roles: ['Director'],
      heads: ['Escuela de Enfermería'],
    });
    expect((await headships(PEOPLE.Director))?.heads).toEqual(['Escuela de Enfermería']);
    const { rows } = await sql<{ changes: object }>`
      select changes from audit where action = 'user.imported'`.execute(campus.db);
    expect(rows[0]?.changes).toMatchObject({ schoolIds: [[], [await campus.idOf('schools', 'ENF')]] });
    expect((await read(campus, 'users', file)).counts).toMatchObject({ unchanged: 1 });
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect(await headships('ana@u.example')).toBeUndefined();
    expect(await headships(PEOPLE.Director)).toEqual({
      roles: expect.arrayContaining(['Director']),
      heads: ['Escuela de Enfermería'],
    });
  });

  it('of a school and a faculty made with the rows; the undo takes all of it', async () => {
    const before = (await headships(PEOPLE.Academic))?.roles;
    const file = people(
      `${PEOPLE.Academic};Camila Rojas Fuentes;Académica / Directora de Escuela;Escuela de Cine;Facultad de Mar`,
      `${ANA};Decana;;Facultad de Mar`,
      'leo@u.example;Leo Paz;Decano;Facultad de Tierra;',
    );
    const seen = await read(campus, 'users', file);
    expect(seen.newUnits).toEqual([
      { kind: 'school', name: 'Escuela de Cine', faculty: 'Facultad de Mar' },
      { kind: 'faculty', name: 'Facultad de Mar' },
      { kind: 'faculty', name: 'Facultad de Tierra' },
    ]);
    const done = await take(campus, 'users', file);
    expect(done.newUnits).toEqual(seen.newUnits);
    expect(await headships('ana@u.example')).toEqual({ roles: ['Dean'], heads: ['Facultad de Mar'] });
    expect(await headships('leo@u.example')).toEqual({ roles: ['Dean'], heads: ['Facultad de Tierra'] });
    expect(await headships(PEOPLE.Academic)).toEqual({
      roles: ['Academic', 'Director'],
      heads: ['Escuela de Cine'],
    });
    const { rows } = await sql`select f.name from schools s join faculties f on f.id = s.faculty_id
      where s.name = 'Escuela de Cine'`.execute(campus.db);
    expect(rows).toEqual([{ name: 'Facultad de Mar' }]);
    const again = await read(campus, 'users', file);
    expect([again.counts, again.newUnits]).toMatchObject([{ unchanged: 3 }, []]);

    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone', undone: { units: 3 } });
    expect(await headships(PEOPLE.Academic)).toEqual({ roles: before, heads: [] });
    expect([await named('schools', 'Escuela de Cine'), await named('faculties', 'Facultad de Mar')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is asked which where the row names none, or one of the other kind', async () => {
    const seen = await read(
      campus,
      'users',
      people(
        `${ANA};Director;;`,
        'eva@u.example;Eva Ríos;Decana;;',
        'leo@u.example;Leo Paz;Decano;ENF;',
        'isa@u.example;Isa Mora;Director de Escuela;FSCS;',
      ),
    );
    expect(await errorsOf(campus, seen)).toEqual([
      ['schoolIds: ¿Qué escuela dirige?'],
      ['facultyIds: ¿Qué facultad dirige?'],
      ['facultyIds: «ENF» es una escuela: indica la facultad.'],
      ['schoolIds: «FSCS» es una facultad: indica la escuela.'],
    ]);
    const { row } = await typeCell(campus, seen, 2, 'schoolIds', 'INF');
    expect(row).toMatchObject({ result: 'new', values: { school: '' } });
    expect((await typeCell(campus, seen, 4, 'facultyIds', 'FSCS')).row.result).toBe('new');
  });

  it('needs an account that is enabled', async () => {
    const file = `${TITLES};Estado\n${ANA};Director;INF;;bloqueada\n`;
    expect(await errorsOf(campus, await read(campus, 'users', file))).toEqual([
      ['schoolIds: Solo dirige una unidad quien tiene una cuenta habilitada.'],
    ]);
  });
});

describe('what follows', () => {
  it('the steps of a school are held by whom a file makes its director, and given back', async () => {
    const academic = await clientAs(campus, DEMO.academic);
    const director = await clientAs(campus, DEMO.director);
    const project = await submittedPacs(academic, await nursing(academic));
    const holders = async () => (await standingOf(director, project)).holds.split(', ').sort();
    const before = await holders();
    const done = await take(campus, 'users', people(`${ANA};Directora;ENF;`));
    expect(await holders()).toEqual([...before, 'Ana Soto'].sort());
    const undone = await undo(campus, done);
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(await holders()).toEqual(before);
  });

  it('who heads something else meanwhile stays, with all that the file said', async () => {
    const done = await take(
      campus,
      'users',
      people(`${ANA};Director;INF;`, `${PEOPLE.Academic};Camila Rojas Fuentes;Directora;INF;`),
    );
    await direct('ARQ', 'ana@u.example');
    await direct('ARQ', PEOPLE.Academic);
    const refused = await undo(campus, done);
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('Ana Soto')]);
    expect((await headships('ana@u.example'))?.heads).toHaveLength(2);
  });

  it('a unit that a later file of units gave stays when the file of people is taken back', async () => {
    const done = await take(
      campus,
      'users',
      people(`${PEOPLE.Academic};Camila Rojas Fuentes;Directora;INF;`),
    );
    await take(campus, 'schools', `Nombre,Facultad,Código,Dirección\nCine,FIAD,NEW1,${PEOPLE.Academic}\n`);
    expect((await undo(campus, done)).status).toBe(200);
    expect(await headships(PEOPLE.Academic)).toEqual({ roles: ['Academic', 'Director'], heads: ['Cine'] });
  });

  it('a unit that was made stays while somebody else was named to head it', async () => {
    const done = await take(campus, 'users', people(`${ANA};Directora;Escuela de Cine;FIAD`));
    const cine = await named('schools', 'Escuela de Cine');
    const { code } = await campus.db
      .selectFrom('schools')
      .select('code')
      .where('id', '=', cine?.id ?? '')
      .executeTakeFirstOrThrow();
    await direct(code, PEOPLE.Reviewer);
    const refused = await undo(campus, done);
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('Escuela de Cine')]);
    expect((await headships(PEOPLE.Reviewer))?.heads).toEqual(['Escuela de Cine']);
  });
});
