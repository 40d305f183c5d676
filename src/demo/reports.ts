import { sql } from 'kysely';
import { addDays, localDay } from '../domain/kit/calendar.ts';
import { reportAddress } from '../domain/reports/names.ts';
import type { TransitionAction } from '../domain/workflow/transitions.ts';
import type { KnownProject } from '../features/project-record/held/queries.ts';
import { saveReport } from '../features/reports/commands.ts';
import { reportDecision, reportFields } from '../features/reports/contract.ts';
import { decideReport, submitReport } from '../features/reports/decisions/commands.ts';
import { takeAction } from '../features/workflow/transitions/commands.ts';
import { photoId } from './execution.ts';
import type { Writing } from './life.ts';
import type { DemoExecution } from './seed/execution.ts';
import type { DemoProject } from './seed/projects.ts';
import type { DemoReport, DemoVerdict } from './seed/reports.ts';
import { ALL_DAYS, within } from './spans.ts';

interface Site extends Writing {
  readonly project: KnownProject;
  /** Part of the e-mail before the @. */
  readonly lead: string;
}

/** Photos that were taken until then, as the report shows them. */
export const photosUntil = ({ project }: Pick<Site, 'project'>, { activities }: DemoExecution, ago: number) =>
  within({ ...ALL_DAYS, to: ago - 1 }, activities).flatMap(([n, { photos = [] }]) =>
    photos.map(({ caption }, m) => ({ versionId: photoId(project, n, m), caption })),
  );

/** As if it had been written and sent so many days ago. */
const setSendingBack = ({ db, project }: Site, { number, ago }: DemoReport) =>
  sql`update reports set submitted_at = submitted_at - make_interval(days => ${ago}),
      updated_at = updated_at - make_interval(days => ${ago}),
      facts = facts || jsonb_build_object('to', ${addDays(localDay(new Date()), -ago)}::text)
    where project_id = ${project.id} and number is not distinct from ${number}::int`.execute(db);

/** As if it had been decided last so many days ago; until when it waits stays, or it would be late at once. */
const setDecisionBack = ({ db, project }: Site, { number }: DemoReport, { ago }: DemoVerdict) =>
  sql`update reports set decided_at = decided_at - make_interval(days => ${ago})
    where project_id = ${project.id} and number is not distinct from ${number}::int`.execute(db);

async function writeProgress(
  site: Site,
  report: DemoReport,
  verdicts: readonly DemoVerdict[],
): Promise<void> {
  const { db, actorOf, project, lead } = site;
  const address = { ...project, report: reportAddress(report.number) };
  await submitReport({ db, actor: actorOf(lead) }, { ...address, given: { version: 1 } });
  await setSendingBack(site, report);
  for (const [n, verdict] of verdicts.entries()) {
    const { by, comment, observations = [] } = verdict;
    const given = { version: n + 2, accept: observations.length === 0, comment, observations };
    await decideReport({ db, actor: actorOf(by) }, { ...address, given: reportDecision.parse(given) });
    await setDecisionBack(site, report, verdict);
  }
}

/** A step of the project, as if it had been taken so many days ago. */
async function takeStep(
  site: Site,
  action: TransitionAction,
  { by, ago, comment }: DemoVerdict,
): Promise<void> {
  const { db, actorOf, workflow, project } = site;
  const { version } = await db
    .selectFrom('projects')
    .select('version')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  const given = { version, ...(comment && { comment }) };
  await takeAction({ db, actor: actorOf(by) }, { ...project, action, given, workflow });
  await sql`
    with h as (update project_history set at = at - make_interval(days => ${ago})
      where id = (select max(id) from project_history where project_id = ${project.id}))
    update projects set status_since = status_since - make_interval(days => ${ago})
    where id = ${project.id}`.execute(db);
}

async function writeFinal(site: Site, report: DemoReport, verdicts: readonly DemoVerdict[]): Promise<void> {
  await takeStep(site, 'submit_final_report', { by: site.lead, ago: report.ago });
  await setSendingBack(site, report);
  for (const verdict of verdicts) {
    await takeStep(site, 'accept_final_report', verdict);
    await setDecisionBack(site, report, verdict);
  }
}

/** A report of a demo project: a draft, sent, and what its readers said of it. */
export async function writeReport(
  writing: Writing,
  project: KnownProject,
  { lead, execution }: Pick<DemoProject, 'lead'> & { readonly execution: DemoExecution },
  report: DemoReport,
): Promise<void> {
  const site = { ...writing, project, lead };
  const { number, ago, texts, people = {}, peopleReason = '', verdicts } = report;
  const photos = photosUntil(site, execution, ago);
  await saveReport(
    { db: site.db, actor: site.actorOf(lead) },
    {
      ...{ ...project, report: reportAddress(number) },
      given: { ...reportFields.parse({ texts, people, peopleReason, photos }), version: 0 },
    },
  );
  if (!verdicts) return;
  if (number === null) await writeFinal(site, report, verdicts);
  else await writeProgress(site, report, verdicts);
}
