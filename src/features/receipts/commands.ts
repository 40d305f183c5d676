import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import type { StoredProject } from '../project-record/subject/queries.ts';

interface Received {
  readonly project: StoredProject;
  readonly historyId: number;
  readonly receivedAt: Date;
}

/**
 * Proof of what was received when, in the transaction of the submit itself. The hash is of the snapshot and the files as
 * PostgreSQL writes them; whoever has both can work it out again.
 */
export async function writeReceipt(
  tx: Transaction,
  { project, historyId, receivedAt }: Received,
): Promise<void> {
  await sql`
    with content as (
      select jsonb_build_object('sections', s.sections, 'files', coalesce((
        select jsonb_agg(jsonb_build_object('name', f.name, 'type', f.document_type, 'size', f.size,
          'sha256', encode(f.sha256, 'hex')) order by f.id) from files f where f.project_id = ${project.id}), '[]')) as c
      from project_snapshots s where s.history_id = ${historyId}
    )
    insert into project_receipts (project_id, history_id, call_id, received_at, content_hash, facts)
    select p.id, ${historyId}, p.call_id, ${receivedAt}, sha256(convert_to(c::text, 'UTF8')), jsonb_build_object(
      'code', p.code, 'title', p.title, 'lead', u.name, 'call', k.name, 'line', l.name, 'amount', p.amount_requested,
      'school', s.name, 'files', c -> 'files')
    from content, projects p join users u on u.id = p.lead_id join calls k on k.id = p.call_id
      left join call_lines l on l.id = p.line_id left join schools s on s.id = p.school_id
    where p.id = ${project.id}`.execute(tx);
}
