import { sql } from 'kysely';
import { among } from '../../../db/states.ts';
import { type Figure, type FigureName, figureOf, type RowsBy } from '../../../domain/figures/figures.ts';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import { labelOfKind } from '../../kinds/queries.ts';
import { all, type Condition, either } from '../../project-record/visibility/queries.ts';
import { BESIDE, type Beside, KEYS, type Key, keyIn, type Source } from '../sources/queries.ts';

/** How the database names a row whose name the program does not have. */
const NAMES: Partial<Record<RowsBy, (key: Condition) => Condition>> = {
  kind: labelOfKind,
  faculty: key => sql`(select n.name from faculties n where n.id = ${key}::uuid)`,
  school: key => sql`(select n.name from schools n where n.id = ${key}::uuid)`,
  call: key => sql`(select n.name from calls n where n.id = ${key}::uuid)`,
  comuna: key => sql`(select n.name from comunas n where n.code = ${key})`,
  region: key => sql`(select n.short_name from regions n where n.code = ${key})`,
  line: key => sql`(select concat_ws(' · ', n.name, nullif(substr(${key}, 38), '')) from calls n
    where n.id = left(${key}, 36)::uuid)`,
};
export const nameIn = (by: RowsBy, key: Condition): Condition => NAMES[by]?.(key) ?? sql`null::text`;

// Of whole numbers up to 2^53 floats are exact, and added in a third of the time that decimals take.
const FOLDS: Readonly<Record<Figure['fold'], (value: Condition) => Condition>> = {
  sum: value => sql`sum((${value})::float8)`,
  mean: value => sql`avg(${value})`,
  least: value => sql`min(${value})`,
};
/** What values come to. */
export const foldOf = ({ fold }: Figure, value: Condition): Condition => FOLDS[fold](value);

export const list = (values: readonly Condition[]): Condition => sql`json_build_array(${sql.join(values)})`;

const IS_AWARDED = sql`p.status in ${among(AWARDED)}`;
/** Which items a figure has, as conditions on `p` and what is joined to it: the same one is the same object. */
export const whereOf = ({ awarded }: Figure, { where }: Source): readonly Condition[] => [
  ...(awarded ? [IS_AWARDED] : []),
  ...(where ? [where] : []),
];

/** The items of a figure among the projects of a population, as a FROM clause. */
export const itemsIn = (population: Condition, { beside = [], joins }: Source): Condition =>
  sql`(${population}) p ${besidesIn(beside)} ${joins ?? sql``}`;
const besidesIn = (names: readonly Beside[]) =>
  sql.join(
    [...new Set(names)].map(name => BESIDE[name]),
    sql` `,
  );

export interface Asked {
  readonly name: FigureName;
  readonly source: Source;
  readonly measures: readonly string[];
}

const NOTHING = sql`null`;

/** Sums of what each project says can be added up in groups first, in one pass for all figures of a topic. */
const isTallied = ({ name, source }: Asked): boolean =>
  figureOf(name).fold === 'sum' &&
  !source.joins &&
  !source.once &&
  ('cells' in source || typeof source.row === 'string');

const keysOf = ({ source }: Asked): Key[] => {
  if ('cells' in source || typeof source.row !== 'string') return [];
  return source.across ? [source.row, source.across] : [source.row];
};

/** Columns that are summed up, each once however many figures show it. */
class Sums {
  readonly #known: { value: Condition; where: readonly Condition[]; name: string }[] = [];
  readonly columns: Condition[] = [];

  /** The column with this value, counted where all of the conditions hold. */
  column(value: Condition, where: readonly Condition[]): Condition {
    const isSame = (each: readonly Condition[]) =>
      each.length === where.length && each.every((condition, n) => condition === where[n]);
    const known = this.#known.find(each => each.value === value && isSame(each.where));
    if (known) return sql.ref(`t.${known.name}`);
    const name = `v${this.columns.length}`;
    this.#known.push({ value, where, name });
    const filter = where.length > 0 ? sql` filter (where ${all(where)})` : sql``;
    this.columns.push(sql`${FOLDS.sum(value)}${filter} as ${sql.ref(name)}`);
    return sql.ref(`t.${name}`);
  }
}

/** What a figure reads of the tally, as JSON rows of key, name, what stands across and values. */
function talliedRows({ name, source, measures }: Asked, sums: Sums, where: readonly Condition[]): Condition {
  const figure = figureOf(name);
  const valuesOf = (values: Readonly<Record<string, Condition>>) =>
    list(measures.map(m => sql`sum(${sums.column(values[m] ?? NOTHING, where)})`));
  if ('cells' in source) {
    const rows = Object.entries(source.cells).map(([key, cell]) =>
      list([sql`${sql.lit(key)}::text`, sql`null::text`, sql`null::text`, valuesOf(cell)]),
    );
    return sql`(select ${list(rows)} from tally t)`;
  }
  const keyOf = (key: Key) => KEYS[key].of(sql.ref(`t.${KEYS[key].column}`));
  const key = keyOf(source.row as Key);
  const across = source.across ? keyOf(source.across) : sql`null::text`;
  return namedRows(
    figure,
    sql`select ${key} as key, ${across} as across, ${valuesOf(source.measures)} as vals from tally t`,
  );
}

const namedRows = ({ by }: Figure, rows: Condition): Condition => sql`(
  select coalesce(json_agg(json_build_array(k.key, ${nameIn(by, sql`k.key`)}, k.across, k.vals)), '[]')
  from (${rows} group by 1, 2) k)`;

/** The same, item by item. */
function countedRows(population: Condition, { name, source, measures }: Asked): Condition {
  if ('cells' in source) throw new Error(`${name} has cells that are not added up`);
  const figure = figureOf(name);
  const values = list(
    measures.map(m =>
      source.once ? sql`count(distinct ${source.once})` : foldOf(figure, source.measures[m] ?? NOTHING),
    ),
  );
  const from = sql`from ${itemsIn(population, source)} where ${all(whereOf(figure, source))}`;
  return namedRows(
    figure,
    sql`select ${keyIn(source.row)} as key, ${source.across ? keyIn(source.across) : sql`null::text`} as across, ${values} as vals ${from}`,
  );
}

/** Rows of all these figures among the projects of a population, as a JSON list in their order. */
export function rowsIn(population: Condition, asked: readonly Asked[]): Condition {
  const sums = new Sums();
  const tallied = asked.filter(isTallied);
  const wheres = tallied.map(({ name, source }) => whereOf(figureOf(name), source));
  // What all of them ask for is asked once, of each project; what counts for none of them need not be looked at.
  const common = (wheres[0] ?? []).filter(condition => wheres.every(each => each.includes(condition)));
  const ownOf = ({ name, source }: Asked) =>
    whereOf(figureOf(name), source).filter(condition => !common.includes(condition));
  const rows = asked.map(a => (isTallied(a) ? talliedRows(a, sums, ownOf(a)) : countedRows(population, a)));
  if (tallied.length === 0) return list(rows);
  const columns = [...new Set(tallied.flatMap(keysOf).map(key => KEYS[key].column))].map(c =>
    sql.ref(`p.${c}`),
  );
  const beside = besidesIn(tallied.flatMap(({ source }) => source.beside ?? []));
  const group = columns.length > 0 ? sql`group by ${sql.join(columns)}` : sql``;
  const owns = tallied.map(ownOf);
  const some = owns.every(own => own.length > 0) ? [either(owns.map(all))] : [];
  const where = sql`where ${all([...common, ...some])}`;
  return sql`(with tally as materialized (
      select ${sql.join([...columns, ...sums.columns])} from (${population}) p ${beside} ${where} ${group})
    select ${list(rows)})`;
}
