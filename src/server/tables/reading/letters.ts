import { isUtf8 } from 'node:buffer';
import type { SheetRow } from '../sheet.ts';
import type { Findings } from './findings.ts';

/** What the bytes 0x80 to 0x9f stand for; all others stand for the letter of the same number. */
const WINDOWS = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, n) => 0x80 + n));

/** Text whose letters are single bytes, as Windows-1252 has it. */
export const fromWindows = (bytes: string): string =>
  bytes.replace(/[\x80-\x9f]/g, byte => WINDOWS[byte.charCodeAt(0) - 0x80] ?? byte);

/** A letter that begins several bytes of UTF-8, followed by one that goes on: no word is written so. */
const TWICE = new RegExp(`[\\u00c2-\\u00f4][\\u0080-\\u00bf${WINDOWS}]`);

/** The bytes by which Windows-1252 writes a text; undefined where it cannot. */
function toWindows(text: string): Buffer | undefined {
  const bytes = Buffer.alloc(text.length);
  for (let n = 0; n < text.length; n++) {
    const at = WINDOWS.indexOf(text[n] ?? '');
    const byte = at < 0 ? text.charCodeAt(n) : 0x80 + at;
    if (byte > 0xff) return undefined;
    bytes[n] = byte;
  }
  return bytes;
}

/** `JosÃ©` as `José`: UTF-8 that was taken for Windows-1252 and encoded again, once or more often. */
function mend(text: string): string {
  const bytes = TWICE.test(text) ? toWindows(text) : undefined;
  return bytes && isUtf8(bytes) ? mend(bytes.toString('utf8')) : text;
}

/**
 * The row as trimmed text; undefined where it holds nothing. What no text can hold, half an emoji or NUL, shows as lost
 * instead of stopping the whole file.
 */
export function cleanRow({ line, cells }: SheetRow, findings: Findings): SheetRow | undefined {
  let isFilled = false;
  const cleaned = cells.map(cell => {
    const mended = mend(cell);
    if (mended !== cell) findings.mendedCells += 1;
    const text = mended.toWellFormed().replaceAll('\0', '\ufffd').trim();
    if (text.includes('\ufffd')) findings.lostCells += 1;
    isFilled ||= text !== '';
    return text;
  });
  return isFilled ? { line, cells: cleaned } : undefined;
}
