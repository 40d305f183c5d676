import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { type DueQuestion, reportToSend } from '../../../domain/workflow/due.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';

interface Running extends Pick<DueQuestion, 'status' | 'subStep' | 'startDate' | 'endDate' | 'historic'> {
  readonly id: string;
  readonly kind: KindSlug;
  readonly kindVersion: number;
  readonly reports: NonNullable<DueQuestion['reports']>;
  readonly call: Pick<NonNullable<DueQuestion['call']>, 'reportDates' | 'instalments'> | null;
}

/**
 * Which report each of these projects sends next: the number of a progress report, or null of the final one. Those that
 * do not run are left out.
 */
export async function nextReports(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Running>`
    select p.id, p.kind, p.kind_version as "kindVersion", p.status, p.sub_step as "subStep",
      p.start_date as "startDate", p.end_date as "endDate", p.historic,
      (select json_build_object('reportDates', c.report_dates, 'instalments', c.instalments)
        from calls c where c.id = p.call_id) as call,
      coalesce((select json_agg(json_build_object('number', r.number, 'state', r.state, 'dueAt', ${iso(sql`r.due_at`)}))
        from reports r where r.project_id = p.id and r.number is not null), '[]') as reports
    from projects p where p.id = any(${ids}::uuid[]) and p.status = ${lit.status('running')}`.execute(db);
  if (rows.length === 0) return new Map();
  const [kindOf, holidays] = await Promise.all([kindLookup(db), readHolidays(db)]);
  return new Map(
    rows.map(({ id, kind, kindVersion, ...project }) => {
      // Nothing that it depends on is counted from when the project began to run.
      const question = { ...project, since: new Date(0), kind: kindOf(kind, kindVersion), holidays };
      return [id, reportToSend(question)];
    }),
  );
}
