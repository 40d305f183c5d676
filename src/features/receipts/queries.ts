import { sql } from 'kysely';
import { fixed } from '../../db/fixed.ts';
import type { Database } from '../../db/pool.ts';
import type { PrintedDocument } from '../../domain/kinds/print.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { formatDateTime, formatMoney, formatSize } from '../../domain/text/format.ts';
import { pdfBytes } from '../../server/pdf.ts';
import type { Asker } from '../../server/turns.ts';
import { iso } from '../project-record/rows/queries.ts';
import { type ProjectAddress, readProject, type StoredProject } from '../project-record/subject/queries.ts';

/** Receipts of the project `p`, newest first, as a JSON column. */
export const receiptsColumn = fixed(sql`coalesce((
  select json_agg(json_build_object('id', r.id, 'receivedAt', ${iso(sql`r.received_at`)},
    'contentHash', encode(r.content_hash, 'hex'), 'undone', h.undone_at is not null) order by r.received_at desc)
  from project_receipts r join project_history h on h.id = r.history_id where r.project_id = p.id), '[]')`);

/** Theirs and the office's: it names people, and whoever reviews may not know them. */
export const mayHaveReceipt = (actor: Actor, p: StoredProject): boolean =>
  isAdmin(actor) || [p.leadId, p.alternateId, ...p.memberIds].includes(actor.id);

interface Facts {
  readonly code: string;
  readonly title: string;
  readonly lead: string;
  readonly call: string;
  readonly line: string | null;
  readonly amount: number | null;
  readonly school: string | null;
  readonly files: readonly { name: string; size: number; sha256: string }[];
}
interface Stored {
  readonly facts: Facts;
  readonly receivedAt: Date;
  readonly hash: string;
  readonly pdf: Buffer | null;
}

interface Heading {
  readonly institution: string;
  readonly product: string;
}

function documentOf({ facts: f, receivedAt, hash }: Stored, heading: Heading): PrintedDocument {
  const fact = (label: string, text: string | null) => (text ? [{ label, text }] : []);
  const blocks: PrintedDocument['sections'][number]['blocks'] = [
    {
      type: 'table',
      label: 'Archivos recibidos',
      columns: [
        { title: 'Archivo', weight: 3 },
        { title: 'Tamaño', weight: 1, number: true },
        { title: 'SHA-256', weight: 4 },
      ],
      rows: f.files.map(x => [x.name, formatSize(x.size), x.sha256]),
    },
  ];
  return {
    ...heading,
    code: f.code,
    title: f.title,
    kind: 'Comprobante de recepción',
    facts: [
      ...fact('Convocatoria', f.call),
      ...fact('Línea', f.line),
      ...fact('Monto solicitado', f.amount === null ? null : formatMoney(f.amount)),
      ...fact('Responsable', f.lead),
      ...fact('Escuela', f.school),
      ...fact('Recibido', `${formatDateTime(receivedAt)} (hora de Chile)`),
      ...fact('Huella del contenido (SHA-256)', hash),
    ],
    sections: f.files.length > 0 ? [{ label: 'Anexos', blocks }] : [],
    signatures: [],
    printed: `Recibido el ${formatDateTime(receivedAt)}`,
  };
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
  const { rows } = await sql<Stored>`
    select facts, received_at as "receivedAt", encode(content_hash, 'hex') as hash, pdf
    from project_receipts where id = ${receipt} and project_id = ${project.id}`.execute(db);
  const [stored] = rows;
  if (!stored) throw notFound();
  const name = `Comprobante ${stored.facts.code}.pdf`;
  if (stored.pdf) return { name, pdf: stored.pdf };
  const drawn = await pdfBytes(
    asker,
    documentOf({ ...stored, receivedAt: new Date(stored.receivedAt) }, heading),
  );
  const kept = await sql<{ pdf: Buffer }>`
    update project_receipts set pdf = coalesce(pdf, ${drawn}) where id = ${receipt} returning pdf`.execute(
    db,
  );
  return { name, pdf: kept.rows[0]?.pdf ?? drawn };
}
