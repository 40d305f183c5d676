/** Not exported: only this file makes pieces, so that no text can pass for one. */
class Escaped {
  readonly #source: string;
  constructor(source: string) {
    this.#source = source;
  }
  toString(): string {
    return this.#source;
  }
}

/** A piece of a document whose texts are escaped. */
export type Html = Escaped;

type Piece = string | number | Html | readonly Html[] | null | undefined | false;

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, sign => SIGNS[sign] ?? sign);

function writePiece(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Escaped) return String(piece);
  if (Array.isArray(piece)) return piece.map(writePiece).join('');
  return escapeText(String(piece));
}

/**
 * A template of a public document: what is put into it is escaped, also between the quotes of an attribute, unless it
 * is a piece itself.
 */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Escaped(parts.map((part, n) => part + writePiece(pieces[n])).join(''));

/** Plain text as paragraphs: an empty line divides them, other lines stay lines. */
export const paragraphs = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .map(block => html`<p>${block.split('\n').map((line, n) => html`${n > 0 && BREAK}${line}`)}</p>`);
const BREAK = new Escaped('<br>');
