import { createHash, randomBytes } from 'node:crypto';

/** Letters and figures that nobody takes for another, 32 of them (Crockford's alphabet, in small letters). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** What `newCode` makes looks like this. */
const CODE = /^[0-9a-z]{26}$/;
export const isCode = (text: string): boolean => CODE.test(text);

/** 128 random bits in 26 signs. */
export function newCode(): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`);
  let code = '';
  for (let n = 0; n < 26; n += 1) {
    code = (ALPHABET[Number(bits % 32n)] ?? '') + code;
    bits /= 32n;
  }
  return code;
}

/** SHA-256 of a code, which is all that is kept of one that opens something for one person. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();
