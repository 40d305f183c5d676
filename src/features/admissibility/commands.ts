import { sql } from 'kysely';
import { barOf } from '../../domain/access/part-taking.ts';
import { checklistOf, isTouched } from '../../domain/calls/admissibility.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import { requireFree } from '../../server/part-taking/commands.ts';
import { lockProject, type ProjectAddress, type StoredProject } from '../project-record/subject/queries.ts';
import type { Run } from '../workflow/effects.ts';
import type { Checks, saveChecks as contract } from './contract.ts';
import { checksOf, correctionOf, readChecked } from './queries.ts';

/** Kept while the desk has the proposal; what was found stays with it afterwards. */
export const saveChecks = command(
  'calls.manage',
  async (run: Command, asked: ProjectAddress & BodyOf<typeof contract>): Promise<Checks> => {
    const { tx, actor, now, record } = run;
    await lockProject(tx, asked);
    const project = await readChecked(tx, actor, asked);
    const bar = barOf(actor, project, 'office');
    const verb = 'revisar su admisibilidad';
    requireFree(run, bar, { of: { type: 'project', id: project.id }, verb, lastResort: asked.lastResort });
    if (project.status !== 'admissibility')
      throw new AppError('rule', 'La lista se revisa mientras la propuesta está en admisibilidad.');
    const stored = await checksOf(tx, actor, project);
    if (stored.version !== asked.version) throw new AppError('conflict', undefined, { extra: stored });
    const known = checklistOf(project.call).flatMap(({ id }) => {
      const item = asked.items[id];
      return item ? [[id, item] as const] : [];
    });
    const items = JSON.stringify(Object.fromEntries(known));
    const version = stored.version + 1;
    const row = { items, version, updated_at: now, updated_by: actor.id };
    await tx
      .insertInto('admissibility_checks')
      .values({ project_id: project.id, ...row })
      .onConflict(conflict => conflict.column('project_id').doUpdateSet(row))
      .execute();
    const oks = (all: readonly (readonly [string, { ok: boolean }])[]) =>
      Object.fromEntries(all.map(([id, { ok }]) => [id, ok]));
    const changes = changesBetween(oks(stored.items.map(i => [i.id, i])), oks(known));
    record({ action: 'project.check', objectType: 'project', objectId: project.id, changes });
    return checksOf(tx, actor, project);
  },
);

/** What a correction changed is looked at again; what was noted stays beside it. */
export async function tickAnew({ tx, now }: Run, project: StoredProject): Promise<void> {
  const correction = await correctionOf(tx, project);
  if (!correction) return;
  const touched = Object.entries(project.checks)
    .filter(([id, { ok }]) => ok && isTouched(id, correction))
    .map(([id, item]) => [id, { ...item, ok: false }] as const);
  if (touched.length === 0) return;
  const items = JSON.stringify({ ...project.checks, ...Object.fromEntries(touched) });
  await sql`update admissibility_checks set items = ${items}::jsonb, version = version + 1, updated_at = ${now}
    where project_id = ${project.id}`.execute(tx);
}
