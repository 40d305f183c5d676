import { isInKind } from '../../../../domain/sections/budget.ts';
import type { Balance, ProjectBalance } from '../../../../domain/spending/balance.ts';
import { formatList, formatMoney } from '../../../../domain/text/format.ts';

/** How much of it is spent; null where there was nothing to spend. Whole, downwards: 89,9 % is not yet 90. */
const percentOf = ({ budget, spent }: Balance): number | null =>
  budget > 0 ? Math.max(0, Math.floor((spent * 100) / budget)) : null;

/** Nothing of it is left, and nothing is over. */
const isUsedUp = ({ budget, left }: Balance) => budget > 0 && left === 0;

/** `45 % gastado`, `Queda poco: 92 %`, `Sin saldo: 100 %`, `Sobregirado: 104 %`; what is no money is complete. */
export function levelWords(of: Balance, isInKind = false): string {
  const percent = percentOf(of);
  if (of.level === 'over') return percent === null ? 'Sobregirado' : `Sobregirado: ${percent} %`;
  if (percent === null) return 'Sin presupuesto';
  if (isUsedUp(of)) return isInKind ? 'Completo' : `Sin saldo: ${percent} %`;
  return of.level === 'free' ? `${percent} % gastado` : `Queda poco: ${percent} %`;
}

const isLow = (of: Balance) => (of.level === 'near' || of.level === 'tight') && !isUsedUp(of);
const isOver = ({ level }: Balance) => level === 'over';

/**
 * All of it in a sentence or four: what is left, where little or nothing is, and where more was spent than there was. Of
 * one that is closed nobody has to be warned.
 */
export function balanceWords({ total, bySource, byCategory }: ProjectBalance, isClosed = false): string[] {
  const { spent, budget, left } = total;
  const percent = percentOf(total);
  const share = percent === null ? '' : ` (${percent} %)`;
  const rest = left < 0 ? `se pasó por ${formatMoney(-left)}` : `quedan ${formatMoney(left)}`;
  const groups = [...bySource, ...byCategory];
  const low = groups.filter(isLow).map(g => `${g.label} (${percentOf(g) ?? 0} %)`);
  const out = groups.filter(g => isUsedUp(g) && !isInKind(g.value)).map(g => g.label);
  const over = groups.filter(isOver).map(g => `${g.label} (${formatMoney(-g.left)} de más)`);
  const sums =
    spent === 0
      ? `Aún no hay gastos: quedan los ${formatMoney(budget)} del presupuesto.`
      : `Se ha gastado ${formatMoney(spent)} de ${formatMoney(budget)}${share}: ${rest}.`;
  if (isClosed) return [sums];
  return [
    sums,
    ...(low.length > 0 ? [`Queda poco en ${formatList(low)}.`] : []),
    ...(out.length > 0 ? [`Sin saldo en ${formatList(out)}.`] : []),
    ...(over.length > 0 ? [`Sobregirado: ${formatList(over)}.`] : []),
  ];
}
