import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { apply, read, rowsOf, take, undo } from '../../../../test/imports.ts';
import { addDays } from '../../../domain/kit/calendar.ts';
import type { Indicator } from '../../../domain/sections/indicators.ts';
import type { ProjectIndicators } from '../../indicators/contract.ts';
import type { Import } from '../contract.ts';

let campus: Campus;
let projects: Import;
beforeEach(async () => {
  campus = await openCampus();
  projects = await take(
    campus,
    'projects',
    `Código;Tipo;Estado;Título;Responsable;Escuela;Inicio;Término
A/1;PAC;Cerrado;Huertos escolares;${PEOPLE.Academic};ENF;01-03-2018;30-11-2018
A/2;PAC;En ejecución;Riego;${PEOPLE.Academic};ENF;01-03-2019;30-11-2027
`,
  );
});
afterEach(() => campus.close());

const TITLES = 'Proyecto;Indicador;Tipo;Unidad;Línea base;Meta;Valor;Fecha';
const fileOf = (...rows: string[]) => `${TITLES}\n${rows.join('\n')}\n`;
const FIRST = 'A/1;Talleres realizados;;talleres;0;8;6;30-06-2018';
const LATER = 'A/1;TALLERES  realizados;;;;;7,5;30-11-2018';
const SHARE = 'A/1;Participación;Porcentaje;;;80;72,25 %;30-11-2018';
const MILESTONE = 'A/1;Vivero en uso;Hito;;;;Sí;30-11-2018';

async function projectOf(code: string) {
  const { id, kind } = await campus.db
    .selectFrom('projects')
    .select(['id', 'kind'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const path = `/projects/${kind}/${id}`;
  const { body } = await campus.send('GET', path);
  const all = body.sections as { slug: string; version: number; data: { indicators: Indicator[] } }[];
  const section = all.find(s => s.slug === 'indicators');
  return { id, path, version: section?.version ?? 0, indicators: section?.data.indicators ?? [] };
}
const rowsIn = async (code: string) => {
  const { id } = await projectOf(code);
  const { rows } = await sql<{ version: number; data: { indicators: Indicator[] } }>`
    select version, data from project_sections where project_id = ${id} and section = 'indicators'`.execute(
    campus.db,
  );
  return rows;
};
const valuesOf = async (code: string) =>
  (
    await sql<{ value: number; measurements: number; day: string }>`
      select v.value, v.measurements, v.day from indicator_values v join projects p on p.id = v.project_id
      where p.code = ${code} order by v.value`.execute(campus.db)
  ).rows;
const measured = () =>
  campus.db.selectFrom('measurements').selectAll().orderBy('day').orderBy('id').execute();
const messages = async (file: string) =>
  (await rowsOf(campus, await read(campus, 'indicators', file))).map(row =>
    row.errors.map(({ field, message }) => `${field}: ${message}`),
  );

/** As if the Ficha had them, and a measurement of `i1` by hand where one is given. */
async function addByHand(code: string, indicators: Partial<Indicator>[], value?: number): Promise<string> {
  const { id } = await projectOf(code);
  await sql`insert into project_sections (project_id, section, data) values (${id}, 'indicators',
    ${JSON.stringify({ indicators })}::jsonb)`.execute(campus.db);
  if (value !== undefined)
    await sql`insert into measurements (id, project_id, indicator_id, day, value, state, decided_at, author_id, updated_by)
      select ${randomUUID()}, p.id, 'i1', '2026-05-04', ${value}, 'accepted', now(), p.lead_id, p.lead_id
      from projects p where p.id = ${id}`.execute(campus.db);
  return id;
}

describe('indicators of past projects', () => {
  it('stand in the section, and their values count as of before', async () => {
    const done = await take(campus, 'indicators', fileOf(FIRST, LATER, '', SHARE, MILESTONE));
    expect(done.counts).toMatchObject({ new: 4, wrong: 0 });
    const { indicators, path } = await projectOf('A/1');
    expect(indicators).toMatchObject([
      {
        ...{
          name: 'Talleres realizados',
          kind: 'number',
          unit: 'talleres',
          direction: 'up',
          accumulates: 'last',
        },
        ...{ baseline: 0, target: 8, noBaseline: '', actual: 7.5 },
      },
      { name: 'Participación', kind: 'percentage', target: 80, actual: 72.25, unit: '' },
      { name: 'Vivero en uso', kind: 'milestone', target: null, actual: 1, noBaseline: '' },
    ]);
    expect(indicators[1]?.noBaseline).toBe('Sin línea base (registro anterior)');
    expect(await valuesOf('A/1')).toMatchObject([
      { value: 1, measurements: 1 },
      { value: 7.5, measurements: 2, day: '2018-11-30' },
      { value: 72.25, measurements: 1 },
    ]);
    const { body } = await campus.send<ProjectIndicators>('GET', `${path}/indicators`);
    expect(body.measurements.map(m => [m.origin, m.state])).toEqual(Array(4).fill(['earlier', 'accepted']));
    const audit = await campus.db
      .selectFrom('audit')
      .select('changes')
      .where('action', '=', 'measurement.import')
      .execute();
    expect(audit).toHaveLength(4);
    expect(JSON.stringify(audit)).not.toMatch(/Talleres|Vivero/);
  });

  it('add to those of the project, which stay as they are', async () => {
    const own = { id: 'i1', name: 'Talleres Realizados', target: 20 };
    await addByHand('A/1', [own]);
    expect(await messages(fileOf(FIRST))).toEqual([
      [
        'unit: El proyecto tiene este indicador sin unidad.',
        'baseline: El proyecto tiene este indicador sin línea base.',
        'target: El proyecto tiene este indicador con otra meta.',
      ],
    ]);
    const done = await take(campus, 'indicators', fileOf(FIRST.replace('talleres;0;8;', ';;20;'), MILESTONE));
    const [row] = await rowsIn('A/1');
    expect(row?.data.indicators).toMatchObject([own, { name: 'Vivero en uso' }]);
    expect(row?.data.indicators[0]).toEqual(own);
    expect(row?.version).toBe(2);
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect((await rowsIn('A/1'))[0]?.data.indicators).toEqual([own]);
    expect(await measured()).toEqual([]);
  });

  it('tell what is wrong cell by cell', async () => {
    await addByHand('A/2', [
      { id: 'q', name: 'Relato', kind: 'qualitative' },
      { id: 's', name: 'Satisfacción', kind: 'scale', scaleFrom: 1, scaleTo: 7 },
      { id: 'p', name: 'Asistencia', kind: 'percentage', accumulates: 'sum' },
    ]);
    const file = fileOf(
      'A/1;<b>Uno</b> 🌱;;;;;1.200;30-11-2018',
      'A/1;Dos;;;;;1.234;30-11-2018',
      'A/1;Tres;Escala;;mucho;1e9;2.000.000.000;30-02-2018',
      'A/1;Cuatro;;;;;;30-11-2018',
      'A/1;Cinco;;;;;Sí;30-11-2018',
      'A/1;Seis;Hito;;;;2;30-11-2018',
      'A/1;Siete;%;;;;-1;30-11-2018',
      'A/2;Relato;;;;;1;30-11-2018',
      'A/2;satisfaccion;;;;;8;30-11-2018',
      'A/2;ASISTENCIA;;;;;80;30-11-2018',
      FIRST,
      'A/1;talleres  REALIZADOS;;;;;9;2018-06-30',
      'A/1;Talleres realizados;Hito;;;12;1;2018-10-30',
      'NADA;Uno;;;;;1;30-11-2018',
    );
    expect(await messages(file)).toEqual([
      [],
      ['value: «1.234» puede ser 1234 o 1,234: escríbelo sin punto, o con coma y como texto.'],
      [
        'kind: No se reconoce el tipo «Escala»: usa número, porcentaje, razón o hito.',
        'baseline: Escribe un número.',
        'target: Escribe un número.',
        'value: El valor máximo es 1.000.000.000.',
        'day: Escribe una fecha válida (dd-mm-aaaa).',
      ],
      ['value: Este campo es obligatorio.'],
      ['value: Escribe un número.'],
      ['value: Di si se alcanzó.'],
      ['value: No puede ser negativo.'],
      ['value: El indicador se cuenta con palabras: regístralo en la aplicación.'],
      ['value: La escala va de 1 a 7.'],
      ['value: El indicador suma casos y totales: registra la medición en la aplicación.'],
      [],
      ['indicator: Ese indicador del proyecto en la fecha se repite: ya está en la fila 12.'],
      [
        'kind: La fila 12 trae este indicador con otro tipo.',
        'target: La fila 12 trae este indicador con otra meta.',
      ],
      ['project: No hay un proyecto con el código «NADA»: impórtalo antes.'],
    ]);
    const seen = await read(campus, 'indicators', file);
    await apply(campus, seen, { only: 'good' });
    expect((await projectOf('A/1')).indicators.map(i => [i.name, i.actual])).toEqual([
      ['<b>Uno</b> 🌱', 1200],
      ['Talleres realizados', 6],
    ]);
  });

  it('are at most as many as a Ficha takes, over the parts in which a file is read', async () => {
    const many = Array.from({ length: 41 }, (_, n) => `A/1;Indicador ${n};;;;;1;30-11-2018`);
    const values = Array.from({ length: 300 }, (_, n) => `A/2;Uno;;;;;${n};${addDays('2019-01-01', n)}`);
    const found = await messages(fileOf(...many.slice(0, 1), ...values, ...many.slice(1)));
    expect(found.flat()).toEqual(['indicator: Un proyecto tiene como máximo 40 indicadores.']);
    expect(found.at(-1)).toHaveLength(1);
  });

  it('of a large file are written in one go', async () => {
    const rows = Array.from(
      { length: 5000 },
      (_, n) => `A/${1 + (n % 2)};Indicador ${n % 60};;;;;${n};${addDays('2019-01-01', Math.floor(n / 60))}`,
    );
    const seen = await read(campus, 'indicators', fileOf(...rows));
    expect(seen.counts).toMatchObject({ new: 5000, wrong: 0 });
    const done = (await apply(campus, seen)).body as Import;
    expect(done.state, done.problem ?? '').toBe('done');
    expect((await projectOf('A/1')).indicators).toHaveLength(30);
    expect((await read(campus, 'indicators', fileOf(...rows))).counts).toMatchObject({ unchanged: 5000 });
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect(await measured()).toEqual([]);
  });
});

describe('a value that a person recorded', () => {
  it('is never changed by a file, nor taken back with it', async () => {
    await addByHand('A/2', [{ id: 'i1', name: 'Hectáreas', unit: 'ha' }], 4);
    const before = await measured();
    expect(await messages(fileOf('A/2;Hectáreas;;;;;5;04-05-2026'))).toEqual([
      ['value: Se registró en la aplicación con otro valor: cámbialo ahí.'],
    ]);
    const done = await take(
      campus,
      'indicators',
      fileOf('A/2;hectareas;;;;;4;04-05-2026', 'A/2;Hectáreas;;ha;;;3;04-05-2025'),
    );
    expect(done.counts).toMatchObject({ new: 1, unchanged: 1 });
    expect((await measured()).filter(m => m.import_key === null)).toEqual(before);
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect(await measured()).toEqual(before);
    expect((await rowsIn('A/2'))[0]).toMatchObject({ version: 1, data: { indicators: [{ id: 'i1' }] } });
  });

  it('and nobody has accepted yet is told', async () => {
    await addByHand('A/2', [{ id: 'i1', name: 'Hectáreas' }], 4);
    await sql`update measurements set state = 'submitted'`.execute(campus.db);
    expect(await messages(fileOf('A/2;Hectáreas;;;;;4;04-05-2026'))).toEqual([
      ['day: En la aplicación hay una medición de esa fecha sin aceptar.'],
    ]);
  });

  it('corrects an imported one for good', async () => {
    const row = 'A/2;Hectáreas;;;;;5;04-05-2026';
    const done = await take(campus, 'indicators', fileOf(row));
    const [imported] = await measured();
    await sql`insert into measurements (id, project_id, indicator_id, day, value, state, replaces_id, author_id, updated_by)
      select ${randomUUID()}, project_id, indicator_id, day, 6, 'submitted', id, author_id, author_id from measurements`.execute(
      campus.db,
    );
    expect(await messages(fileOf(row.replace(';5;', ';7;')))).toEqual([
      ['value: Cambió en la aplicación después de importarse: cámbialo ahí.'],
    ]);
    expect((await undo(campus, done)).body.detail).toBe(
      'No se puede deshacer. «Hectáreas» de A/2 tiene 1 medición de otro origen. ' +
        'Quítala ahí, o deshaz la importación que la trajo, y vuelve a deshacer. ' +
        'El valor del 04-05-2026 de A/2 se usa en 1 medición de A/2 «Riego». Quítalo ahí y vuelve a deshacer.',
    );
    await sql`update measurements set state = 'superseded', updated_at = now() where id = ${imported?.id}`.execute(
      campus.db,
    );
    await sql`update measurements set state = 'accepted', decided_at = now() where replaces_id is not null`.execute(
      campus.db,
    );
    expect((await read(campus, 'indicators', fileOf(row))).counts).toMatchObject({ unchanged: 1, new: 0 });
    expect((await undo(campus, done)).status).toBe(422);
  });
});

describe('taken back', () => {
  it('with the section that it had brought, and its project after that', async () => {
    const done = await take(campus, 'indicators', fileOf(FIRST, LATER));
    expect((await undo(campus, projects)).body.detail).toMatch(/2 mediciones|se trabajó/);
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect(await rowsIn('A/1')).toEqual([]);
    expect((await undo(campus, projects)).body).toMatchObject({ state: 'undone' });
  });

  it('not while another file or a person measured its indicators', async () => {
    const first = await take(campus, 'indicators', fileOf(FIRST));
    const second = await take(campus, 'indicators', fileOf(LATER));
    expect((await undo(campus, first)).body.detail).toBe(
      'No se puede deshacer. «Talleres realizados» de A/1 tiene 1 medición de otro origen. ' +
        'Quítala ahí, o deshaz la importación que la trajo, y vuelve a deshacer.',
    );
    expect((await undo(campus, second)).body).toMatchObject({ state: 'undone' });
    expect((await projectOf('A/1')).indicators).toHaveLength(1);
    expect((await undo(campus, first)).body).toMatchObject({ state: 'undone' });
    expect(await rowsIn('A/1')).toEqual([]);
  });

  it('not once somebody changed an indicator; others of the section stay', async () => {
    const done = await take(campus, 'indicators', fileOf(FIRST.replace('A/1', 'A/2')));
    const [row] = await rowsIn('A/2');
    const [imported] = row?.data.indicators ?? [];
    const write = (indicators: object[]) =>
      sql`update project_sections set data = ${JSON.stringify({ indicators })}::jsonb, version = version + 1
        where section = 'indicators'`.execute(campus.db);
    await write([{ ...imported, target: 12 }]);
    expect((await undo(campus, done)).body.detail).toBe(
      'No se puede deshacer. «Talleres realizados» de A/2 cambió después. ' +
        'Ese trabajo no se deshace: corrige ahí lo que haga falta.',
    );
    await write([{ id: 'mine', name: 'A mano' }, imported as object]);
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect((await rowsIn('A/2'))[0]?.data.indicators).toEqual([{ id: 'mine', name: 'A mano' }]);
  });

  it('puts back the value that another file changed', async () => {
    await take(campus, 'indicators', fileOf(FIRST));
    const done = await take(campus, 'indicators', fileOf(FIRST.replace(';6;', ';6,5;')));
    expect(await valuesOf('A/1')).toMatchObject([{ value: 6.5 }]);
    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    expect(await valuesOf('A/1')).toMatchObject([{ value: 6 }]);
    expect((await projectOf('A/1')).indicators).toHaveLength(1);
  });

  it('renamed since, it is known by what the file called it', async () => {
    await take(campus, 'indicators', fileOf(FIRST));
    const [row] = await rowsIn('A/1');
    const [entry] = row?.data.indicators ?? [];
    await sql`update project_sections set data = ${JSON.stringify({ indicators: [{ ...entry, name: 'Talleres hechos' }] })}::jsonb
      where section = 'indicators'`.execute(campus.db);
    expect((await read(campus, 'indicators', fileOf(FIRST))).counts).toMatchObject({ unchanged: 1, new: 0 });
  });
});
