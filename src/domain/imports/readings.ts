import { plain } from '../text/plain.ts';
import { RULES } from '../text/rule-messages.ts';
import { plainText, type Reading, readNumber } from './field.ts';

/** A cell that may not be empty. */
export const refuseEmpty =
  (read: (raw: string) => Reading) =>
  (raw: string): Reading =>
    raw.trim() === '' ? { error: RULES.required } : read(raw);

/** `2019-1` however it is written: `2019/01`, `I-2019`, `1S2019`, `primer semestre de 2019`, `otoño 2019`. */
export function readPeriod(raw: string): Reading {
  const text = plainText(raw)
    .replace(/(\d)s|s(\d)/g, '$1 $2 ')
    .replace(/\b(primer|primero|1er|1ro|1o|i|otono)\b/, '1')
    .replace(/\b(segundo|2do|2o|ii|primavera)\b/, '2')
    .replace(/\b(semestre|sem|s|de|del|ano|periodo)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return { value: '' };
  const [, first = '', second = ''] = /^(\d+) (\d+)$/.exec(text) ?? [];
  const [year, half] = first.length === 4 ? [first, second] : [second, first];
  return /^(19|20)\d{2}$/.test(year) && /^0?[12]$/.test(half)
    ? { value: `${year}-${Number(half)}` }
    : { error: 'Escribe un período, por ejemplo 2019-1.' };
}

/** What people write around a number of people: `aprox. 200`, `unas 80 personas`. */
const AROUND =
  /^(aprox(imadamente|\.)?|cerca de|alrededor de|un[oa]s|mas de|\+\/?-|[~±])\s*|\s*(aprox(imadamente|\.)?|personas?|estudiantes?|alumn[oa]s|participantes|beneficiari[oa]s|asistentes)$/g;

/** A whole number; points between thousands, a sign of money and words around it are taken as written. */
export function readWhole(raw: string, most: number): Reading {
  const compact = plain(raw.trim()).replace(AROUND, '').replace(AROUND, '').replace(/[\s$]/g, '');
  if (compact === '') return { value: '' };
  const digits = /^\d{1,3}(\.\d{3})+$/.test(compact)
    ? compact.replaceAll('.', '')
    : // Three noughts after a comma may be thousands.
      compact.replace(/[.,](0{1,2}|0{4,})$/, '');
  if (!/^\d+$/.test(digits)) return { error: RULES.integer };
  return Number(digits) <= most ? { value: String(Number(digits)) } : { error: RULES.max(most) };
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
