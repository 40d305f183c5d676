import { useState } from 'react';
import type { ReviewDraft } from '../../../domain/calls/scoring.ts';
import { request } from '../../../web/api.ts';
import type { Version } from '../../../web/form/autosave/autosave.ts';
import { useAutosave } from '../../../web/form/autosave/use-autosave.ts';
import { keyOf, queryClient } from '../../../web/query.ts';
import { type DeskReview, getReview, saveReview } from '../contract.ts';

const draftIn = ({ marks, authorComment, officeComment, recommendation }: DeskReview): ReviewDraft => ({
  marks,
  authorComment,
  officeComment,
  recommendation,
});

/** What a reviewer writes: kept in the browser and sent by itself. */
export function useReview(review: DeskReview) {
  const params = { review: review.id };
  const [draft, setDraft] = useState(() => draftIn(review));
  const saver = useAutosave<ReviewDraft>({
    draftKey: ['review', review.id],
    value: draft,
    saved: draftIn(review),
    version: review.version,
    enabled: review.mayEdit,
    onRestore: setDraft,
    save: async (value, version: Version) => {
      const saved = await request(saveReview, { params, body: { version: Number(version), draft: value } });
      queryClient.setQueryData(keyOf(getReview, { params }), (before: DeskReview | undefined) =>
        before ? { ...before, ...value, version: saved.version, savedAt: saved.savedAt } : before,
      );
      return { version: saved.version };
    },
  });
  const change = (more: Partial<ReviewDraft>) => setDraft(before => ({ ...before, ...more }));
  const mark = (criterion: string, more: Partial<ReviewDraft['marks'][string]>) =>
    setDraft(before => {
      const known = before.marks[criterion] ?? { points: null, justification: '' };
      return { ...before, marks: { ...before.marks, [criterion]: { ...known, ...more } } };
    });
  return { draft, setDraft, change, mark, saver };
}
