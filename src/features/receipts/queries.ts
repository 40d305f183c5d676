import { sql } from 'kysely';
import { precompile } from '../../db/precompile.ts';
import type { PrintedDocument } from '../../domain/kinds/print/print.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import { formatDateTime, formatMoney, formatSize } from '../../domain/text/format.ts';
import { iso } from '../project-record/rows/queries.ts';
import type { StoredProject } from '../project-record/subject/queries.ts';

/** Receipts of the project `p`, newest first, as a JSON column. */
export const receiptsColumn = precompile(sql`coalesce((
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
export interface StoredReceipt {
  readonly facts: Facts;
  readonly receivedAt: Date;
  readonly hash: string;
  readonly pdf: Buffer | null;
}

export interface Heading {
  readonly institution: string;
  readonly product: string;
}

export function receiptDocument(
  { facts: f, receivedAt, hash }: StoredReceipt,
  heading: Heading,
): PrintedDocument {
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
