import type { z } from 'zod';
import { fileGap } from '../files/file-states.ts';
import { line, link, list } from './field.ts';
import { section } from './section.ts';

/** Document types that the first definitions and the sections use; a kind may name others. */
export const DOCUMENT_TYPES = [
  { value: 'commitment_letter', label: 'Carta de compromiso' },
  { value: 'signed_contract', label: 'Contrato firmado' },
  { value: 'course_syllabus', label: 'Programa del curso' },
  { value: 'quotation', label: 'Cotización' },
  { value: 'anonymous_version', label: 'Versión anónima de la propuesta' },
  { value: 'evidence', label: 'Evidencia' },
  { value: 'expense', label: 'Respaldo de gasto o reintegro' },
  { value: 'other', label: 'Otro documento' },
] as const;

/** Papers of what a project spends: they are seen by whoever reads that, nobody else. */
export const EXPENSE_DOCUMENT = 'expense' satisfies (typeof DOCUMENT_TYPES)[number]['value'];

/** The files themselves are rows of their own; the section holds what is not a file. */
export const attachments = section({
  label: 'Anexos',
  help: 'Archivos y enlaces que respaldan el proyecto.',
  fields: {
    links: list(
      'Enlaces',
      'Enlace',
      { title: line('Título', { max: 150, required: true }), url: link('Dirección', { required: true }) },
      // Like the files beside them they prove what this project did.
      { max: 20, copied: false },
    ),
  },
  rules: (_data, { documents, files }) =>
    documents
      .filter(d => d.required)
      .map(d => ({
        path: `documents.${d.type}`,
        label: d.label,
        message: fileGap(
          files.filter(f => f.documentType === d.type),
          `Sube el archivo: ${d.label}.`,
        ),
      })),
});
export type Attachments = z.output<typeof attachments.schema>;
