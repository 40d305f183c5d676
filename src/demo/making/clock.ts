import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';

const Present = Date;
let aheadMs = 0;
const movedMs = () => Present.now() + aheadMs;

/** `new Date()` and `Date.now()` tell the moved time from here on; everything else about dates stays. */
function moveProgram(): void {
  globalThis.Date = new Proxy(Present, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [movedMs()] : given, made),
    get: (target, name) => (name === 'now' ? movedMs : Reflect.get(target, name, target)),
  });
}

/**
 * Has `now()` told by a row of the database. To be called before its migrations, which write `now()` into what columns
 * begin with; connections that are open already do not know of it. Names are looked for here before PostgreSQL's own.
 */
export async function prepareClock(db: Database): Promise<void> {
  await sql`create schema moved`.execute(db);
  await sql`create table moved.clock (ahead interval not null)`.execute(db);
  await sql`insert into moved.clock values ('0')`.execute(db);
  await sql`create function moved.now() returns timestamptz stable language sql
    as 'select pg_catalog.now() + ahead from moved.clock'`.execute(db);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set search_path = public, moved, pg_catalog`.execute(
    db,
  );
}

/** Ids tell when they were made, too. */
const MOVED_ID = sql`create or replace function new_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp() + c.ahead) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid from moved.clock c $$`;

/** Moves the time of the program and of the database. */
export type MoveTo = (moment: Date) => Promise<void>;

/** Begins to move the time of a database that was prepared for it and migrated, and of this program. */
export async function startClock(db: Database): Promise<MoveTo> {
  await MOVED_ID.execute(db);
  moveProgram();
  return async moment => {
    aheadMs = moment.getTime() - Present.now();
    await sql`update moved.clock set ahead = ${aheadMs} * interval '1 millisecond'`.execute(db);
  };
}
