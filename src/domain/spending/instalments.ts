import { z } from 'zod';
import { id, MAX_MONEY, plannedDay, text } from '../text/rules.ts';

/** Largest number of a report that may release one. */
export const LAST_REPORT = 20;

/**
 * A part of an award (cuota), in percent of it as awards differ, and what releases it: the start of the project, or the
 * progress report with this number, once it is accepted.
 */
const instalment = z.object({
  id,
  share: z.number().int().min(1).max(100),
  report: z.number().int().min(1).max(LAST_REPORT).nullable(),
});
export type Instalment = z.output<typeof instalment>;

/** What releases a part, as screens say it. */
export const releaseLabel = (report: Instalment['report']): string =>
  report === null ? 'Inicio del proyecto' : `Informe de avance ${report}`;

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

/** Those of a call; without any, all is released at the start. */
export const instalments = z
  .array(instalment)
  .max(20)
  .refine(all => isUnique(all.map(i => i.id)), 'Hay cuotas repetidas.')
  .refine(
    all => all.length === 0 || all.reduce((sum, i) => sum + i.share, 0) === 100,
    'Las cuotas deben sumar 100 %.',
  )
  .refine(
    all => all.every((i, n) => (i.report ?? 0) >= (all[n - 1]?.report ?? 0)),
    'Ordena las cuotas: primero las del inicio, después las de cada informe.',
  );

/** Pesos of each instalment, in order; what does not divide is in the last one, so that they add up to the award. */
export function instalmentAmounts(awarded: number, all: readonly Pick<Instalment, 'share'>[]): number[] {
  const shares = all.length === 0 ? [100] : all.map(i => i.share);
  const amounts = shares.map(share => Number((BigInt(awarded) * BigInt(share)) / 100n));
  const rest = awarded - amounts.reduce((sum, a) => sum + a, 0);
  return amounts.map((a, n) => (n === amounts.length - 1 ? a + rest : a));
}

/** What has happened that releases money. */
export interface Releases {
  readonly isStarted: boolean;
  /** Numbers of the progress reports that are accepted. */
  readonly reports: readonly number[];
}

export const isReleased = ({ report }: Pick<Instalment, 'report'>, done: Releases): boolean =>
  report === null ? done.isStarted : done.isStarted && done.reports.includes(report);

/** Pesos of an award that may be paid. */
export function releasedOf(awarded: number, all: readonly Instalment[], done: Releases): number {
  const amounts = instalmentAmounts(awarded, all);
  if (all.length === 0) return done.isStarted ? awarded : 0;
  return amounts.reduce((sum, a, n) => sum + (isReleased(all[n] ?? { report: null }, done) ? a : 0), 0);
}

/** Pesos, whole ones. */
const amount = z.number().int().min(1).max(MAX_MONEY);

/** Money that the university handed to the project. */
export const paymentFields = z.object({
  day: plannedDay,
  amount,
  /** What the office's books call it, e.g. the number of a transfer. */
  reference: text(120, 1),
  note: text(500).default(''),
});
export type PaymentFields = z.output<typeof paymentFields>;

/** Money that the project gave back, with its proof. */
export const refundFields = z.object({
  day: plannedDay,
  amount,
  reference: text(120, 1),
  note: text(500).default(''),
  /** Version of a file of the project. */
  versionId: id,
});
export type RefundFields = z.output<typeof refundFields>;

/** Pesos that came and went; approved are the expenses of the fund that the office has found right. */
export interface Funds {
  readonly paid: number;
  readonly approved: number;
  readonly refunded: number;
}

/** Pesos that are to be given back; 0 where nothing is. */
export const toReturn = ({ paid, approved, refunded }: Funds): number =>
  Math.max(0, paid - approved - refunded);
