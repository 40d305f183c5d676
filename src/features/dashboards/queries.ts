import { sql } from 'kysely';
import { type Database, PLANNED_ANEW } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import { among } from '../../db/states.ts';
import {
  type Figure,
  type FigureName,
  figureOf,
  figuresOf,
  measuresIn,
  type RowsBy,
} from '../../domain/figures/figures.ts';
import { KNOWN_ROWS, NO_ROW } from '../../domain/figures/rows.ts';
import { scopesOf } from '../../domain/figures/scopes.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf, ParamsOf, QueryOf } from '../../domain/kit/endpoint.ts';
import type { Condition } from '../project-record/visibility/queries.ts';
import type { FigureRow, getDashboard } from './contract.ts';
import { otherFilters, populationOf, scopeFor } from './population/queries.ts';
import { type Source, sourceOf } from './sources/queries.ts';

/** How the database names a row whose name the program does not have. */
const NAMES: Partial<Record<RowsBy, (key: Condition) => Condition>> = {
  kind: key => sql`(select v.definition ->> 'label' from kinds d
    join kind_versions v on v.slug = d.slug and v.version = d.current_version where d.slug = ${key})`,
  faculty: key => sql`(select n.name from faculties n where n.id = ${key}::uuid)`,
  school: key => sql`(select n.name from schools n where n.id = ${key}::uuid)`,
  call: key => sql`(select n.name from calls n where n.id = ${key}::uuid)`,
  comuna: key => sql`(select n.name from comunas n where n.code = ${key})`,
  region: key => sql`(select n.short_name from regions n where n.code = ${key})`,
  line: key => sql`(select concat_ws(' · ', n.name, nullif(substr(${key}, 38), '')) from calls n
    where n.id = left(${key}, 36)::uuid)`,
};
export const nameIn = (by: RowsBy, key: Condition): Condition => NAMES[by]?.(key) ?? sql`null::text`;

const FOLDS: Readonly<Record<Figure['fold'], (value: Condition) => Condition>> = {
  sum: value => sql`sum(${value})`,
  mean: value => sql`avg(${value})`,
  least: value => sql`min(${value})`,
};
/** What items come to, by the measures that are told. */
export const foldOf = ({ fold }: Figure, { isShared, id }: Source, value: Condition): Condition =>
  isShared && id ? sql`count(distinct ${id})` : FOLDS[fold](value);

const list = (values: readonly Condition[]) => sql`json_build_array(${sql.join(values)})`;

/** The items of a figure among the projects of a population, as a FROM clause. */
export const itemsIn = (population: Condition, figure: Figure, { joins }: Source): Condition =>
  sql`(select * from ${population} ${figure.awarded ? sql`where status in ${among(AWARDED)}` : sql``}) p ${joins ?? sql``}`;

interface Asked {
  readonly name: FigureName;
  readonly source: Source;
  readonly measures: readonly string[];
}

/** Key, name, what stands across and values of each row, as JSON. */
function rowsIn(population: Condition, { name, source, measures }: Asked): Condition {
  const figure = figureOf(name);
  const from = sql`from ${itemsIn(population, figure, source)} where ${source.where ?? sql`true`}`;
  if ('cells' in source) {
    const rows = Object.entries(source.cells).map(([key, cell]) =>
      list([
        sql`${sql.lit(key)}::text`,
        sql`null::text`,
        sql`null::text`,
        list(measures.map(m => foldOf(figure, source, cell[m] ?? sql`null`))),
      ]),
    );
    return sql`(select ${list(rows)} ${from})`;
  }
  const values = list(measures.map(m => foldOf(figure, source, source.measures[m] ?? sql`null`)));
  return sql`(
    select coalesce(json_agg(json_build_array(k.key, ${nameIn(figure.by, sql`k.key`)}, k.across, k.vals)), '[]')
    from (select ${source.row} as key, ${source.across ?? sql`null::text`} as across, ${values} as vals ${from} group by 1, 2) k)`;
}

type StoredRow = readonly [
  key: string | null,
  name: string | null,
  across: string | null,
  values: readonly (number | null)[],
];

interface Found {
  readonly at: string;
  readonly projects: number;
  readonly otherProjects: number | null;
  readonly rows: readonly (readonly [own: StoredRow[], other: StoredRow[] | null])[];
}

export const labelOf = (by: RowsBy, key: string | null, name: string | null): string =>
  key === null ? (NO_ROW[by] ?? 'Sin dato') : (KNOWN_ROWS[by]?.get(key) ?? name ?? key);

const addressOf = ([key, , across]: StoredRow) => JSON.stringify([key, across]);
/** Rows that belong together: none is left out. */
const WAYS: readonly RowsBy[] = ['stage', 'total', 'term'];
const isNothing = (values: readonly (number | null)[] | null) => (values ?? []).every(v => !v);

/** In the order of the program or of time, else the largest first; what has no value stands last. */
function inOrder(by: RowsBy, rows: FigureRow[]): FigureRow[] {
  const known = [...(KNOWN_ROWS[by]?.keys() ?? [])];
  const placeOf = ({ key }: FigureRow) => (key === null ? Number.MAX_SAFE_INTEGER : known.indexOf(key));
  const sizeOf = ({ values, other }: FigureRow) => Math.max(values[0] ?? 0, other?.[0] ?? 0);
  return rows.toSorted(
    (a, b) =>
      Number(a.key === null) - Number(b.key === null) ||
      (known.length > 0 ? placeOf(a) - placeOf(b) : 0) ||
      (by === 'period' ? (a.key ?? '').localeCompare(b.key ?? '') : 0) ||
      sizeOf(b) - sizeOf(a) ||
      a.label.localeCompare(b.label, 'es') ||
      (a.across ?? '').localeCompare(b.across ?? ''),
  );
}

/** Rows of both sides, each once; those that are nothing on either are left out, but for what is a part of a way. */
function mergeRows(
  name: FigureName,
  own: readonly StoredRow[],
  other: readonly StoredRow[] | null,
): FigureRow[] {
  const { by, measures } = figureOf(name);
  const none = Object.keys(measures).map(() => null);
  const others = new Map(other?.map(row => [addressOf(row), row]));
  const own_ = new Map(own.map(row => [addressOf(row), row]));
  const all = [...own_.values(), ...[...others].flatMap(([at, row]) => (own_.has(at) ? [] : [row]))];
  const rows = all.map(row => ({
    key: row[0],
    label: labelOf(by, row[0], row[1]),
    across: row[2],
    values: [...(own_.get(addressOf(row))?.[3] ?? none)],
    other: other ? [...(others.get(addressOf(row))?.[3] ?? none)] : null,
  }));
  return inOrder(
    by,
    WAYS.includes(by) ? rows : rows.filter(row => !isNothing(row.values) || !isNothing(row.other)),
  );
}

/** Figures of a topic in one statement, and so of one snapshot. */
export async function readDashboard(
  db: Database,
  actor: Actor,
  { topic }: ParamsOf<typeof getDashboard>,
  query: QueryOf<typeof getDashboard>,
): Promise<OutputOf<typeof getDashboard>> {
  const scope = scopeFor(actor, query);
  const compared = otherFilters(query);
  const asked = figuresOf(topic, scope).map(
    (name): Asked => ({
      name,
      source: sourceOf(name, { actor, scope }),
      measures: measuresIn(figureOf(name), scope),
    }),
  );
  const { otherPeriod, otherFaculty, otherSchool, otherKind, ...filters } = query;
  const none = sql`null::json`;
  const rows = asked.map(a => list([rowsIn(sql`own`, a), compared ? rowsIn(sql`other`, a) : none]));
  const found = await sql<Found>`${PLANNED_ANEW}
    with own as materialized (${populationOf(actor, scope, filters)})
      ${compared ? sql`, other as materialized (${populationOf(actor, scope, compared)})` : sql``}
    select now() as at, (select count(*) from own) as projects,
      ${compared ? sql`(select count(*) from other)` : sql`null::bigint`} as "otherProjects",
      ${rows.length > 0 ? list(rows) : sql`'[]'::json`} as rows`.execute(db);
  const [first] = found.rows;
  if (!first) throw new Error('a dashboard answered no row');
  return {
    at: first.at,
    scope,
    scopes: scopesOf(actor),
    projects: first.projects,
    otherProjects: first.otherProjects,
    formula: topic === 'score' ? await readSetting(db, 'score') : null,
    figures: asked.map(({ name, measures }, n) => {
      const [own = [], other = null] = first.rows[n] ?? [];
      return { name, measures: [...measures], rows: mergeRows(name, own, other) };
    }),
  };
}
