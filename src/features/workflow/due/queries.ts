import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import type { Database, Transaction } from '../../../db/pool.ts';
import { datesOf } from '../../../domain/calls/calls.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { isReportReturned, isRunning, type Status, type SubStep } from '../../../domain/kinds/statuses.ts';
import type { KeptReport } from '../../../domain/reports/planned.ts';
import { type DueQuestion, dueAt, reportToSend } from '../../../domain/workflow/due.ts';
import type { StoredProject } from '../../project-record/subject/queries.ts';

export interface Place {
  readonly status: Status;
  readonly subStep: SubStep | null;
  readonly since: Date;
}

/** What of a project its due date depends on besides where it stands. */
export interface Dated extends Pick<StoredProject, 'startDate' | 'endDate' | 'historic' | 'call'> {
  readonly reports: readonly KeptReport[];
}

/** Where a project stands now. */
export const placeOf = ({
  status,
  subStep,
  statusSince,
}: Pick<StoredProject, 'status' | 'subStep' | 'statusSince'>): Place => ({
  ...{ status, subStep },
  since: new Date(statusSince),
});

async function questionOf(
  db: Database | Transaction,
  { startDate, endDate, historic, reports, call }: Dated,
  kind: KindDefinition,
  place: Place,
): Promise<DueQuestion> {
  const holidays = await readHolidays(db);
  return { ...{ startDate, endDate, historic, reports }, ...place, kind, call: datesOf(call), holidays };
}

/** Until when whoever holds a project once it stands at `place` should have acted; null where nothing is due. */
export const readDue = async (...asked: Parameters<typeof questionOf>): Promise<Date | null> =>
  dueAt(await questionOf(...asked));

/** The progress report that a running project's lead is to send next, to be told; nothing of the final one. */
export async function readReportDue(
  ...asked: Parameters<typeof questionOf>
): Promise<{ readonly report?: number }> {
  const report = reportToSend(await questionOf(...asked));
  return report === null ? {} : { report };
}

/**
 * Until when a project is due that a step put elsewhere and that goes back: as it was, what the office extended
 * included, unless progress reports of it were sent or decided since the step.
 */
export async function readDueBack(
  tx: Transaction,
  project: StoredProject,
  kind: KindDefinition,
  { dueAt: before, ...place }: Place & { readonly dueAt: Date | null },
): Promise<Date | null> {
  if (!isRunning(place.status) || isReportReturned(place) || !project.last) return before;
  const { rows } = await sql<{ moved: boolean }>`
    select exists (select from reports r join project_history h on h.id = ${project.last.id}
      where r.project_id = ${project.id} and r.number is not null
        and greatest(r.submitted_at, r.decided_at) > h.at) as moved`.execute(tx);
  return rows[0]?.moved ? readDue(tx, project, kind, place) : before;
}
