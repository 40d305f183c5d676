import i18next from 'i18next';
import { formatNumber } from '../../domain/text/format.ts';
import { es } from './es.ts';

/** Spanish is both the language and the fallback; there is one catalogue. */
void i18next.init({
  lng: 'es',
  fallbackLng: 'es',
  resources: { es: { translation: es } },
  interpolation: { escapeValue: false },
  initAsync: false,
});

type Leaves<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${Plain<K>}` : Leaves<T[K], `${Prefix}${K}.`>;
}[keyof T & string];
/** `rows_one` and `rows_other` are asked for as `rows`. */
type Plain<K extends string> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K;

export type TextKey = Leaves<typeof es>;

const showValue = (value: string | number) => (typeof value === 'number' ? formatNumber(value) : value);

/**
 * A text of the kit, numbers written as in Chile. `count` chooses between singular and plural; the library's own rule
 * would ask for a third form from a million on.
 */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  const form = values.count === 1 || values.count === -1 ? 'one' : 'other';
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, showValue(value)]));
  return i18next.t(values.count === undefined ? key : ([`${key}_${form}`, key] as TextKey[]), texts);
}
