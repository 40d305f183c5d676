import { isStatus, type Status } from '../../domain/kinds/statuses.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError } from '../../domain/kit/problem.ts';
import type { CommandContext } from '../../server/commands/command.ts';
import { expectedError } from '../../server/http/errors.ts';
import { requirePermission } from '../../server/http/serve.ts';
import type { Telling } from '../../server/notices/announce.ts';
import type { ProjectAddress } from '../project-record/subject/queries.ts';
import type { Workflow } from '../workflow/effects.ts';
import { takeAction } from '../workflow/transitions/commands.ts';
import type { applyChange as applyContract, Result, undoChange as undoContract } from './contract.ts';
import { type BatchRow, batchRows, laterRefusal } from './queries.ts';

interface Context extends CommandContext {
  readonly workflow: Workflow;
  /** Told of failures nobody expected; the other projects go on. */
  readonly onDefect: (error: unknown) => void;
}

/** Each project by itself, one after the other: a slow or refused one holds no lock of the others. */
async function oneByOne<P extends ProjectAddress>(
  { onDefect, requestId }: Context,
  projects: readonly P[],
  run: (project: P) => Promise<Status>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const project of projects) {
    try {
      results.push({ id: project.id, done: true, status: await run(project), code: null, message: null });
    } catch (error) {
      const expected = expectedError(error as Parameters<typeof expectedError>[0]);
      if (!expected) onDefect(error);
      results.push(refused(project.id, expected ?? defect(requestId)));
    }
  }
  return results;
}

const defect = (requestId: string | undefined) =>
  new AppError('internal', `Algo falló de nuestro lado. Código ${requestId ?? ''}.`);

function refused(id: string, error: AppError): Result {
  const { status } = (error.extra ?? {}) as { status?: unknown };
  const now = typeof status === 'string' && isStatus(status) ? status : null;
  // The field says more than "check the marked data".
  const message = error.errors?.[0]?.message ?? error.message;
  return { id, done: false, status: now, code: error.code, message };
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
  return oneByOne(context, projects, async ({ kind, id, version }) => {
    const before = already.get(id);
    if (before) return before.status;
    const given = { version, to, reason };
    const { workflow } = context;
    return (await takeAction(context, { kind, id, action: 'override', given, workflow, batch, telling }))
      .status;
  });
}

/** Takes back a batch, project by project, where it is still the last thing that happened. */
export async function undoChange(
  context: Context,
  { batch, reason, projects }: BodyOf<typeof undoContract> & { batch: string },
): Promise<Result[]> {
  requirePermission(context.actor, 'projects.manage');
  const rows = await rowsById(context, batch, projects);
  const telling: Telling = { act: { id: batch, did: 'undo' } };
  return oneByOne(context, projects, async ({ kind, id }) => {
    const row = rows.get(id);
    if (!row) throw new AppError('not_found');
    if (row.undone) return row.status;
    const later = laterRefusal(row);
    if (later) throw new AppError('conflict', later, { extra: { status: row.status } });
    const given = { version: row.version, reason };
    const { workflow } = context;
    return (await takeAction(context, { kind, id, action: 'undo', given, workflow, telling })).status;
  });
}
