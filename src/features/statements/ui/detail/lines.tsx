import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { isReady, isRejected } from '../../../../domain/files/file-states.ts';
import { isUndecidedExpense } from '../../../../domain/spending/expense-states.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import { useOpenFile } from '../../../attachments/ui/preview/file-viewer.tsx';
import type { Expense, ProjectExpenses } from '../../../expenses/contract.ts';
import {
  correctedWords,
  lineOf,
  originalAmount,
  supplierWords,
  typeOf,
  voucherName,
} from '../../../expenses/ui/expense-words.tsx';
import type { Statement } from '../../contract.ts';
import type { Row } from '../statement-rows.tsx';
import classes from '../statements.module.css';

/** What every way to look at a statement is given. */
export interface LinesProps {
  statement: Statement;
  data: ProjectExpenses;
  /** In the order of the statement. */
  rows: readonly Row[];
  /** Somebody decided or sent it meanwhile: says who, while it is read again. */
  onConflict: (words: string) => void;
}

interface TableProps {
  label: string;
  /** Head of the last column. */
  last: string;
  /** Lines, see `Line`. */
  children: ReactNode;
}

/** Lines of a statement; on a phone each is a card. */
export function LineTable({ label, last, children }: TableProps) {
  return (
    <div className={cards.cards}>
      <table className={`${plain.table} ${classes.table}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">N.º</th>
            <th scope="col">Comprobante</th>
            <th scope="col">Gasto</th>
            <th scope="col">Respaldos</th>
            <th scope="col" data-number>
              Monto
            </th>
            <th scope="col">{last}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface LineProps {
  row: Row;
  data: ProjectExpenses;
  /** Head of the last column, and what stands in it. */
  last: string;
  children: ReactNode;
}

export function Line({ row: { expense: e, n, gap }, data, last, children }: LineProps) {
  return (
    <tr>
      <th scope="row" data-first>
        {n}
      </th>
      <td data-label="Comprobante">
        <div>
          <strong>{voucherName(data, e)}</strong>
          <small className={classes.meta}>
            {[supplierWords(e), formatDay(e.voucher.issuedOn), correctedWords(data, e)]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </div>
      </td>
      <td data-label="Gasto">
        <div>
          {e.description}
          <small className={classes.meta}>{lineOf(data, e.budgetLineId)?.description}</small>
        </div>
      </td>
      <td data-label="Respaldos">
        <div>
          <Papers expense={e} data={data} />
          {gap && isUndecidedExpense(e) && <small className={classes.wrong}>{gap}</small>}
        </div>
      </td>
      <td data-label="Monto" data-number>
        <div>
          {formatMoney(e.cost)}
          {originalAmount(e) && <small className={classes.meta}>{originalAmount(e)}</small>}
        </div>
      </td>
      <td data-label={last} className={classes.last}>
        <div>{children}</div>
      </td>
    </tr>
  );
}

/** The files behind an expense, each as it was when it was sent. */
function Papers({ expense, data }: { expense: Expense; data: ProjectExpenses }) {
  const open = useOpenFile();
  if (expense.papers.length === 0) return <span className={classes.meta}>Sin respaldos</span>;
  const type = typeOf(data, expense.voucher.typeId);
  return (
    <ul className={classes.papers}>
      {expense.papers.map(paper => {
        const what = type?.papers.find(p => p.id === paper.paper)?.name;
        return (
          <li key={paper.versionId}>
            {isReady(paper) ? (
              <Anchor component="button" type="button" size="sm" ta="left" onClick={() => open(paper)}>
                {paper.name}
              </Anchor>
            ) : (
              paper.name
            )}
            {what && <small className={classes.meta}>{what}</small>}
            {paper.isOlder && (
              <small className={classes.meta}>Versión {paper.version}: hay otra más nueva</small>
            )}
            {isRejected(paper) && <small className={classes.wrong}>Rechazado al revisarlo</small>}
          </li>
        );
      })}
    </ul>
  );
}

/** What was said before of an expense, and what was answered to it. */
export function Said({ expense: { observation, answer } }: { expense: Expense }) {
  return (
    <>
      {observation && (
        <p className={classes.words}>
          <strong>Observación:</strong> {observation}
        </p>
      )}
      {answer && (
        <p className={classes.words}>
          <strong>Respuesta:</strong> {answer}
        </p>
      )}
    </>
  );
}
