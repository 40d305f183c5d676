import { useCallback, useState } from 'react';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { Statement } from '../../contract.ts';
import type { Row } from '../statement-rows.tsx';
import { statementKey } from '../use-statements.tsx';

/** What the office has written so far, kept in this browser until it decides. */
interface Written {
  /** By the id of the expense. */
  readonly notes: Readonly<Record<string, string>>;
  readonly comment: string;
}
const NOTHING: Written = { notes: {}, comment: '' };

/** An expense with what is noted of it. */
export interface Noted {
  readonly row: Row;
  readonly text: string;
}

const isEmpty = ({ notes, comment }: Written) =>
  comment.trim() === '' && Object.values(notes).every(text => text.trim() === '');

/** Observations of a statement under review. */
export function useReview({ id, version }: Statement, rows: readonly Row[]) {
  const { project } = useProject();
  const [written, setWritten] = useState(NOTHING);
  const [isOlder, setOlder] = useState(false);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const draftKey = statementKey(project.id, id, 'review');
  const draft = useDraft({
    ...{ draftKey, value: written, changed: !isEmpty(written), base: String(version) },
    onRestore: (value, base) => {
      setWritten(value);
      setOlder(base !== undefined && Number(base) !== version);
    },
  });
  // The same for as long as the review is open, so that typing in one line draws only that one.
  const note = useCallback((expenseId: string, text: string) => {
    setWritten(before => ({ ...before, notes: { ...before.notes, [expenseId]: text } }));
    setErrors(before =>
      before.has(expenseId) ? new Map([...before].filter(([each]) => each !== expenseId)) : before,
    );
  }, []);
  const noted = rows.flatMap((row): Noted[] => {
    const text = written.notes[row.expense.id]?.trim() ?? '';
    return text === '' ? [] : [{ row, text }];
  });
  return {
    ...{ notes: written.notes, comment: written.comment, noted, note, errors, setErrors },
    setComment: (comment: string) => setWritten(before => ({ ...before, comment })),
    restoredAt: draft.restoredAt,
    /** What was restored was written before the statement was sent again. */
    isOlder,
    forget: () => {
      draft.clear();
      void forgetDrafts(draftKey);
    },
  };
}
export type ReviewState = ReturnType<typeof useReview>;
