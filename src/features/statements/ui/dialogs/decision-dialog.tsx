import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FieldError } from '../../../../domain/kit/problem.ts';
import { formatCount, formatMoney } from '../../../../domain/text/format.ts';
import { inputErrors } from '../../../../domain/workflow/demands.ts';
import { request } from '../../../../web/api.ts';
import { DecisionModal } from '../../../../web/form/decision-modal.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { decideStatement, type Statement, statementDecision } from '../../contract.ts';
import type { ReviewState } from '../detail/use-review.tsx';
import { placeErrors, type Row, sumOfRows } from '../statement-rows.tsx';
import { useStatementWrite } from './use-statement-write.tsx';

interface Props {
  statement: Statement;
  rows: readonly Row[];
  review: ReviewState;
  approve: boolean;
  title: string;
  onConflict: (words: string) => void;
  /** Observations were refused, and are marked at their lines. */
  onRefused: () => void;
  onClose: () => void;
}

const doneWords = ({ number }: Statement, approve: boolean, count: number) => {
  if (approve) return `Rendición ${number} aprobada.`;
  return `Rendición ${number} devuelta con ${formatCount(count, 'observación', 'observaciones')}.`;
};

function useDecision({ statement, review, approve, onConflict, onRefused, onClose }: Props) {
  const { project } = useProject();
  // What is decided is what was on screen when the dialog opened.
  const [{ version, noted }] = useState({ version: statement.version, noted: review.noted });
  const [wrong, setWrong] = useState<string>();
  const isLast = statement.decide?.lastResort === true;
  const params = { kind: project.kind, id: project.id, statement: statement.id };
  const ids = noted.map(n => n.row.expense.id);
  const notes = noted.map(({ row, text }) => ({ expenseId: row.expense.id, text }));
  const body = { version, approve, notes, comment: review.comment };
  const mark = (errors: readonly FieldError[]) => {
    const { byExpense, others } = placeErrors(errors, { notes: ids });
    setWrong(others.find(e => e.path === 'comment')?.message);
    if (byExpense.size > 0) {
      review.setErrors(byExpense);
      onClose();
      onRefused();
    }
    return others.filter(e => e.path !== 'comment');
  };
  const write = useStatementWrite({
    done: doneWords(statement, approve, noted.length),
    store: () => request(decideStatement, { params, body }),
    onDone: () => {
      review.forget();
      onClose();
    },
    onConflict: words => {
      onClose();
      onConflict(words);
    },
    onErrors: mark,
  });
  const send = () => {
    const reason = isLast ? inputErrors(['reason>=10'], { reason: review.comment })[0] : undefined;
    if (reason) return setWrong(reason.message);
    const judged = statementDecision.safeParse(body);
    const errors = judged.error?.issues.map(i => ({ path: i.path.join('.'), message: i.message })) ?? [];
    if (errors.length === 0) write.send();
    else mark(errors);
  };
  return { noted, isLast, wrong, setWrong, send, busy: write.busy, refusal: write.refusal };
}

/** Asks once more, with what is approved and what is not. */
export function DecisionDialog(props: Props) {
  const { rows, review, approve, title, onClose } = props;
  const { noted, isLast, wrong, setWrong, send, busy, refusal } = useDecision(props);
  return (
    <DecisionModal
      {...{ title, onClose, refusal }}
      accept={approve}
      isLastResort={isLast}
      loading={busy}
      onSend={send}
    >
      {approve ? <Sums rows={rows} refused={noted.map(n => n.row)} /> : <Returned count={noted.length} />}
      <Textarea
        label={isLast ? 'Motivo' : 'Comentario a toda la rendición'}
        {...(isLast && { description: 'Al menos 10 caracteres.', withAsterisk: true })}
        data-autofocus
        autosize
        minRows={2}
        maxLength={2000}
        value={review.comment}
        error={wrong}
        onChange={event => {
          review.setComment(event.currentTarget.value);
          setWrong(undefined);
        }}
      />
    </DecisionModal>
  );
}

function Sums({ rows, refused }: { rows: readonly Row[]; refused: readonly Row[] }) {
  const approved = rows.filter(r => !refused.includes(r));
  const inWords = (some: readonly Row[]) =>
    `${formatCount(some.length, 'gasto', 'gastos')} por ${formatMoney(sumOfRows(some))}`;
  return (
    <div>
      <Text size="sm">
        {approved.length === 0 ? (
          'No se aprueba ningún gasto.'
        ) : (
          <>
            {approved.length === 1 ? 'Se aprueba' : 'Se aprueban'} <strong>{inWords(approved)}</strong>.
          </>
        )}
      </Text>
      {refused.length > 0 && (
        <Text size="sm">
          {refused.length === 1 ? 'Se rechaza' : 'Se rechazan'} <strong>{inWords(refused)}</strong>, con tu
          observación como motivo: {refused.length === 1 ? 'deja' : 'dejan'} de contar como gasto.
        </Text>
      )}
    </div>
  );
}

const Returned = ({ count }: { count: number }) => (
  <Text size="sm">
    El responsable responde{' '}
    {count === 1 ? 'tu observación o saca ese gasto' : `tus ${count} observaciones o saca esos gastos`}, y
    envía la rendición de nuevo. Nada se aprueba todavía.
  </Text>
);
