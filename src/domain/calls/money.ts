import {
  BUDGET_CATEGORIES,
  type BudgetCategory,
  type BudgetLine,
  fundLines,
  fundTotal,
  partnerTotal,
  totalsByCategory,
} from '../sections/budget.ts';
import type { Participants } from '../sections/participants.ts';
import { formatMoney } from '../text/format.ts';

/** What a call asks of a budget besides the cap of a line; an empty limit means none. Shares are percentages. */
export interface MoneyLimits {
  /** The most of a category paid by the fund, of the amount asked; once awarded, of the amount awarded. */
  readonly categoryCaps: readonly CategoryCap[];
  /** The least that partners put in, in money and valued, of the amount asked. */
  readonly partnerMinimum: number | null;
  /** The fewest students expected to take part. */
  readonly studentMinimum: number | null;
}
export interface CategoryCap {
  readonly category: BudgetCategory;
  readonly share: number;
}

type Lines = readonly BudgetLine[];

/** A share of an amount in whole pesos, in favour of whoever asks where it is a cap. */
const shareOf = (amount: number, share: number) => Math.floor((amount * share) / 100);

export const categoryLabel = (category: BudgetCategory): string =>
  BUDGET_CATEGORIES.find(c => c.value === category)?.label ?? category;

interface CategoryExcess extends CategoryCap {
  /** Pesos there are, and may be at most. */
  readonly total: number;
  readonly most: number;
}

/** Categories of the fund above their cap; `base` is the amount that the caps are shares of. */
export function categoryExcesses(lines: Lines, caps: readonly CategoryCap[], base: number): CategoryExcess[] {
  const totals = totalsByCategory({ lines: fundLines(lines) });
  return caps.flatMap(cap => {
    const [total, most] = [totals[cap.category], shareOf(base, cap.share)];
    return total > most ? [{ ...cap, total, most }] : [];
  });
}

export const excessWords = ({ category, share, total, most }: CategoryExcess): string =>
  `${categoryLabel(category)} puede llegar al ${share} % (${formatMoney(most)}) y suma ${formatMoney(total)}.`;

/** Pesos that partners still have to put in; 0 when they do. */
export const partnerGap = (lines: Lines, { partnerMinimum }: MoneyLimits): number =>
  Math.max(0, Math.ceil((fundTotal({ lines }) * (partnerMinimum ?? 0)) / 100) - partnerTotal({ lines }));

/** Students expected, by the section Participantes. */
export const expectedStudents = (participants: Participants | undefined): number =>
  participants?.internal?.students?.expected ?? 0;

/** A budget that does not come to what was awarded yet, or breaks a cap of it; only its lines of the fund still change. */
export const isUnfitted = (lines: Lines, awarded: number | null, caps: readonly CategoryCap[]): boolean =>
  awarded !== null && (fundTotal({ lines }) !== awarded || categoryExcesses(lines, caps, awarded).length > 0);

/** The budget with the lines of the fund as sent, and everything else as it was. */
export function withFundLines(stored: Lines, sent: Lines): BudgetLine[] {
  const kept = stored.filter(l => l.source !== 'fund');
  const ids = new Set(kept.map(l => l.id));
  return [...kept, ...fundLines(sent).filter(l => !ids.has(l.id))];
}

export interface BudgetMove {
  /** Pesos that change their category. */
  readonly amount: number;
  /** e.g. `Operación −$20.000, Difusión +$20.000`. */
  readonly words: string;
}

const SAME = ['category', 'description', 'source'] as const;
/** Whatever the order of their keys. */
const told = (lines: Lines) =>
  JSON.stringify(lines.map(l => [l.id, ...SAME.map(key => l[key]), l.quantity, l.unitCost]));

/**
 * What a new budget moves between categories of the fund, when it does nothing else: the total stays, and so does every
 * other line and what each line is for. `null` where it is another change, or moves nothing.
 */
export function budgetMove(before: Lines, after: Lines): BudgetMove | null {
  const others = (lines: Lines) => told(lines.filter(l => l.source !== 'fund'));
  if (others(before) !== others(after)) return null;
  if (fundTotal({ lines: before }) !== fundTotal({ lines: after })) return null;
  const old = new Map(before.map(l => [l.id, l]));
  const rewritten = after.some(line =>
    SAME.some(key => old.has(line.id) && old.get(line.id)?.[key] !== line[key]),
  );
  if (rewritten) return null;
  const [was, is] = [before, after].map(lines => totalsByCategory({ lines: fundLines(lines) }));
  const deltas = BUDGET_CATEGORIES.map(({ value, label }) => ({
    label,
    delta: (is?.[value] ?? 0) - (was?.[value] ?? 0),
  })).filter(d => d.delta !== 0);
  const amount = deltas.reduce((sum, { delta }) => sum + Math.max(0, delta), 0);
  if (amount === 0) return null;
  const sign = (delta: number) => `${delta > 0 ? '+' : '−'}${formatMoney(Math.abs(delta))}`;
  return { amount, words: deltas.map(({ label, delta }) => `${label} ${sign(delta)}`).join(', ') };
}

/** What may still be moved without a request; `share` is a percentage of the amount awarded. */
export const movableLeft = (awarded: number, moved: number, share: number): number =>
  Math.max(0, shareOf(awarded, share) - moved);

interface Awarded {
  readonly awarded: number | null;
  readonly categoryCaps: readonly CategoryCap[];
}

/**
 * Why a budget cannot follow another once the project was awarded; `null` when it can. What exceeded the award or a cap
 * before may stay or fall, never rise.
 */
export function budgetRefusal(
  before: Lines,
  after: Lines,
  { awarded, categoryCaps }: Awarded,
): string | null {
  if (awarded === null) return null;
  const [was, is] = [fundTotal({ lines: before }), fundTotal({ lines: after })];
  if (is > Math.max(awarded, was))
    return `Los ítems del fondo suman ${formatMoney(is)} y lo adjudicado es ${formatMoney(awarded)}.`;
  const old = new Map(categoryExcesses(before, categoryCaps, awarded).map(e => [e.category, e.total]));
  const worse = categoryExcesses(after, categoryCaps, awarded).find(
    e => e.total > (old.get(e.category) ?? 0),
  );
  return worse ? excessWords(worse) : null;
}
