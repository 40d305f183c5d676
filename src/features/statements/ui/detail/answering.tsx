import { Alert, Button, Textarea } from '@mantine/core';
import { memo, Suspense, useCallback, useRef, useState } from 'react';
import { isObserved } from '../../../../domain/spending/expense-states.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import type { ProjectExpenses } from '../../../expenses/contract.ts';
import { ExpensePill } from '../../../expenses/ui/expense-line.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { resendStatement } from '../../contract.ts';
import { useStatementWrite } from '../dialogs/use-statement-write.tsx';
import { placeErrors, type Row } from '../statement-rows.tsx';
import classes from '../statements.module.css';
import { focusFirstError } from './focus-first.tsx';
import { Line, type LinesProps, LineTable } from './lines.tsx';
import { type AnswersState, useAnswers } from './use-answers.tsx';

const ExpenseForm = lazyPart(() => import('../../../expenses/ui/form/expense-form.tsx'), 'ExpenseForm');

const LAST = 'Observación y respuesta';

/** A statement that came back: each observation is answered, or its expense taken out, and it is sent again. */
export function Answering({ statement, data, rows, onConflict }: LinesProps) {
  const answers = useAnswers(statement, rows);
  const [editing, setEditing] = useState<string | null>(null);
  const own = useRef<HTMLDivElement>(null);
  const others = rows.filter(r => !isObserved(r.expense));
  const edit = useCallback((id: string) => setEditing(id), []);
  return (
    <div ref={own}>
      {answers.restoredAt && (
        <Alert color="cyan" mt="sm">
          Recuperamos lo que habías escrito.
        </Alert>
      )}
      <LineTable label="Gastos observados" last={LAST}>
        {answers.observed.map(row => (
          <AnswerLine
            key={row.expense.id}
            {...{ row, data }}
            text={answers.answers[row.expense.id] ?? ''}
            isLeftOut={answers.leftOut.includes(row.expense.id)}
            error={answers.errors.get(row.expense.id)}
            onAnswer={answers.answer}
            onToggle={answers.toggle}
            onEdit={edit}
          />
        ))}
      </LineTable>
      {others.length > 0 && (
        <>
          <p className={classes.quiet}>Sin observación: siguen como los enviaste.</p>
          <LineTable label="Gastos sin observación" last="Estado">
            {others.map(row => (
              <OtherLine
                key={row.expense.id}
                {...{ row, data }}
                isLeftOut={answers.leftOut.includes(row.expense.id)}
                error={answers.errors.get(row.expense.id)}
                onToggle={answers.toggle}
              />
            ))}
          </LineTable>
        </>
      )}
      <Resend {...{ statement, answers, onConflict }} onRefused={() => focusFirstError(own)} />
      <Suspense>
        {editing !== null && (
          <ExpenseForm
            open={{ id: editing, correctsId: null, likeId: null }}
            data={data}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface LineProps {
  row: Row;
  data: ProjectExpenses;
  text: string;
  isLeftOut: boolean;
  error: string | undefined;
  onAnswer: (expenseId: string, text: string) => void;
  onToggle: (expenseId: string) => void;
  onEdit: (expenseId: string) => void;
}

const AnswerLine = memo(function AnswerLine(props: LineProps) {
  const { row, data, text, isLeftOut, error, onAnswer, onToggle, onEdit } = props;
  const { expense, n } = row;
  return (
    <Line row={row} data={data} last={LAST}>
      <p className={classes.words}>
        <strong>Observación:</strong> {expense.observation}
      </p>
      {isLeftOut ? (
        <LeftOut error={error} />
      ) : (
        <Textarea
          aria-label={`Respuesta sobre el gasto ${n}`}
          placeholder="Qué corregiste, o por qué está bien"
          classNames={{ input: classes.growing ?? '' }}
          rows={2}
          maxLength={2000}
          value={text}
          error={error}
          onChange={event => onAnswer(expense.id, event.currentTarget.value)}
        />
      )}
      <div className={classes.files}>
        {!isLeftOut && expense.mayEdit && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Editar el gasto ${n}`}
            onClick={() => onEdit(expense.id)}
          >
            Editar gasto
          </Button>
        )}
        <ToggleButton n={n} isLeftOut={isLeftOut} onClick={() => onToggle(expense.id)} />
      </div>
    </Line>
  );
});

type OtherProps = Pick<LineProps, 'row' | 'data' | 'isLeftOut' | 'error' | 'onToggle'>;

/** One that nothing was said of; it may leave all the same, as a credit note does with what it corrects. */
const OtherLine = memo(function OtherLine({ row, data, isLeftOut, error, onToggle }: OtherProps) {
  const { expense, n } = row;
  return (
    <Line row={row} data={data} last="Estado">
      {isLeftOut ? <LeftOut error={error} /> : <ExpensePill state={expense.state} />}
      <div className={classes.files}>
        <ToggleButton n={n} isLeftOut={isLeftOut} onClick={() => onToggle(expense.id)} />
      </div>
    </Line>
  );
});

/** An expense that is taken out, or why it cannot be. */
const LeftOut = ({ error }: { error: string | undefined }) =>
  error ? (
    <p className={classes.wrong} role="alert">
      {error}
    </p>
  ) : (
    <p className={classes.quiet}>Sale de la rendición al enviarla: queda sin rendir, y puede ir en otra.</p>
  );

interface ToggleProps {
  /** Number of its line. */
  n: number;
  isLeftOut: boolean;
  onClick: () => void;
}

const ToggleButton = ({ n, isLeftOut, onClick }: ToggleProps) => (
  <Button
    size="compact-sm"
    variant="subtle"
    color="gray"
    aria-label={isLeftOut ? `Dejar el gasto ${n} en la rendición` : `Sacar el gasto ${n} de la rendición`}
    onClick={onClick}
  >
    {isLeftOut ? 'Dejarlo en la rendición' : 'Sacar de la rendición'}
  </Button>
);

interface ResendProps extends Pick<LinesProps, 'statement' | 'onConflict'> {
  answers: AnswersState;
  /** Answers were refused, and are marked at their lines. */
  onRefused: () => void;
}

function Resend({ statement, answers, onConflict, onRefused }: ResendProps) {
  const { project } = useProject();
  const { sent, missing } = answers;
  const write = useStatementWrite({
    done: `Rendición ${statement.number} enviada de nuevo.`,
    store: () => {
      const params = { kind: project.kind, id: project.id, statement: statement.id };
      return request(resendStatement, { params, body: { version: statement.version, ...sent } });
    },
    onDone: answers.forget,
    onConflict,
    onErrors: errors => {
      const ids = sent.answers.map(a => a.expenseId);
      const { byExpense, others } = placeErrors(errors, { answers: ids, leftOut: sent.leftOut });
      answers.setErrors(byExpense);
      if (byExpense.size > 0) onRefused();
      return others;
    },
  });
  const markSilent = () => {
    const silent = sent.answers.filter(a => a.answer === '').map(a => a.expenseId);
    answers.setErrors(new Map(silent.map(id => [id, 'Responde la observación.'])));
    onRefused();
  };
  return (
    <div className={`${classes.bar} no-print`}>
      <span className={classes.meta} role="status">
        {missing ??
          (sent.leftOut.length > 0
            ? `${formatCount(sent.leftOut.length, 'gasto sale', 'gastos salen')} de la rendición.`
            : 'Todo está respondido.')}
      </span>
      {write.refusal && (
        <Alert color="red" role="alert">
          {write.refusal}
        </Alert>
      )}
      <ActionButton reason={missing} onRefused={markSilent} loading={write.busy} onClick={write.send}>
        Enviar de nuevo
      </ActionButton>
    </div>
  );
}
