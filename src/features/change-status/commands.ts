import { isStatus, type Status } from '../../domain/kinds/statuses.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { eachRow, type RowAnswer, reasonOf, type Several } from '../../server/commands/bulk.ts';
import type { CommandContext } from '../../server/commands/command.ts';
import { requirePermission } from '../../server/http/serve.ts';
import type { Telling } from '../../server/notices/announce.ts';
import type { ProjectAddress } from '../project-record/subject/queries.ts';
import type { Workflow } from '../workflow/effects.ts';
import { takeAction } from '../workflow/transitions/commands.ts';
import type { applyChange as applyContract, Result, undoChange as undoContract } from './contract.ts';
import { type BatchRow, batchRows, laterRefusal } from './queries.ts';

interface Context extends CommandContext, Several {
  readonly workflow: Workflow;
}

function resultOf({ id, answer, error }: RowAnswer<Status>): Result {
  if (!error) return { id, done: true, status: answer, code: null, message: null, errors: [] };
  const { status } = (error.extra ?? {}) as { status?: unknown };
  const now = typeof status === 'string' && isStatus(status) ? status : null;
  const errors = (error.errors ?? []).map(({ path, message }) => ({ path, message }));
  return { id, done: false, status: now, code: error.code, message: reasonOf(error), errors };
}

const rowsById = async ({ db }: Context, batch: string, projects: readonly ProjectAddress[]) =>
  new Map<string, BatchRow>(
    (
      await batchRows(
        db,
        batch,
        projects.map(p => p.id),
      )
    ).map(r => [r.id, r]),
  );

/** Moves each project by the step `override`, in a transaction of its own. */
export async function applyChange(context: Context, body: BodyOf<typeof applyContract>): Promise<Result[]> {
  requirePermission(context.actor, 'projects.manage');
  const { batch, to, reason, notify, projects } = body;
  const telling: Telling = { notify, act: { id: batch, did: 'override' } };
  const already = await rowsById(context, batch, projects);
  const answers = await eachRow(context, projects, async ({ kind, id, version, lineId, amount }) => {
    const before = already.get(id);
    if (before) return before.status;
    const given = { version, to, reason, lineId, amount };
    const { workflow } = context;
    return (await takeAction(context, { kind, id, action: 'override', given, workflow, batch, telling }))
      .status;
  });
  return answers.map(resultOf);
}

/** Takes back a batch, project by project, where it is still the last thing that happened. */
export async function undoChange(
  context: Context,
  { batch, reason, projects }: BodyOf<typeof undoContract> & { batch: string },
): Promise<Result[]> {
  requirePermission(context.actor, 'projects.manage');
  const rows = await rowsById(context, batch, projects);
  const telling: Telling = { act: { id: batch, did: 'undo' } };
  const answers = await eachRow(context, projects, async ({ kind, id }) => {
    const row = rows.get(id);
    if (!row) throw new AppError('not_found');
    if (row.undone) return row.status;
    const later = laterRefusal(row);
    if (later) throw new AppError('conflict', later, { extra: { status: row.status } });
    const given = { version: row.version, reason };
    const { workflow } = context;
    return (await takeAction(context, { kind, id, action: 'undo', given, workflow, telling })).status;
  });
  return answers.map(resultOf);
}
