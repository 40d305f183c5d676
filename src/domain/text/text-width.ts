/** Shares of the font's size that a sign takes at most, in Roboto Medium; Source Sans is narrower. */
const NARROW = /[iíìïjlI.,:;'|!·]/;
const SLIM = /[ftr()\-‑/ \u00a0]/;
const WIDE = /[mMwW%@—]/;
const CAPITAL = /\p{Lu}/u;

function signWidth(sign: string): number {
  if (NARROW.test(sign)) return 0.3;
  if (SLIM.test(sign)) return 0.4;
  if (WIDE.test(sign)) return 0.9;
  return CAPITAL.test(sign) ? 0.73 : 0.59;
}

/** What a text takes at most in one line, in the unit of the type's size: without a browser nothing measures it. */
export const textWidth = (text: string, size: number): number =>
  [...text].reduce((sum, sign) => sum + signWidth(sign), 0) * size;

/** The text where it fits in one line, else as many signs of it as do, with an ellipsis. */
export function cutText(text: string, size: number, room: number): string {
  if (textWidth(text, size) <= room) return text;
  let kept = '';
  let wide = 0;
  for (const sign of text) {
    wide += signWidth(sign);
    if ((wide + signWidth('…')) * size > room) break;
    kept += sign;
  }
  return `${kept.trimEnd()}…`;
}
