import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { ADMITTED } from '../../../domain/calls/proposals.ts';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import type { Columns } from '../../../server/tables/table-file.ts';
import { awardedAmount, heldAmount } from '../queries.ts';
import type { Figures } from './contract.ts';

/** Over rows of `r`: what `reached` of the contract names. Amounts leave as whole pesos. */
const REACHED = sql`count(r.id)::int as received, count(r.id) filter (where r.admitted)::int as admitted,
  count(r.id) filter (where r.reviewed)::int as reviewed, count(r.id) filter (where r.awarded)::int as awarded,
  coalesce(sum(r.amount), 0)::bigint as asked, coalesce(sum(r.granted) filter (where r.awarded), 0)::bigint as granted,
  coalesce(sum(r.held), 0)::bigint as held`;

/** What was withdrawn after it was sent was received all the same. */
export async function figuresOf(db: Database, call: string): Promise<Figures> {
  const { rows } = await sql<{ figures: Figures }>`
    with r as materialized (
      select p.id, p.line_id, s.faculty_id, coalesce(p.amount_requested, 0) as amount,
        ${awardedAmount} as granted, ${heldAmount} as held, p.status = any(${[...AWARDED]}) as awarded,
        p.status = any(${[...ADMITTED]}) or exists (select from project_history h where h.project_id = p.id
          and h.to_status = ${lit.status('evaluation')} and h.undone_at is null) as admitted,
        (select count(*) from reviews v where v.project_id = p.id and v.state = ${lit.review('confirmed')}) >= c.reviews
          as reviewed
      from projects p join calls c on c.id = p.call_id left join schools s on s.id = p.school_id
      where p.call_id = ${call} and p.submitted_at is not null
    ), l as (
      select l.id, l.name, l.position, l.budget + l.moved as budget, ${REACHED} from call_lines l left join r on r.line_id = l.id
      where l.call_id = ${call} group by l.id
    ), t as (select ${REACHED} from r)
    select json_build_object('total', to_json(t), 'budget', b.budget, 'left', b.budget - t.held,
      'faculties', coalesce((select json_agg(x order by x.name) from (
        select f.id, f.name, ${REACHED} from r left join faculties f on f.id = r.faculty_id group by f.id) x), '[]'),
      'lines', coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'budget', l.budget,
        'left', l.budget - l.held, 'received', l.received, 'admitted', l.admitted, 'reviewed', l.reviewed,
        'awarded', l.awarded, 'asked', l.asked, 'granted', l.granted) order by l.position) from l), '[]')) as figures
    from t, (select coalesce(sum(budget), 0)::bigint as budget from call_lines where call_id = ${call}) b
    where exists (select from calls where id = ${call})`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row.figures;
}

type Line = Figures['total'] & {
  readonly by: 'Línea' | 'Facultad' | 'Total';
  readonly name: string | null;
  readonly budget?: number;
  readonly left?: number;
};

export const FIGURE_COLUMNS: Columns<Line> = {
  desglose: r => r.by,
  nombre: r => r.name,
  recibidas: r => r.received,
  admitidas: r => r.admitted,
  evaluadas: r => r.reviewed,
  adjudicadas: r => r.awarded,
  solicitado: r => r.asked,
  adjudicado: r => r.granted,
  presupuesto: r => r.budget,
  queda: r => r.left,
};

/** Few and worked out as a whole, so they leave in one batch. */
export async function* figureLines(
  db: Database,
  _actor: Actor,
  _query: object,
  params: { call: string },
): AsyncGenerator<readonly Line[]> {
  const { lines, faculties, total, budget, left } = await figuresOf(db, params.call);
  yield [
    ...lines.map(l => ({ ...l, by: 'Línea' as const })),
    ...faculties.map(f => ({ ...f, by: 'Facultad' as const })),
    { ...total, by: 'Total', name: null, budget, left },
  ];
}
