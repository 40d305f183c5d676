import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { EXPENSE_DOCUMENT } from '../../domain/sections/attachments.ts';
import type { Asker } from '../../server/http/turns.ts';
import { pdfBytes } from '../../server/pdf/pdf.ts';
import { type ProjectAddress, readProject, type StoredProject } from '../project-record/subject/queries.ts';
import { type Heading, mayHaveReceipt, receiptDocument, type StoredReceipt } from './queries.ts';

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
          'sha256', encode(f.sha256, 'hex')) order by f.id) from files f
          where f.project_id = ${project.id} and f.current and f.state <> ${lit.file('rejected')}
            and f.document_type <> ${EXPENSE_DOCUMENT}), '[]')) as c
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

/** Drawn when first asked for, so that a rush before the closing waits for no PDF; from then on the same bytes. */
export async function receiptPdf(
  db: Database,
  actor: Actor,
  { receipt, ...address }: ProjectAddress & { receipt: string },
  heading: Heading,
  asker: Asker,
): Promise<{ name: string; pdf: Buffer }> {
  const project = await readProject(db, actor, address);
  if (!mayHaveReceipt(actor, project)) throw notFound();
  const { rows } = await sql<StoredReceipt>`
    select facts, received_at as "receivedAt", encode(content_hash, 'hex') as hash, pdf
    from project_receipts where id = ${receipt} and project_id = ${project.id}`.execute(db);
  const [stored] = rows;
  if (!stored) throw notFound();
  const name = `Comprobante ${stored.facts.code}.pdf`;
  if (stored.pdf) return { name, pdf: stored.pdf };
  const drawn = await pdfBytes(
    asker,
    receiptDocument({ ...stored, receivedAt: new Date(stored.receivedAt) }, heading),
  );
  const kept = await sql<{ pdf: Buffer }>`
    update project_receipts set pdf = coalesce(pdf, ${drawn}) where id = ${receipt} returning pdf`.execute(
    db,
  );
  return { name, pdf: kept.rows[0]?.pdf ?? drawn };
}
