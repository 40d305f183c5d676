import type { FastifyInstance } from 'fastify';
import { severalOf } from '../../server/commands/bulk.ts';
import type { Context } from '../../server/http/serve.ts';
import { serve } from '../../server/http/serve.ts';
import { kindLookup } from '../kinds/queries.ts';
import type { WorkflowDeps } from '../workflow/effects.ts';
import { applyChange as apply, undoChange as undo } from './commands.ts';
import { applyChange, chosenProjects, getBatch, listBatches, previewChange, undoChange } from './contract.ts';
import { findBatch, previewOf, recentBatches, rowsOf } from './queries.ts';

export function changeStatusRoutes(api: FastifyInstance, { db, effects }: WorkflowDeps): void {
  const contextOf = async ({ actor, request }: Pick<Context<unknown>, 'actor' | 'request'>) => ({
    db,
    actor,
    ...severalOf(request),
    workflow: { kinds: await kindLookup(db), effects },
  });
  serve(api, chosenProjects, ({ actor, body }) => rowsOf(db, actor, body));
  serve(api, previewChange, ({ actor, body }) => previewOf(db, actor, body));
  serve(api, applyChange, async context => apply(await contextOf(context), context.body));
  serve(api, listBatches, () => recentBatches(db));
  serve(api, getBatch, ({ actor, params }) => findBatch(db, actor, params.batch));
  serve(api, undoChange, async context =>
    undo(await contextOf(context), { ...context.body, batch: context.params.batch }),
  );
}
