import { Alert, Button, Switch, Textarea } from '@mantine/core';
import { memo, Suspense, useRef, useState } from 'react';
import { formatCount, formatMoney } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import type { ProjectExpenses } from '../../../expenses/contract.ts';
import { type Row, sumOfRows } from '../statement-rows.tsx';
import classes from '../statements.module.css';
import { focusFirstError } from './focus-first.tsx';
import { Line, type LinesProps, LineTable, Said } from './lines.tsx';
import { type ReviewState, useReview } from './use-review.tsx';

const DecisionDialog = lazyPart(() => import('../dialogs/decision-dialog.tsx'), 'DecisionDialog');

const LAST = 'Observación';

/** What the office finds of each expense, and the decision about all of them. */
export function Review({ statement, data, rows, onConflict }: LinesProps) {
  const review = useReview(statement, rows);
  const [isNarrowed, setNarrowed] = useState(false);
  // Those that had an observation when the filter was set stay while they are written anew.
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const own = useRef<HTMLDivElement>(null);
  const ids = new Set(review.noted.map(n => n.row.expense.id));
  const shown = isNarrowed ? rows.filter(r => ids.has(r.expense.id) || kept.has(r.expense.id)) : rows;
  const narrow = (next: boolean) => {
    setKept(ids);
    setNarrowed(next);
  };
  return (
    <div ref={own}>
      <Restored review={review} />
      <div className={classes.tools}>
        <Switch
          label="Solo con observación"
          checked={isNarrowed}
          onChange={event => narrow(event.currentTarget.checked)}
        />
        <span className={classes.meta} role="status">
          {formatCount(review.noted.length, 'con observación', 'con observación')} de {rows.length}
        </span>
      </div>
      {shown.length === 0 && <p className={classes.quiet}>Ningún gasto tiene observación.</p>}
      {shown.length > 0 && (
        <LineTable label={`Gastos de la rendición ${statement.number}`} last={LAST}>
          {shown.map(row => (
            <ReviewLine
              key={row.expense.id}
              {...{ row, data }}
              text={review.notes[row.expense.id] ?? ''}
              error={review.errors.get(row.expense.id)}
              onNote={review.note}
            />
          ))}
        </LineTable>
      )}
      <Decision
        {...{ statement, rows, review, onConflict }}
        onRefused={() => {
          setNarrowed(false);
          focusFirstError(own);
        }}
      />
    </div>
  );
}

function Restored({ review: { restoredAt, isOlder, noted } }: { review: ReviewState }) {
  if (!restoredAt) return null;
  return (
    <Alert color={isOlder ? 'orange' : 'cyan'} mt="sm">
      Recuperamos lo que habías escrito ({formatCount(noted.length, 'observación', 'observaciones')}).
      {isOlder && ' La rendición cambió desde entonces: revisa que todavía corresponda.'}
    </Alert>
  );
}

interface LineProps {
  row: Row;
  data: ProjectExpenses;
  text: string;
  error: string | undefined;
  onNote: (expenseId: string, text: string) => void;
}

const ReviewLine = memo(function ReviewLine({ row, data, text, error, onNote }: LineProps) {
  const { expense, n } = row;
  return (
    <Line row={row} data={data} last={LAST}>
      <Said expense={expense} />
      <Textarea
        aria-label={`Observación al gasto ${n}`}
        placeholder="Sin observación"
        classNames={{ input: classes.growing ?? '' }}
        rows={1}
        maxLength={2000}
        value={text}
        error={error}
        onChange={event => onNote(expense.id, event.currentTarget.value)}
      />
      {expense.observation && text === '' && (
        <Button
          variant="subtle"
          size="compact-xs"
          ml="-0.5rem"
          aria-label={`Repetir la observación al gasto ${n}`}
          onClick={() => onNote(expense.id, expense.observation)}
        >
          Repetir la observación
        </Button>
      )}
    </Line>
  );
});

interface DecisionProps extends Pick<LinesProps, 'statement' | 'rows' | 'onConflict'> {
  review: ReviewState;
  /** Something written cannot be sent as it is. */
  onRefused: () => void;
}

/** What approving comes to so far, and the two ways to decide: what was observed is rather asked than refused. */
function Decision({ statement, rows, review, onConflict, onRefused }: DecisionProps) {
  const [deciding, setDeciding] = useState<'approve' | 'return' | null>(null);
  const refused = review.noted.map(n => n.row);
  const count = refused.length;
  const total = sumOfRows(rows);
  const approve =
    count === 0
      ? 'Aprobar'
      : count === rows.length
        ? 'Rechazar todos los gastos'
        : `Aprobar rechazando ${formatCount(count, 'gasto', 'gastos')}`;
  const giveBack = `Devolver con ${count === 0 ? 'observaciones' : formatCount(count, 'observación', 'observaciones')}`;
  return (
    <div className={`${classes.bar} no-print`}>
      <span className={classes.meta} role="status">
        {count === 0
          ? `Sin observaciones se aprueban ${formatMoney(total)}.`
          : `Con observación: ${formatMoney(sumOfRows(refused))} de ${formatMoney(total)}.`}
      </span>
      <span className={classes.buttons}>
        <ActionButton
          variant={count === 0 ? 'default' : 'filled'}
          reason={count === 0 ? 'Escribe antes al menos una observación.' : null}
          onClick={() => setDeciding('return')}
        >
          {giveBack}
        </ActionButton>
        <Button variant={count === 0 ? 'filled' : 'default'} onClick={() => setDeciding('approve')}>
          {approve}
        </Button>
      </span>
      <Suspense>
        {deciding && (
          <DecisionDialog
            {...{ statement, rows, review, onConflict, onRefused }}
            approve={deciding === 'approve'}
            title={deciding === 'approve' ? approve : giveBack}
            onClose={() => setDeciding(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
