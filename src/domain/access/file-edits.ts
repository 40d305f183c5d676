import { RECORDING } from '../kinds/statuses.ts';
import { type Actor, isAdmin } from '../kit/actor.ts';
import { hide, type Verdict } from '../kit/verdict.ts';
import { EXPENSE_DOCUMENT } from '../sections/attachments.ts';
import { can } from './can.ts';
import { judgeRecording, mayChangeAll } from './execution.ts';
import { judgeSpending, mayReadSpending } from './spending.ts';
import type { EditSubject, ProjectSubject } from './subject.ts';
import { isMember, isOwn } from './visibility.ts';

/** What of a file a permission depends on. */
export interface EditedFile {
  readonly documentType: string;
  /** Who uploaded its first version. */
  readonly ownerId: string;
}

const NOT_YOURS = 'Solo puede cambiarlo quien lo subió, el responsable o la oficina.';

/** What backs expenses and money given back: nobody reads it who does not read what was spent. */
const isPrivatePaper = (documentType: string): boolean => documentType === EXPENSE_DOCUMENT;
export const mayReadFile = (actor: Actor, s: EditSubject, documentType: string): boolean =>
  !isPrivatePaper(documentType) || mayReadSpending(actor, s);

/**
 * Whether a file of this type may be sent: evidence also by whoever records what the project does, papers of expenses by
 * whoever records those alone.
 */
export function judgeUpload(actor: Actor, s: ProjectSubject, documentType: string): Verdict {
  if (isPrivatePaper(documentType)) return judgeSpending(actor, s);
  const verdict = can(actor, 'upload', s);
  return verdict.allowed || documentType !== 'evidence' || !RECORDING.includes(s.status)
    ? verdict
    : judgeRecording(actor, s);
}

/**
 * Whether a file may be removed or get another version: both change what was sent, so both are for whoever may still
 * write that. Evidence of what a project does, and papers of expenses, are entries of whoever sent them; the lead changes
 * all.
 */
export function judgeFileChange(actor: Actor, s: ProjectSubject, file: EditedFile): Verdict {
  const isEvidence = RECORDING.includes(s.status) && file.documentType === 'evidence';
  if (!isEvidence && !isPrivatePaper(file.documentType)) return can(actor, 'delete_file', s);
  const isTheirs = file.ownerId === actor.id || mayChangeAll(actor, s);
  return isTheirs ? judgeUpload(actor, s, file.documentType) : hide(NOT_YOURS);
}

/** Also once the project is closed: whoever is on a photo may withdraw at any time. */
export const mayAnswerPhotos = (actor: Actor, s: EditSubject): boolean =>
  isOwn(actor, s) || isMember(actor, s) || isAdmin(actor);
