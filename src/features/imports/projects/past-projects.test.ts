import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { apply, read, rowsOf, take, undo } from '../../../../test/imports.ts';
import { pdfPages } from '../../../../test/pdf.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { runDue } from '../../workflow/transitions/jobs.ts';
import type { Import } from '../contract.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const LEAD = PEOPLE.Academic;
type Cells = Record<string, string>;
const FEATURES: Cells = {
  Código: 'VCM 2019/07',
  Tipo: 'PAC',
  Estado: 'Cerrado',
  Título: 'Huertos escolares en Higueras',
  Responsable: LEAD,
  Escuela: 'ENF',
  Período: '1er semestre 2019',
  Inicio: '15/03/2019',
  Término: '2019-07-30',
};

/** A CSV of rows that differ from a usual one. */
const fileOf = (...rows: Cells[]) => {
  const all = rows.map(row => ({ ...FEATURES, ...row }));
  const titles = [...new Set(all.flatMap(row => Object.keys(row)))];
  const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const line = (row: Cells) => titles.map(title => quoted(row[title])).join(';');
  return `${titles.map(quoted).join(';')}\n${all.map(line).join('\n')}\n`;
};

async function projectOf(code: string) {
  const { id, kind } = await campus.db
    .selectFrom('projects')
    .select(['id', 'kind'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const { status, body } = await campus.send('GET', `/projects/${kind}/${id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const sections = body.sections as { slug: string; data: Record<string, unknown> }[];
  const section = (slug: string) => sections.find(s => s.slug === slug)?.data;
  return { id, kind, body, section, path: `/projects/${kind}/${id}` };
}

const counted = async (table: 'notifications' | 'mails' | 'project_holders' | 'project_history') =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(campus.db)).rows[0]?.n,
  );
const messages = async (file: string) =>
  (await rowsOf(campus, await read(campus, 'projects', file))).map(row =>
    row.errors.map(({ field, message }) => `${field}: ${message}`),
  );

async function offering(period: string, section = '1') {
  const course = await campus.idOf('courses', 'ENF-310');
  await campus.db.insertInto('course_offerings').values({ course_id: course, period, section }).execute();
}

describe('a past project', () => {
  const whole: Cells = {
    Resumen: 'Camas de cultivo con la comunidad escolar.',
    Equipo: `Ana Soto <ana@fuera.example>; ${PEOPLE.Director}; Luis Peña`,
    Socios: '69.000.001-6; Junta de Vecinos N.º 14 Los Cóndores',
    Cursos: 'ENF-310',
    Comunas: 'Talcahuano, Concepcion',
    ODS: 'ODS 4; 11',
    'Beneficiarios directos': '1.250',
    Estudiantes: '32',
    Presupuesto: '$ 1.500.000',
    'Horas de servicio': '40',
  };

  it('is in lists, search, detail and PDF with its code, days, people, partners, courses and figures', async () => {
    await offering('2019-1');
    await take(campus, 'projects', fileOf(whole));
    const { body, section, path } = await projectOf('VCM 2019/07');
    expect(body).toMatchObject({
      historic: true,
      status: 'closed',
      period: '2019-1',
      startDate: '2019-03-15',
      endDate: '2019-07-30',
      lead: { name: 'Camila Rojas Fuentes' },
      turn: { people: [], office: false, due: null, overdue: false },
    });
    expect(localDay(new Date((body.turn as { since: string }).since))).toBe('2019-07-30');
    expect(section('team')).toMatchObject({
      members: [
        { userId: null, name: 'Ana Soto', email: 'ana@fuera.example' },
        { name: '', role: null },
        { name: 'Luis Peña', email: '' },
      ],
    });
    expect(section('partners')?.partners).toHaveLength(2);
    expect(section('courses')).toMatchObject({ courses: [{ serviceHours: 40 }] });
    expect(section('territory')).toMatchObject({ comunaCodes: ['08101', '08110'] });
    expect(section('goals')).toMatchObject({ goals: [4, 11] });
    expect(section('participants')).toMatchObject({
      reach: { direct: { expected: null, actual: 1250 } },
      internal: { students: { actual: 32 } },
    });
    expect(section('budget')).toMatchObject({ lines: [{ unitCost: 1_500_000, quantity: 1 }] });
    expect(body.history).toMatchObject([{ action: 'import', note: 'Importado de «archivo.csv».' }]);

    for (const query of [
      'historic=true',
      'q=huertos',
      'q=VCM%202019%2F07',
      'goal=11',
      'comuna=08110',
      'historic=true&status=closed&kind=pacs&period=2019-1',
    ])
      expect((await campus.send('GET', `/projects?${query}`)).body, query).toMatchObject({ total: 1 });
    expect((await campus.send('GET', '/projects?historic=false')).body).toMatchObject({ total: 0 });
    const pdf = await campus.app.inject({ url: `/api${path}/pdf`, headers: campus.as('Admin') });
    expect(pdf.statusCode).toBe(200);
    const text = pdfPages(pdf.rawPayload).join(' ').replace(/\s+/g, ' ');
    for (const words of ['Histórico', 'VCM 2019/07', 'Ana Soto', '1.250', '$1.500.000'])
      expect(text).toContain(words);
  });

  it('keeps the whole team, however long the cell', async () => {
    const people = Array.from(
      { length: 100 },
      (_, n) => `Persona Invitada ${n} <persona.${n}@fuera.example>`,
    );
    await take(campus, 'projects', fileOf({ Equipo: people.join('; ') }));
    const { section } = await projectOf('VCM 2019/07');
    expect(section('team')?.members).toHaveLength(100);
  });

  it('of every kind keeps the figures that its kind has', async () => {
    const file = fileOf(
      { Código: 'E1', Tipo: 'EXT', 'Beneficiarios directos': '80' },
      { Código: 'F1', Tipo: 'FEX', 'Monto solicitado': '2.000.000', Estado: 'No adjudicado' },
      { Código: 'C1', Tipo: 'CON', 'Monto del contrato': '900000', Cliente: '76000063-9' },
      { Código: 'I1', Tipo: 'INC', Estado: 'Retirado' },
    );
    await take(campus, 'projects', file);
    expect((await projectOf('F1')).section('fund')).toMatchObject({ amountRequested: 2_000_000 });
    expect((await projectOf('C1')).section('contract')).toMatchObject({ amount: 900_000, currency: 'CLP' });
    expect((await projectOf('E1')).body).toMatchObject({ kind: 'exts' });
    expect((await projectOf('I1')).body).toMatchObject({ status: 'withdrawn' });
  });

  it('calls nobody: no turn, mail, notice or reminder; a running one is held by its lead, never due', async () => {
    const file = fileOf(
      { Estado: 'En ejecución' },
      { Código: 'X2', Estado: 'Rechazado' },
      { Código: 'X3', Tipo: 'FEX', Estado: 'No adjudicado' },
    );
    await take(campus, 'projects', file);
    await runDue(campus);
    expect(await counted('notifications')).toBe(0);
    expect(await counted('mails')).toBe(0);
    expect(await counted('project_holders')).toBe(1);
    const { body, path } = await projectOf('VCM 2019/07');
    expect(body.turn).toMatchObject({
      people: [{ name: 'Camila Rojas Fuentes' }],
      due: null,
      overdue: false,
    });
    for (const query of ['overdue=true', 'vacant=true'])
      expect((await campus.send('GET', `/projects?${query}`)).body).toMatchObject({ total: 0 });
    // Its end is long past: brought back to running, it is still asked for nothing.
    for (const action of ['suspend', 'resume']) {
      const { version } = (await campus.send('GET', path)).body;
      const given = { version, reason: 'Revisión de la oficina.' };
      expect((await campus.send('POST', `${path}/actions/${action}`, given)).status).toBe(200);
    }
    expect((await campus.send('GET', path)).body.turn).toMatchObject({ due: null, overdue: false });
  });

  it('tells what is wrong cell by cell', async () => {
    await offering('2019-1', '1');
    await offering('2019-1', '2');
    const file = fileOf(
      { Código: 'A?', Tipo: 'Otro', Estado: 'Borrador', Título: '' },
      { Código: 'B1', Responsable: 'nadie@biosur.example', Escuela: 'NADA' },
      { Código: 'B2', Período: 'otoño', Inicio: '31/02/2019', Término: '1-1-1999' },
      { Código: 'B3', Socios: '65.000.001-3', Cursos: 'ENF-310', Comunas: 'Atlántida', ODS: '18' },
      { Código: 'B4', Tipo: 'EXT', Cursos: 'ENF-310/2', Presupuesto: 'mucho', 'Horas de servicio': '3' },
      { Código: 'B5', Estado: 'No adjudicado', Inicio: '2019-09-01' },
      { Código: 'B6', Inicio: '', Término: '' },
      { Código: 'B7', Equipo: 'raro@' },
      { Código: 'B7', Equipo: 'quien@fuera.example' },
    );
    expect(await messages(file)).toEqual([
      [
        'code: Usa letras, números, puntos, guiones, barras y espacios.',
        'kind: No se reconoce el tipo «Otro»: usa PAC, EXT, FEX, CON o INC.',
        'status: No se reconoce el estado «Borrador»: usa cerrado, en ejecución, rechazado, no adjudicado, retirado o cancelado.',
        'title: Escribe al menos 3 caracteres.',
      ],
      [
        'lead: No hay una persona con el correo «nadie@biosur.example»: impórtala antes, también si ya no está.',
        'school: No existe la escuela «NADA».',
      ],
      [
        'period: Escribe un período, por ejemplo 2019-1.',
        'startDate: Escribe una fecha válida (dd-mm-aaaa).',
        'endDate: Escribe una fecha desde el año 2000.',
      ],
      [
        'partners: No hay una organización con el nombre o RUT «65.000.001-3»: impórtala antes.',
        'courses: «ENF-310» tuvo varias secciones: escribe ENF-310/1.',
        'comunas: No existe la comuna «Atlántida».',
        'goals: Escribe los números de los ODS, de 1 a 17.',
      ],
      [
        'budget: Escribe el monto en pesos, por ejemplo 1.200.000.',
        'courses: Los proyectos de tipo EXT no tienen «Cursos».',
        'hours: Los proyectos de tipo EXT no tienen «Cursos».',
      ],
      [
        'status: Los proyectos de tipo PAC no pueden quedar en «No adjudicado».',
        'endDate: La fecha de término debe ser igual o posterior a la de inicio.',
      ],
      ['endDate: Falta una fecha del proyecto.'],
      [],
      [
        'team: No hay una persona con el correo «quien@fuera.example»: escribe «Nombre <correo>».',
        'code: El código se repite: ya está en la fila 9.',
      ],
    ]);
  });

  it('that ended may be led by whoever has left; one that runs may not', async () => {
    await sql`update users set state = 'blocked' where email = ${LEAD}`.execute(campus.db);
    const file = fileOf({}, { Código: 'R1', Estado: 'En ejecución' });
    expect(await messages(file)).toEqual([
      [],
      ['lead: Quien dirige un proyecto en ejecución necesita una cuenta habilitada.'],
    ]);
  });
});

describe('imported again', () => {
  it('changes nothing, then only what the file changes; corrections by hand survive, and the undo puts all back', async () => {
    const first = fileOf({ Presupuesto: '100', Socios: '69000001-6' });
    await take(campus, 'projects', first);
    const { body: before, path } = await projectOf('VCM 2019/07');
    const entries = await counted('project_history');
    expect((await take(campus, 'projects', first)).counts).toMatchObject({
      unchanged: 1,
      changed: 0,
      new: 0,
    });
    expect((await projectOf('VCM 2019/07')).body).toMatchObject({
      version: before.version,
      updatedAt: before.updatedAt,
    });
    expect(await counted('project_history')).toBe(entries);

    await sql`update projects set title = 'Corregido a mano' where code = 'VCM 2019/07'`.execute(campus.db);
    await sql`update project_sections set data = data || '{"title": "Corregido a mano"}'
      where section = 'identification'`.execute(campus.db);
    const changed = fileOf({ Presupuesto: '250', Socios: '', Estado: 'Cancelado', ODS: '3' });
    const done = await take(campus, 'projects', changed);
    const { body, section } = await projectOf('VCM 2019/07');
    expect(body).toMatchObject({ title: 'Corregido a mano', status: 'cancelled', version: 2 });
    expect(section('budget')).toMatchObject({ lines: [{ unitCost: 250 }] });
    expect(section('partners')).toMatchObject({ partners: [] });
    expect((body.history as object[])[0]).toMatchObject({ from: 'closed', to: 'cancelled' });

    expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
    const back = await projectOf('VCM 2019/07');
    expect(back.body).toMatchObject({ status: 'closed', title: 'Corregido a mano' });
    expect(back.section('budget')).toMatchObject({ lines: [{ unitCost: 100 }] });
    expect(back.section('partners')?.partners).toHaveLength(1);
    expect(back.section('goals')).toMatchObject({ goals: [] });
    const links = await campus.db.selectFrom('project_partners').selectAll().execute();
    expect(links).toHaveLength(1);
    expect(await campus.db.selectFrom('project_goals').selectAll().execute()).toHaveLength(0);
    expect((await campus.send('GET', path)).status).toBe(200);
  });

  it('is not undone once it was worked on', async () => {
    const done = await take(campus, 'projects', fileOf({ Estado: 'En ejecución' }));
    const { path, section } = await projectOf('VCM 2019/07');
    const data = structuredClone(section('participants')) as { reach: { direct: { actual: number } } };
    data.reach.direct.actual = 5;
    const saved = await campus.send('PUT', `${path}/sections/participants`, { version: 0, data });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const refused = await undo(campus, done);
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.detail).toBe(
      'No se puede deshacer. Después se trabajó en VCM 2019/07 «Huertos escolares en Higueras». ' +
        'Ese trabajo no se deshace: corrige ahí lo que haga falta.',
    );
  });

  it('does not touch projects of the application, nor those that went on in it', async () => {
    const year = localDay(new Date()).slice(0, 4);
    const draft = { id: '01890000-0000-7000-8000-00000000000a', kind: 'exts', title: 'Propio' };
    const { body: made } = await campus.send('POST', '/projects', draft);
    expect(made.code).toBe(`EXT-${year}-0001`);
    expect(await messages(fileOf({ Código: String(made.code), Tipo: 'EXT' }))).toEqual([
      ['code: Ese código ya es de un proyecto que se registró en la aplicación.'],
    ]);
    await take(campus, 'projects', fileOf({ Estado: 'En ejecución' }));
    await sql`update projects set status = 'suspended' where code = 'VCM 2019/07'`.execute(campus.db);
    expect(await messages(fileOf({ Estado: 'Cerrado' }))).toEqual([
      ['status: El proyecto ya sigue su curso en la aplicación: cambia su estado ahí.'],
    ]);
  });
});

it('new projects never get a code that came with a spreadsheet', async () => {
  const year = localDay(new Date()).slice(0, 4);
  await take(
    campus,
    'projects',
    fileOf(
      { Código: `EXT-${year}-0007`, Tipo: 'EXT' },
      { Código: `PAC-${year}-7` },
      { Código: `ext-${year}-1` },
    ),
  );
  const create = async (n: number, kind: string) =>
    (
      await campus.send('POST', '/projects', {
        id: `01890000-0000-7000-8000-00000000000${n}`,
        kind,
        title: 'Nuevo',
      })
    ).body.code;
  expect(await create(1, 'exts')).toBe(`EXT-${year}-0008`);
  expect(await create(2, 'pacs')).toBe(`PAC-${year}-0001`);
  // A prefix that the kind did not have when the file came.
  await sql`update project_correlatives set last = 6 where kind = 'exts'`.execute(campus.db);
  expect(await create(3, 'exts')).toBe(`EXT-${year}-0009`);
  expect((await campus.send('GET', `/projects?q=ext-${year}-1`)).body).toMatchObject({ total: 1 });
});

it('keeps nothing about people besides the project itself', async () => {
  const seen = await read(campus, 'projects', fileOf({ Equipo: 'Ana Soto <ana@fuera.example>' }));
  const done = (await apply(campus, seen)).body as Import;
  expect(done.state).toBe('done');
  const { rows } = await sql<{ source: object }>`select source from projects where historic`.execute(
    campus.db,
  );
  expect(JSON.stringify(rows)).not.toContain('@');
  const audit = await campus.db
    .selectFrom('audit')
    .select('changes')
    .where('action', '=', 'project.imported')
    .execute();
  expect(audit).toHaveLength(1);
  expect(JSON.stringify(audit)).not.toContain('Ana');
});
