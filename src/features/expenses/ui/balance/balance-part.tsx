import { useMemo } from 'react';
import { ACCOUNTED } from '../../../../domain/kinds/statuses.ts';
import { isInKind } from '../../../../domain/sections/budget.ts';
import { type Balance, projectBalance } from '../../../../domain/spending/balance.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { ProjectExpenses } from '../../contract.ts';
import { categoryLabel, sourceLabel } from '../expense-words.tsx';
import classes from '../expenses.module.css';
import { balanceWords, levelWords } from './balance-words.tsx';

/** The budget beside what was spent: in words, by who pays and for what, and folded by line. */
export function BalancePart({ data: { lines, expenses, awarded } }: { data: ProjectExpenses }) {
  const all = useMemo(() => projectBalance(lines, expenses, awarded), [lines, expenses, awarded]);
  const { status } = useProject().project;
  const bySource = all.bySource.map(of => ({ ...of, isInKind: isInKind(of.value) }));
  const byLine = all.byLine.map(({ line, ...of }) => ({
    ...of,
    value: line.id,
    isInKind: isInKind(line.source),
    label: line.description || 'Ítem sin descripción',
    hint: [categoryLabel(line.category), sourceLabel(line.source)].filter(Boolean).join(' · '),
  }));
  return (
    <div className={classes.balance}>
      <p className={classes.words} role="status">
        {balanceWords(all, !ACCOUNTED.includes(status)).join(' ')}
      </p>
      <div className={classes.total}>
        <Bar of={all.total} />
        <span>{levelWords(all.total)}</span>
      </div>
      {awarded !== null && (
        <p className={classes.quiet}>El fondo se mide contra lo adjudicado: {formatMoney(awarded)}.</p>
      )}
      <div className={classes.groups}>
        <BalanceTable title="Por fuente" head="Fuente" rows={bySource} />
        <BalanceTable title="Por categoría" head="Categoría" rows={all.byCategory} />
      </div>
      {byLine.length > 0 && (
        <details className={classes.lines}>
          <summary>Por ítem del presupuesto ({byLine.length})</summary>
          <BalanceTable title="Por ítem" head="Ítem" rows={byLine} isNamed />
        </details>
      )}
    </div>
  );
}

interface TableProps {
  title: string;
  /** Of the first column. */
  head: string;
  rows: readonly (Balance & {
    readonly value: string;
    readonly label: string;
    readonly hint?: string;
    readonly isInKind?: boolean;
  })[];
  /** Something else names it already. */
  isNamed?: boolean;
}

function BalanceTable({ title, head, rows, isNamed = false }: TableProps) {
  if (rows.length === 0) return null;
  return (
    <div className={cards.cards}>
      <table className={`${plain.table} ${classes.figures}`}>
        <caption className={isNamed ? 'visually-hidden' : classes.caption}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" data-number>
              Presupuesto
            </th>
            <th scope="col" data-number>
              Gastado
            </th>
            <th scope="col" data-number>
              Queda
            </th>
            <th scope="col">Uso</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.value}>
              <th scope="row" data-first>
                {row.label}
                {row.hint && <small className={classes.hint}>{row.hint}</small>}
              </th>
              <Pesos title="Presupuesto" pesos={row.budget} />
              <Pesos title="Gastado" pesos={row.spent} />
              <Pesos title="Queda" pesos={row.left} />
              <td data-label="Uso">
                <div className={classes.use}>
                  <Bar of={row} />
                  <span>{levelWords(row, row.isInKind)}</span>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Pesos = ({ title, pesos }: { title: string; pesos: number }) => (
  <td data-label={title} data-number>
    <span>{formatMoney(pesos)}</span>
  </td>
);

/** Striped where little is left, crossed where more was spent: told apart without colour. The words stand beside it. */
function Bar({ of: { budget, spent, level } }: { of: Balance }) {
  const percent = budget > 0 ? Math.min(100, Math.max(0, (spent * 100) / budget)) : spent > 0 ? 100 : 0;
  return (
    <span className={classes.bar} data-level={level} aria-hidden>
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
