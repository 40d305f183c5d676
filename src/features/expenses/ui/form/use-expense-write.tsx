import { useRef, useState } from 'react';
import { request } from '../../../../web/api.ts';
import { useKitForm } from '../../../../web/form/form.tsx';
import { ProblemError, refusalInWords } from '../../../../web/problem-error.ts';
import { useFilesFirst } from '../../../attachments/ui/uploads/use-files-first.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useEntryWrite } from '../../../project-record/ui/use-entry-write.tsx';
import {
  type NewExpense,
  newExpense,
  type ProjectExpenses,
  recordExpense,
  saveExpense,
} from '../../contract.ts';
import { typeOf } from '../expense-words.tsx';
import { expenseKey, type OpenExpense } from '../open-expense.tsx';
import { useExpensesOutdated } from '../use-expenses.tsx';
import { type Judged, schemaFor } from './expense-schema.tsx';
import { type ExpenseValues, firstValues } from './form-values.tsx';
import { usePaperUploads } from './use-paper-uploads.tsx';
import { type Rate, useRate } from './use-rate.tsx';

export interface FormProps {
  open: OpenExpense;
  data: ProjectExpenses;
  onClose: () => void;
}

/** Whether the value of that day has been asked for and is not there. */
const isMissing = ({ value, isLoading, error, day }: Rate) =>
  value === null && day !== null && !isLoading && !error;

/** What is filled in, once it has been judged; only a credit note takes anything back. */
function sentOf(data: ProjectExpenses, values: ExpenseValues): NewExpense {
  const { data: given } = newExpense.safeParse(values);
  // Something was changed while files were on their way.
  if (!given) throw refusalInWords('Hay datos por corregir: revísalos y guarda otra vez.');
  const { isCredit = false, papers: needed = [] } = typeOf(data, given.voucher.typeId) ?? {};
  return {
    ...given,
    correctsId: isCredit ? given.correctsId : null,
    // As the form shows them: what its type does not ask for, or no more, is one more paper.
    papers: given.papers.map(p => (needed.some(({ id }) => id === p.paper) ? p : { ...p, paper: '' })),
  };
}

/** The form itself, judged by what is known of rates and other expenses at that moment. */
export function useExpenseValues({ open, data }: Omit<FormProps, 'onClose'>) {
  const [id] = useState(() => open.id ?? crypto.randomUUID());
  const judged = useRef<Judged>({
    ...{ data, rate: null, isRateMissing: false, voucherId: undefined, stored: undefined },
  });
  const [schema] = useState(() => schemaFor(() => judged.current));
  const [first] = useState(() => firstValues(open, data, id));
  const form = useKitForm<ExpenseValues>(schema, first);
  // A new one is there, too, where only the answer was lost.
  const stored = data.expenses.find(e => e.id === form.values.id);
  const known = (stored ?? data.expenses.find(e => e.id === open.likeId))?.voucher;
  const rate = useRate(form.values.voucher, known);
  judged.current = { data, rate: rate.value, isRateMissing: isMissing(rate), voucherId: known?.id, stored };
  return { form, rate, stored, known, judged: judged.current };
}

/** Sends a new expense, or one that is there again; its files first. */
export function useExpenseWrite({ open, data, onClose }: FormProps) {
  const { project } = useProject();
  const refresh = useExpensesOutdated();
  const values = useExpenseValues({ open, data });
  const { form, stored } = values;
  const uploads = usePaperUploads((paper, versionId) =>
    form.setFieldValue('papers', before =>
      before.some(p => p.versionId === versionId) ? before : [...before, { paper, versionId }],
    ),
  );
  const [began, setBegan] = useState(stored?.version ?? 0);
  const draftKey = expenseKey(project.id, open);
  const params = { kind: project.kind, id: project.id };
  const write = useEntryWrite<ExpenseValues>({
    ...{ draftKey, refresh, onClose, version: began },
    done: open.id === null ? 'Gasto registrado.' : 'Gasto guardado.',
    store: async (given, version) => {
      const { id, ...body } = sentOf(data, given);
      try {
        if (version === 0) return await request(recordExpense, { params, body: { ...body, id } });
        return await request(saveExpense, { params: { ...params, expense: id }, body: { ...body, version } });
      } catch (error) {
        // What somebody saved meanwhile is shown beside what is typed.
        if (error instanceof ProblemError && error.code === 'conflict') refresh();
        throw error;
      }
    },
  });
  const onBase = (before: string) => {
    setBegan(Number(before));
    write.draft.onBase(before);
  };
  const sending = useFilesFirst({ write, uploads: uploads.all, current: () => form.getValues() });
  return {
    ...{ ...values, uploads, draftKey },
    write: { ...sending, draft: { ...sending.draft, onBase } },
    /** It was saved since this form began: by somebody, or of a new one by what was sent first. */
    newer: stored && stored.version !== began ? stored : null,
  };
}
