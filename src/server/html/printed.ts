import type {
  Block,
  DrawingBlock,
  PhotosBlock,
  PrintedDocument,
  PrintedPhoto,
} from '../../domain/kinds/print/print.ts';
import { figure, type Html, html } from './html.ts';
import { PRINTED_STYLE } from './printed-style.ts';

type Section = PrintedDocument['sections'][number];
type AnyBlock = Block | DrawingBlock | PhotosBlock;

/** What stands in the document alone: it asks for nothing from anywhere, and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const facts = (pairs: PrintedDocument['facts']): Html =>
  html`<dl>${pairs.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>\n`;

/** The first cell names its row; wider than the page, it is scrolled by itself, by keyboard, too. */
function table({ label, columns, rows, total }: Extract<Block, { type: 'table' }>, name: string): Html {
  const numberIn = (n: number) => (columns[n]?.number ? html` class="number"` : null);
  const cells = (row: readonly string[]) =>
    row.map((cell, n) =>
      n === 0 ? html`<th scope="row"${numberIn(n)}>${cell}</th>` : html`<td${numberIn(n)}>${cell}</td>`,
    );
  return html`<div class="wide" role="region" tabindex="0" aria-label="Tabla: ${label || name}"><table>
${label !== '' && html`<caption>${label}</caption>`}<thead><tr>${columns.map(
    ({ title }, n) => html`<th scope="col"${numberIn(n)}>${title}</th>`,
  )}</tr></thead>
<tbody>${rows.map(row => html`<tr>${cells(row)}</tr>\n`)}</tbody>${
    total && html`<tfoot><tr>${cells(total)}</tr></tfoot>`
  }</table></div>\n`;
}

const photo = ({ name, caption, image }: PrintedPhoto): Html =>
  html`<figure>${
    image &&
    html`<img alt="${caption || name}" src="data:image/jpeg;base64,${Buffer.from(image).toString('base64')}">`
  }<figcaption>${name}${caption && `: ${caption}`}</figcaption></figure>`;

/** `name`: the heading under which it stands. */
function block(given: AnyBlock, name: string): Html {
  switch (given.type) {
    case 'facts':
      return facts(given.facts);
    case 'text':
      return html`${given.label !== '' && html`<h3>${given.label}</h3>`}<p class="text">${given.text}</p>\n`;
    case 'items':
      return html`<h3>${given.label}</h3><ol>${given.items.map(item => html`<li>${item}</li>`)}</ol>\n`;
    case 'table':
      return table(given, name);
    case 'entry':
      return html`<h3>${given.title}</h3>\n${given.blocks.map(inner => block(inner, given.title))}`;
    case 'drawing':
      return html`<figure class="wide" tabindex="0">${figure(given.drawing)}<figcaption>${given.drawing.sentence}</figcaption></figure>\n`;
    case 'photos':
      return html`<div class="photos">${given.photos.map(photo)}</div>\n`;
  }
}

/** A section of one block, for a page whose sections others write. */
export const blockPart = (id: string, label: string, given: Block): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${label}</h2>\n${block(given, label)}</section>\n`;

const section = (
  { label, blocks }: Section,
  n: number,
): Html => html`<section aria-labelledby="s${n}"><h2 id="s${n}">${label}</h2>
${blocks.length > 0 ? blocks.map(each => block(each, label)) : html`<p class="dim">Sin datos.</p>\n`}</section>\n`;

interface Shell {
  readonly institution: string;
  readonly product: string;
  readonly kind: string;
  readonly title: string;
  readonly facts: PrintedDocument['facts'];
  readonly contents: readonly { readonly id: string; readonly label: string }[];
}

/** Up to its first section. */
function* opening({ institution, product, kind, title, facts: pairs, contents }: Shell): Generator<string> {
  yield `<!doctype html>\n<html lang="es">\n`;
  yield String(html`<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${title} · ${institution}</title>\n`);
  // A stylesheet of ours, in which no text of anybody stands.
  yield `<style>${PRINTED_STYLE}</style></head>\n`;
  yield String(html`<body><a class="skip" href="#s">Ir al contenido</a>
<header><p>${institution} · ${product}</p></header>
<main id="s" tabindex="-1"><p class="dim">${kind}</p><h1>${title}</h1>
${facts(pairs)}<nav aria-labelledby="n"><h2 id="n">Contenido</h2><ol>${contents.map(
    ({ id, label }) => html`<li><a href="#${id}">${label}</a></li>`,
  )}</ol></nav>
`);
}

/** A page of the same looks, whose sections are written by whoever knows them. */
export const standalonePage = ({ body, ...shell }: Shell & { readonly body: readonly Html[] }): string =>
  [...opening(shell), ...body.map(String), '</main></body></html>\n'].join('');

/**
 * A document as one HTML file, part by part. It needs nothing else: opened from a disk or from a mail it is whole, is
 * read on a phone, in the dark and by a screen reader, and printed.
 */
export function* printedHtml(document: PrintedDocument): Generator<string> {
  const { signatures, closing, printed } = document;
  const sections = [...document.sections, ...(document.annexes ?? [])];
  yield* opening({ ...document, contents: sections.map(({ label }, n) => ({ id: `s${n}`, label })) });
  for (const [n, each] of sections.entries()) yield String(section(each, n));
  if (signatures.length > 0)
    yield String(html`<section aria-labelledby="f"><h2 id="f">Firmas</h2>${closing && html`<p>${closing}</p>`}
<dl>${signatures.map(({ what, name, at }) => html`<div><dt>${what}</dt><dd>${name} · ${at}</dd></div>`)}</dl></section>\n`);
  yield String(html`</main><footer class="dim">${printed}</footer></body></html>\n`);
}
