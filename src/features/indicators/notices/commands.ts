import { measurementHolders } from '../../../domain/access/measurements.ts';
import type { Command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import type { HeldProject } from '../../project-record/held/queries.ts';
import { subjectStanding, withdrawMeasurementCalls } from '../../workflow/notices/commands.ts';
import { headsOf } from '../../workflow/transitions/queries.ts';
import { readWriters } from '../waiting/queries.ts';

/** What a measurement is told by. */
interface Sent {
  readonly authorId: string;
  readonly due: Date;
}

/**
 * Tells whoever decides that a measurement was sent, except those whom another one of the project calls already: an
 * afternoon of ten is one piece of news. `waiting` are those that waited before.
 */
export async function announceSubmitted(
  run: Command,
  { project, subject }: HeldProject,
  { authorId, due }: Sent,
  waiting: Awaited<ReturnType<typeof readWriters>>,
): Promise<void> {
  const { tx, actor } = run;
  const heads = await headsOf(tx, project.schoolId);
  const makers = [authorId, actor.id];
  const { holders, office } = measurementHolders(heads, subject, { authorId, updatedById: actor.id });
  const called = waiting.map(m => measurementHolders(heads, subject, m));
  const known = new Set(called.flatMap(c => c.holders.map(h => h.userId)));
  const deciders = holders.map(h => h.userId).filter(id => !known.has(id));
  const event = { kind: 'measurements_submitted', actorId: actor.id, makers, deciders } as const;
  await announce(
    run,
    { ...event, office: office && !called.some(c => c.office) },
    { ...subjectStanding(project), due },
  );
}

/** Tells authors and lead of a decision, with the reason for which measurements came back. */
export async function announceDecided(
  run: Command,
  { project }: HeldProject,
  found: readonly { readonly authorId: string }[],
  { isAccepted, reason }: { readonly isAccepted: boolean; readonly reason: string },
): Promise<void> {
  const authorIds = [...new Set(found.map(m => m.authorId))];
  await announce(
    run,
    {
      ...{ kind: 'measurements_decided', actorId: run.actor.id, isAccepted, count: found.length },
      ...{ authorIds, leadId: project.leadId },
    },
    { ...subjectStanding(project), due: null, reason: isAccepted ? null : reason },
  );
}

/** Once nothing of a project waits any more, nobody is called to it. */
export async function withdrawCalls(run: Command, { project }: HeldProject): Promise<void> {
  if ((await readWriters(run.tx, project.id)).length === 0) await withdrawMeasurementCalls(run, project.id);
}
