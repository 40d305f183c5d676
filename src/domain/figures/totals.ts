import { lookUp } from '../kit/look-up.ts';
import { formatMoney, formatNumber } from '../text/format.ts';
import type { Unit } from './figures.ts';

/** Of a portfolio at one look, with the unit of each. */
export const TOTALS = {
  reviewed: { label: 'En revisión', unit: 'projects' },
  approved: { label: 'Por iniciar', unit: 'projects' },
  running: { label: 'En ejecución', unit: 'projects' },
  closed: { label: 'Cerrados', unit: 'projects' },
  overdue: { label: 'Vencidos', unit: 'projects' },
  people: { label: 'Beneficiarios directos', unit: 'people' },
  indicators: { label: 'Indicadores alcanzados', unit: 'indicators' },
  awarded: { label: 'Adjudicado', unit: 'pesos' },
} as const satisfies Record<string, { readonly label: string; readonly unit: Unit }>;
export type Total = keyof typeof TOTALS;

/** A value as people read it: `$1.234`, `12,5`, `30`. */
export function formatValue(unit: Unit, value: number): string {
  if (unit === 'pesos') return formatMoney(value);
  return formatNumber(value, unit === 'days' || unit === 'points' ? 1 : 0);
}

/** One of them as it is written; nothing counted is 0. */
export const totalText = (key: string | null, value: number | null): string =>
  formatValue((key === null ? undefined : lookUp(TOTALS, key))?.unit ?? 'projects', value ?? 0);
