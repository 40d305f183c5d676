import { Text } from '@mantine/core';
import { formatCount, formatMoney, formatNumber } from '../../../domain/text/format.ts';
import type { LineStanding, Standing } from './projection.tsx';
import classes from './ranking.module.css';

/** Money of each line: awarded, chosen now, and what those in evaluation would take with their scores so far. */
export function BudgetBars({ lines, pending }: Pick<Standing, 'lines' | 'pending'>) {
  if (lines.length === 0) return null;
  return (
    <section aria-label="Presupuesto por línea">
      <Text size="sm" mb="xs">
        Lleno: adjudicado. Rayado: elegido ahora.
        {pending.length > 0 && ' Punteado: proyectado con los puntajes que hay.'}
      </Text>
      <ul className={classes.budgets} aria-live="polite">
        {lines.map(line => (
          <Budget key={line.id} line={line} isProvisional={pending.length > 0} />
        ))}
      </ul>
    </section>
  );
}

function Budget({ line, isProvisional }: { line: LineStanding; isProvisional: boolean }) {
  const { name, budget, awarded, chosen, money } = line;
  const spent = awarded + chosen + money;
  const share = (pesos: number, of = Math.max(budget, spent, 1)) => `${(100 * pesos) / of}%`;
  const isOver = spent > budget;
  return (
    <li>
      <Text size="sm" className="figures">
        <strong>{name}</strong>: {formatMoney(spent)} de {formatMoney(budget)}
        {budget > 0 && ` (${formatNumber((100 * spent) / budget, 0)}\u00a0%)`}
        {isOver && (
          <Text span inherit c="var(--mantine-color-error)">
            : no alcanza, faltan {formatMoney(spent - budget)}
          </Text>
        )}
      </Text>
      <span className={classes.bar} data-over={isOver} aria-hidden>
        <span className={classes.awarded} style={{ width: share(awarded) }} />
        <span className={classes.chosen} style={{ width: share(chosen) }} />
        <span className={classes.projected} style={{ width: share(money) }} />
        {isOver && <span className={classes.limit} style={{ left: share(budget) }} />}
      </span>
      <Text size="xs" c="dimmed" className="figures">
        {partsOf(line).join(' · ')}
      </Text>
      {line.cutoff !== null && (
        <Text size="sm" className="figures">
          {isProvisional ? 'Corte proyectado' : 'Corte'}: <strong>{formatNumber(line.cutoff, 2)}</strong>
        </Text>
      )}
    </li>
  );
}

const partsOf = ({ awarded, chosen, money, count, left }: LineStanding): string[] => [
  ...(awarded > 0 ? [`Adjudicado: ${formatMoney(awarded)}`] : []),
  ...(chosen > 0 ? [`Elegido ahora: ${formatMoney(chosen)}`] : []),
  ...(count > 0
    ? [`Proyectado: ${formatMoney(money)}, ${formatCount(count, 'propuesta', 'propuestas')}`]
    : []),
  ...(left !== null && left >= 0 ? [`Queda: ${formatMoney(left)}`] : []),
];
