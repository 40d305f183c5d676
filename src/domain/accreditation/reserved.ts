import { type PhotoAnswer, photoHindrance } from '../files/photo-answers.ts';
import { EXPENSE_DOCUMENT } from '../sections/attachments.ts';
import { isPhoto } from '../text/file-types.ts';
import type { EvidenceName } from './evidence.ts';

interface StoredFile {
  readonly documentType: string;
  readonly contentType: string;
  /** Of a photo. */
  readonly answer: PhotoAnswer | null;
}

/** As what a file of a project counts. */
export function evidenceOfFile({ documentType, contentType }: StoredFile): EvidenceName {
  if (documentType === EXPENSE_DOCUMENT) return 'expense_papers';
  if (documentType === 'commitment_letter') return 'commitment_letters';
  if (documentType !== 'evidence') return 'other_documents';
  return isPhoto(contentType) ? 'photos' : 'evidence';
}

/**
 * Why a file stays here and is only named in the index; null where it leaves. Papers of expenses have accounts and
 * numbers of people on them; photos leave when those who can be recognised allowed it.
 */
export function reservedReason(file: StoredFile): string | null {
  if (file.documentType === EXPENSE_DOCUMENT)
    return 'Tiene datos de personas y cuentas: la oficina lo muestra a quien lo pida.';
  return isPhoto(file.contentType) ? photoHindrance(file.answer) : null;
}
