import { readHolidays } from '../../../db/holidays.ts';
import { can } from '../../../domain/access/can.ts';
import { barOf } from '../../../domain/access/part-taking.ts';
import { endOfDay } from '../../../domain/kit/calendar.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, forbidden } from '../../../domain/kit/problem.ts';
import type { KeptReport } from '../../../domain/reports/planned.ts';
import { formatDay } from '../../../domain/text/format.ts';
import { extensionErrors, extensionRefusal } from '../../../domain/workflow/extension.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import { requireFree } from '../../../server/part-taking/commands.ts';
import { type HeldProject, overtaken } from '../../project-record/held/queries.ts';
import { writeEntry } from '../../project-record/history/commands.ts';
import {
  definitionOf,
  lockProject,
  type ProjectAddress,
  readProject,
  type StoredProject,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import type { Workflow } from '../effects.ts';
import type { extendDue as contract } from './contract.ts';
import { placeOf, readDue } from './queries.ts';

/**
 * A progress report of a project was sent, came back or was decided: what is due next is due when it is. Where that is
 * what it was before, the date stays, and so does what the office extended. `changed` is the report as it is now.
 */
export async function renewDue(
  { tx }: Pick<Command, 'tx'>,
  { project, kind }: Pick<HeldProject, 'project' | 'kind'>,
  changed: KeptReport,
): Promise<void> {
  const reports = [...project.reports.filter(r => r.number !== changed.number), changed];
  const before = await readDue(tx, project, kind, placeOf(project));
  const after = await readDue(tx, { ...project, reports }, kind, placeOf(project));
  if (before?.getTime() === after?.getTime()) return;
  await tx.updateTable('projects').set({ due_at: after }).where('id', '=', project.id).execute();
}

type Given = BodyOf<typeof contract>;
interface Extension extends ProjectAddress {
  readonly given: Given;
  readonly workflow: Workflow;
}

/** The holder stays the same; the version goes up, so that a decision prepared before learns of it. */
export const extendDue = command(
  'projects.manage',
  async (run: Command, { given, workflow, ...address }: Extension): Promise<OutputOf<typeof contract>> => {
    const { tx, actor, now } = run;
    await lockProject(tx, address);
    const project = await readProject(tx, actor, address);
    if (given.version !== project.version) throw overtaken(project);
    const subject = subjectOf(project, definitionOf(workflow.kinds, project), { now });
    const verdict = can(actor, 'extend_due', subject);
    if (!verdict.allowed) throw forbidden('extender el plazo', verdict.reason);
    const bar = barOf(actor, subject, 'office');
    const { lastResort } = given;
    requireFree(run, bar, { of: { type: 'project', id: project.id }, verb: 'extender el plazo', lastResort });
    const due = project.dueAt === null ? null : new Date(project.dueAt);
    const refusal = extensionRefusal(due);
    if (!due || refusal) throw new AppError('rule', refusal ?? undefined);
    const errors = extensionErrors(due, given.day, now, await readHolidays(tx));
    if (errors.length > 0) throw new AppError('rule', errors[0]?.message, { errors });
    return write(run, project, due, given, workflow);
  },
);

async function write(
  run: Command,
  p: StoredProject,
  before: Date,
  { day, reason }: Given,
  { effects }: Workflow,
) {
  const { tx, actor, now, record } = run;
  const due = endOfDay(day);
  const version = p.version + 1;
  await tx
    .updateTable('projects')
    .set({ due_at: due.toISOString(), version, updated_at: now, updated_by: actor.id })
    .where('id', '=', p.id)
    .execute();
  const note = `Vence el ${formatDay(day)}.`;
  await writeEntry(run, { projectId: p.id, action: 'extend', from: p.status, to: p.status, reason, note });
  const changes = { due: [before.toISOString(), due.toISOString()] as const };
  record({ action: 'project.extend', objectType: 'project', objectId: p.id, changes });
  let areTold = false;
  for (const { extend } of effects) if (await extend?.(run, p, due, reason)) areTold = true;
  const [holders, office] = [areTold ? [] : p.holderIds, p.officeTurn];
  await announce(
    run,
    { kind: 'due_extended', actorId: actor.id, holders, office, day },
    {
      project: { id: p.id, kind: p.kind, code: p.code, title: p.title },
      ...{ status: p.status, holders, office, due, reason },
    },
  );
  return { due: due.toISOString(), version };
}
