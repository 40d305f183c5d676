import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { among } from '../../db/states.ts';
import { shareReached } from '../../domain/drawings/reach.ts';
import { targetRow } from '../../domain/kinds/charts/indicators.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { unitOf } from '../../domain/sections/indicator-values.ts';
import type { Indicator } from '../../domain/sections/indicators.ts';
import { byWords } from '../../server/tables/groups.ts';
import {
  activeIs,
  equal,
  findRow,
  lastChangeOf,
  listOf,
  matching,
  type View,
} from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import {
  type getInstitutionalTotal,
  INSTITUTIONAL_KINDS,
  type InstitutionalIndicator,
  type institutionalIndicators,
  type listProjectValues,
  type ProjectValue,
} from './contract.ts';

const projects = sql`(select count(*)::int from project_indicators n where n.indicator_id = i.id)`;

type Query = QueryOf<typeof institutionalIndicators.list>;

const VIEW: View<Query> = {
  from: sql`institutional_indicators i`,
  select: sql`i.id, i.name, i.description, i.kind, i.unit, i.direction, i.accumulates, i.scope, i.level,
    i.roll_up as "rollUp", i.active, ${projects} as projects, ${lastChangeOf('i')}`,
  sorts: { name: sql`plain(i.name)`, projects, updatedAt: sql`i.updated_at` },
  groups: { kind: byWords(sql`i.kind`, INSTITUTIONAL_KINDS) },
  key: sql`i.id`,
};

export const institutionalList = listOf<Query, InstitutionalIndicator>(VIEW, (_actor, query) => [
  ...matching('i.search', query.q),
  ...activeIs('i.active', query.state),
  ...equal('i.kind', query.kind),
]);

export const INSTITUTIONAL_COLUMNS: Columns<InstitutionalIndicator> = {
  nombre: row => row.name,
  descripcion: row => row.description,
  tipo: row => row.kind,
  unidad: row => unitOf(row),
  se_espera: row => row.direction,
  valor_que_cuenta: row => row.accumulates,
  ambito: row => row.scope,
  nivel: row => row.level,
  entre_proyectos: row => row.rollUp,
  proyectos: row => row.projects,
  activo: row => row.active,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export const findInstitutional = (db: Database, _actor: Actor, id: string): Promise<InstitutionalIndicator> =>
  findRow(db, VIEW, [sql`i.id = ${id}`]);

/** Indicators `e` of awarded projects `p` that name one of the institution, each with what it has come to, if anything. */
const NAMED = sql`project_indicators n
  join projects p on p.id = n.project_id and p.status in ${among(AWARDED)}
  join project_sections c on c.project_id = p.id and c.section = 'indicators'
  cross join lateral jsonb_array_elements(c.data -> 'indicators') e
  left join lateral (select w.value, w.numerator, w.denominator from indicator_values w
    where w.project_id = p.id and w.indicator_id = e ->> 'id') v on true`;

const naming = (indicatorId: string, period: string | undefined) => [
  sql`n.indicator_id = ${indicatorId} and e ->> 'institutionalId' = ${indicatorId}`,
  ...equal('p.period', period),
];

interface Measured {
  readonly entry: Partial<Indicator>;
  readonly value: number | null;
}

/** How far an indicator has come; a target that nobody has set is reached by nothing. */
function reachOf({ entry, value }: Measured): { target: number | null; share: number | null } {
  const row = targetRow({ ...entry, actual: value });
  return { target: row?.target ?? null, share: row && shareReached(row) };
}

type ValuesQuery = QueryOf<typeof listProjectValues>;
type Stored = Measured & Pick<ProjectValue, 'id' | 'project' | 'school' | 'period'>;

const VALUES: View<ValuesQuery> = {
  from: NAMED,
  joins: sql`left join schools s on s.id = p.school_id`,
  select: sql`p.id || ':' || (e ->> 'id') as id, coalesce(s.name, '') as school, p.period, e as entry, v.value,
    json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project`,
  sorts: {
    code: sql`p.code`,
    title: sql`plain(p.title)`,
    school: sql`plain(s.name)`,
    period: sql`p.period`,
    value: sql`v.value`,
  },
  sparse: ['school', 'period', 'value'],
  key: sql`p.id || ':' || (e ->> 'id')`,
};

export const projectValues = listOf<ValuesQuery & { readonly indicatorId: string }, ProjectValue, Stored>(
  VALUES,
  (_actor, { indicatorId, period, q }) => [
    ...naming(indicatorId, period),
    ...matching(sql`plain(p.code || ' ' || p.title)`, q),
  ],
  rows =>
    rows.map(({ entry, ...row }) => ({
      ...row,
      name: entry.name ?? '',
      unit: unitOf(entry),
      ...reachOf({ entry, value: row.value }),
    })),
);

export const VALUE_COLUMNS: Columns<ProjectValue> = {
  codigo: row => row.project.code,
  titulo: row => row.project.title,
  tipo: row => row.project.kind,
  escuela: row => row.school,
  periodo: row => row.period,
  indicador: row => row.name,
  unidad: row => row.unit,
  meta: row => row.target,
  valor: row => row.value,
  avance: row => row.share,
};

type Total = OutputOf<typeof getInstitutionalTotal>;

/** Shares are put together as all that was counted of all there was: their sum would be of nothing. */
const TOTAL = sql`case
  when i.roll_up = 'max' then max(r.value)
  when i.roll_up = 'average' then divide(sum(r.value), nullif(count(r.value), 0))
  when i.kind in ('percentage', 'ratio') then
    divide(case i.kind when 'percentage' then 100 else 1 end * sum(r.numerator), sum(r.denominator))
  else sum(r.value) end`;

/** What the values of projects come to, in one statement. */
export async function institutionalTotal(
  db: Database,
  indicatorId: string,
  { period }: QueryOf<typeof getInstitutionalTotal>,
): Promise<Total> {
  const { rows } = await sql<{
    indicator: InstitutionalIndicator;
    total: number | null;
    named: (Measured & { project: string })[];
  }>`
    with r as materialized (
      select p.id as project, e as entry, v.value, v.numerator, v.denominator from ${NAMED}
      where ${sql.join(naming(indicatorId, period), sql` and `)})
    select (select to_json(x) from (select ${VIEW.select}) x) as indicator,
      (select to_json(${TOTAL}) from r) as total,
      (select coalesce(json_agg(json_build_object('project', r.project, 'entry', r.entry, 'value', r.value)), '[]')
        from r) as named
    from ${VIEW.from} where i.id = ${indicatorId}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const { indicator, total, named } = found;
  const byProject = [...Map.groupBy(named, m => m.project).values()];
  const measured = byProject.map(all => all.filter(m => m.value !== null)).filter(all => all.length > 0);
  return {
    ...{ indicator, total },
    withValue: measured.length,
    withoutValue: byProject.length - measured.length,
    reached: measured.filter(all => all.every(m => (reachOf(m).share ?? 0) >= 1)).length,
  };
}
