import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { among } from '../../../db/states.ts';
import { type CallLine, FINAL_CALLS, moneyOf } from '../../../domain/calls/calls.ts';
import { AWARDED, type Status } from '../../../domain/kinds/statuses.ts';
import { PUBLIC_STATES, publicStateOf } from '../../../domain/publishing/publication.ts';
import { type Columns, tableFile } from '../../../server/tables/table-file.ts';
import { awardedAmount, iso } from '../../calls/queries.ts';

/** Of a row of `calls c`: anybody may read its result, whether or not there is a catalogue. */
export const PUBLISHED = precompile(sql`c.publishes_results and c.state in ${among(FINAL_CALLS)}`);

/** Of a row of `projects p`: it has money of its call. */
const HAS_AWARD = precompile(sql`p.status in ${among(AWARDED)} and ${awardedAmount} > 0`);

/** Of a row of `calls c`: what came in, what was withdrawn since too, and what is awarded now. */
const TOTALS = precompile(sql`
  join kinds k on k.slug = c.kind join kind_versions kv on kv.slug = k.slug and kv.version = k.current_version
  cross join lateral (
    select count(*) filter (where p.submitted_at is not null)::int as received,
      count(*) filter (where ${HAS_AWARD})::int as awarded,
      coalesce(sum(${awardedAmount}) filter (where ${HAS_AWARD}), 0)::bigint as granted
    from projects p where p.call_id = c.id) t`);

const NAMED = precompile(
  sql`c.id, c.name, c.year, kv.definition ->> 'label' as kind, t.received, t.awarded, t.granted`,
);

export interface PublishedCall {
  readonly id: string;
  readonly name: string;
  readonly year: number;
  readonly kind: string;
  readonly received: number;
  readonly awarded: number;
  /** CLP. */
  readonly granted: number;
}

/** Newest first. */
export async function publishedCalls(db: Database): Promise<PublishedCall[]> {
  const { rows } = await sql<PublishedCall>`
    select ${NAMED} from calls c ${TOTALS} where ${PUBLISHED}
    order by c.year desc, c.closes_at desc, c.id desc`.execute(db);
  return rows;
}

/** What has money of a call. Without title and unit where its people did not agree to show them. */
export interface Award {
  readonly code: string;
  readonly lineId: string | null;
  readonly status: Status;
  readonly amount: number;
  readonly title: string | null;
  readonly unit: string | null;
}

export interface CallResults extends PublishedCall {
  readonly opensAt: string;
  readonly closesAt: string;
  readonly lines: readonly Pick<CallLine, 'id' | 'name' | 'budget' | 'moved'>[];
  /** By their codes: their order tells nothing of how they were judged. */
  readonly awards: readonly Award[];
}

/** Null where anybody may not read them, or there is no such call. */
export async function callResults(db: Database, id: string): Promise<CallResults | null> {
  const { rows } = await sql<CallResults>`
    select ${NAMED}, ${iso('c.opens_at')} as "opensAt", ${iso('c.closes_at')} as "closesAt",
      coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'budget', l.budget, 'moved', l.moved)
        order by l.position) from call_lines l where l.call_id = c.id), '[]') as lines,
      coalesce((select json_agg(json_build_object('code', p.code, 'lineId', p.line_id, 'status', p.status,
          'amount', ${awardedAmount}, 'title', v.title, 'unit', s.name) order by p.code)
        from projects p left join published_projects v on v.id = p.id left join schools s on s.id = v.school_id
        where p.call_id = c.id and ${HAS_AWARD}), '[]') as awards
    from calls c ${TOTALS} where c.id = ${id} and ${PUBLISHED}`.execute(db);
  return rows[0] ?? null;
}

interface AwardLine {
  readonly id: string | null;
  readonly name: string;
  /** CLP there is for all of it; null where it is no line of the call. */
  readonly money: number | null;
  readonly granted: number;
  readonly awards: readonly Award[];
}

/** What was awarded line by line; what has none comes last. */
export function awardLines({ lines, awards }: Pick<CallResults, 'lines' | 'awards'>): AwardLine[] {
  const lineOf = (id: string | null, name: string, money: number | null): AwardLine => {
    const own = awards.filter(a => a.lineId === id);
    return { id, name, money, granted: own.reduce((sum, a) => sum + a.amount, 0), awards: own };
  };
  const without = lineOf(null, 'Sin línea', null);
  return [
    ...lines.map(l => lineOf(l.id, l.name, moneyOf(l))),
    ...(without.awards.length > 0 ? [without] : []),
  ];
}

export const stateWords = ({ status }: Pick<Award, 'status'>): string => PUBLIC_STATES[publicStateOf(status)];

const AWARD_COLUMNS: Columns<Award & { readonly line: string }> = {
  linea: row => row.line,
  codigo: row => row.code,
  titulo: row => row.title,
  unidad: row => row.unit,
  estado: row => stateWords(row),
  monto_adjudicado: row => row.amount,
};

/** The table of a call as a spreadsheet reads it. */
export async function awardsCsv(results: CallResults): Promise<string> {
  const rows = awardLines(results).flatMap(({ name, awards }) => awards.map(a => ({ ...a, line: name })));
  async function* batches() {
    yield rows;
  }
  return (await buffer(tableFile('csv', AWARD_COLUMNS, batches()))).toString();
}
