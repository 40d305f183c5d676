/** Letters and figures that nobody takes for another, 32 of them (Crockford's base 32, crockford.com/base32.html). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_LENGTH = 16;
/** In groups of four it is read out and typed with fewer mistakes. */
const GROUP = 4;

/** Product in the field of 32 elements, as bits of polynomials modulo x⁵ + x² + 1. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 0; bit < 5; bit += 1) if ((b >> bit) & 1) product ^= a << bit;
  for (let bit = 8; bit >= 5; bit -= 1) if ((product >> bit) & 1) product ^= 0b100101 << (bit - 5);
  return product;
}

/**
 * The sign that makes the sum of all signs, each times another power of x, zero. One sign mistaken for another is found
 * always, and so are two that changed places, however far apart: the weights differ (a code of Reed and Solomon).
 */
export function checkSignOf(signs: string): string {
  let sum = 0;
  // Horner's scheme: the first sign gets the highest power, the check sign the first.
  for (const sign of signs) sum = multiply(sum, 2) ^ ALPHABET.indexOf(sign);
  return ALPHABET[multiply(sum, 2)] ?? '';
}

const SIGNS = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);
const isCode = (signs: string): boolean =>
  SIGNS.test(signs) && checkSignOf(signs.slice(0, -1)) === signs.slice(-1);

/** A code of fifteen numbers from 0 to 31, which must be random. */
export function codeOf(numbers: readonly number[]): string {
  const signs = numbers.map(n => ALPHABET[n] ?? '').join('');
  return signs + checkSignOf(signs);
}

/** What somebody typed or pasted as a code, as it is stored; null where it cannot be one. O is read as 0, I and L as 1. */
export function readCode(typed: string): string | null {
  const signs = typed
    .toUpperCase()
    .replaceAll(/[\s‐-―.-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return isCode(signs) ? signs : null;
}

/** As it is shown and printed: `7K3M-9QXF-2B8D-WT5H`. */
export const showCode = (code: string): string =>
  code.replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), group => `${group}-`);

/** Where a certificate is checked; also what its QR leads to. */
export const certificatePath = (code: string): string => `/publico/certificado/${showCode(code)}`;
