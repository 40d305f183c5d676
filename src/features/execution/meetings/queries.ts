import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { among } from '../../../db/states.ts';
import { RECORDING } from '../../../domain/kinds/statuses.ts';
import { endOfDay, localDay } from '../../../domain/kit/calendar.ts';
import type { WaitingTurn } from '../../workflow/effects.ts';

type DueItem = Omit<WaitingTurn, 'turn' | 'office' | 'since' | 'due'> & {
  readonly since: string;
  readonly dueDay: string;
};

/**
 * What was agreed, is not done and is due before an instant, for reminders. It calls who answers for it; the lead where
 * that is somebody without an account, or no longer of the team.
 */
export async function dueItems(db: Database, before: Date): Promise<WaitingTurn[]> {
  const { rows } = await sql<DueItem>`
    select i.id, i.text as what, p.status, m.created_at as since, i.due_day as "dueDay",
      array[case when i.responsible_id = p.alternate_id or exists (select from project_members t
          where t.project_id = p.id and t.user_id = i.responsible_id)
        then i.responsible_id else p.lead_id end] as holders,
      json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project
    from action_items i join meetings m on m.id = i.meeting_id join projects p on p.id = i.project_id
    where i.done_at is null and i.due_day < ${localDay(before)}::date and p.status in ${among(RECORDING)}
    order by i.due_day, i.id`.execute(db);
  return rows.map(({ since, dueDay, ...item }) => ({
    ...{ turn: 'action_item', office: false, ...item },
    ...{ since: new Date(since), due: endOfDay(dueDay) },
  }));
}
