import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { STATUSES, type Status } from '../../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import { rememberCounts, STAMP, type Stamped } from '../../project-record/counts/queries.ts';
import type { UnitFigures } from '../contract.ts';

const UNIVERSITY = 'Toda la universidad';

/** A unit that somebody heads, with its schools: of a school itself. */
export type Unit = Omit<UnitFigures, 'counts'> & { readonly schools: readonly string[] };

/** Units by these ids, as a JSON column. */
export const unitsOf = (directs: RawBuilder<unknown>, heads: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(u order by u.unit, u.name) from (
    select s.id, 'school' as unit, s.name, array[s.id] as schools from schools s
    where s.id = any(array(select unnest(${directs}::uuid[])))
    union all
    select f.id, 'faculty', f.name, array_agg(s.id) from faculties f join schools s on s.faculty_id = f.id
    where f.id = any(array(select unnest(${heads}::uuid[]))) group by f.id) u), '[]')`;

type Counts = Partial<Record<Status, number>>;

/** Every project of the university, and what was submitted to each school. */
interface Figures extends Stamped {
  readonly all: Counts;
  readonly submitted: ReadonlyMap<string, Counts>;
}
const figures = rememberCounts<Figures>();

const add = (counts: Counts, status: Status, count: number) => {
  counts[status] = (counts[status] ?? 0) + count;
};

async function countProjects(db: Database): Promise<Figures> {
  const { rows } = await sql<{ stamp: string; counts: [string | null, Status, boolean, number][] }>`
    select ${STAMP} as stamp, coalesce((
      select json_agg(json_build_array(c.school_id, c.status, c.sent, c.count)) from (
        select school_id, status, submitted_at is not null as sent, count(*) from projects group by 1, 2, 3) c), '[]')
      as counts`.execute(db);
  const { stamp = '0', counts = [] } = rows[0] ?? {};
  const all: Counts = {};
  const submitted = new Map<string, Counts>();
  for (const [school, status, sent, count] of counts) {
    add(all, status, count);
    if (!sent || !school) continue;
    const own = submitted.get(school) ?? {};
    submitted.set(school, own);
    add(own, status, count);
  }
  return { stamp, all, submitted };
}

/** In the order of the workflow; a status with none is left out. */
const inOrder = (counts: Counts): UnitFigures['counts'] =>
  STATUSES.flatMap(status => {
    const count = counts[status];
    return count ? [{ status, count }] : [];
  });

/** Of a faculty whichever schools it has now: a school that moves takes its figures along. */
function sumOf(schools: readonly string[], { submitted }: Figures): Counts {
  const sum: Counts = {};
  for (const school of schools)
    for (const [status, count] of Object.entries(submitted.get(school) ?? {}))
      add(sum, status as Status, count);
  return sum;
}

/** Projects by status: what was submitted to each unit the reader heads; everything for administrators. */
export async function unitFigures(
  db: Database,
  actor: Actor,
  { units, stamp }: { units: readonly Unit[]; stamp: string },
): Promise<UnitFigures[]> {
  const office = isAdmin(actor);
  if (!office && units.length === 0) return [];
  const counted = await figures.since(db, 'figures', stamp, () => countProjects(db));
  if (office) return [{ id: null, unit: 'university', name: UNIVERSITY, counts: inOrder(counted.all) }];
  return units.map(({ schools, ...unit }) => ({ ...unit, counts: inOrder(sumOf(schools, counted)) }));
}
