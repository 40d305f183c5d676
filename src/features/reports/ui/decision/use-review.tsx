import { useState } from 'react';
import type { ObservedPart } from '../../../../domain/reports/parts.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { isBegun, type PlacedText } from '../../../../web/form/texts/observations-editor.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { Report } from '../../contract.ts';

/** What the reader has written so far, kept in this browser until they decide. */
interface Written {
  readonly observations: PlacedText<ObservedPart>[];
  readonly comment: string;
}
const NOTHING: Written = { observations: [{ place: '', text: '' }], comment: '' };

/** Observations of a progress report under review, and what is said to all of it. */
export function useReview({ version }: Report, address: string) {
  const { project } = useProject();
  const [written, setWritten] = useState(NOTHING);
  const [isOlder, setOlder] = useState(false);
  const begun = written.observations.filter(isBegun);
  const draftKey = ['project', project.id, 'report', address, 'decision'];
  const draft = useDraft({
    ...{ draftKey, value: written, changed: begun.length > 0 || written.comment.trim() !== '' },
    base: String(version),
    onRestore: (value, base) => {
      setWritten(value);
      setOlder(base !== undefined && Number(base) !== version);
    },
  });
  return {
    ...{ ...written, begun },
    write: (more: Partial<Written>) => setWritten(before => ({ ...before, ...more })),
    /** What was restored was written before the report changed. */
    isOlder,
    forget: () => {
      setWritten(NOTHING);
      draft.clear();
      void forgetDrafts(draftKey);
    },
  };
}
export type Review = ReturnType<typeof useReview>;
