import { sql } from 'kysely';
import { type Database, PLANNED_ANEW } from '../../db/pool.ts';
import { parseSetting } from '../../db/settings.ts';
import {
  type FigureName,
  figureOf,
  figuresOf,
  measuresIn,
  type RowsBy,
} from '../../domain/figures/figures.ts';
import { KNOWN_ROWS, NO_ROW } from '../../domain/figures/rows.ts';
import { scopesOf } from '../../domain/figures/scopes.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf, ParamsOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { type FigureRow, type getDashboard, otherFilters } from './contract.ts';
import { populationOf, scopeFor } from './population/queries.ts';
import { type Asked, rowsIn } from './rows/queries.ts';
import { sourceOf } from './sources/queries.ts';

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
  /** Of each figure, in their order. */
  readonly own: readonly StoredRow[][];
  readonly other: readonly StoredRow[][] | null;
  readonly formula: unknown;
}

export const labelOf = (by: RowsBy, key: string | null, name: string | null): string =>
  key === null
    ? (NO_ROW[by] ?? 'Sin dato')
    : (KNOWN_ROWS[by]?.get(key) ?? name ?? (by === 'period' ? key : 'Sin dato'));

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

/** Rows of both sides, each once; those that are nothing on either are left out, but for the stages of a way that somebody took. */
function mergeRows(
  name: FigureName,
  measures: readonly string[],
  own: readonly StoredRow[],
  other: readonly StoredRow[] | null,
): FigureRow[] {
  const { by } = figureOf(name);
  const none = measures.map(() => null);
  const othersAt = new Map(other?.map(row => [addressOf(row), row]));
  const ownAt = new Map(own.map(row => [addressOf(row), row]));
  const all = [...ownAt.values(), ...[...othersAt].flatMap(([at, row]) => (ownAt.has(at) ? [] : [row]))];
  const rows = all.map(row => ({
    key: row[0],
    label: labelOf(by, row[0], row[1]),
    across: row[2],
    values: [...(ownAt.get(addressOf(row))?.[3] ?? none)],
    other: other ? [...(othersAt.get(addressOf(row))?.[3] ?? none)] : null,
  }));
  const isTold = (row: FigureRow) => !isNothing(row.values) || !isNothing(row.other);
  return inOrder(by, WAYS.includes(by) && rows.some(isTold) ? rows : rows.filter(isTold));
}

const FORMULA = sql`(select s.value from settings s where s.key = 'score')`;

/** Figures of a topic in one statement, and so of one snapshot. */
export async function readDashboard(
  db: Database,
  actor: Actor,
  { topic }: ParamsOf<typeof getDashboard>,
  query: QueryOf<typeof getDashboard>,
): Promise<OutputOf<typeof getDashboard>> {
  const scope = scopeFor(actor, query);
  const compared = otherFilters(query);
  const names = figuresOf(topic, scope).filter(name => !query.figure || name === query.figure);
  if (query.figure && names.length === 0) throw notFound();
  const asked = names.map(
    (name): Asked => ({
      name,
      source: sourceOf(name, { actor, scope }),
      measures: measuresIn(figureOf(name), scope),
    }),
  );
  const own = populationOf(actor, scope, query);
  const other = compared && populationOf(actor, scope, compared);
  // All that the university has is read by each figure on the index that serves it; what is less is found once.
  const [ownName, otherName] =
    scope === 'all' ? [own, other] : [sql`select * from own`, other && sql`select * from other`];
  const none = asked.length === 0;
  const ctes =
    scope === 'all'
      ? sql``
      : sql`with own as materialized (${own})
    ${other ? sql`, other as materialized (${other})` : sql``}`;
  const found = await sql<Found>`${PLANNED_ANEW} ${ctes}
    select now() as at, (select count(*) from (${ownName}) p) as projects,
      ${otherName ? sql`(select count(*) from (${otherName}) p)` : sql`null::bigint`} as "otherProjects",
      ${none ? sql`'[]'::json` : rowsIn(ownName, asked)} as own,
      ${otherName && !none ? rowsIn(otherName, asked) : sql`null::json`} as other,
      ${topic === 'score' ? FORMULA : sql`null::jsonb`} as formula`.execute(db);
  const [first] = found.rows;
  if (!first) throw new Error('a dashboard answered no row');
  return {
    at: first.at,
    scope,
    scopes: scopesOf(actor),
    projects: first.projects,
    otherProjects: first.otherProjects,
    formula: first.formula === null ? null : parseSetting('score', first.formula),
    figures: asked.map(({ name, measures }, n) => {
      const rows = mergeRows(name, measures, first.own[n] ?? [], first.other?.[n] ?? null);
      return { name, measures: [...measures], rows };
    }),
  };
}
