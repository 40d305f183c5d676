import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import {
  activeIs,
  findRow,
  type List,
  lastChangeOf,
  listOf,
  matching,
  type View,
} from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { Instrument, instruments, Versions } from './contract.ts';

type Query = QueryOf<typeof instruments.list>;
type Sql = RawBuilder<unknown>;

/** What cannot be sent, or not any more, is the office's: others choose from the rest. */
const visibleTo = (actor: Actor): Sql =>
  isAdmin(actor)
    ? sql`true`
    : sql`(i.active and exists (
        select from instrument_versions v where v.instrument_id = i.id and v.questions <> '[]'))`;

/** Waves that the reader manages; surveys stand above instruments, so that it is said here in short. */
const wavesOf = (actor: Actor): Sql =>
  isAdmin(actor)
    ? sql`(select count(*)::int from waves w where w.instrument_id = i.id)`
    : sql`(select count(*)::int from waves w join projects p on p.id = w.project_id
        where w.instrument_id = i.id and (p.lead_id = ${actor.id} or p.alternate_id = ${actor.id}))`;

const viewFor = (actor: Actor): View<Query> => ({
  from: sql`instruments i`,
  joins: sql`join lateral (
    select v.number, jsonb_array_length(v.questions) as questions from instrument_versions v
    where v.instrument_id = i.id order by v.number desc limit 1) l on true`,
  select: sql`i.id, i.name, i.purpose, i.active, l.number as version, l.questions, ${wavesOf(actor)} as waves,
    ${lastChangeOf('i')}`,
  sorts: { name: sql`plain(i.name)`, updatedAt: sql`i.updated_at` },
  key: sql`i.id`,
});

const listFor = (actor: Actor): List<Query, Instrument> =>
  listOf<Query, Instrument>(viewFor(actor), (_actor, { q, state }) => [
    visibleTo(actor),
    ...matching('i.search', q),
    ...activeIs('i.active', state),
  ]);

/** Instruments that the reader may send, with the waves they manage; all of them for the office. */
export const instrumentList: List<Query, Instrument> = {
  page: (db, actor, query) => listFor(actor).page(db, actor, query),
  rows: (db, actor, query) => listFor(actor).rows(db, actor, query),
};

export const INSTRUMENT_COLUMNS: Columns<Instrument> = {
  nombre: row => row.name,
  proposito: row => row.purpose,
  preguntas: row => row.questions,
  version: row => row.version,
  encuestas: row => row.waves,
  activo: row => row.active,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

/** One that the reader may see; 404 otherwise. */
export const findInstrument = (db: Database, actor: Actor, id: string): Promise<Instrument> =>
  findRow(db, viewFor(actor), [sql`i.id = ${id}`, visibleTo(actor)]);

/** All versions of one that the reader may see, the latest first; 404 otherwise. */
export const findVersions = (db: Database | Transaction, actor: Actor, id: string): Promise<Versions> =>
  findRow(
    db,
    {
      from: sql`instruments i`,
      select: sql`${lastChangeOf('i')}, (
        select json_agg(json_build_object('number', v.number, 'frozenAt', v.frozen_at, 'questions', v.questions)
          order by v.number desc)
        from instrument_versions v where v.instrument_id = i.id) as versions`,
      key: sql`i.id`,
    },
    [sql`i.id = ${id}`, visibleTo(actor)],
  );
