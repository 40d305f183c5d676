import { moveCall } from '../features/calls/progress/commands.ts';
import type { KnownProject } from '../features/project-record/held/queries.ts';
import { takeAction } from '../features/workflow/transitions/commands.ts';
import { type Writing, writeLife } from './life.ts';
import { AWARDED_PROJECTS, FUND_CALLS, insertFundCall, startFundCall } from './seed/awarded.ts';
import type { DemoProject } from './seed/projects.ts';
import { writeRates } from './spending.ts';

/** Version of a project of the demo before it is awarded: its draft, and a step each. */
const versionOf = ({ steps }: DemoProject) => steps.length + 1;

/** By the office's own word: nobody reviewed it here. */
async function award({ db, workflow, actorOf }: Writing, p: DemoProject, project: KnownProject) {
  if (!p.award) return;
  const { call, amount } = p.award;
  const given = {
    ...{ version: versionOf(p), to: 'running', lineId: call.line, amount },
    reason: 'Se adjudicó antes de que existiera la plataforma.',
  };
  await takeAction(
    { db, actor: actorOf('beatriz.navarrete') },
    { ...project, action: 'override', given: given as Parameters<typeof takeAction>[1]['given'], workflow },
  );
}

/**
 * Projects that calls of before pay, with what they were paid and have spent.
 * @param write writes a proposal up to its last step
 */
export async function writeAwarded(
  writing: Writing,
  write: (p: DemoProject) => Promise<KnownProject>,
): Promise<void> {
  const { db, actorOf } = writing;
  const office = actorOf('beatriz.navarrete');
  await writeRates(db, office);
  for (const call of FUND_CALLS) await insertFundCall(db, call, new Date());
  const written: { p: DemoProject; project: KnownProject }[] = [];
  for (const p of AWARDED_PROJECTS) written.push({ p, project: await write(p) });
  for (const call of FUND_CALLS) await startFundCall(db, call, new Date());
  for (const { p, project } of written) {
    await award(writing, p, project);
    await writeLife(writing, p, project);
  }
  for (const { id } of FUND_CALLS.filter(call => call.isOver))
    await moveCall({ db, actor: office }, { call: id, version: 1, to: 'closed' });
}
