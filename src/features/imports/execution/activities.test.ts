import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { apply, read, rowsOf, take, undo } from '../../../../test/imports.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';
import type { Execution } from '../../execution/contract.ts';
import type { Import } from '../contract.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
  await take(
    campus,
    'projects',
    `Código;Tipo;Estado;Título;Responsable;Escuela;Inicio;Término
A/1;EXT;Cerrado;Feria de oficios;${PEOPLE.Academic};ENF;01-03-2018;30-11-2018
A/2;EXT;En ejecución;Huertos;${PEOPLE.Academic};ENF;01-03-2019;30-11-2027
A/3;EXT;Rechazado;Sin apoyo;${PEOPLE.Academic};ENF;01-03-2019;30-11-2019
`,
  );
});
afterEach(() => campus.close());

const TITLES = 'Proyecto;Actividad;Fecha;Lugar;Comuna;Estudiantes;Académicos;Directos;Indirectos;Mujeres';
const fileOf = (...rows: string[]) => `${TITLES}\n${rows.join('\n')}\n`;
const FAIR = 'A/1;Feria de invierno;12-07-2018;Plaza de Higueras;Talcahuano;32;4;1.200;5.000;700';
const TALK = 'A/1;Charla final;30/11/2018;;;8;;60;;';

async function pathOf(code: string): Promise<string> {
  const { id, kind } = await campus.db
    .selectFrom('projects')
    .select(['id', 'kind'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return `/projects/${kind}/${id}`;
}
async function executionOf(code: string): Promise<Execution> {
  const { status, body } = await campus.send<Execution>('GET', `${await pathOf(code)}/execution`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const stored = () => campus.db.selectFrom('activities').selectAll().orderBy('day').orderBy('name').execute();
const messages = async (file: string) =>
  (await rowsOf(campus, await read(campus, 'activities', file))).map(row =>
    row.errors.map(({ field, message }) => `${field}: ${message}`),
  );

/** As the lead records it in the application. */
async function record(code: string, more: object = {}, who = campus.as('Academic')) {
  const id = randomUUID();
  const given = { id, name: 'Taller a mano', day: '2026-05-04', counts: { students: 9 }, ...more };
  const answer = await campus.send('POST', `${await pathOf(code)}/activities`, given, who);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { id, given };
}
async function save(code: string, id: string, more: object) {
  const row = (await executionOf(code)).activities.find(each => each.id === id);
  const { name, day, place, counts, version } = row ?? {};
  const given = { name, day, place, counts, comunaCode: row?.comuna?.code ?? null, version, ...more };
  const path = `${await pathOf(code)}/activities/${id}`;
  const answer = await campus.send('PUT', path, given, campus.as('Academic'));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

describe('activities of past projects', () => {
  it('stand in the Ejecución with the people that were counted, and the audit names no words', async () => {
    const done = await take(campus, 'activities', fileOf(FAIR, '', TALK));
    expect(done.counts).toMatchObject({ new: 2, wrong: 0 });
    const { activities, people } = await executionOf('A/1');
    expect(activities).toMatchObject([
      {
        name: 'Charla final',
        day: '2018-11-30',
        place: '',
        comuna: null,
        counts: { students: 8, direct: 60 },
      },
      {
        name: 'Feria de invierno',
        comuna: { name: 'Talcahuano' },
        counts: { students: 32, academics: 4, direct: 1200, indirect: 5000, women: 700 },
      },
    ]);
    expect(Object.keys(activities[0]?.counts ?? {})).toHaveLength(2);
    expect(people).toEqual({ students: 40, academics: 4, direct: 1260, indirect: 5000, women: 700 });
    const audit = await campus.db
      .selectFrom('audit')
      .select(['object_type', 'object_id', 'changes'])
      .where('action', '=', 'activity.import')
      .execute();
    expect(audit).toHaveLength(2);
    expect(audit[0]).toMatchObject({
      object_type: 'project',
      object_id: (await pathOf('A/1')).split('/').at(-1),
      changes: { students: [null, '32'], place: [null, null], day: [null, '2018-07-12'] },
    });
    expect(JSON.stringify(audit)).not.toMatch(/Feria|Higueras/);
  });

  it('take text as text: markup and pictures of letters are shown as they are', async () => {
    const odd = 'A/1;"<img src=x onerror=alert(1)> 🎉🎉";12-07-2018;"<b>Plaza</b> 🏛";;1;;;;';
    await take(campus, 'activities', fileOf(odd, 'A/1;🎉🎉🎉;12-07-2018;;;;;;;'));
    expect((await executionOf('A/1')).activities.map(a => [a.name, a.place])).toContainEqual([
      '<img src=x onerror=alert(1)> 🎉🎉',
      '<b>Plaza</b> 🏛',
    ]);
    expect(
      (await read(campus, 'activities', fileOf(odd, 'A/1;🎉🎉🎉;12-07-2018;;;;;;;'))).counts,
    ).toMatchObject({
      unchanged: 2,
    });
  });

  it('tell what is wrong cell by cell', async () => {
    const year = localDay(new Date()).slice(0, 4);
    const own = '01890000-0000-7000-8000-00000000000a';
    await campus.send('POST', '/projects', { id: own, kind: 'exts', title: 'Propio' });
    const tomorrow = addDays(localDay(new Date()), 1);
    const file = fileOf(
      'NADA;Feria;12-07-2018;;;;;;;',
      `EXT-${year}-0001;Feria;12-07-2018;;;;;;;`,
      'A/3;Feria;12-07-2018;;;;;;;',
      ';;;;;1;1;;;',
      'A/1;ab;31-02-2018;;Atlántida;-1;12,5;1.000.001;99999999999999999999;muchas',
      'A/1;Feria;31-12-1989;;;;;;;',
      `A/1;Feria;${tomorrow};;;;;;;`,
      FAIR,
      'A/1;FERIA  DE  invierno;2018-07-12;Otra;;;;;;',
      `A/1;${'x'.repeat(201)};12-07-2018;${'y'.repeat(201)};;;;;;`,
    );
    expect(await messages(file)).toEqual([
      ['project: No hay un proyecto con el código «NADA»: impórtalo antes.'],
      ['project: Ese proyecto se registró en la aplicación: solo se importa lo que hicieron los históricos.'],
      ['project: El proyecto quedó en «Rechazado»: no tiene ejecución.'],
      [
        'project: Este campo es obligatorio.',
        'activity: Escribe al menos 3 caracteres.',
        'day: Este campo es obligatorio.',
      ],
      [
        'activity: Escribe al menos 3 caracteres.',
        'day: Escribe una fecha válida (dd-mm-aaaa).',
        'comuna: No existe la comuna «Atlántida».',
        'students: Escribe un número entero.',
        'academics: Escribe un número entero.',
        'direct: El valor máximo es 1.000.000.',
        'indirect: El valor máximo es 1.000.000.',
        'women: Escribe un número entero.',
      ],
      ['day: Escribe una fecha desde el año 1990.'],
      ['day: La fecha no puede ser posterior a hoy.'],
      [],
      ['activity: Esa actividad del proyecto en la fecha se repite: ya está en la fila 9.'],
      ['activity: Escribe como máximo 200 caracteres.', 'place: Escribe como máximo 200 caracteres.'],
    ]);
    expect(await stored()).toEqual([]);
  });

  it('of a large file are written in one go, and counted beyond what one activity holds', async () => {
    const rows = Array.from(
      { length: 5000 },
      (_, n) =>
        `A/${1 + (n % 2)};Actividad ${n};${addDays('2019-01-01', n % 700)};Sede;Talcahuano;1;2;1.000;;`,
    );
    const seen = await read(campus, 'activities', fileOf(...rows));
    expect(seen.counts).toMatchObject({ new: 5000, wrong: 0 });
    const done = (await apply(campus, seen)).body as Import;
    expect(done.state, done.problem ?? '').toBe('done');
    expect((await executionOf('A/1')).people).toEqual({ students: 2500, academics: 5000, direct: 2_500_000 });
    const report = await campus.send('GET', `${await pathOf('A/2')}/reports/final`);
    expect(report.status, JSON.stringify(report.body)).toBe(200);
    expect(report.body).toMatchObject({ recorded: { direct: 2_500_000 } });
    expect((await read(campus, 'activities', fileOf(...rows))).counts).toMatchObject({ unchanged: 5000 });
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect(await stored()).toEqual([]);
  });
});

describe('what a person recorded', () => {
  it('is never changed by a file, nor taken back with it', async () => {
    const { id } = await record('A/2', { place: 'Huerto', comunaCode: '08110' });
    const [before] = await stored();
    const same = 'A/2;taller A MANO;04-05-2026;;;9;;;;';
    const other = 'A/2;Otro;04-05-2026;;;1;;;;';
    expect(await messages(fileOf('A/2;Taller a mano;04-05-2026;Plaza;;10;;;;'))).toEqual([
      [
        'place: Se registró en la aplicación con otro valor: cámbialo ahí.',
        'students: Se registró en la aplicación con otro valor: cámbialo ahí.',
      ],
    ]);
    const done = await take(campus, 'activities', fileOf(same, other));
    expect(done.counts).toMatchObject({ new: 1, unchanged: 1 });
    expect((await stored()).find(row => row.id === id)).toEqual(before);
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect(await stored()).toEqual([before]);
  });

  it('twice is no single one that a file could mean', async () => {
    await record('A/2');
    await record('A/2');
    expect(await messages(fileOf('A/2;Taller a mano;04-05-2026;;;9;;;;'))).toEqual([
      ['activity: Hay varias actividades con ese nombre y fecha en la aplicación: revísalas ahí.'],
    ]);
  });

  it('of an imported one stays: the same file changes nothing, another one is told, the undo refused', async () => {
    const row = 'A/2;Taller;04-05-2026;Huerto;Talcahuano;9;;;;';
    const done = await take(campus, 'activities', fileOf(row));
    const id = (await stored())[0]?.id ?? '';
    await save('A/2', id, { name: 'Taller de riego', place: 'Invernadero' });
    const again = await take(campus, 'activities', fileOf(row));
    expect(again.counts).toMatchObject({ unchanged: 1, new: 0 });
    expect(await stored()).toMatchObject([{ id, name: 'Taller de riego', place: 'Invernadero' }]);
    expect(await messages(fileOf(row.replace(';9;', ';10;')))).toEqual([
      ['students: Cambió en la aplicación después de importarse: cámbialo ahí.'],
    ]);
    const refused = await undo(campus, done);
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.detail).toMatch(
      /^No se puede deshacer\. «Taller de riego» de A\/2 la cambió Camila Rojas.* el \d/,
    );
    expect((await undo(campus, again)).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });
});

describe('taken back', () => {
  it('not while somebody came to it, nor its project while it has activities', async () => {
    const done = await take(campus, 'activities', fileOf(FAIR, 'A/2;Taller;04-05-2026;;;9;;;;'));
    const { rows } = await sql<{ id: string; project: string }>`
      select id, project_id as project from activities where name = 'Taller'`.execute(campus.db);
    const [taller] = rows;
    await sql`insert into attendances (project_id, activity_id, name, identifier_kind, people_group, source,
        notice_version, consented_at)
      values (${taller?.project}, ${taller?.id}, 'Ana Soto', 'none', 'students', 'list', 1, now())`.execute(
      campus.db,
    );
    expect((await undo(campus, done)).body.detail).toBe(
      'No se puede deshacer. «Taller» de A/2 tiene 1 asistencia. Quita eso y vuelve a deshacer.',
    );
    const { rows: first } = await sql<Import>`select id from imports where noun = 'projects'`.execute(
      campus.db,
    );
    expect((await undo(campus, first[0] as Import)).body.detail).toMatch(/2 actividades registradas/);
    await sql`delete from attendances`.execute(campus.db);
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect((await undo(campus, first[0] as Import)).body).toMatchObject({ state: 'undone' });
    const actions = await campus.db
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'activity.%')
      .execute();
    expect(actions.map(a => a.action).sort()).toEqual([
      ...['activity.import', 'activity.import', 'activity.import_undo', 'activity.import_undo'],
    ]);
  });

  it('puts back what another file changed, groups that it did not name included', async () => {
    await take(campus, 'activities', fileOf(FAIR));
    const [before] = await stored();
    const done = await take(
      campus,
      'activities',
      'Proyecto;Actividad;Fecha;Estudiantes;Hombres\nA/1;Feria de invierno;12-07-2018;;500\n',
    );
    expect(done.counts).toMatchObject({ changed: 1 });
    expect((await stored())[0]).toMatchObject({
      place: 'Plaza de Higueras',
      version: 2,
      counts: { academics: 4, direct: 1200, indirect: 5000, women: 700, men: 500 },
    });
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    const [after] = await stored();
    expect(after?.counts).toEqual(before?.counts);
    expect(after?.source).toEqual(before?.source);
  });

  it('two files of the same rows, one after another, write them once', async () => {
    const [one, two] = [
      await read(campus, 'activities', fileOf(FAIR)),
      await read(campus, 'activities', fileOf(FAIR)),
    ];
    expect((await apply(campus, one)).body).toMatchObject({ state: 'done' });
    const { body } = await apply(campus, two);
    expect(body).toMatchObject({ state: 'ready', counts: { new: 0, unchanged: 1 } });
    expect(await stored()).toHaveLength(1);
  });
});
