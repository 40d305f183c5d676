const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, '.');

/** Number as written in Chile: `1.234,5`; at most `decimals` after the comma, without trailing zeros. */
export function formatNumber(value: number, decimals = 2): string {
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(decimals).split('.');
  const rest = fraction.replace(/0+$/, '');
  const shown = rest ? `${grouped(whole)},${rest}` : grouped(whole);
  return value < 0 && /[1-9]/.test(shown) ? `-${shown}` : shown;
}

/** Whole pesos: `$1.234.567`, `-$500`. */
export function formatMoney(pesos: number): string {
  const shown = formatNumber(pesos, 0);
  return shown.startsWith('-') ? `-$${shown.slice(1)}` : `$${shown}`;
}

/** Words joined as in speech: `a`, `a y b`, `a, b y c`; `e` before the sound i. */
export function formatList(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  const and = /^(i|hi(?!e))/i.test(last) ? 'e' : 'y';
  return `${words.slice(0, -1).join(', ')} ${and} ${last}`;
}
