import { type Actor, isAdmin } from '../kit/actor.ts';
import { hide, type Verdict } from '../kit/verdict.ts';
import { can } from './can.ts';
import type { EditSubject, ProjectSubject } from './subject.ts';
import { isMember, isOwn } from './visibility.ts';

/** What of a file a permission depends on. */
export interface EditedFile {
  readonly documentType: string;
  /** Who uploaded its first version. */
  readonly ownerId: string;
}

const NOT_YOURS = 'Solo puede cambiarlo quien lo subió, el responsable o la oficina.';

/**
 * Whether a file may be removed or get another version: both change what was sent, so both are for whoever may still
 * write that. Evidence of a running project is an entry of whoever sent it; the lead changes all.
 */
export function judgeFileChange(actor: Actor, s: ProjectSubject, file: EditedFile): Verdict {
  if (s.status !== 'running' || file.documentType !== 'evidence') return can(actor, 'delete_file', s);
  const isTheirs = file.ownerId === actor.id || isOwn(actor, s) || (isAdmin(actor) && !isMember(actor, s));
  return isTheirs ? can(actor, 'upload', s) : hide(NOT_YOURS);
}

/** Also once the project is closed: whoever is on a photo may withdraw at any time. */
export const mayAnswerPhotos = (actor: Actor, s: EditSubject): boolean =>
  isOwn(actor, s) || isMember(actor, s) || isAdmin(actor);
