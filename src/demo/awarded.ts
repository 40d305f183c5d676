import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import type { Actor } from '../domain/kit/actor.ts';
import type { KnownProject } from '../features/project-record/held/queries.ts';
import type { Workflow } from '../features/workflow/effects.ts';
import { takeAction } from '../features/workflow/transitions/commands.ts';
import type { FileStore } from '../server/files/store.ts';
import { AWARD_LINE, AWARDED_PROJECTS, insertAwardCall, startAwardCall } from './seed/awarded.ts';
import type { DemoProject } from './seed/projects.ts';
import { writeRates, writeSpending } from './spending.ts';

interface Awarding {
  readonly db: Database;
  readonly files: FileStore;
  readonly workflow: Workflow;
  readonly actorOf: (name: string) => Actor;
  /** Writes a proposal up to its last step. */
  readonly write: (p: DemoProject) => Promise<KnownProject>;
}

/** By the office's own word: nobody reviewed it here. */
const override = (
  { db, workflow, actorOf }: Awarding,
  project: KnownProject,
  given: { version: number; to: string; reason: string; lineId?: string; amount?: number },
) =>
  takeAction(
    { db, actor: actorOf('beatriz.navarrete') },
    { ...project, action: 'override', given: given as Parameters<typeof takeAction>[1]['given'], workflow },
  );

/** As if all that has happened to it had been so many months earlier, and some days before it began. */
const setBack = (db: Database, { id }: KnownProject, months: number) =>
  sql`
  with h as (update project_history set at = at - make_interval(months => ${months}, days => 15)
    where project_id = ${id})
  update projects set submitted_at = submitted_at - make_interval(months => ${months}, days => 15),
    status_since = status_since - make_interval(months => ${months}, days => 15) where id = ${id}`.execute(
    db,
  );

/** Version of a project of the demo before it is awarded: its draft, and a step each. */
const versionOf = ({ steps }: DemoProject) => steps.length + 1;

/** Projects that a call of last year pays, with what they were paid and have spent; the one that has ended is closed. */
export async function writeAwarded(awarding: Awarding): Promise<void> {
  const { db, files, actorOf, write } = awarding;
  const office = actorOf('beatriz.navarrete');
  await writeRates(db, office);
  await insertAwardCall(db, new Date());
  const written: { p: DemoProject; project: KnownProject }[] = [];
  for (const p of AWARDED_PROJECTS) written.push({ p, project: await write(p) });
  await startAwardCall(db);
  for (const { p, project } of written) {
    const { award } = p;
    if (!award) continue;
    const reason = 'Se adjudicó antes de que existiera la plataforma.';
    const money = { lineId: AWARD_LINE, amount: award.amount };
    await override(awarding, project, { ...money, version: versionOf(p), to: 'running', reason });
    await setBack(db, project, award.began);
    await writeSpending(award.spending, { db, files, lead: actorOf(p.lead), office, project });
    if (award.closed)
      await override(awarding, project, { version: versionOf(p) + 1, to: 'closed', reason: award.closed });
  }
}
