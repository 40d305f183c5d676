import { sql } from 'kysely';
import type { StoredProject } from '../../project-record/subject/queries.ts';
import type { Run } from '../../workflow/effects.ts';
import { readFacts } from '../facts/queries.ts';

/** The final report was sent: it tells what was recorded until now, whatever is recorded or corrected later. */
export async function keepFinal(run: Run, project: StoredProject): Promise<void> {
  const { tx, actor, now } = run;
  const { facts } = await readFacts(tx, project, null, now);
  const by = actor?.id ?? project.leadId;
  await sql`
    insert into reports (project_id, author_id, updated_by, updated_at, facts, submitted_by, submitted_at)
    values (${project.id}, ${by}, ${by}, ${now}, ${JSON.stringify(facts)}::jsonb, ${by}, ${now})
    on conflict (project_id, number) do update set facts = excluded.facts, submitted_by = excluded.submitted_by,
      submitted_at = excluded.submitted_at, decided_by = null, decided_at = null, version = reports.version + 1`.execute(
    tx,
  );
}

/** Who accepted it or sent it back last. */
export const keepDecision = ({ tx, actor, now }: Run, { id }: StoredProject) =>
  sql`update reports set decided_by = ${actor?.id ?? null}, decided_at = ${now}, version = version + 1
    where project_id = ${id} and number is null`.execute(tx);
