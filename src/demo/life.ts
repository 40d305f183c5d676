import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import type { Actor } from '../domain/kit/actor.ts';
import type { KnownProject } from '../features/project-record/held/queries.ts';
import type { Workflow } from '../features/workflow/effects.ts';
import type { FileStore } from '../server/files/store.ts';
import { DEMO_DOMAIN, demoId } from '../server/sign-in/demo-identity.ts';
import { writeExecution } from './execution.ts';
import { writeReport } from './reports.ts';
import { demoUserId } from './seed/load.ts';
import type { DemoProject } from './seed/projects.ts';
import { ALL_DAYS, type Span } from './spans.ts';
import { writeSpending } from './spending.ts';

/** Who and what the demo is written with. */
export interface Writing {
  readonly db: Database;
  readonly files: FileStore;
  readonly actorOf: (name: string) => Actor;
  readonly workflow: Workflow;
}

/** As if all that has happened to it had been so many months earlier, and some days before it began. */
const setBack = (db: Database, { id }: KnownProject, months: number) =>
  sql`
  with h as (update project_history set at = at - make_interval(months => ${months}, days => 15)
    where project_id = ${id}),
  s as (update project_steps set entered_at = entered_at - make_interval(months => ${months}, days => 15),
    left_at = left_at - make_interval(months => ${months}, days => 15) where project_id = ${id})
  update projects set submitted_at = submitted_at - make_interval(months => ${months}, days => 15),
    status_since = status_since - make_interval(months => ${months}, days => 15) where id = ${id}`.execute(
    db,
  );

/** What a project that has just begun to run has done, spent and reported since, as if it had begun in its time. */
export async function writeLife(writing: Writing, p: DemoProject, project: KnownProject): Promise<void> {
  const { execution, award } = p;
  if (!execution) return;
  const { db, files, actorOf } = writing;
  const [lead, office] = [actorOf(p.lead), actorOf('beatriz.navarrete')];
  const site = {
    ...{ db, files, actor: lead, actorOf, project },
    partnerId: demoId(`organisation:${p.partner[0]}`),
    userId: (name: string) => demoUserId(`${name}@${DEMO_DOMAIN}`),
  };
  const live = async (span: Span) => {
    await writeExecution(execution, span, site);
    if (award) await writeSpending(award.spending, span, { db, files, lead, office, project });
  };
  await setBack(db, project, execution.began);
  // A report tells of what was recorded until the day on which it is sent.
  let { from } = ALL_DAYS;
  for (const report of execution.reports ?? []) {
    const to = report.ago - 1;
    await live({ from, to });
    await writeReport(writing, project, { lead: p.lead, execution }, report);
    from = to;
  }
  await live({ ...ALL_DAYS, from });
}
