import { Switch } from '@mantine/core';
import { Suspense, useState } from 'react';
import { formatCount } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { ExpensePill } from '../../../expenses/ui/expense-line.tsx';
import type { Statement } from '../../contract.ts';
import classes from '../statements.module.css';
import { Line, type LinesProps, LineTable, Said } from './lines.tsx';

const ReopenDialog = lazyPart(() => import('../dialogs/reopen-dialog.tsx'), 'ReopenDialog');

const LAST = 'Resultado';

/** A statement that the reader can only look at, or reopen. */
export function Reading({ statement, data, rows, onConflict }: LinesProps) {
  const [isNarrowed, setNarrowed] = useState(false);
  const noted = rows.filter(r => r.expense.observation !== '');
  const shown = isNarrowed && noted.length > 0 ? noted : rows;
  return (
    <>
      {noted.length > 0 && noted.length < rows.length && (
        <div className={classes.tools}>
          <Switch
            label="Solo con observación"
            checked={isNarrowed}
            onChange={event => setNarrowed(event.currentTarget.checked)}
          />
          <span className={classes.meta}>
            {formatCount(noted.length, 'con observación', 'con observación')}
          </span>
        </div>
      )}
      <LineTable label={`Gastos de la rendición ${statement.number}`} last={LAST}>
        {shown.map(row => (
          <Line key={row.expense.id} row={row} data={data} last={LAST}>
            <ExpensePill state={row.expense.state} />
            <Said expense={row.expense} />
          </Line>
        ))}
      </LineTable>
      <Ways statement={statement} onConflict={onConflict} />
    </>
  );
}

/** Absent for whom it never is; refused with the reason where it is not now. */
function Ways({ statement, onConflict }: Pick<LinesProps, 'statement' | 'onConflict'>) {
  const [isReopening, setReopening] = useState(false);
  const { answer, decide, reopen } = statement;
  if (!answer && !decide && !reopen) return null;
  return (
    <div className={`${classes.ways} no-print`}>
      {decide && <RefusedDecision decide={decide} />}
      {answer && (
        <ActionButton reason={answer.reason} onClick={() => undefined}>
          Enviar de nuevo
        </ActionButton>
      )}
      {reopen && (
        <ActionButton variant="default" reason={reopen.reason} onClick={() => setReopening(true)}>
          Reabrir
        </ActionButton>
      )}
      <Suspense>
        {isReopening && (
          <ReopenDialog statement={statement} onConflict={onConflict} onClose={() => setReopening(false)} />
        )}
      </Suspense>
    </div>
  );
}

function RefusedDecision({ decide: { reason } }: { decide: NonNullable<Statement['decide']> }) {
  const nothing = () => undefined;
  return (
    <>
      <ActionButton variant="default" reason={reason} onClick={nothing}>
        Devolver con observaciones
      </ActionButton>
      <ActionButton reason={reason} onClick={nothing}>
        Aprobar
      </ActionButton>
    </>
  );
}
