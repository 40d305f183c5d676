import { isUtf8 } from 'node:buffer';
import type { Findings } from './findings.ts';
import { wrongType } from './kinds.ts';
import { fromWindows } from './letters.ts';

const PIECE = 64 * 1024;
const MARK = Buffer.from('\ufeff');

/** By its mark: UTF-16 as spreadsheets export it; UTF-8 where all of it is; none where each line is to be looked at. */
function encodingOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.includes(0)) throw wrongType();
  return isUtf8(bytes) ? 'utf-8' : undefined;
}

/** Where a piece ends: behind a line, but for one that goes on and on. */
function endOf(bytes: Buffer, from: number): number {
  const rest = bytes.subarray(from + PIECE, from + 3 * PIECE);
  const found = [rest.indexOf('\n'), rest.indexOf('\r')].filter(at => at >= 0);
  return from + PIECE + (found.length > 0 ? Math.min(...found) + 1 : rest.length);
}

/** Each line as UTF-8 where it is, else as Windows-1252, which every text can be read as. */
function* decodeLines(bytes: Buffer, findings: Findings): Generator<string> {
  let [hasUtf8, hasWindows] = [false, false];
  const decodeLine = (line: string) => {
    if (!/[\x80-\xff]/.test(line)) return line;
    const raw = Buffer.from(line, 'latin1');
    const isOne = isUtf8(raw);
    if (isOne) hasUtf8 = true;
    else hasWindows = true;
    return isOne ? raw.toString('utf8') : fromWindows(line);
  };
  let at = bytes.indexOf(MARK) === 0 ? MARK.length : 0;
  while (at < bytes.length) {
    const end = endOf(bytes, at);
    const piece = bytes.toString('latin1', at, end);
    yield piece.replace(/[^\r\n]+/g, decodeLine);
    findings.mixedEncodings = hasUtf8 && hasWindows;
    at = end;
  }
}

/**
 * The text a piece at a time, so that a large file is never in memory as text.
 * @throws AppError `unsupported_type` where it is no text
 */
export function* decode(bytes: Buffer, findings: Findings): Generator<string> {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) return yield* decodeLines(bytes, findings);
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += PIECE)
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
  yield decoder.decode();
}
