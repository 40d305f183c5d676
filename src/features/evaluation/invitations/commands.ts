import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import { lit } from '../../../db/states.ts';
import { datesOf } from '../../../domain/calls/calls.ts';
import { areFarApart } from '../../../domain/calls/scoring.ts';
import { addWorkingDays } from '../../../domain/kit/calendar.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { formatDate } from '../../../domain/text/format.ts';
import { reviewDue } from '../../../domain/workflow/due.ts';
import { writeEntries } from '../../project-record/history/commands.ts';
import { waitsForReviewer } from '../../project-record/visibility/queries.ts';
import {
  type AssignableProposal,
  isBlind,
  type Pair,
  pairRefusals,
  pairsFor,
  proposalsIn,
  reviewersIn,
} from '../assigning/queries.ts';
import { announceInvitation, type Run, tellOffice } from '../notices/commands.ts';
import { blindTitles } from '../reviews/queries.ts';

/** In one order for everybody, so that two at once wait for each other. */
export async function lockProposals({ tx }: Pick<Run, 'tx'>, ids: readonly string[]) {
  await sql`select 1 from projects where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  const rows = await proposalsIn(tx, ids);
  return new Map(rows.map(row => [row.id, row]));
}

/** Working days to answer an invitation where no call says so. */
const INVITATION_DAYS = 3;

interface Invitation {
  /** Where neither call nor earlier reviewers say so. */
  readonly blind: boolean;
  /** Another date than that of the step, while it has not passed. */
  readonly due?: string | null;
  /** One more than the rules ask for from the start. */
  readonly isExtra?: boolean;
  /** Off: nobody is told. */
  readonly notify?: boolean;
}

export async function invite(
  run: Run,
  judged: ReadonlyMap<string, AssignableProposal>,
  pairs: readonly Pair[],
  { blind, due, notify = true, isExtra = false }: Invitation,
): Promise<void> {
  const proposals = await withTime(run, judged, isExtra);
  const own = due && new Date(due) > run.now ? due : null;
  const holidays = await readHolidays(run.tx);
  const answerBy = (proposal: AssignableProposal) =>
    addWorkingDays(run.now, proposal.call?.invitationDays ?? INVITATION_DAYS, holidays).toISOString();
  const rows = pairs.flatMap(pair => {
    const proposal = proposals.get(pair.projectId);
    return proposal
      ? [{ ...pair, blind: isBlind(proposal, blind), due: own ?? proposal.due, answerBy: answerBy(proposal) }]
      : [];
  });
  await sql`
    insert into reviews (project_id, user_id, blind, due_at, answer_by, invited_at, invited_by)
    select r."projectId", r."userId", r.blind, r.due, r."answerBy", ${run.now}, ${run.actor?.id ?? null}::uuid
    from json_to_recordset(${JSON.stringify(rows)})
      r ("projectId" uuid, "userId" uuid, blind boolean, due timestamptz, "answerBy" timestamptz)
    on conflict (project_id, user_id) do update set state = ${lit.review('invited')}, blind = excluded.blind,
      due_at = excluded.due_at, answer_by = excluded.answer_by, invited_at = excluded.invited_at, invited_by = excluded.invited_by,
      answered_at = null, reason = null, suggestion = '', consensus = null,
      declared_at = null, returned_at = null, returned_reason = null`.execute(run.tx);
  await renewReviewers(run, [...proposals.keys()]);
  for (const { projectId, userId } of pairs)
    run.record({
      action: 'review.invite',
      objectType: 'project',
      objectId: projectId,
      changes: { reviewer: [null, userId] },
    });
  if (!notify) return;
  const blindly = new Set(rows.flatMap(row => (row.blind ? row.projectId : [])));
  const titles = await blindTitles(run.tx, [...blindly]);
  for (const [userId, invited] of Map.groupBy(rows, row => row.userId)) {
    const theirs = invited.flatMap(({ projectId, answerBy: until }) => {
      const proposal = proposals.get(projectId);
      return proposal
        ? [{ ...proposal, title: titles.get(projectId) ?? proposal.title, answerBy: until }]
        : [];
    });
    await announceInvitation(run, userId, theirs);
  }
}

/** Nobody is invited to a date that has passed: the step takes longer then, and its history tells. */
async function withTime(run: Run, proposals: ReadonlyMap<string, AssignableProposal>, isExtra: boolean) {
  const holidays = await readHolidays(run.tx);
  const timed = [...proposals.values()].map((p): AssignableProposal => {
    if (p.due === null) return p;
    const due = reviewDue({ ...datesOf(p.call), due: new Date(p.due), now: run.now, isExtra, holidays });
    return { ...p, due: due.toISOString() };
  });
  const later = timed.flatMap(({ id, due }) => {
    const before = proposals.get(id)?.due;
    return due && before && new Date(due) > new Date(before) ? [{ id, before, due }] : [];
  });
  await postpone(run, later, 'para otra evaluación');
  return later.length === 0 ? proposals : new Map(timed.map(p => [p.id, p]));
}

interface Later {
  readonly id: string;
  readonly before: string;
  readonly due: string;
}

/** The step takes longer, and its history tells until when and for what. */
export async function postpone(run: Run, later: readonly Later[], what: string): Promise<void> {
  if (later.length === 0) return;
  await sql`
    update projects p set due_at = x.due
    from json_to_recordset(${JSON.stringify(later)}) x (id uuid, due timestamptz) where p.id = x.id`.execute(
    run.tx,
  );
  const step = { action: 'extend', from: 'evaluation', to: 'evaluation' } as const;
  // Nobody decided it: it follows from another reviewer's time.
  await writeEntries(
    { ...run, actor: null },
    later.map(({ id, due }) => ({
      ...{ projectId: id, note: `Vence el ${formatDate(new Date(due))}, ${what}.` },
      ...step,
    })),
  );
  for (const { id, before, due } of later)
    run.record({
      action: 'project.extend',
      objectType: 'project',
      objectId: id,
      changes: { due: [before, due] },
    });
}

/** Whoever has still to confirm or to compare their review holds the proposal; while nobody does, the office. */
export async function renewReviewers(
  { tx, now }: Pick<Run, 'tx' | 'now'>,
  projectIds: readonly string[],
): Promise<void> {
  const these = sql`any(${[...projectIds]}::uuid[])`;
  await sql`delete from project_holders where project_id = ${these}`.execute(tx);
  await sql`insert into project_holders (project_id, user_id, via)
    select r.project_id, r.user_id, 'reviewer' from reviews r
    where r.project_id = ${these} and ${waitsForReviewer}`.execute(tx);
  await sql`update projects p set version = version + 1, updated_at = ${now},
      office_turn = not exists (select from project_holders h where h.project_id = p.id)
    where id = ${these}`.execute(tx);
}

/** On the same terms: alone with it, the former one is no longer there to tell whether it is blind. */
export async function inviteInstead(
  run: Run,
  pair: Pair,
  { blind }: { readonly blind: boolean },
): Promise<void> {
  const proposals = await lockProposals(run, [pair.projectId]);
  const [message] = await pairRefusals(run.tx, proposals, [pair], blind);
  if (message) throw new AppError('rule', message, { errors: [{ path: 'userId', message }] });
  await invite(run, proposals, [pair], { blind });
}

/** What follows from somebody not reviewing: who was asked instead, and whether a review is still lacking. */
export interface Following {
  readonly invited: string | null;
  readonly isLacking: boolean;
}

/** Asks the next who may review it, on the same terms, as the assignment would be proposed now. */
export async function inviteNext(
  run: Run,
  { projectId, blind }: { readonly projectId: string; readonly blind: boolean },
): Promise<Following> {
  const proposals = await lockProposals(run, [projectId]);
  const proposal = proposals.get(projectId);
  const reviewers = await reviewersIn(run.tx);
  const [pair] = proposal?.lacking ? pairsFor([{ ...proposal, lacking: 1 }], reviewers) : [];
  if (!proposal || !pair) {
    await renewReviewers(run, [projectId]);
    return { invited: null, isLacking: proposal !== undefined && proposal.lacking > 0 };
  }
  await invite({ ...run, actor: null }, proposals, [pair], { blind });
  return { invited: reviewers.find(r => r.id === pair.userId)?.name ?? '', isLacking: proposal.lacking > 1 };
}

/** A review is lacking. Where scores are too far apart one more is invited; else, and if nobody is free, the office called. */
export async function inviteByItself(run: Run, projectId: string): Promise<void> {
  const proposals = new Map((await proposalsIn(run.tx, [projectId])).map(p => [p.id, p]));
  const proposal = proposals.get(projectId);
  if (!proposal || proposal.lacking === 0) return renewReviewers(run, [projectId]);
  const alone: Run = { ...run, actor: null };
  const isGap = areFarApart(proposal.scores, proposal.rules);
  const [pair] = isGap ? pairsFor([{ ...proposal, lacking: 1 }], await reviewersIn(run.tx)) : [];
  if (pair) return invite(alone, proposals, [pair], { blind: false, isExtra: true });
  await renewReviewers(run, [projectId]);
  const { code } = proposal;
  await tellOffice(alone, proposal, { kind: 'review_lacking', actorId: null, code, isGap });
}
