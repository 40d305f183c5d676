import { describe, expect, it } from 'vitest';
import { CODE_LENGTH, certificatePath, checkSignOf, codeOf, readCode, showCode } from './codes.ts';

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The same numbers at each run. */
function numbersFrom(seed: number): number[] {
  let state = seed;
  return Array.from({ length: CODE_LENGTH - 1 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state >> 16) % 32;
  });
}
const codes = Array.from({ length: 200 }, (_, n) => codeOf(numbersFrom(n + 1)));

describe('a code', () => {
  it('has sixteen signs that nobody takes for another, and is read as it was made', () => {
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
      expect(readCode(code)).toBe(code);
    }
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('is read however it was typed: small letters, dashes, spaces, O for 0, I and L for 1', () => {
    for (const code of codes) {
      const typed = showCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      expect(readCode(` ${typed.replaceAll('-', ' – ')}\n`)).toBe(code);
      expect(readCode(code.replaceAll('0', 'O').replaceAll('1', 'I'))).toBe(code);
    }
  });

  it('with one sign mistaken is none, whichever and for whichever', () => {
    for (const code of codes.slice(0, 20))
      for (let at = 0; at < CODE_LENGTH; at += 1)
        for (const sign of SIGNS)
          if (sign !== code[at]) expect(readCode(code.slice(0, at) + sign + code.slice(at + 1))).toBeNull();
  });

  it('with two signs that changed places is none, however far apart', () => {
    for (const code of codes)
      for (let a = 0; a < CODE_LENGTH; a += 1)
        for (let b = a + 1; b < CODE_LENGTH; b += 1) {
          if (code[a] === code[b]) continue;
          const swapped = [...code];
          [swapped[a], swapped[b]] = [code[b] ?? '', code[a] ?? ''];
          expect(readCode(swapped.join(''))).toBeNull();
        }
  });

  it('is nothing else', () => {
    const [code = ''] = codes;
    for (const other of [
      '',
      'U'.repeat(16),
      code.slice(1),
      `${code}0`,
      `${code.slice(0, 15)}Ñ`,
      '<script>',
      '%00',
      '😀',
    ])
      expect([other, readCode(other)]).toEqual([other, null]);
  });

  it('has the check sign that the field of 32 elements gives', () => {
    // By hand: 1·x¹⁵, with x⁵ = x² + 1 and so x¹⁵ = x⁴ + x³ + x² + x + 1.
    expect(checkSignOf(`1${'0'.repeat(14)}`)).toBe(SIGNS[0b11111]);
    expect(checkSignOf('0'.repeat(15))).toBe('0');
  });

  it('is shown in groups of four, also in its address', () => {
    expect(showCode('0123456789ABCDEF')).toBe('0123-4567-89AB-CDEF');
    expect(certificatePath('0123456789ABCDEF')).toBe('/publico/certificado/0123-4567-89AB-CDEF');
  });
});
