import type { Command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import type { HeldProject } from '../../project-record/held/queries.ts';
import type { StoredProject } from '../../project-record/subject/queries.ts';
import { subjectStanding, withdrawTurns } from '../../workflow/notices/commands.ts';

const ownOf = ({ leadId, alternateId }: StoredProject) => ({ leadId, alternateId });

/** Tells lead and alternate that the project was paid. */
export const announcePayment = (run: Command, { project }: HeldProject, amount: number): Promise<void> =>
  announce(
    run,
    { kind: 'payment_recorded', actorId: run.actor.id, amount, ...ownOf(project) },
    { ...subjectStanding(project), due: null },
  );

/** Tells the office that a refund waits, and last those who made it. */
export const announceRefundSubmitted = (
  run: Command,
  { project }: HeldProject,
  {
    makers,
    amount,
    due,
  }: { readonly makers: readonly string[]; readonly amount: number; readonly due: Date },
): Promise<void> =>
  announce(
    run,
    { kind: 'refund_submitted', actorId: run.actor.id, amount, makers },
    { ...subjectStanding(project), due },
  );

/** What waited is settled otherwise: whoever was called to it and has not looked yet is not any more. */
export async function withdrawRefundCalls(
  run: Command,
  { project }: HeldProject,
  { submittedAt, decidedAt }: { readonly submittedAt: Date; readonly decidedAt: Date | null },
): Promise<void> {
  await withdrawTurns(run, project.id, decidedAt ?? submittedAt);
}

interface Decided {
  readonly isAccepted: boolean;
  readonly reason: string;
  /** Until when what came back is mended. */
  readonly due: Date | null;
}

/** Tells lead and alternate of a decision, with the reason for which a refund came back. */
export const announceRefundDecided = (
  run: Command,
  { project }: HeldProject,
  { amount }: { readonly amount: number },
  { isAccepted, reason, due }: Decided,
): Promise<void> =>
  announce(
    run,
    { kind: 'refund_decided', actorId: run.actor.id, amount, isAccepted, ...ownOf(project) },
    { ...subjectStanding(project), due, reason: isAccepted ? null : reason },
  );
