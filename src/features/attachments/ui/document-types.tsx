import { isRunning } from '../../../domain/kinds/statuses.ts';
import { DOCUMENT_TYPES } from '../../../domain/sections/attachments.ts';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';

export interface DocumentType {
  readonly type: string;
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
}

/** The final report asks for it. */
const EVIDENCE: DocumentType = {
  type: 'evidence',
  label: 'Evidencia',
  help: 'Fotos, listas de asistencia, actas o publicaciones. Hace falta al menos una para el informe final.',
  required: true,
};

/** What the kind asks for, then any other type some file has, e.g. from an earlier version of the kind. */
export function documentTypesOf({
  definition,
  files,
  status,
}: Pick<ProjectDetail, 'definition' | 'status'> & {
  files: readonly { readonly documentType: string }[];
}): DocumentType[] {
  const asked = definition.documents.map(({ type, label, help, required }) => ({
    type,
    label,
    help,
    required,
  }));
  if (isRunning(status) && !asked.some(d => d.type === EVIDENCE.type)) asked.unshift(EVIDENCE);
  const known = new Set(asked.map(d => d.type));
  const others = [...new Set(files.map(f => f.documentType))]
    .filter(type => !known.has(type))
    .map(type => ({
      type,
      label: DOCUMENT_TYPES.find(d => d.value === type)?.label ?? 'Otro documento',
      help: '',
      required: false,
    }));
  return [...asked, ...others];
}
