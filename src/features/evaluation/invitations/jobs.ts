import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { isInvited } from '../../../domain/calls/review-states.ts';
import { byItself, type Command } from '../../../server/commands/command.ts';
import type { Deps } from '../../../server/deps.ts';
import type { Job } from '../../../server/jobs.ts';
import { tellingOf, tellOffice, tellReviewer, withdrawn } from '../notices/commands.ts';
import { lockReview } from '../reviews/commands.ts';
import { inviteNext } from './commands.ts';

/** What an invitation without an answer is kept as: as if it had been declined. */
const UNANSWERED = 'No respondió a tiempo.';

const isLate = (now: Date) => sql`r.state = ${lit.review('invited')} and r.answer_by <= ${now}
  and p.status = ${lit.status('evaluation')}`;

/** Counts as declined: the next who may review it is asked, and the office told. False where it was answered meanwhile. */
async function lapse(run: Command<null>, id: string): Promise<boolean> {
  const review = await lockReview(run, id);
  const { rows } = await sql`select 1 from reviews r join projects p on p.id = r.project_id
    where r.id = ${id} and ${isLate(run.now)}`.execute(run.tx);
  if (rows.length === 0 || !isInvited(review)) return false;
  const { projectId, userId: reviewerId, code, name } = review;
  await run.tx
    .updateTable('reviews')
    .set({ state: 'declined', answered_at: run.now, reason: UNANSWERED })
    .where('id', '=', id)
    .execute();
  run.record({
    action: 'review.lapse',
    objectType: 'project',
    objectId: projectId,
    changes: { reviewer: [reviewerId, null] },
  });
  await withdrawn(run, review);
  await tellReviewer(run, { kind: 'review_lapsed', actorId: null, reviewerId, code }, null);
  const next = await inviteNext(run, review);
  await tellOffice(run, tellingOf(review), { kind: 'review_unanswered', actorId: null, code, name, ...next });
  return true;
}

/** Ends the invitations whose time to answer is over, each by one copy of the server. Answers how many. */
export async function runInvitations(db: Database, now = new Date()): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reviews r join projects p on p.id = r.project_id where ${isLate(now)}
    order by r.answer_by, r.id`.execute(db);
  let lapsed = 0;
  for (const { id } of rows) lapsed += Number(await byItself(db, now, run => lapse(run, id)));
  return lapsed;
}

export const invitationJobs = ({ db }: Deps): Job[] => [
  { name: 'reviews.invitations', cron: '*/5 * * * *', pollSeconds: 60, run: () => runInvitations(db) },
];
