import type { Command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import type { HeldProject } from '../../project-record/held/queries.ts';
import { subjectStanding, withdrawTurns } from '../../workflow/notices/commands.ts';
import type { LockedStatement } from '../queries.ts';

/** What a statement is told by. */
interface Sent {
  readonly number: number;
  readonly total: number;
  readonly isAgain: boolean;
  /** Of the office, who made a part of it: they leave it to the others. */
  readonly makers: readonly string[];
  readonly due: Date;
}

/** Calls whoever of the office decides that a statement was sent, or sent again. */
export const announceSent = (run: Command, { project }: HeldProject, { due, ...sent }: Sent): Promise<void> =>
  announce(
    run,
    { kind: 'statement_submitted', actorId: run.actor.id, ...sent },
    { ...subjectStanding(project), due },
  );

interface Decided {
  readonly isApproved: boolean;
  /** How many expenses were refused or observed. */
  readonly noted: number;
  readonly comment: string;
  /** Until when it is answered, where it came back. */
  readonly due: Date | null;
}

/** Tells lead and alternate of a decision; nobody else of the office is called to it any more. */
export async function announceDecided(
  run: Command,
  { project }: HeldProject,
  { number, submittedAt }: LockedStatement,
  { isApproved, noted, comment, due }: Decided,
): Promise<void> {
  await withdrawTurns(run, project.id, submittedAt);
  const { leadId, alternateId } = project;
  await announce(
    run,
    {
      ...{ kind: 'statement_decided', actorId: run.actor.id, number, isApproved, noted },
      ...{ leadId, alternateId },
    },
    { ...subjectStanding(project), due, comment: comment || null },
  );
}

/** Tells lead and alternate that an approval was taken back, and why. */
export const announceReopened = (
  run: Command,
  { project }: HeldProject,
  number: number,
  reason: string,
): Promise<void> => {
  const { leadId, alternateId } = project;
  return announce(
    run,
    { kind: 'statement_reopened', actorId: run.actor.id, number, leadId, alternateId },
    { ...subjectStanding(project), due: null, reason },
  );
};
