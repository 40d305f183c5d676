/** What the typeface of printed documents has, in all its cuts. */
export const DRAWN =
  /^[\n -~\u00a0-\u00ac\u00ae-\u017fȘ-țΑ-ΡΣ-ώЀ-џẠ-ỹ\u2000-\u200a\u2010\u2011–—―‘’‚“”„†‡•…‰′″‹›⁄⁰⁴-₎€№™⅛-⅞∂∆∏∑−√∞∫≈≠≤≥■◊○●\ufffd]*$/u;
/** Stands for what it has not: the sign that Unicode keeps for this. */
export const UNDRAWN = '\ufffd';

/** Joiners, soft hyphens, colours of an emoji and control characters but the end of a line. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]|[^\P{Cc}\n]/gu;
const PLAIN = /[\p{L}\p{N}]/u;
// An emoji of several parts is one sign, and a letter with its accents another.
const signs = new Intl.Segmenter('es', { granularity: 'grapheme' });

/** A letter without the accent that the typeface lacks still reads; an emoji leaves a mark where it was. */
function printableSign(sign: string): string {
  const seen = sign.replace(UNSEEN, '');
  if (DRAWN.test(seen)) return seen;
  const [base = ''] = seen.normalize('NFD');
  return PLAIN.test(base) && DRAWN.test(base) ? base : UNDRAWN;
}

/** Text the typeface can show, with a mark for each sign it cannot; lines stay as they were typed. */
export function printable(text: string): string {
  const clean = text.toWellFormed().normalize('NFC').replace(/\r\n?/g, '\n').replace(/\t/g, ' ');
  return DRAWN.test(clean) ? clean : Array.from(signs.segment(clean), s => printableSign(s.segment)).join('');
}
