import { createHash } from 'node:crypto';
import type { Database } from '../db/pool.ts';
import type { DOCUMENT_TYPES, EXPENSE_DOCUMENT } from '../domain/sections/attachments.ts';
import { plain } from '../domain/text/plain.ts';
import type { FileStore } from '../server/files/store.ts';

/** What shows that something was done or reached. */
export const EVIDENCE_DOCUMENT = 'evidence' satisfies (typeof DOCUMENT_TYPES)[number]['value'];

const escaped = (text: string) => text.replace(/[\\()]/g, sign => `\\${sign}`);

/** A page with these lines, by hand: enough for every viewer, and made in no time. */
export function smallPdf(lines: readonly string[]): Buffer {
  const shown = lines.map((text, n) => `${n === 0 ? '' : '0 -22 Td '}(${escaped(text)}) Tj`).join('\n');
  const content = `BT /F1 13 Tf 60 770 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  // Latin-1 throughout: a character is a byte.
  let text = '%PDF-1.4\n';
  const places = objects.map((object, n) => {
    const at = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

interface Paper {
  readonly id: string;
  readonly projectId: string;
  readonly uploaderId: string;
  readonly documentType: (typeof DOCUMENT_TYPES)[number]['value'] | typeof EXPENSE_DOCUMENT;
  readonly title: string;
  readonly lines: readonly string[];
}

/** The name of a file says what it is. */
export const fileName = (title: string, extension: string): string =>
  `${plain(title).replace(/[^a-z0-9]+/g, '-')}.${extension}`;

/** Keeps a paper as a file of a project that has been checked; answers its id. */
export async function writePaper(
  db: Database,
  files: FileStore,
  { id, projectId, uploaderId, documentType, title, lines }: Paper,
): Promise<string> {
  const bytes = smallPdf([title, ...lines, 'Documento de demostración: no tiene valor.']);
  const key = `files/${projectId}/${id}`;
  await files.put(key, bytes);
  await db
    .insertInto('files')
    .values({
      ...{ id, project_id: projectId, document_type: documentType, size: bytes.length },
      ...{ name: fileName(title, 'pdf'), content_type: 'application/pdf' },
      ...{ sha256: createHash('sha256').update(bytes).digest() },
      ...{ storage_key: key, uploaded_by: uploaderId, scan_detail: 'no_scanner', check_due_at: null },
    })
    .execute();
  return id;
}
