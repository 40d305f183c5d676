import type { Drawing } from '../../domain/drawings/mark.ts';
import { toSvg } from '../../domain/drawings/to-svg.ts';

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

/**
 * Data for programs, as https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents embeds it. Browsers do not
 * run it; nothing in it ends the element.
 */
export const dataBlock = (data: Readonly<Record<string, unknown>>): Html =>
  new Escaped(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll(/[<>&\u2028\u2029]/g, unicodeOf)}</script>`,
  );
const unicodeOf = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A drawing, said in its sentence to who does not see it. */
export const figure = (drawing: Pick<Drawing, 'width' | 'height' | 'marks' | 'sentence'>): Html =>
  html`<div class="drawing" role="img" aria-label="${drawing.sentence}">${new Escaped(toSvg(drawing, { family: 'inherit' }))}</div>`;
