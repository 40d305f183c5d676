import { sql } from 'kysely';
import { type Database, PLANNED_ANEW } from '../../../db/pool.ts';
import { type Figure, figureOf, measuresIn } from '../../../domain/figures/figures.ts';
import { KNOWN_ROWS } from '../../../domain/figures/rows.ts';
import { type Scope, scopesOf } from '../../../domain/figures/scopes.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { OutputOf, ParamsOf, QueryOf } from '../../../domain/kit/endpoint.ts';
import { lookUp } from '../../../domain/kit/look-up.ts';
import { invalid, notFound } from '../../../domain/kit/problem.ts';
import { cursorRows } from '../../../server/tables/list.ts';
import { all, type Condition } from '../../project-record/visibility/queries.ts';
import { type FigureItem, type listFigure, NO_KEY } from '../contract.ts';
import { populationOf, scopeFor } from '../population/queries.ts';
import { labelOf } from '../queries.ts';
import { foldOf, itemsIn, nameIn, whereOf } from '../rows/queries.ts';
import { keyIn, type Source, sourceOf } from '../sources/queries.ts';

type Query = QueryOf<typeof listFigure>;
type Params = ParamsOf<typeof listFigure>;

/** A source of which each item has one value for each measure. */
type Flat = Exclude<Source, { cells: unknown }>;

/** One row of a figure whose projects have something for several, among what is told of them. */
function flatten(source: Source, row: string | undefined, measures: readonly string[]): Flat {
  if (!('cells' in source)) return source;
  const cell = row === undefined ? undefined : lookUp(source.cells, row);
  if (!cell || row === undefined) throw invalid('row', 'Elige una de las filas del gráfico.');
  const { cells: _, where, ...rest } = source;
  const has = measures.map(m => sql`coalesce(${cell[m] ?? sql`null`}, 0) <> 0`);
  return {
    ...rest,
    where: all([...(where ? [where] : []), sql`(${sql.join(has, sql` or `)})`]),
    row: sql`${row}::text`,
    measures: cell,
  };
}

const isOf = (column: Condition, value: string | undefined): Condition[] => {
  if (value === undefined) return [];
  return [value === NO_KEY ? sql`${column} is null` : sql`${column} = ${value}`];
};

interface Asked {
  readonly figure: Figure;
  readonly scope: Scope;
  readonly source: Flat;
  readonly measures: readonly string[];
  /** CTEs of the population and of the items among them. */
  readonly items: Condition;
  readonly order: Condition;
}

function askedOf(actor: Actor, name: Params['figure'], query: Query): Asked {
  const { page: _p, size: _s, sort, row, across, ...filters } = query;
  const scope = scopeFor(actor, filters);
  const figure = figureOf(name);
  if (!figure.scopes.includes(scope)) throw notFound();
  const measures = measuresIn(figure, scope);
  const source = flatten(sourceOf(name, { actor, scope }), row, measures);
  const id = source.id ?? sql`p.id::text`;
  const where = all([
    ...whereOf(figure, source),
    ...isOf(keyIn(source.row), row),
    ...(source.across ? isOf(keyIn(source.across), across) : []),
  ]);
  const values = measures.map((m, n) => sql`${source.measures[m] ?? sql`null`} as ${sql.ref(`v${n}`)}`);
  const items = sql`items as materialized (
      select ${source.once ? sql`distinct on (${id})` : sql``} p.id as project_id, ${id} as item,
        ${source.name ?? sql`''`} as name, ${sql.join(values)}
      from ${itemsIn(populationOf(actor, scope, filters), source)} where ${where})`;
  const down = sort.startsWith('-');
  const by =
    sort.endsWith('value') && measures.length > 0
      ? sql`i.v0 ${down ? sql`desc` : sql`asc`} nulls last, q.code`
      : figure.items === 'partners'
        ? sql`plain(i.name) ${down ? sql`desc` : sql`asc`}`
        : sql`q.code ${down ? sql`desc` : sql`asc`}`;
  return { figure, scope, source, measures, items, order: sql`${by}, i.item` };
}

const columnsOf = (measures: readonly string[]) =>
  measures.length > 0 ? sql.join(measures.map((_, n) => sql.ref(`i.v${n}`))) : sql``;

/** An item as its reader gets it: partners without a project, one's own reviews without the title, which may be blind. */
const itemJson = ({ figure, scope, measures }: Asked): Condition => {
  const title = scope === 'reviews' ? sql`''` : sql`q.title`;
  const project = sql`json_build_object('id', q.id, 'kind', q.kind, 'code', q.code, 'title', ${title})`;
  return sql`json_build_object('id', i.item, 'project', ${figure.items === 'partners' ? sql`null` : project},
    'name', i.name, 'values', json_build_array(${columnsOf(measures)}))`;
};

interface Found {
  readonly at: string;
  readonly values: (number | null)[];
  readonly label: string | null;
  readonly total: number;
  readonly rows: FigureItem[];
}

/** The list behind a figure and what it comes to, in one statement. */
export async function figureItems(
  db: Database,
  actor: Actor,
  { figure: name }: Params,
  query: Query,
): Promise<OutputOf<typeof listFigure>> {
  const asked = askedOf(actor, name, query);
  const { figure, source, measures } = asked;
  const { row } = query;
  // Items are each once here: what several projects share is counted, not summed.
  const folds = measures.map((_, n) => (source.once ? sql`count(*)` : foldOf(figure, sql.ref(`v${n}`))));
  // Of what the reader has nothing of, as a call that is prepared, no name is told.
  const label =
    row && row !== NO_KEY && !KNOWN_ROWS[figure.by]?.has(row)
      ? sql`case when exists (select from items) then ${nameIn(figure.by, sql`${row}`)} end`
      : sql`null::text`;
  const { rows } = await sql<Found>`${PLANNED_ANEW} with ${asked.items}
    select now() as at, (select count(*) from items) as total, ${label} as label,
      (select json_build_array(${sql.join(folds)}) from items) as values,
      coalesce((select json_agg(x.item) from (
        select ${itemJson(asked)} as item from items i join projects q on q.id = i.project_id
        order by ${asked.order} limit ${query.size} offset ${(query.page - 1) * query.size}) x), '[]') as rows`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('the list of a figure answered no row');
  return {
    ...found,
    scope: asked.scope,
    scopes: scopesOf(actor),
    measures: [...measures],
    label: row === undefined ? null : labelOf(figure.by, row === NO_KEY ? null : row, found.label),
  };
}

/** All of them, for a file. */
export async function* allItems(
  db: Database,
  actor: Actor,
  name: Params['figure'],
  query: Query,
): AsyncGenerator<readonly FigureItem[]> {
  const asked = askedOf(actor, name, query);
  yield* cursorRows<FigureItem, FigureItem>(
    db,
    sql`with ${asked.items} select ${itemJson(asked)} as row from items i join projects q on q.id = i.project_id
      order by ${asked.order}`,
    rows => rows,
  );
}
