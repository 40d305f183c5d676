import { amountOf, isInKind } from '../../../../domain/sections/budget.ts';
import type { Balance } from '../../../../domain/spending/balance.ts';
import { formatMoney, formatNumber } from '../../../../domain/text/format.ts';
import type { ProjectExpenses } from '../../contract.ts';
import { levelWords } from '../balance/balance-words.tsx';
import { lineOf } from '../expense-words.tsx';
import classes from '../expenses.module.css';
import { balanceWith, type ExpenseValues, overFund, type Pesos, spentBeside } from './form-values.tsx';

interface Props {
  data: ProjectExpenses;
  values: ExpenseValues;
  pesos: Pesos | null;
}

/** What a part comes to with this expense; empty where much is left. */
function warning(name: string, of: Balance, source: string | null): string[] {
  if (of.level === 'free') return [];
  const rest = of.left < 0 ? `se pasa por ${formatMoney(-of.left)}` : `quedan ${formatMoney(of.left)}`;
  return [`${levelWords(of, isInKind(source))} en ${name}: ${rest}.`];
}

function warnings({ data, values, pesos }: Props): string[] {
  const line = lineOf(data, values.budgetLineId);
  if (!line || !pesos || pesos.cost <= 0) return [];
  const ofLine = spentBeside(data, values.id, e => e.budgetLineId === line.id);
  const ofFund = spentBeside(data, values.id, e => e.source === 'fund');
  const stored = data.expenses.find(e => e.id === values.id);
  // What is refused is said at its field.
  const isFund =
    line.source === 'fund' && data.awarded !== null && !overFund(data, values, pesos.cost, stored);
  return [
    ...warning(`el ítem «${line.description}»`, balanceWith(amountOf(line), ofLine, pesos.cost), line.source),
    ...(isFund ? warning('el fondo', balanceWith(data.awarded ?? 0, ofFund, pesos.cost), 'fund') : []),
  ];
}

/** What is typed comes to this in pesos, and where little is left with it. */
export function Outcome(props: Props) {
  const { pesos } = props;
  if (!pesos) return null;
  const { withheld, percent, gross, cost } = pesos;
  return (
    <div className={classes.outcome} role="status">
      {withheld > 0 && (
        <p>
          Retención de {formatNumber(percent)} %: {formatMoney(withheld)} · Líquido:{' '}
          <strong>{formatMoney(gross - withheld)}</strong>. Al proyecto le cuesta el bruto.
        </p>
      )}
      <p>
        {cost < 0 ? 'Vuelve al ítem: ' : 'Gasto del proyecto: '}
        <strong>{formatMoney(Math.abs(cost))}</strong>
      </p>
      {warnings(props).map(words => (
        <p key={words}>{words}</p>
      ))}
    </div>
  );
}
