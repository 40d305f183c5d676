import { useRef } from 'react';
import { EXPENSE_DOCUMENT } from '../../../../domain/sections/attachments.ts';
import { type Uploads, useUploads } from '../../../attachments/ui/uploads/use-uploads.tsx';

/** Files of the project that may back one. */
const BACKING: readonly string[] = [EXPENSE_DOCUMENT, 'evidence'];
export const mayBack = ({ documentType }: { readonly documentType: string }): boolean =>
  BACKING.includes(documentType);

/** Uploads, each meant for one of the papers of the voucher's type; empty for one more. */
export interface PaperUploads {
  /** All of them. */
  readonly all: Uploads;
  /** Those of one paper. */
  of(paper: string): Uploads;
  start(file: File, paper: string): void;
}

export function usePaperUploads(onArrived: (paper: string, versionId: string) => void): PaperUploads {
  const meant = useRef(new Map<File, string>());
  const paperOf = (file: File) => meant.current.get(file) ?? '';
  const all = useUploads((_file, { versionId, chosen }) => onArrived(paperOf(chosen), versionId));
  return {
    all,
    of: paper => ({ ...all, items: all.items.filter(item => paperOf(item.file) === paper) }),
    start: (file, paper) => {
      meant.current.set(file, paper);
      all.start(file, EXPENSE_DOCUMENT);
    },
  };
}
