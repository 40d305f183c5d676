import { sql } from 'kysely';
import { lit } from '../../../db/states.ts';
import { byItself, type Command } from '../../../server/commands/command.ts';
import type { Job } from '../../../server/jobs.ts';
import { kindLookup } from '../../kinds/queries.ts';
import type { Workflow, WorkflowDeps } from '../../workflow/effects.ts';
import { lockProposals } from '../invitations/commands.ts';
import { closeConsensus, settleReviews } from './commands.ts';

const isOver = (now: Date) => sql`k.closed_at is null and k.until <= ${now}
  and p.status = ${lit.status('evaluation')}`;

/** False where it was closed meanwhile. */
async function end(run: Command<null>, projectId: string, workflow: Workflow): Promise<boolean> {
  await lockProposals(run, [projectId]);
  const { rows } = await sql`select 1 from review_consensus k join projects p on p.id = k.project_id
    where p.id = ${projectId} and ${isOver(run.now)}`.execute(run.tx);
  if (rows.length === 0) return false;
  await closeConsensus(run, projectId);
  await settleReviews(run, projectId, workflow);
  run.record({ action: 'review.end_consensus', objectType: 'project', objectId: projectId });
  return true;
}

/** Ends what is compared and out of time, each by one copy of the server. Answers how many. */
export async function runConsensus(
  { db, effects }: Pick<WorkflowDeps, 'db' | 'effects'>,
  now = new Date(),
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select p.id from review_consensus k join projects p on p.id = k.project_id where ${isOver(now)}
    order by k.until, p.id`.execute(db);
  const workflow = { kinds: await kindLookup(db), effects };
  let ended = 0;
  for (const { id } of rows) ended += Number(await byItself(db, now, run => end(run, id, workflow)));
  return ended;
}

export const consensusJobs = (deps: WorkflowDeps): Job[] => [
  { name: 'reviews.consensus', cron: '*/5 * * * *', pollSeconds: 60, run: () => runConsensus(deps) },
];
