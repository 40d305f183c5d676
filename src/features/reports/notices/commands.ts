import { observedPartLabel } from '../../../domain/reports/parts.ts';
import type { Holders } from '../../../domain/workflow/holders.ts';
import type { Command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import type { HeldProject } from '../../project-record/held/queries.ts';
import { subjectStanding, withdrawTurns } from '../../workflow/notices/commands.ts';
import type { ReportObservation } from '../contract.ts';
import type { LockedReport } from '../queries.ts';

/** What a report that waits is told by. */
interface Waiting {
  readonly number: number;
  /** Heads who decide it; null for the office. */
  readonly holders: Holders | null;
  /** Who wrote any of it. */
  readonly makers: readonly string[];
  readonly due: Date;
}

const decidersOf = ({ holders, makers }: Waiting) => ({
  deciders: holders?.holders.map(h => h.userId) ?? [],
  office: holders?.office ?? true,
  makers,
});

/** Takes back what called people to a report where it stood before. */
const withdrawCalls = async (run: Command, { project }: HeldProject, found: LockedReport): Promise<void> => {
  const calledAt = found.decidedAt ?? found.submittedAt;
  if (calledAt) await withdrawTurns(run, project.id, new Date(calledAt));
};

/** Calls whoever decides that a report was sent, or sent again; nobody is called to answer it any more. */
export async function announceSent(
  run: Command,
  held: HeldProject,
  found: LockedReport,
  { isAgain, ...sent }: Waiting & { readonly isAgain: boolean },
): Promise<void> {
  await withdrawCalls(run, held, found);
  const { number, due } = sent;
  await announce(
    run,
    { ...{ kind: 'report_submitted', actorId: run.actor.id, number, isAgain }, ...decidersOf(sent) },
    { ...subjectStanding(held.project), due },
  );
}

/** Calls the office to what the Director has accepted. */
export async function announcePassedOn(
  run: Command,
  held: HeldProject,
  found: LockedReport,
  { comment, ...sent }: Waiting & { readonly comment: string },
): Promise<void> {
  await withdrawCalls(run, held, found);
  const { number, due } = sent;
  const event = { kind: 'report_submitted', actorId: run.actor.id, number, isAgain: false } as const;
  await announce(
    run,
    { ...event, isPassedOn: true, ...decidersOf(sent) },
    { ...subjectStanding(held.project), due, comment: comment || null },
  );
}

interface Decided {
  readonly number: number;
  /** With which it came back; null where it was accepted. */
  readonly observations: readonly Pick<ReportObservation, 'part' | 'text'>[] | null;
  readonly comment: string;
  /** Until when it is sent again, where it came back. */
  readonly due: Date | null;
}

/** Tells lead and alternate of a decision; nobody is called to it any more. */
export async function announceDecided(
  run: Command,
  held: HeldProject,
  found: LockedReport,
  { number, observations, comment, due }: Decided,
): Promise<void> {
  await withdrawCalls(run, held, found);
  const { leadId, alternateId } = held.project;
  const event = { kind: 'report_decided', actorId: run.actor.id, number, leadId, alternateId } as const;
  await announce(
    run,
    { ...event, isAccepted: observations === null, observed: observations?.length ?? 0 },
    {
      ...subjectStanding(held.project),
      ...{ due, comment: comment || null },
      observations: (observations ?? []).map(o => ({ section: observedPartLabel(o.part), text: o.text })),
    },
  );
}
