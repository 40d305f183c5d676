import { formatMoney } from '../../../domain/text/format.ts';
import type { Effect } from '../contract.ts';

/** From which line and how much; CLP. */
export interface Award {
  readonly lineId: string | null;
  readonly amount: number | null;
}
/** What the office wrote instead of what is suggested, by project. */
export type WrittenAwards = ReadonlyMap<string, Award>;

interface AwardErrors {
  readonly lineId?: string;
  readonly amount?: string;
}

/** Whether a project is about to have money of its call, which has to be said. */
export const asksAward = ({ refused, money }: Effect): boolean => refused === null && money?.needed === true;

/** As it is written, or else as it is suggested; `null` where nothing is asked. */
export const awardOf = (effect: Effect, written: WrittenAwards): Award | null =>
  asksAward(effect) && effect.money ? (written.get(effect.id) ?? effect.money) : null;

/** What is wrong with the award of each project, by project; those before it take of the same line first. */
export function awardErrors(
  effects: readonly Effect[],
  written: WrittenAwards,
): ReadonlyMap<string, AwardErrors> {
  const taken = new Map<string, number>();
  const errors = new Map<string, AwardErrors>();
  for (const effect of effects) {
    const award = awardOf(effect, written);
    if (!award) continue;
    const line = effect.money?.lines.find(l => l.id === award.lineId);
    const before = line ? (taken.get(line.id) ?? 0) : 0;
    const amount = amountError(award.amount, line ? line.left - before : null, before > 0);
    if (!line) errors.set(effect.id, { lineId: 'Elige una línea.', ...(amount && { amount }) });
    else if (amount) errors.set(effect.id, { amount });
    if (line) taken.set(line.id, before + (award.amount ?? 0));
  }
  return errors;
}

function amountError(amount: number | null, left: number | null, isShared: boolean): string | null {
  if (amount === null || amount < 1) return 'Escribe un monto de $1 o más.';
  if (left === null || amount <= left) return null;
  const words = `A la línea le quedan ${formatMoney(Math.max(0, left))}`;
  return isShared ? `${words} después de los otros proyectos de este cambio.` : `${words}.`;
}

/** Money of its call that a project takes or leaves by the change; nothing while what is written is wrong. */
export function moneyWords(
  effect: Effect,
  { written, errors }: { written: WrittenAwards; errors: ReturnType<typeof awardErrors> },
): string {
  if (effect.frees > 0) return `Se liberan ${formatMoney(effect.frees)}.`;
  const award = awardOf(effect, written);
  const line = effect.money?.lines.find(l => l.id === award?.lineId);
  if (!award?.amount || !line || errors.has(effect.id)) return '';
  return `Se adjudican ${formatMoney(award.amount)} de la línea «${line.name}».`;
}
