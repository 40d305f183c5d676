import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../test/catalogue.ts';
import { oneColumnEach } from '../../../test/columns.ts';
import { apply, read, rowsOf, take, undo, uploadFile } from '../../../test/imports.ts';
import { IMPORTS } from '../../domain/imports/index.ts';
import { IMPORT_NOUNS, type ImportNoun, isExecution } from '../../domain/imports/nouns.ts';
import type { Import } from './contract.ts';
import { applyImports } from './jobs.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

/** A first file, the same file with one cell changed, and a column to look at before and after. */
const FILES: Record<
  ImportNoun,
  { file: string; changed: string; column: string; values: [string, unknown, unknown] }
> = {
  faculties: {
    file: 'Código;Facultad;Decanato\nNEW1;FACULTAD DE MUSICA;camila.rojas@biosur.example\nNEW2;Facultad de Mar;\n',
    changed:
      'Código;Facultad;Decanato\nNEW1;Facultad de Artes;camila.rojas@biosur.example\nNEW2;Facultad de Mar;\n',
    column: 'name',
    values: ['NEW1', 'Facultad de Música', 'Facultad de Artes'],
  },
  schools: {
    file: 'Nombre,Facultad,Código,Dirección\nDanza,FIAD,NEW1,camila.rojas@biosur.example\nTeatro,FSCS,NEW2,\n',
    changed:
      'Nombre,Facultad,Código,Dirección\nDanza y Circo,FIAD,NEW1,camila.rojas@biosur.example\nTeatro,FSCS,NEW2,\n',
    column: 'name',
    values: ['NEW1', 'Danza', 'Danza y Circo'],
  },
  careers: {
    file: 'codigo;nombre;escuela;jornada\nNEW1;OBSTETRICIA;ENF;Diurna\nNEW2;Geología;INF;Vespertina\n',
    changed: 'codigo;nombre;escuela;jornada\nNEW1;OBSTETRICIA;ENF;Vespertina\nNEW2;Geología;INF;Vespertina\n',
    column: 'shift',
    values: ['NEW1', 'diurna', 'vespertina'],
  },
  courses: {
    file: 'Sigla\tCurso\tEscuela\tCréditos\tA+S\nNEW1\t"Salud\ncomunitaria"\tENF\t4,5\tSí\nNEW2\tRedes\tINF\t6\tNo\n',
    changed:
      'Sigla\tCurso\tEscuela\tCréditos\tA+S\nNEW1\t"Salud\ncomunitaria"\tENF\t5\tSí\nNEW2\tRedes\tINF\t6\tNo\n',
    column: 'credits',
    values: ['NEW1', 4.5, 5],
  },
  offerings: {
    file: 'Período;Asignatura;Sección;Docente;Inscritos\n2018-1;enf-310;NEW1;camila.rojas@biosur.example;32\n2º semestre 2018;ENF-310;NEW2;;\n',
    changed: 'Período;Asignatura;Sección;Docente;Inscritos\n2018-1;ENF-310;new1;;41\n2018-2;ENF-310;NEW2;;\n',
    column: 'enrolled',
    values: ['NEW1', 32, 41],
  },
  organisations: {
    file: 'Organización;RUT;Sector;Comuna;Contacto\nNEW1;65.123.456-5;Municipalidad;Talcahuano;Rosa Díaz\nClub de Rayuela;;social;;\n',
    changed:
      'Organización;RUT;Sector;Comuna;Contacto\nNEW1;65123456-5;ONG;Talcahuano;Rosa Díaz\nCLUB DE RAYUELA;;social;;\n',
    column: 'type',
    values: ['NEW1', 'sector_publico', 'ong'],
  },
  users: {
    file: 'Nombre;Correo;Rol;Escuela\nANA MUNOZ;new1@biosur.example;Académica;ENF\nLuis Peña;new2@biosur.example;Evaluador;\n',
    changed:
      'Nombre;Correo;Rol;Escuela\nANA MUNOZ;new1@biosur.example;Académica;INF\nLuis Peña;new2@biosur.example;Académico;\n',
    column: 'roles',
    values: ['new2@biosur.example', ['Reviewer'], ['Academic']],
  },
  projects: {
    file: 'Código;Tipo;Estado;Título;Responsable;Escuela;Término\nNEW1;EXT;Cerrado;Feria de salud;camila.rojas@biosur.example;ENF;30-11-2018\nNEW2;Consultoría;En ejecución;Estudio;camila.rojas@biosur.example;INF;31/12/2027\n',
    changed:
      'Código;Tipo;Estado;Título;Responsable;Escuela;Término\nNEW1;EXT;Cerrado;Feria de la salud;camila.rojas@biosur.example;ENF;30-11-2018\nNEW2;Consultoría;En ejecución;Estudio;camila.rojas@biosur.example;INF;31/12/2027\n',
    column: 'title',
    values: ['NEW1', 'Feria de salud', 'Feria de la salud'],
  },
  activities: {
    file: 'Proyecto;Actividad;Fecha;Lugar;Comuna;Alumnos\nPAST1;NEW1;12-05-2018;Sede;Talcahuano;1.200\nPAST1;Cierre;1990-01-01;;;\n',
    changed:
      'Proyecto;Actividad;Fecha;Lugar;Comuna;Alumnos\nPAST1;NEW1;12/5/2018;Plaza;Talcahuano;1.250\nPAST1;CIERRE;1990-01-01;;;\n',
    column: 'place',
    values: ['NEW1', 'Sede', 'Plaza'],
  },
  indicators: {
    file: 'Proyecto;Indicador;Unidad;Meta;Valor;Fecha\nPAST1;Talleres;talleres;8;6;12-05-2018\nPAST1;Participación;%;;12,5;30-11-2018\n',
    changed:
      'Proyecto;Indicador;Unidad;Meta;Valor;Fecha\nPAST1;TALLERES;talleres;8;7;12-05-2018\nPAST1;participacion;%;;12,5;30-11-2018\n',
    column: 'value',
    values: ['2018-05-12', 6, 7],
  },
};
/** What past projects did needs one. */
const PAST = `${FILES.projects.file.split('\n')[0]}\nPAST1;EXT;Cerrado;Feria;camila.rojas@biosur.example;ENF;30-11-2018\n`;

const KEYS = {
  faculties: 'code',
  schools: 'code',
  careers: 'official_code',
  courses: 'code',
  offerings: 'section',
  organisations: 'name',
  users: 'email',
  projects: 'code',
  activities: 'name',
  indicators: 'day',
} as const;
const TABLES = { offerings: 'course_offerings', indicators: 'measurements' } as const;
const WRITTEN = ['updated_at', 'updated_by', 'imported_at', 'version'];

async function stored(noun: ImportNoun): Promise<Record<string, unknown>[]> {
  const table = noun === 'offerings' || noun === 'indicators' ? TABLES[noun] : noun;
  const rows = await campus.db.selectFrom(table).selectAll().orderBy('id').execute();
  // What an undo puts back is everything but who wrote last, when, and how often.
  return rows.map(row => Object.fromEntries(Object.entries(row).filter(([key]) => !WRITTEN.includes(key))));
}
const one = async (noun: ImportNoun, key: string) =>
  (await stored(noun)).find(row => row[KEYS[noun]] === key);
const links = async () => ({
  faculties: await campus.db.selectFrom('faculty_heads').selectAll().orderBy('user_id').execute(),
  schools: await campus.db.selectFrom('school_heads').selectAll().orderBy('user_id').execute(),
  careers: await campus.db
    .selectFrom('course_careers')
    .selectAll()
    .orderBy('course_id')
    .orderBy('career_id')
    .execute(),
  roles: await campus.db.selectFrom('users').select(['email', 'roles']).orderBy('email').execute(),
});

describe.each(IMPORT_NOUNS)('every import: %s', noun => {
  const { file, changed, column, values } = FILES[noun];
  const [key, first, second] = values;
  beforeEach(async () => {
    if (isExecution(noun)) await take(campus, 'projects', PAST);
  });

  it('writes what is new, then nothing, then only what has changed, and takes all of it back', async () => {
    const empty = await stored(noun);
    const done = await take(campus, noun, file);
    expect(done.counts).toEqual({ new: 2, changed: 0, unchanged: 0, wrong: 0 });
    expect(done.progress).toBe(done.total);
    expect((await one(noun, key))?.[column]).toEqual(first);
    const [full, linked] = [await stored(noun), await links()];
    expect(full).toHaveLength(empty.length + 2);

    const again = await take(campus, noun, file);
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 2, wrong: 0 });
    expect(await stored(noun)).toEqual(full);
    expect((await undo(campus, again)).status).toBe(200);

    const third = await take(campus, noun, changed);
    expect(third.counts.changed).toBeGreaterThan(0);
    expect((await one(noun, key))?.[column]).toEqual(second);

    const refused = await undo(campus, done);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatch(/^No se puede deshacer\. .*con la importación «archivo\.csv»/);
    expect((await undo(campus, third)).body).toMatchObject({ state: 'undone' });
    expect(await stored(noun)).toEqual(full);
    expect(await links()).toEqual(linked);
    expect((await undo(campus, done)).body, 'the last one first, then the one before').toMatchObject({
      state: 'undone',
    });
    expect(await stored(noun)).toEqual(empty);
  });

  it('takes back what it created, with heads and their roles', async () => {
    const [empty, before] = [await stored(noun), await links()];
    const done = await take(campus, noun, file);
    const answer = await undo(campus, done);
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ state: 'undone' });
    expect(await stored(noun)).toEqual(empty);
    expect(await links()).toEqual(before);
    expect((await undo(campus, done)).status).toBe(409);
    const audit = await campus.db
      .selectFrom('audit')
      .select('action')
      .where('object_id', '=', done.id)
      .execute();
    expect(audit.map(a => a.action)).toEqual([
      'import.created',
      'import.started',
      `${noun}.imported`,
      `${noun}.import_undone`,
    ]);
  });

  it('has a template that imports as it is, as CSV and as XLSX, once its example is made real', async () => {
    for (const format of ['csv', 'xlsx']) {
      const { rawPayload, headers, statusCode } = await campus.app.inject({
        method: 'GET',
        url: `/api/imports/templates/${noun}?format=${format}`,
        headers: campus.as('Admin'),
      });
      expect(statusCode).toBe(200);
      expect(headers['content-disposition']).toContain(`.${format}"`);
      const seen = await read(campus, noun, rawPayload);
      expect(seen.missing).toEqual([]);
      expect(seen.mapping).toEqual(Object.fromEntries(IMPORTS[noun].fields.map((f, at) => [f.key, [at]])));
      // Units and people of the example are not those of this university; nothing else is wrong in it.
      const errors = (await rowsOf(campus, seen)).flatMap(r => r.errors);
      expect(
        errors.filter(e => !['school', 'faculty', 'lead', 'course', 'project'].includes(e.field)),
      ).toEqual([]);
    }
  });

  it('is for Admin alone', async () => {
    const seen = await read(campus, noun, file);
    const requests: [string, string, object?][] = [
      ['GET', `/imports?noun=${noun}`],
      ['GET', `/imports/${seen.id}`],
      ['GET', `/imports/${seen.id}/rows`],
      ['GET', `/imports/${seen.id}/report`],
      ['GET', `/imports/templates/${noun}`],
      ['PUT', `/imports/${seen.id}/mapping`, { version: seen.version, mapping: seen.mapping }],
      ['PUT', `/imports/${seen.id}/rows/2`, { field: 'name', text: 'Otro' }],
      ['GET', `/imports/${seen.id}/values`],
      ['GET', `/imports/${seen.id}/suggestions?field=name`],
      ['PUT', `/imports/${seen.id}/words`, { words: [{ field: 'name', text: 'a', value: 'b' }] }],
      ['PUT', `/imports/${seen.id}/administrators`, { emails: [PEOPLE.Academic] }],
      ['POST', `/imports/${seen.id}/apply`, { version: seen.version, only: 'all' }],
      ['POST', `/imports/${seen.id}/undo`],
    ];
    for (const person of ['Academic', 'Director', 'Dean', 'Reviewer'] as const) {
      expect((await uploadFile(campus, noun, file, person)).statusCode).toBe(403);
      for (const [method, path, body] of requests)
        expect((await campus.send(method, path, body, campus.as(person))).status, path).toBe(403);
    }
    for (const [method, path, body] of requests)
      expect((await campus.send(method, path, body, {})).status, path).toBe(401);
    expect((await campus.send('GET', `/imports/${seen.id}`)).body).toMatchObject({ state: 'ready' });
  });
});

describe('an import under way', () => {
  const file = FILES.courses.file;
  const unknown = '01890000-0000-7000-8000-000000000000';

  it('is refused twice, with an old version, and unknown', async () => {
    const seen = await read(campus, 'courses', file);
    const path = `/imports/${seen.id}/apply`;
    expect((await campus.send('POST', path, { version: seen.version - 1, only: 'all' })).status).toBe(409);
    expect((await campus.send('POST', path, { version: seen.version })).status).toBe(400);
    expect((await campus.send('POST', path, { version: seen.version, only: 'all' })).body.state).toBe(
      'applying',
    );
    expect((await campus.send('POST', path, { version: seen.version, only: 'all' })).status).toBe(409);
    expect((await undo(campus, seen)).status).toBe(409);
    expect((await undo(campus, { ...seen, id: unknown })).status).toBe(404);
    expect((await campus.send('GET', `/imports/${unknown}`)).status).toBe(404);
    expect((await campus.send('POST', `/imports/${unknown}/apply`, { version: 1, only: 'all' })).status).toBe(
      404,
    );
  });

  it('that no longer fits the data writes nothing and shows it again', async () => {
    const seen = await read(campus, 'courses', file);
    await take(campus, 'courses', FILES.courses.changed);
    const { body } = await apply(campus, seen);
    expect(body).toMatchObject({
      state: 'ready',
      problem: 'Los datos cambiaron desde la vista previa. Revísala de nuevo.',
      counts: { new: 0, changed: 1, unchanged: 1 },
    });
    expect(await one('courses', 'NEW1')).toMatchObject({ credits: 5 });
    expect((await apply(campus, body as Import)).body).toMatchObject({ state: 'done' });
    expect(await one('courses', 'NEW1')).toMatchObject({ credits: 4.5 });
  });

  it('writes nothing once whoever started it may no longer import', async () => {
    const seen = await read(campus, 'courses', file);
    await campus.send('POST', `/imports/${seen.id}/apply`, { version: seen.version, only: 'all' });
    const setState = (state: 'active' | 'blocked') =>
      campus.db.updateTable('users').set({ state }).where('email', '=', PEOPLE.Admin).execute();
    await setState('blocked');
    await applyImports(campus.db);
    await setState('active');
    const { body } = await campus.send('GET', `/imports/${seen.id}`);
    expect(body).toMatchObject({ state: 'failed', problem: expect.stringContaining('ya no puede importar') });
    expect(await one('courses', 'NEW1')).toBeUndefined();
    expect((await apply(campus, body as Import)).body).toMatchObject({ state: 'done' });
  });

  it('remembers how a person mapped a header, for that header alone', async () => {
    const odd = 'Clave;Título;Dónde\nODD1;Cerámica;INF\n';
    const seen = await read(campus, 'courses', odd);
    expect(seen).toMatchObject({ missing: ['code', 'name'], counts: { new: 0, wrong: 0 } });
    const mapping = oneColumnEach({ code: 0, name: 1, school: 2 });
    const mapped = await campus.send('PUT', `/imports/${seen.id}/mapping`, {
      version: seen.version,
      mapping,
    });
    expect(mapped.body).toMatchObject({ missing: [], mapping, counts: { new: 1 } });
    expect((await read(campus, 'courses', odd)).mapping).toEqual(mapping);
    expect((await read(campus, 'courses', odd.replace('Clave', 'Llave'))).mapping).toEqual({});
    expect((await read(campus, 'schools', odd)).mapping).toEqual({});
  });

  it('reports every row with its reasons', async () => {
    const wrong =
      'codigo;nombre;escuela;creditos\nR1;Bueno;INF;3\nR2;Malo;NADA;cuatro\n;Sin código;INF;\n=1+1;Raro;INF;\n';
    const seen = await read(campus, 'courses', wrong);
    expect(seen.counts).toMatchObject({ new: 1, wrong: 3 });
    const all = await apply(campus, seen);
    expect(all.status).toBe(422);
    const done = (await apply(campus, seen, { only: 'good' })).body as Import;
    expect(done).toMatchObject({ state: 'done', counts: { new: 1, wrong: 3 } });
    const report = await campus.app.inject({
      method: 'GET',
      url: `/api/imports/${seen.id}/report`,
      headers: campus.as('Admin'),
    });
    expect(report.headers['content-type']).toContain('text/csv');
    const lines = report.body.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFFila;Resultado;Código;Nombre;Escuela;Carreras;Créditos;Aprendizaje-servicio;Activo;Errores;Cambios',
    );
    expect(lines[1]).toBe('2;nueva;R1;Bueno;Escuela de Ingeniería Informática;;3;No;Sí;;');
    expect(lines[2]).toContain('Escuela: No existe la escuela «NADA». Créditos: ');
    expect(lines[4]).toContain("'=1+1");
  });
});

describe('what rows refer to', () => {
  it('careers of a course by code or name, several in a cell', async () => {
    await take(
      campus,
      'careers',
      'codigo;nombre;escuela\nK1;Danza;ENF\nK2;Teatro, Cine y Danza;ENF\nK3;Danza;INF\n',
    );
    const file = 'codigo;curso;escuela;carreras\nD1;Ritmo;ENF;k1; k3\n'.replace('k1; k3', '"k1; k3"');
    await take(campus, 'courses', `${file}D2;Escena;ENF;"Teatro, Cine y Danza"\n`);
    const names = await campus.db
      .selectFrom('course_careers')
      .innerJoin('courses', 'courses.id', 'course_id')
      .innerJoin('careers', 'careers.id', 'career_id')
      .select(['courses.code', 'careers.official_code as career'])
      .where('courses.code', 'in', ['D1', 'D2'])
      .orderBy('courses.code')
      .orderBy('careers.official_code')
      .execute();
    expect(names.map(n => `${n.code} ${n.career}`)).toEqual(['D1 K1', 'D1 K3', 'D2 K2']);
    const seen = await read(
      campus,
      'courses',
      'codigo;curso;escuela;carreras\nD3;Ritmo;ENF;Danza\nD4;Voz;ENF;Ópera\n',
    );
    expect((await rowsOf(campus, seen)).map(r => r.errors)).toEqual([
      [{ field: 'careers', message: 'Hay varias carreras «Danza»: usa su código único.' }],
      [{ field: 'careers', message: 'No existe la carrera «Ópera».' }],
    ]);
  });

  it('units out of use are not chosen, people not enabled do not head', async () => {
    const school = await campus.idOf('schools', 'INF');
    await campus.db.updateTable('schools').set({ active: false }).where('id', '=', school).execute();
    const seen = await read(campus, 'courses', 'codigo;curso;escuela\nX1;Algo;INF\n');
    expect((await rowsOf(campus, seen))[0]?.errors).toEqual([
      { field: 'school', message: '«Escuela de Ingeniería Informática» está inactiva.' },
    ]);
    const heads = await read(campus, 'faculties', 'codigo;nombre;decanato\nF9;Nueva;nadie@biosur.example\n');
    expect((await rowsOf(campus, heads))[0]?.errors).toEqual([
      { field: 'deans', message: 'No hay una persona habilitada con el correo «nadie@biosur.example».' },
    ]);
  });

  it('people keep the roles of what they head; nobody shuts themselves out', async () => {
    const file = [
      'correo;nombre;rol;estado',
      'jorge.alarcon@biosur.example;Jorge Alarcón;Evaluador;activa',
      'beatriz.navarrete@biosur.example;Beatriz Navarrete Olea;Académica;bloqueada',
    ].join('\n');
    const seen = await read(campus, 'users', file);
    const [, self] = await rowsOf(campus, seen);
    expect(self?.errors.map(e => e.field)).toEqual(['roles', 'state']);
    const done = (await apply(campus, seen, { only: 'good' })).body as Import;
    expect(done.state).toBe('done');
    expect((await one('users', 'jorge.alarcon@biosur.example'))?.roles).toEqual(['Dean', 'Reviewer']);
    const audit = await campus.db
      .selectFrom('audit')
      .select('changes')
      .where('action', '=', 'user.imported')
      .execute();
    expect(audit.map(a => Object.entries(a.changes as object).filter(([k]) => k === 'name'))).toEqual([
      [['name', [null, null]]],
    ]);
  });
});
