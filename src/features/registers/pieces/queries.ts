import { sql } from 'kysely';
import type { Scope } from '../../../domain/figures/scopes.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { Condition } from '../../project-record/visibility/queries.ts';

/** Who reads, and of which projects; on which day. */
export interface Reader {
  readonly actor: Actor;
  readonly scope: Scope;
  /** In Chile, `YYYY-MM-DD`. */
  readonly today: string;
  /** Up to when what is open counts. */
  readonly now: Condition;
}

export type Values = Readonly<Record<string, Condition>>;

/** Where the rows of a table come from. */
export interface Source {
  /** What is joined to the projects `q` of the population, whose unit is `s` and `fa`, and kind `kd`. */
  readonly joins?: Condition;
  readonly where?: Condition;
  /** Of the rows of one project; of all rows, where they are of none. */
  readonly order?: Condition;
  /** Value of each column. */
  readonly columns: Values;
  /** Of rows that are of no project: their whole FROM, from the ids of the population, `ids`. */
  readonly from?: Condition;
}

/** What every table of projects begins with. */
export const PROJECT = {
  codigo: sql`q.code`,
  titulo: sql`q.title`,
  tipo: sql`kd.label`,
  estado: sql`q.status`,
  periodo: sql`q.period`,
  facultad: sql`fa.name`,
  escuela: sql`s.name`,
};

export const CALL = sql`(select c.name from calls c where c.id = q.call_id)`;
export const nameOf = (id: Condition) => sql`(select u.name from users u where u.id = ${id})`;
/** Entries `l.e` of a list of a section; what is no list has none. */
export const entriesOf = (section: string, list: string) => sql`
  join project_sections c on c.project_id = q.id and c.section = ${sql.lit(section)}
  cross join lateral jsonb_array_elements(items_in(c.data -> ${sql.lit(list)})) with ordinality l (e, n)`;
/** What such an entry says, found by its id; null once it is gone. */
export const entryText = (section: string, list: string, id: Condition, key: string) => sql`(
  select l.e ->> ${sql.lit(key)} from project_sections c
    cross join lateral jsonb_array_elements(items_in(c.data -> ${sql.lit(list)})) l (e)
  where c.project_id = q.id and c.section = ${sql.lit(section)} and l.e ->> 'id' = ${id} limit 1)`;
export const told = (key: string) => sql`nullif(l.e ->> ${sql.lit(key)}, '')`;
export const figure = (key: string) => sql`figure_in(l.e -> ${sql.lit(key)})`;
