import type { Balance, ProjectBalance } from '../../../../domain/spending/balance.ts';
import { formatList, formatMoney } from '../../../../domain/text/format.ts';

/** How much of it is spent; null where there was nothing to spend. Whole, downwards: 89,9 % is not yet 90. */
const percentOf = ({ budget, spent }: Balance): number | null =>
  budget > 0 ? Math.max(0, Math.floor((spent * 100) / budget)) : null;

/** `45 % gastado`, `Queda poco: 92 %`, `Sobregirado: 104 %`. */
export function levelWords(of: Balance): string {
  const percent = percentOf(of);
  if (of.level === 'over') return percent === null ? 'Sobregirado' : `Sobregirado: ${percent} %`;
  if (percent === null) return 'Sin presupuesto';
  return of.level === 'free' ? `${percent} % gastado` : `Queda poco: ${percent} %`;
}

const isLow = ({ level }: Balance) => level === 'near' || level === 'tight';
const isOver = ({ level }: Balance) => level === 'over';

/** All of it in a sentence or three: what is left, where little is, and where more was spent than there was. */
export function balanceWords({ total, bySource, byCategory }: ProjectBalance): string[] {
  const { spent, budget, left } = total;
  const percent = percentOf(total);
  const share = percent === null ? '' : ` (${percent} %)`;
  const rest = left < 0 ? `se pasó por ${formatMoney(-left)}` : `quedan ${formatMoney(left)}`;
  const groups = [...bySource, ...byCategory];
  const low = groups.filter(isLow).map(g => `${g.label} (${percentOf(g) ?? 0} %)`);
  const over = groups.filter(isOver).map(g => `${g.label} (${formatMoney(-g.left)} de más)`);
  return [
    spent === 0
      ? `Aún no hay gastos: quedan los ${formatMoney(budget)} del presupuesto.`
      : `Se ha gastado ${formatMoney(spent)} de ${formatMoney(budget)}${share}: ${rest}.`,
    ...(low.length > 0 ? [`Queda poco en ${formatList(low)}.`] : []),
    ...(over.length > 0 ? [`Sobregirado: ${formatList(over)}.`] : []),
  ];
}
