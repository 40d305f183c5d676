import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { AnnualProject } from '../../../domain/annual-reports/annual-report.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import { type ToldTexts, toldOf } from '../../../domain/publishing/told-parts.ts';
import { kindLabels } from '../../kinds/queries.ts';
import { partnerNames } from '../../project-record/partners/queries.ts';
import { isAcceptedFinal } from '../../project-record/told/queries.ts';
import type { Condition } from '../../project-record/visibility/queries.ts';

/** How many of these projects closed with a report. */
export const closedAmong = (population: Condition) => sql<number>`
  (select count(*) from (${population}) p join projects q on q.id = p.id
    join reports r on r.project_id = q.id where ${isAcceptedFinal('r', 'q')})`;

interface StoredProject extends Omit<AnnualProject, 'told' | 'partners'> {
  readonly partners: readonly string[] | null;
  readonly texts: ToldTexts | null;
}

/** The projects of a population, by faculty, school and code. */
export async function readAnnualProjects(db: Database, population: Condition): Promise<AnnualProject[]> {
  const { rows } = await sql<StoredProject>`
    select q.code, q.title, q.status, kd.label as kind, coalesce(fa.name, 'Sin facultad') as faculty,
      coalesce(s.name, 'Sin escuela') as school, u.name as lead, f.actual_direct as people, r.texts,
      ${partnerNames(sql`q.id`)} as partners
    from (${population}) p join projects q on q.id = p.id join project_facts f on f.project_id = q.id
      join users u on u.id = q.lead_id
      left join schools s on s.id = q.school_id left join faculties fa on fa.id = s.faculty_id
      left join ${kindLabels} kd on kd.slug = q.kind
      left join reports r on r.project_id = q.id and ${isAcceptedFinal('r', 'q')}
    order by plain(coalesce(fa.name, '~')), plain(coalesce(s.name, '~')), q.code`.execute(db);
  return rows.map(({ texts, partners, status, ...project }) => ({
    ...project,
    status: statusLabel(status as Parameters<typeof statusLabel>[0]),
    partners: partners ?? [],
    told: toldOf(texts),
  }));
}
