import { sql } from 'kysely';
import { lit } from '../../db/states.ts';
import { isFinal } from '../../domain/kinds/statuses.ts';
import type { Effects } from '../workflow/effects.ts';
import { withdrawRequests } from '../workflow/notices/commands.ts';
import { dueChanges } from './queries.ts';

/** A request on a project that ends is closed with it, and calls nobody any more. */
export const changeEffects: Effects = {
  waiting: dueChanges,
  after: async (run, { project, to }) => {
    if (!isFinal(to)) return;
    const { rows } = await sql<{ historyId: number | null }>`
      update change_requests set state = ${lit.change('closed')}, decided_at = ${run.now}
      where project_id = ${project.id} and state = ${lit.change('open')}
      returning history_id as "historyId"`.execute(run.tx);
    await withdrawRequests(
      run,
      rows.flatMap(row => row.historyId ?? []),
    );
  },
};
