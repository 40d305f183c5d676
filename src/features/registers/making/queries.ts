import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import type { MadeFile, Maker, Progress } from '../../../domain/downloads/maker.ts';
import { SCOPES, type Scope } from '../../../domain/figures/scopes.ts';
import { type Actor, headedSchools } from '../../../domain/kit/actor.ts';
import { endOfDay, localDay } from '../../../domain/kit/calendar.ts';
import { forbidden } from '../../../domain/kit/problem.ts';
import {
  COLUMN_TYPES,
  cellOf,
  columnsIn,
  type RegisterColumn,
  type RegisterTable,
  tablesIn,
} from '../../../domain/registers/column.ts';
import type { RegisterName } from '../../../domain/registers/names.ts';
import { registerOf, scopesFor } from '../../../domain/registers/registers.ts';
import { plain } from '../../../domain/text/plain.ts';
import type { Cell } from '../../../domain/text/worksheet.ts';
import { printedHeading } from '../../../server/institution.ts';
import { fromSnapshot } from '../../../server/packs/snapshot.ts';
import { fetchRows } from '../../../server/tables/list.ts';
import { CONTENT_TYPES, csv } from '../../../server/tables/table-file.ts';
import { type Sheet, workbook } from '../../../server/tables/workbook.ts';
import { zip } from '../../../server/tables/zip.ts';
import { describeFilters } from '../../dashboards/filters/queries.ts';
import { populationOf, scopeFor } from '../../dashboards/population/queries.ts';
import type { Tools } from '../../downloads/making/commands.ts';
import { kindLabels } from '../../kinds/queries.ts';
import { type Condition, ledBy } from '../../project-record/visibility/queries.ts';
import type { RegisterRequest } from '../contract.ts';
import type { Reader } from '../pieces/queries.ts';
import { sourceOf } from '../sources/queries.ts';

type Filters = Omit<RegisterRequest, 'name' | 'format'>;

/** The scope that is asked for, or the widest in which this person may have the register; throws where there is none. */
export function requireRegister(actor: Actor, name: RegisterName, filters: Filters): Scope {
  const offered = scopesFor(actor, name);
  const scope = filters.scope ?? offered[0];
  if (!scope || !offered.includes(scope)) throw forbidden('preparar este registro');
  // Refuses filters that this scope does not take.
  populationOf(actor, scopeFor(actor, { scope }), { ...filters, scope });
  return scope;
}

export async function titleOf(
  db: Database | Transaction,
  actor: Actor,
  { name, format: _, ...filters }: RegisterRequest & { readonly scope: Scope },
): Promise<string> {
  const words = (await describeFilters(db, actor, filters)).map(({ label, text }) => `${label}: ${text}`);
  return [registerOf(name).title, SCOPES[filters.scope], ...words].join(' · ').slice(0, 300);
}

const AROUND = sql`left join schools s on s.id = q.school_id left join faculties fa on fa.id = s.faculty_id
  left join ${kindLabels} kd on kd.slug = q.kind`;

type Columns = readonly (readonly [string, RegisterColumn])[];

/** All rows of a table as JSON lists of its columns, project by project. */
function rowsOf(
  reader: Reader,
  name: RegisterName,
  [table, columns]: readonly [string, Columns],
  population: Condition,
): Condition {
  const source = sourceOf(name, table, reader);
  const values = columns.map(([column]) => source.columns[column] ?? sql`null`);
  const row = sql`json_build_array(${sql.join(values)}) as row`;
  const where = source.where ?? sql`true`;
  const order = source.order ? sql`, ${source.order}` : sql``;
  return source.from
    ? sql`with ids as materialized (select x.id from (${population}) x)
        select ${row} from ${source.from} where ${where} order by ${source.order ?? sql`1`}`
    : sql`select ${row} from (${population}) p join projects q on q.id = p.id ${AROUND} ${source.joins ?? sql``}
        where ${where} order by q.code${order}`;
}

/** The cells of a table, telling with each project how far it is. */
async function* cellsOf(
  tx: Transaction,
  query: Condition,
  columns: Columns,
  onProject: () => void,
): AsyncGenerator<Cell[][]> {
  const isOfProjects = columns[0]?.[0] === 'codigo';
  let last: unknown;
  for await (const rows of fetchRows<unknown[]>(tx, query)) {
    for (const [code] of rows) {
      if (!isOfProjects || code === last) continue;
      last = code;
      onProject();
    }
    yield rows.map(row => columns.map(([, column], n) => cellOf(column, row[n])));
  }
}

async function* once<T>(rows: T[]): AsyncGenerator<T[]> {
  yield rows;
}

const WIDE = 70;

/** What each column of each table means. */
const definitionsOf = (tables: readonly (readonly [RegisterTable, Columns])[]): Sheet => ({
  name: 'Definiciones',
  columns: ['hoja', 'columna', 'significado', 'contenido', 'fila'],
  widths: [22, 34, WIDE, 24, WIDE],
  rows: once(
    tables.flatMap(([{ title, row }, columns]) =>
      columns.map(([name, { meaning, type = 'text' }]) => [title, name, meaning, COLUMN_TYPES[type], row]),
    ),
  ),
});

interface Origin {
  readonly actor: Actor;
  readonly request: RegisterRequest;
  readonly scope: Scope;
  readonly filters: readonly { readonly label: string; readonly text: string }[];
  readonly projects: number;
  readonly at: Date;
  readonly institution: string;
}

/** Where it comes from: without that nobody can say later what the file counts. */
const originOf = ({ actor, request, scope, filters, projects, at, institution }: Origin): Sheet => ({
  name: 'Origen',
  columns: ['dato', 'valor'],
  widths: [24, WIDE],
  rows: once<Cell[]>([
    ['Institución', institution],
    ['Registro', registerOf(request.name).title],
    ['Datos al', at],
    ['Preparado para', actor.name],
    ['De', SCOPES[scope]],
    ...filters.map(({ label, text }): Cell[] => [label, text]),
    ['Proyectos', projects],
  ]),
});

const fileOf = (name: string) =>
  plain(name)
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');

/** Tables of plain text, each in a file of its own. */
const csvFiles = (sheets: readonly Sheet[]) =>
  zip(
    sheets.map(({ name, columns, rows }) => ({ name: `${fileOf(name)}.csv`, content: csv(columns, rows) })),
    { large: false },
  );

/** How many rows all tables of a register have, of a population. */
export async function countRegisterRows(
  db: Database | Transaction,
  {
    actor,
    name,
    scope,
    population,
  }: Pick<Origin, 'actor' | 'scope'> & {
    readonly name: RegisterName;
    readonly population: Condition;
  },
): Promise<number> {
  const reader: Reader = { actor, scope, today: localDay(new Date()), now: sql`now()` };
  const counts = tablesIn(registerOf(name), scope).map(
    ([table, columns]) =>
      sql`(select count(*) from (${rowsOf(reader, name, [table, columnsIn(columns, scope)], population)}) x)`,
  );
  const { rows } = await sql<{ count: number }>`select (${sql.join(counts, sql` + `)})::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

interface Reading extends Pick<Origin, 'actor' | 'request' | 'institution'> {
  readonly progress: Progress;
  /** What it says of its data, where that is not the moment of the snapshot. */
  readonly at?: Date;
}

/** The sheets of a register, read as they are written. */
export async function registerSheets(
  tx: Transaction,
  { actor, request, institution, progress, at: given }: Reading,
): Promise<{ at: Date; sheets: Sheet[] }> {
  const { name, format: _, ...filters } = request;
  const scope = requireRegister(actor, name, filters);
  const population = populationOf(actor, scope, filters);
  const { rows } = await sql<{ at: string; projects: number }>`
    select now() as at, count(*) as projects from (${population}) p`.execute(tx);
  const [{ at: read, projects } = { at: new Date().toISOString(), projects: 0 }] = rows;
  const at = given ?? new Date(read);
  const register = registerOf(name);
  const tables = tablesIn(register, scope).map(([key, table]) => ({
    key,
    table,
    columns: columnsIn(table, scope),
  }));
  progress.total(projects * tables.length);
  const day = localDay(at);
  const reader: Reader = {
    actor,
    scope,
    today: day,
    now: given ? sql`${endOfDay(day)}::timestamptz` : sql`now()`,
  };
  const data = tables.map(({ key, table, columns }, n): Sheet => {
    let count = projects * n;
    const onProject = () => {
      count += 1;
      progress.done(count);
    };
    const query = rowsOf(reader, name, [key, columns], population);
    return {
      name: table.title,
      columns: columns.map(([column]) => column),
      rows: cellsOf(tx, query, columns, onProject),
    };
  });
  const origin = originOf({
    ...{ actor, request, scope, projects, institution, at },
    filters: await describeFilters(tx, actor, filters),
  });
  const definitions = definitionsOf(tables.map(({ table, columns }) => [table, columns] as const));
  return { at, sheets: [...data, definitions, origin] };
}

/** Everything of one snapshot, read as it is written. */
const makeRegister = (
  { db, env }: Tools,
  actor: Actor,
  request: RegisterRequest,
  progress: Progress,
): Promise<MadeFile> =>
  fromSnapshot(db, async tx => {
    const { institution } = await printedHeading({ db, env });
    const { at, sheets } = await registerSheets(tx, { actor, request, institution, progress });
    const isWorkbook = request.format === 'xlsx';
    const name = `registro-${fileOf(registerOf(request.name).title)}-${localDay(at)}`;
    return {
      name: `${name}.${isWorkbook ? 'xlsx' : 'zip'}`,
      contentType: isWorkbook ? CONTENT_TYPES.xlsx : 'application/zip',
      content: isWorkbook ? workbook(sheets) : csvFiles(sheets),
    };
  });

/** Of the whole university, of these schools, or of what is somebody's own: of these projects, not of others. */
async function rightsOf(
  db: Database,
  actor: Actor,
  { name, format: _, ...filters }: RegisterRequest,
): Promise<string> {
  const scope = requireRegister(actor, name, filters);
  if (scope === 'units') return `${scope} ${headedSchools(actor).toSorted().join(' ')}`;
  if (scope !== 'mine') return scope;
  const { rows } = await sql<{ own: string }>`
    select coalesce(md5(string_agg(p.id::text, ' ' order by p.id)), '') as own
    from projects p where ${ledBy(actor.id)}`.execute(db);
  return `${scope} ${rows[0]?.own ?? ''}`;
}

export const registerMaker: Maker<Tools, RegisterRequest> = { rightsOf, make: makeRegister };
