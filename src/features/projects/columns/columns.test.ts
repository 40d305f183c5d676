import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { organisationIdOf, PEOPLE, schoolIdOf, userIdOf } from '../../../../test/demo.ts';
import { setStatus } from '../../../../test/execution.ts';
import { type Created, detailOf, startDraft } from '../../../../test/factories.ts';
import { fillEverySection, type Leaf } from '../../../../test/filled-sections.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { COUNTED_GROUPS } from '../../../domain/execution/people.ts';
import { KIND_SLUGS } from '../../../domain/kinds/slugs.ts';
import { AWARDED, type Status, standingLabel } from '../../../domain/kinds/statuses.ts';
import { FIELD_PLACES, SECTION_COLUMNS } from '../../../domain/sections/columns/columns.ts';
import { keyOf, type SectionField } from '../../../domain/sections/field.ts';
import { demoId } from '../../../server/sign-in/demo-identity.ts';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import { PROJECT_COLUMNS } from './queries.ts';

openUniversity({ rateLimit: 0 });

const STANDINGS: readonly Status[] = ['draft', 'evaluation', 'running', 'cancelled'];
/** What came of each project, so that no two figures are alike. */
const CAME = Object.fromEntries(COUNTED_GROUPS.map((group, n) => [group, 500_001 + n]));
const SPENT = { fund: 600_001, unit: 600_002, partner_cash: 600_003, partner_in_kind: 600_004 };
const MONEY = { awarded: 700_001, paid: 700_002, returned: 700_003 };

interface Made extends Created {
  readonly status: Status;
}
let made: Made[];
let leaves: readonly Leaf[];
let readers: Record<string, Client>;

type Cell = string | number | boolean | null;
/** The file as somebody gets it: cells by column, by code. */
async function exported(client: Client): Promise<Map<string, Record<string, Cell>>> {
  const response = await fetch(`${server.url}/api/projects/export?format=xlsx&sort=code`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  expect(response.status).toBe(200);
  const [names = [], ...rows] = await readSheet(Buffer.from(await response.arrayBuffer()));
  return new Map(
    rows.map(row => [
      String(row[0]),
      Object.fromEntries(
        row.map((cell, n) => [String(names[n]), cell instanceof Date ? dayOf(cell) : (cell as Cell)]),
      ),
    ]),
  );
}
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

async function rowOf(statement: ReturnType<typeof sql<{ id: string; name: string }>>) {
  const [row] = (await statement.execute(server.db)).rows;
  if (!row) throw new Error('nothing to point at');
  return row;
}

/** A project of each kind in each standing, with everything filled that may be. */
async function makeProjects() {
  const call =
    await rowOf(sql`insert into calls (name, year, kind, state, opens_at, closes_at, questions, rubric)
    values ('Fondo de columnas', 2026, 'fexs', 'evaluation', '2026-01-02', '2026-03-02',
      '[{"id": "asked", "type": "short_text", "label": "¿Qué más?"}]', '{"criteria": []}') returning id, name`);
  const line = await rowOf(sql`insert into call_lines (call_id, position, name, cap, budget)
    values (${call.id}, 1, 'Línea de columnas', 1000000, 1500000) returning id, name`);
  const institutional = await rowOf(sql`insert into institutional_indicators
      (name, kind, direction, accumulates, scope, level, roll_up)
    values ('Indicador de columnas', 'number', 'up', 'sum', 'external', 'outcome', 'sum') returning id, name`);
  const named = (table: string, id: string) =>
    rowOf(sql`select id, name from ${sql.table(table)} where id = ${id}`);
  const before = await startDraft(clients.colleague, 'pacs', { title: 'El anterior' });
  const offering =
    await rowOf(sql`select o.id, c.name from course_offerings o join courses c on c.id = o.course_id
    where o.id = ${refs.offeringId}`);
  const theme = await rowOf(sql`select id, name from themes order by name limit 1`);
  const filled = fillEverySection({
    person: await named('users', userIdOf(PEOPLE.colleague)),
    school: await named('schools', schoolIdOf('ENF')),
    careers: await named('careers', demoId('career:ENF-D')),
    organisation: await named('organisations', organisationIdOf('65000014-5')),
    ...{ theme, call, callLine: line, institutionalIndicator: institutional, offering },
    project: { id: before.id, name: 'El anterior' },
  });
  leaves = filled.leaves;
  made = [];
  for (const kind of KIND_SLUGS)
    for (const status of STANDINGS) {
      const project = await startDraft(clients.academic, kind, { title: `De ${kind}` });
      const isFund = kind === 'fexs';
      await fillRows(project, filled, isFund ? { call: call.id, line: line.id } : null);
      await setStatus(server, project, status);
      made.push({ ...project, status });
    }
}

const leafAt = (section: string, path: string) =>
  leaves.find(l => l.section === section && l.field.path === path)?.stored as number;

async function fillRows(
  { id }: Created,
  { sections }: ReturnType<typeof fillEverySection>,
  applied: { call: string; line: string } | null,
) {
  const { db } = server;
  const lead = userIdOf(PEOPLE.academic);
  for (const [section, data] of Object.entries(sections))
    await sql`insert into project_sections (project_id, section, data, version) values (${id}, ${section}, ${JSON.stringify(data)}, 1)
      on conflict (project_id, section) do update set data = excluded.data`.execute(db);
  await sql`update projects set submitted_at = now(), alternate_id = ${userIdOf(PEOPLE.colleague)},
    theme_id = ${sections.identification.themeId}, call_id = ${applied?.call ?? null}, line_id = ${applied?.line ?? null},
    amount_requested = ${leafAt('fund', 'amountRequested')}, amount_awarded = ${MONEY.awarded},
    start_date = '2026-08-03', end_date = '2026-12-18', period = '2026-2' where id = ${id}`.execute(db);
  await sql`insert into project_members (project_id, user_id) values (${id}, ${userIdOf(PEOPLE.otherDirector)})`.execute(
    db,
  );
  await sql`insert into project_careers (project_id, career_id) values (${id}, ${demoId('career:ENF-D')})
    on conflict do nothing`.execute(db);
  await sql`insert into project_partners (project_id, organisation_id) values (${id}, ${organisationIdOf('65000014-5')})
    on conflict do nothing`.execute(db);
  await sql`insert into measurements (id, project_id, indicator_id, day, value, note, state, origin, author_id, recorded_at,
      submitted_at, due_at, updated_at, updated_by)
    values (new_id(), ${id}, 'entry-1', '2026-09-01', ${leafAt('indicators', 'indicators.*.actual')}, '', 'accepted', 'earlier',
      ${lead}, now(), now(), now(), now(), ${lead})`.execute(db);
  const came = COUNTED_GROUPS.map(group => sql`${sql.ref(`actual_${group}`)} = ${CAME[group]}`);
  const spent = Object.entries(SPENT).map(([source, pesos]) => sql`${sql.ref(`spent_${source}`)} = ${pesos}`);
  await sql`update project_facts set ${sql.join([...came, ...spent])}, paid = ${MONEY.paid}, returned = ${MONEY.returned}
    where project_id = ${id}`.execute(db);
}

beforeAll(async () => {
  await makeProjects();
  const reviewed = made.filter(p => p.status === 'evaluation');
  for (const [who, isBlind] of [
    [userIdOf(PEOPLE.reviewer), false],
    [userIdOf(PEOPLE.stranger), true],
  ] as const)
    for (const { id } of reviewed)
      await sql`insert into reviews (project_id, user_id, state, blind) values (${id}, ${who}, 'accepted', ${isBlind})`.execute(
        server.db,
      );
  const { admin, dean, otherDean, director, academic, colleague, stranger, reviewer } = clients;
  readers = {
    ...{ office: admin, dean, 'dean elsewhere': otherDean, director, lead: academic, alternate: colleague },
    ...{ 'academic, blind to some': stranger, reviewer, member: clients.otherDirector },
  };
}, 120_000);

type Data = Readonly<Record<string, unknown>>;
const dataOf = (page: ProjectDetail, section: string): Data | undefined =>
  page.sections.find(s => s.slug === section)?.data;
const has = (value: unknown) => value !== null && value !== undefined && value !== '';
/** Of an instant it is enough that it is told. */
const TOLD = 'told';
const instantOf = (value: unknown) => (has(value) ? TOLD : null);
const spentOf = (page: ProjectDetail, pesos: number) => (page.readsSpending ? pesos : null);

/** What the page says of the project itself, by the column that tells it. */
const OF_THE_PAGE: Readonly<Record<string, (page: ProjectDetail, reader: string) => Cell>> = {
  codigo: p => p.code,
  titulo: p => p.title,
  tipo: p => p.kind,
  estado: p => p.status,
  estado_texto: p => standingLabel(p),
  periodo: p => p.period,
  historico: p => (p.historic ? 'sí' : 'no'),
  inicio: p => p.startDate,
  termino: p => p.endDate,
  escuela: p => p.school?.name ?? null,
  facultad: p => p.faculty?.name ?? null,
  responsable: p => p.lead.name,
  // Reviewers stand on the page for whoever arranges their reviews, and in no list.
  turno: ({ turn, status }, reader) =>
    reader === 'office' && status === 'evaluation'
      ? null
      : [...turn.people.map(one => one.name), ...(turn.office ? ['Oficina de Vinculación'] : [])].join(
          ' | ',
        ) || null,
  turno_desde: p => instantOf(p.turn.since),
  vence: p => instantOf(p.turn.due),
  atrasado: p => (p.turn.overdue ? 'sí' : 'no'),
  sigue: p => p.turn.next,
  enviado: p => instantOf(p.submittedAt),
  actualizado: p => instantOf(p.updatedAt),
  responsable_alterno: p => p.alternate?.name ?? null,
  tema: p => p.labels[String(dataOf(p, 'identification')?.themeId)] ?? null,
  convocatoria: p => p.call?.name ?? null,
  linea: p => {
    const line = dataOf(p, 'fund')?.lineId;
    return line ? 'Línea de columnas' : null;
  },
  creado: p => instantOf(p.createdAt),
  monto_solicitado: p => (dataOf(p, 'fund') ? p.amountAsked : null),
  monto_adjudicado: p => p.amountAwarded,
  gastado_fondo: p => spentOf(p, SPENT.fund),
  gastado_unidad: p => spentOf(p, SPENT.unit),
  gastado_socio_en_dinero: p => spentOf(p, SPENT.partner_cash),
  gastado_socio_valorado: p => spentOf(p, SPENT.partner_in_kind),
  gastado_total: p => spentOf(p, 2_400_010),
  pagado: p => spentOf(p, MONEY.paid),
  devuelto: p => spentOf(p, MONEY.returned),
};
const INSTANTS = ['turno_desde', 'vence', 'enviado', 'actualizado', 'creado'];

type Entries = readonly Data[];
const only = (value: unknown): Data => (value as Entries)[0] ?? {};
const costOf = (value: unknown) => Number(only(value).quantity) * Number(only(value).unitCost);
const ifIs = (key: string, wanted: string) => (value: unknown) =>
  only(value)[key] === wanted ? costOf(value) : 0;
const isAwarded = ({ status }: ProjectDetail) => AWARDED.includes(status);

/** Columns that tell of a field of the page in another way than it is stored. */
const DERIVED: Readonly<Record<string, (value: unknown, page: ProjectDetail, reader: string) => Cell>> = {
  socios: (value, page) => page.labels[String(only(value).organisationId)] ?? null,
  socios_rut: (_, _page, reader) => (reader === 'office' ? '65000014-5' : null),
  socios_tipo: () => 'Organización social',
  socios_rol: () => 'Co-diseño',
  socios_compromiso: value => `1. ${only(value).commitment}`,
  comuna_codigos: value => String(value),
  comunas: () => 'Talcahuano',
  regiones: () => 'Biobío',
  latitud: value => (value as { latitude: number }).latitude,
  longitud: value => (value as { longitude: number }).longitude,
  ods: value => String(value),
  ods_nombres: () => 'Salud y bienestar',
  indicadores: () => 1,
  indicadores_medidos: (_, page) => (isAwarded(page) ? 1 : 0),
  indicadores_logrados: (_, page) => (isAwarded(page) ? 1 : 0),
  presupuesto_total: costOf,
  presupuesto_fondo: ifIs('source', 'fund'),
  presupuesto_unidad: ifIs('source', 'unit'),
  presupuesto_socio_en_dinero: ifIs('source', 'partner_cash'),
  presupuesto_socio_valorado: ifIs('source', 'partner_in_kind'),
  presupuesto_honorarios: ifIs('category', 'fees'),
  presupuesto_operacion: ifIs('category', 'operation'),
  presupuesto_viaticos: ifIs('category', 'travel'),
  presupuesto_equipamiento: ifIs('category', 'equipment'),
  presupuesto_difusion: ifIs('category', 'dissemination'),
  presupuesto_otros: ifIs('category', 'other'),
  respuestas: (value, page) => {
    const [question] = page.definition.questions.filter(q => q.id === 'asked');
    return question ? `${question.label}: ${(value as Data).asked}` : null;
  },
};
const GROUPS: Readonly<Record<string, string>> = {
  ...{ estudiantes: 'students', academicos: 'academics', funcionarios: 'staff', titulados: 'alumni' },
  ...{ edad_cero_a_catorce: 'age0to14', edad_quince_a_veintinueve: 'age15to29' },
  ...{ edad_treinta_a_cincuenta_y_nueve: 'age30to59', edad_sesenta_o_mas: 'age60plus' },
  ...{ mujeres: 'women', hombres: 'men', otro_sexo: 'other', pueblos_originarios: 'indigenous' },
  ...{
    discapacidad: 'disability',
    migrantes: 'migrants',
    ruralidad: 'rural',
    privados_de_libertad: 'imprisoned',
  },
  ...{ directos: 'direct', indirectos: 'indirect' },
};

/** People of a group: expected, and as they came once there was anything to come to. */
function peopleOf(name: string, value: unknown, page: ProjectDetail): Cell | undefined {
  const [, which, called = ''] = /^(esperado|real)_(.+)$/.exec(name) ?? [];
  const group = GROUPS[called];
  if (!which || group === undefined) return undefined;
  const count = (value as Record<string, { expected: number; actual: number }>)[group];
  if (which === 'esperado') return count?.expected ?? null;
  return (isAwarded(page) ? CAME[group] : count?.actual) ?? null;
}

const nameOf = (page: ProjectDetail, value: unknown) =>
  [value]
    .flat()
    .map(id => page.labels[String(id)] ?? '')
    .join(' | ');

/** The cell of a field that is told as its type usually is, from the value of the page alone. */
function usualOf({ type, options }: SectionField, value: unknown, page: ProjectDetail): Cell {
  if (type === 'flag') return value ? 'sí' : 'no';
  if (type === 'choice') return options?.find(o => o.value === value)?.label ?? null;
  if (['person', 'careers', 'organisation', 'project'].includes(type)) return nameOf(page, value);
  return (Array.isArray(value) ? value.join(' | ') : value) as Cell;
}

const isList = (name: string) => {
  const column = SECTION_COLUMNS.find(c => c.name === name);
  return column?.field.type === 'list' && !(name in DERIVED);
};

function expectedOf(name: string, page: ProjectDetail, reader: string): Cell {
  const own = OF_THE_PAGE[name];
  if (own) return own(page, reader);
  const column = SECTION_COLUMNS.find(c => c.name === name);
  if (!column) throw new Error(`nothing is known of the column ${name}`);
  const value = dataOf(page, column.section)?.[keyOf(column.field)];
  if (!has(value)) return null;
  const derived = DERIVED[name];
  if (derived) return derived(value, page, reader);
  return peopleOf(name, value, page) ?? (isList(name) ? TOLD : usualOf(column.field, value, page));
}

/** Whether the page tells a field to its reader. */
function isTold({ section, top, field, stored }: Leaf, page: ProjectDetail): boolean {
  const value = dataOf(page, section)?.[keyOf(top)];
  const own = top.type === 'list' && Array.isArray(value) ? only(value)[keyOf(field)] : value;
  return JSON.stringify(own) === JSON.stringify(stored);
}
const placeOf = ({ section, top, field }: Leaf) => {
  const place = FIELD_PLACES.find(p => p.section === section && p.field === top)?.place;
  if (typeof place !== 'object') return place;
  const entry = top === field ? true : place.entry?.[keyOf(field)];
  return entry === true ? place : entry;
};
const isLeftOut = (leaf: Leaf) => {
  const place = placeOf(leaf);
  return typeof place === 'object' && place.leftOut !== undefined;
};
/** Those whose value nothing else has. */
const isUnlike = ({ stored }: Leaf) => typeof stored === 'string' && /[«@]|\/\//.test(stored);

/** Every column of a row says what the page says, to this reader. */
function compare(row: Record<string, Cell>, page: ProjectDetail, reader: string) {
  const told = Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      has(cell) && (INSTANTS.includes(name) || isList(name)) ? TOLD : cell,
    ]),
  );
  const expected = Object.keys(row).map(name => [name, expectedOf(name, page, reader)]);
  expect(told).toEqual(Object.fromEntries(expected));
  for (const leaf of leaves.filter(l => l.top.type === 'list' && l.words !== null)) {
    const columns = SECTION_COLUMNS.filter(c => c.section === leaf.section && c.field === leaf.top);
    const text = columns.map(c => row[c.name]).join('\n');
    const where = `${leaf.section}/${leaf.field.path}`;
    const words = leaf.field.type === 'item' ? '«objectives specific.*.text»' : (leaf.words ?? '');
    if (isTold(leaf, page) && !isLeftOut(leaf)) expect(text, where).toContain(words);
    else if (isUnlike(leaf)) expect(text, where).not.toContain(words);
  }
  const [all, whole] = [JSON.stringify(row), JSON.stringify(page)];
  const slipped = leaves.filter(
    l => isUnlike(l) && all.includes(String(l.stored)) && !whole.includes(String(l.stored)),
  );
  expect(slipped.map(l => l.field.path)).toEqual([]);
}

describe('the file of projects', () => {
  it('has a place for every field of every section', () => {
    for (const { section, field, place } of FIELD_PLACES) {
      const where = `${section}/${field.path}`;
      const names = SECTION_COLUMNS.filter(c => c.section === section && c.field === field).map(c => c.name);
      const above = typeof place === 'object' ? place.above : undefined;
      if (above !== undefined) expect(Object.keys(OF_THE_PAGE), where).toContain(above);
      else
        expect(
          names.length > 0 || isLeftOut({ section, top: field, field, stored: null, words: null }),
          where,
        ).toBe(true);
      const entry = typeof place === 'object' && place.entry ? Object.keys(place.entry) : [];
      expect(entry.toSorted(), where).toEqual((field.fields ?? []).map(keyOf).toSorted());
    }
  });

  it('has names of letters, no two alike', () => {
    const names = Object.keys(PROJECT_COLUMNS);
    expect(names.filter(name => !/^[a-z_]+$/.test(name))).toEqual([]);
    const all = [
      ...Object.keys(OF_THE_PAGE).filter(n => n !== 'monto_solicitado'),
      ...SECTION_COLUMNS.map(c => c.name),
    ];
    expect(all.toSorted()).toEqual(names.toSorted());
  });

  it.each([
    ...['office', 'dean', 'dean elsewhere', 'director', 'lead', 'alternate'],
    ...['member', 'reviewer', 'academic, blind to some'],
  ])('tells the %s what the page of each project tells them, column by column', async reader => {
    const client = readers[reader] as Client;
    const rows = await exported(client);
    let compared = 0;
    for (const project of made) {
      const row = rows.get(project.code);
      const answer = await client.get(`/projects/${project.kind}/${project.id}`);
      expect(answer.status, `${project.kind} ${project.status}`).toBe(row ? 200 : 404);
      if (row) compare(row, await detailOf(client, project), reader);
      compared += row ? 1 : 0;
    }
    const mayRead = { 'dean elsewhere': 5, 'academic, blind to some': 5, reviewer: 5 }[reader] ?? made.length;
    expect(compared).toBe(mayRead);
  });
});
