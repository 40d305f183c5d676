import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import type { SubStep } from '../../domain/kinds/statuses.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { numberIn, type ReportTexts } from '../../domain/reports/parts.ts';
import type { ReportState } from '../../domain/reports/report-states.ts';
import { freeOffice } from '../../server/part-taking/queries.ts';
import type { StoredProject } from '../project-record/subject/queries.ts';
import type { ReportObservation } from './contract.ts';

/** What a change or decision of a report is judged by. */
export interface LockedReport {
  readonly id: string;
  /** None of the final one. */
  readonly number: number | null;
  /** None of the final one, which stands where its project stands. */
  readonly state: ReportState | null;
  readonly subStep: SubStep | null;
  readonly texts: ReportTexts;
  readonly observations: readonly ReportObservation[];
  readonly makerIds: readonly string[];
  /** Of the office, who is free to decide of the project. */
  readonly freeIds: readonly string[];
  /** Name of who changed it last. */
  readonly by: string;
  readonly submittedAt: Date | null;
  readonly version: number;
}

/** A report of a project, held until the end; undefined while nothing of it is written. */
export async function lockReport(
  tx: Transaction,
  { id }: Pick<StoredProject, 'id'>,
  number: number | null,
): Promise<LockedReport | undefined> {
  const { rows } = await sql<LockedReport>`
    select r.id, r.number, r.state, r.sub_step as "subStep", r.texts, r.observations, r.maker_ids as "makerIds",
      (select ${freeOffice} from projects p where p.id = r.project_id) as "freeIds",
      (select u.name from users u where u.id = coalesce(r.decided_by, r.updated_by)) as by,
      r.submitted_at as "submittedAt", r.version
    from reports r where r.project_id = ${id} and r.number is not distinct from ${number}::int
    for update of r`.execute(tx);
  return rows[0];
}

/** Number of the report in an address, null of the final one; 404 where the project has none of it. */
export function requireNumber(address: string): number | null {
  const number = numberIn(address);
  if (number === undefined) throw notFound();
  return number;
}
