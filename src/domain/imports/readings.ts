import { RULES } from '../text/rule-messages.ts';
import { plainText, type Reading, readNumber } from './field.ts';

/** A day as spreadsheets write it, `31-12-2019`, `31/12/2019` or `2019-12-31`; answers `yyyy-mm-dd`. */
export function readDay(raw: string, firstYear = 2000): Reading {
  const text = raw.trim().replace(/[T ]00:00.*$/, '');
  if (text === '') return { value: '' };
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const chilean = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : [chilean?.[3], chilean?.[2], chilean?.[1]];
  const value = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  const at = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== value) return { error: RULES.date };
  return value >= `${firstYear}-01-01` && value <= '2100-12-31'
    ? { value }
    : { error: `Escribe una fecha desde el año ${firstYear}.` };
}

/** A cell that may not be empty. */
export const refuseEmpty =
  (read: (raw: string) => Reading) =>
  (raw: string): Reading =>
    raw.trim() === '' ? { error: RULES.required } : read(raw);

/** `2019-1`, also written `2019/1`, `1-2019` or `primer semestre 2019`. */
export function readPeriod(raw: string): Reading {
  const text = plainText(raw.replace('º', ''))
    .replace(/\b(primer|1er|1o|i)\b/, '1')
    .replace(/\b(segundo|2do|2o|ii)\b/, '2')
    .replace(/\b(semestre|sem|de|del|periodo)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return { value: '' };
  const [, first = '', second = ''] = /^(\d+) (\d+)$/.exec(text) ?? [];
  const [year, half] = first.length === 4 ? [first, second] : [second, first];
  return /^(19|20)\d{2}$/.test(year) && /^0?[12]$/.test(half)
    ? { value: `${year}-${Number(half)}` }
    : { error: 'Escribe un período, por ejemplo 2019-1.' };
}

/** A whole number; points between thousands and a sign of money are taken as written. */
export function readWhole(raw: string, most: number): Reading {
  const compact = raw.replace(/[\s$]/g, '');
  if (compact === '') return { value: '' };
  const plain = /^\d{1,3}(\.\d{3})+$/.test(compact)
    ? compact.replaceAll('.', '')
    : compact.replace(/[.,]0+$/, '');
  if (!/^\d+$/.test(plain)) return { error: RULES.integer };
  return Number(plain) <= most ? { value: String(Number(plain)) } : { error: RULES.max(most) };
}

const THOUSANDS = /^-?[1-9]\d{0,2}(\.\d{3})+$/;

/**
 * A figure of at most four decimals, as measurements have them: `1.200`, `1.234,5`, `12,5`, `12.5`, `85 %`. One point
 * before three digits is thousands in a text and a decimal point in a cell of a spreadsheet, which writes no zero at the
 * end; where both are possible nobody guesses.
 */
export function readFigure(raw: string, { min, max }: { min: number; max: number }): Reading {
  const compact = raw.replace(/\s/g, '').replace(/%$/, '');
  const isGrouped = THOUSANDS.test(compact);
  if (isGrouped && compact.split('.').length === 2 && !compact.endsWith('0')) {
    const [whole, decimals] = compact.split('.');
    return {
      error: `«${compact}» puede ser ${whole}${decimals} o ${whole},${decimals}: escríbelo sin punto, o con coma y como texto.`,
    };
  }
  const reading = readNumber(isGrouped ? compact.replaceAll('.', '') : compact);
  if ('error' in reading || reading.value === '') return reading;
  const value = Number(Number(reading.value).toFixed(4));
  if (value < min) return { error: RULES.min(min) };
  return value > max ? { error: RULES.max(max) } : { value: String(value + 0) };
}

/** One of the options of a form, by its label; none is fine. */
export const readOption =
  (options: readonly { readonly value: string; readonly label: string }[]) =>
  (raw: string): Reading => {
    const text = plainText(raw);
    if (text === '') return { value: '' };
    const found = options.find(({ value, label }) => [value, plainText(label)].includes(text));
    return found
      ? { value: found.value }
      : { error: `Usa una de estas: ${options.map(o => o.label).join(', ')}.` };
  };

/** One of some words; `choices` are patterns of plain text. */
export const readWord =
  (choices: readonly (readonly [string, RegExp])[], error: (raw: string) => string) =>
  (raw: string): Reading => {
    if (raw.trim() === '') return { error: RULES.required };
    const found = choices.find(([, pattern]) => pattern.test(plainText(raw)));
    return found ? { value: found[0] } : { error: error(raw.trim()) };
  };
