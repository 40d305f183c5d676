import type { ByteRange } from './store.ts';

/**
 * The part of a file that a `Range` header asks for (RFC 9110 §14.2): nothing where the whole is to be sent, which
 * is also the answer to what cannot be read and to several ranges at once; `beyond` where none of it exists.
 * @param size bytes of the file
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const start = Math.max(0, size - Number(last));
    return start < size ? { start, end: size - 1 } : 'beyond';
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'beyond';
}
