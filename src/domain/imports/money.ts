import { plain } from '../text/plain.ts';
import { RULES } from '../text/rule-messages.ts';
import { MAX_MONEY } from '../text/rules.ts';
import type { Reading } from './field.ts';

/** Nobody writes an amount in more letters, and looking at a whole page for one takes its square. */
const MOST_READ = 60;
const HOW = 'Escribe el monto en pesos, por ejemplo 1.200.000.';
const FOREIGN = /\bu\.?f\b|\butm\b|u\.?s\.? ?\$|u\$|\busd\b|dolar|€|\beur(os?)?\b/;

const FREE = /^(sin costo|gratis|gratuit[oa])$/;

/** What stands before or after a figure, and by how much it multiplies it. */
const UNITS = [
  [1_000_000, /^mm ?\$ ?|^\$ ?mm ?| ?mm ?\$?$| ?(millon|millones|mill\.?)( de)?$/],
  [1000, /^m ?\$ ?| ?m ?\$$| ?(mil|miles)( de)?$| ?k$/],
] as const;

/** A figure without its unit; `null` where it is none, an error where it may be two. */
function figureIn(text: string, unit: number): number | { error: string } | null {
  const decimals = /^\d+[.,]\d{3}$/.test(text);
  const [whole = '', rest = ''] = text.split(/[.,]/);
  // A point between thousands is what people here write; millions with a point are as often written with decimals.
  if (decimals && whole !== '0' && whole.length <= 3 && (text.includes(',') || unit > 1000)) {
    const thousands = `${whole}.${rest}`;
    const less = Number(rest) === 0 ? whole : `${whole},${rest.replace(/0+$/, '')}`;
    return { error: `«${text}» puede ser ${thousands} o ${less}: escribe el monto completo, sin abreviar.` };
  }
  const plainNumber = /^\d+([.,]\d+)?$/.test(text) && !(decimals && text.includes('.') && whole.length <= 3);
  if (plainNumber) return Number(text.replace(',', '.'));
  if (/^\d{1,3}([. ]\d{3})+(,\d+)?$/.test(text)) return Number(text.replace(/[. ]/g, '').replace(',', '.'));
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : null;
}

function pesosIn(text: string): number | { error: string } | null {
  const both = /^(.+? ?(?:millon|millones)) (?:y )?(.+? ?mil)$/.exec(text);
  if (both) {
    const [millions, thousands] = [pesosIn(both[1] ?? ''), pesosIn(both[2] ?? '')];
    if (typeof millions !== 'number' || typeof thousands !== 'number') return null;
    return thousands < 1_000_000 ? millions + thousands : null;
  }
  const [unit, pattern] = UNITS.find(([, words]) => words.test(text)) ?? [1, /\$ ?/];
  const figure = figureIn(text.replace(pattern, '').replace(/^\$ ?| ?\$$/, ''), unit);
  // Tenths of a million are no whole number of their own kind in binary.
  return typeof figure === 'number' ? Number((figure * unit).toFixed(4)) : figure;
}

/**
 * Whole pesos as people write them: `$ 1.200.000.-`, `1,200,000`, `450 mil`, `1,2 millones`, `M$ 450` (thousands, as
 * Chilean budgets have them), `MM$ 1,2`. Other currencies, parts of a peso and what may mean two amounts are refused.
 */
export function readPesos(raw: string): Reading {
  const written = plain(raw).replace(/\s+/g, ' ').trim();
  if (written === '') return { value: '' };
  if (FREE.test(written)) return { value: '0' };
  if (written.length > MOST_READ) return { error: HOW };
  if (FOREIGN.test(written)) return { error: 'Convierte el monto a pesos: aquí no van UF ni otras monedas.' };
  const text = written
    .replace(/(?<=\d)[.,]?-+$/, '')
    .replace(/^clp ?\$? ?| ?(clp|(de )?pesos( chilenos)?)\.?$/, '')
    .trim();
  if (/^\$? ?[\d.,]+ ?m$|^m ?[\d.,]+$/.test(text))
    return { error: `«${raw.trim()}» puede ser miles o millones: escribe el monto completo.` };
  const pesos = pesosIn(text);
  if (pesos === null) return { error: HOW };
  if (typeof pesos !== 'number') return pesos;
  if (!Number.isInteger(pesos)) return { error: 'Escribe pesos enteros, sin decimales.' };
  return pesos <= MAX_MONEY ? { value: String(pesos) } : { error: RULES.max(MAX_MONEY) };
}
