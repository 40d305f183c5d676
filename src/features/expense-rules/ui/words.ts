import type { RatedCurrency } from '../../../domain/spending/currencies.ts';

export const CURRENCY_LABELS: Readonly<Record<RatedCurrency, string>> = {
  UF: 'UF',
  USD: 'Dólar observado',
};
