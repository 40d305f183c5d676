import { useCallback, useState } from 'react';
import { isObserved } from '../../../../domain/spending/expense-states.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { Statement } from '../../contract.ts';
import type { Row } from '../statement-rows.tsx';
import { statementKey } from '../use-statements.tsx';

/** What the lead has written so far, kept in this browser until it is sent. */
interface Written {
  /** By the id of the expense. */
  readonly answers: Readonly<Record<string, string>>;
  /** Ids of those that are taken out. */
  readonly leftOut: readonly string[];
}
const NOTHING: Written = { answers: {}, leftOut: [] };

const isEmpty = ({ answers, leftOut }: Written) =>
  leftOut.length === 0 && Object.values(answers).every(text => text.trim() === '');

/** What keeps a statement from being sent again, in words; null where nothing does. */
function missingWords(observed: readonly Row[], { answers, leftOut }: Written, count: number): string | null {
  if (leftOut.length === count) return 'Deja al menos un gasto en la rendición.';
  const staying = observed.filter(r => !leftOut.includes(r.expense.id));
  const silent = staying.filter(r => (answers[r.expense.id]?.trim() ?? '') === '').length;
  const bare = staying.filter(r => r.gap !== null).length;
  const words = [
    silent > 0 && `Falta responder ${formatCount(silent, 'observación', 'observaciones')}.`,
    bare > 0 && `${formatCount(bare, 'gasto no tiene', 'gastos no tienen')} todos sus respaldos.`,
  ];
  return words.filter(Boolean).join(' ') || null;
}

/** Answers to what the office observed. */
export function useAnswers({ id, version }: Statement, rows: readonly Row[]) {
  const { project } = useProject();
  const [written, setWritten] = useState(NOTHING);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const draftKey = statementKey(project.id, id, 'answers');
  const draft = useDraft({
    ...{ draftKey, value: written, changed: !isEmpty(written), base: String(version) },
    onRestore: setWritten,
  });
  const answer = useCallback((expenseId: string, text: string) => {
    setWritten(before => ({ ...before, answers: { ...before.answers, [expenseId]: text } }));
    setErrors(new Map());
  }, []);
  const toggle = useCallback((expenseId: string) => {
    setErrors(new Map());
    setWritten(before => ({
      ...before,
      leftOut: before.leftOut.includes(expenseId)
        ? before.leftOut.filter(each => each !== expenseId)
        : [...before.leftOut, expenseId],
    }));
  }, []);
  const observed = rows.filter(r => isObserved(r.expense));
  const ids = observed.map(r => r.expense.id);
  // What was kept may name an expense that is not in it any more.
  const all = rows.map(r => r.expense.id);
  const current: Written = { ...written, leftOut: all.filter(each => written.leftOut.includes(each)) };
  const sent = {
    answers: ids
      .filter(each => !current.leftOut.includes(each))
      .map(expenseId => ({ expenseId, answer: current.answers[expenseId]?.trim() ?? '' })),
    leftOut: [...current.leftOut],
  };
  return {
    ...{ ...current, answer, toggle, observed, errors, setErrors, sent },
    missing: missingWords(observed, current, rows.length),
    restoredAt: draft.restoredAt,
    forget: () => {
      draft.clear();
      void forgetDrafts(draftKey);
    },
  };
}
export type AnswersState = ReturnType<typeof useAnswers>;
