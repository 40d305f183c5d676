import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { COUNTED_GROUPS } from '../../../domain/execution/people.ts';
import type { Known } from '../../../domain/imports/known.ts';
import type { ExecutionNoun } from '../../../domain/imports/nouns.ts';
import { pastActivity } from '../../../domain/imports/past-activity.ts';
import { pastIndicator } from '../../../domain/imports/past-indicator.ts';
import { type PastTarget, type PastTargets, partsOfKeys } from '../../../domain/imports/past-rows.ts';
import type { ImportRow } from '../../../domain/imports/texts.ts';
import { kindSections } from '../../../domain/kinds/definition.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { type KindLookup, kindLookup } from '../../kinds/queries.ts';

type Sql = RawBuilder<unknown>;

/** By what a file knows them, or where a person recorded the same by hand. */
const foundIn = (table: Sql) => (keys: readonly string[]) => {
  const { codes, days } = partsOfKeys(keys);
  return sql`t.id in (
    select x.id from ${table} x where x.import_key = any(${keys}::text[])
    union select x.id from projects o join ${table} x on x.project_id = o.id
      where o.code = any(${codes}::text[]) and x.day = any(${days}::date[]))`;
};

const project = sql`join projects p on p.id = t.project_id`;
/** Whether a file brought it, and whether somebody has changed it since. */
const told = (touched: Sql) => sql`'importKey', coalesce(t.import_key, ''),
  'imported', (t.import_key is not null)::text,
  'touched', (t.import_key is not null and (t.updated_at <> t.imported_at or ${touched}))::text`;

const counts = sql.join(
  COUNTED_GROUPS.map(group => sql`${sql.lit(group)}, coalesce(t.counts ->> ${sql.lit(group)}, '')`),
);

/** How a stored activity looks to an import. */
export const ACTIVITY_VIEW = {
  key: sql`t.import_key`,
  found: foundIn(sql`activities`),
  source: sql`t.source`,
  beside: sql`${project} left join comunas m on m.code = t.comuna_code`,
  documents: sql`json_build_object('counts', t.counts)`,
  values: sql`'project', p.code, 'activity', t.name, 'day', t.day::text, 'place', t.place,
    'comuna', coalesce(m.name, ''), ${counts}, ${told(sql`false`)}`,
  references: sql`'project', array[t.project_id], 'comuna', array_remove(array[t.comuna_code], null)`,
};

const said = (key: string) => sql`coalesce(i.entry ->> ${sql.lit(key)}, '')`;
/** How a stored measurement looks to an import; one that a correction replaced only where it came by one. */
export const INDICATOR_VIEW = {
  key: sql`t.import_key`,
  found: (keys: readonly string[]) => sql`${foundIn(sql`measurements`)(keys)}
    and (t.import_key is not null or t.state <> ${lit.measurement('superseded')})`,
  source: sql`t.source`,
  beside: sql`${project} left join lateral (
    select e.entry from project_sections s
      cross join lateral jsonb_array_elements(s.data -> 'indicators') e (entry)
    where s.project_id = t.project_id and s.section = 'indicators' and e.entry ->> 'id' = t.indicator_id limit 1) i on true`,
  values: sql`'project', p.code, 'indicator', ${said('name')}, 'day', t.day::text,
    'kind', coalesce(i.entry ->> 'kind', 'number'), 'unit', ${said('unit')}, 'baseline', ${said('baseline')},
    'target', ${said('target')}, 'value', coalesce(trim_scale(t.value)::text, ''), 'indicatorId', t.indicator_id,
    'state', t.state, 'origin', t.origin,
    ${told(sql`exists (select from measurements c where c.replaces_id = t.id)`)}`,
  references: sql`'project', array[t.project_id]`,
};

interface StoredTarget extends Omit<PastTarget, 'hasIndicators'> {
  readonly kind: KindSlug;
  readonly kindVersion: number;
}

/** The projects that rows name, by id; held until the end where something is to be written. */
async function readTargets(
  tx: Transaction,
  kinds: KindLookup,
  rows: readonly ImportRow[],
  lock: boolean,
): Promise<PastTargets> {
  const codes = [...new Set(rows.map(row => row.texts.project ?? ''))];
  // What was written while it waited for them is read afterwards.
  if (lock)
    await sql`select from projects where code = any(${codes}::text[]) order by id for no key update`.execute(
      tx,
    );
  const { rows: found } = await sql<StoredTarget>`
    select p.id, p.code, p.historic, p.status, p.kind, p.kind_version as "kindVersion",
      coalesce(s.data -> 'indicators', '[]') as indicators
    from projects p left join project_sections s on s.project_id = p.id and s.section = 'indicators'
    where p.code = any(${codes}::text[])`.execute(tx);
  return new Map(
    found.map(({ kind, kindVersion, ...target }) => {
      const sections = kindSections(kinds(kind, kindVersion), false);
      return [target.id, { ...target, hasIndicators: sections.some(s => s.slug === 'indicators') }];
    }),
  );
}

/** What judges the rows of one reading of a file, a part after another. */
export interface PastReading {
  /** What the next rows may name, and what becomes of each as a whole. */
  next(
    rows: readonly ImportRow[],
    lock: boolean,
  ): Promise<{ readonly targets: PastTargets; readonly whole: Known['whole'] }>;
}

export async function readPastRows(tx: Transaction, noun: ExecutionNoun): Promise<PastReading> {
  const today = localDay(new Date());
  const whole = noun === 'activities' ? pastActivity(today) : pastIndicator(today, new Map());
  const kinds = await kindLookup(tx);
  return {
    async next(rows, lock) {
      const targets = await readTargets(tx, kinds, rows, lock);
      return { targets, whole: whole(targets) };
    },
  };
}

/** Indicators that the import brought, by the row that says what they are. */
export const brought = (id: string) => sql`
  select (r.target ->> 'project_id')::uuid as project_id, r.target ->> 'indicator_id' as indicator_id,
    r.target -> 'entry' || jsonb_build_object('id', r.target ->> 'indicator_id') as entry
  from import_rows r where r.import_id = ${id} and r.result = 'new' and r.target ? 'entry'`;
