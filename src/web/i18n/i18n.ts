import i18next from 'i18next';
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

/** A text of the kit. `count` chooses between singular and plural. */
export const t = (key: TextKey, values?: Record<string, string | number>): string =>
  i18next.t(key, values ?? {});
