import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { requireId } from '../project-record/subject/queries.ts';
import type { Effects } from '../workflow/effects.ts';
import { writeReceipt } from './commands.ts';

/** One proposal of a lead at a time: of two sent at once the second counts the first. Who leads may change meanwhile. */
async function lockLead(tx: Transaction, projectId: string): Promise<void> {
  for (let held: string | undefined; ; ) {
    const { rows } = await sql<{ id: string }>`
      select lead_id as id from projects where id = ${requireId(projectId)} and call_id is not null`.execute(
      tx,
    );
    const id = rows[0]?.id;
    if (id === held) return;
    await sql`select 1 from users where id = ${id} for no key update`.execute(tx);
    held = id;
  }
}

/** A proposal that was sent to a call is proven to have been received. */
export const receiptEffects: Effects = {
  lock: async ({ tx }, { id, action }) => {
    if (action === 'submit') await lockLead(tx, id);
  },
  after: async ({ tx }, { action, project, historyId, receivedAt }) => {
    if (action === 'submit' && project.call) await writeReceipt(tx, { project, historyId, receivedAt });
  },
};
