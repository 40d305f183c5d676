import { lookUp } from '../kit/look-up.ts';

/** What the HTML editor makes: of rich text nothing else is kept or shown. */
export const RICH_ELEMENTS: readonly string[] = 'p br strong em u s ol ul li a h2 h3 h4 blockquote'.split(
  ' ',
);

const BLANK = 'about:blank';

/** A link's address when its protocol is one of the four allowed; anything else becomes a blank one. */
export const safeLink = (url: string): string => {
  const address = url.trim();
  return /^(https?|mailto|tel):/i.test(address) ? address : BLANK;
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A person's own non-breaking space is told apart from those that only protect spaces.
  '\u00a0': '&#160;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"\u00a0]/g, c => ESCAPES[c] ?? c);

/** One paragraph of plain text; spaces that HTML would collapse are protected. */
const paragraph = (line: string) =>
  line === '' ? '<p><br></p>' : `<p>${escapeHtml(line).replace(/^ | $|(?<= ) /g, '&nbsp;')}</p>`;

/** Plain text as HTML to edit: escaped, every line a paragraph, blank lines kept. */
export const textToHtml = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(paragraph)
    .join('');

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function character(code: number, entity: string): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

const decode = (html: string) =>
  html.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (entity, hex, decimal, name) => {
    if (hex) return character(Number.parseInt(hex, 16), entity);
    if (decimal) return character(Number(decimal), entity);
    return lookUp(NAMED, name.toLowerCase()) ?? entity;
  });

const BLOCKS = new Set('p div li h1 h2 h3 h4 h5 h6 blockquote pre tr'.split(' '));
const INDENT = '  ';

interface Writer {
  readonly lines: string[];
  /** The line being written; `null` between blocks. */
  line: string | null;
  /** True after a list mark, before its text. */
  marked: boolean;
  readonly lists: { readonly ordered: boolean; count: number }[];
}

function endLine(writer: Writer) {
  // The line break at the end of a block only holds it open.
  if (writer.line !== null) writer.lines.push(writer.line.replace(/\n$/, ''));
  writer.line = null;
  writer.marked = false;
}

/** `- ` or `1. `; Quill says the sort and depth of an entry by attributes, plain HTML by nesting. */
function listMark(writer: Writer, attributes: string): string {
  const list = writer.lists.at(-1);
  const said = /data-list="(\w+)"/.exec(attributes)?.[1];
  const ordered = said ? said === 'ordered' : (list?.ordered ?? false);
  if (list) list.count = ordered ? list.count + 1 : 0;
  const depth = Math.max(writer.lists.length - 1, 0) + Number(/ql-indent-(\d)/.exec(attributes)?.[1] ?? 0);
  return INDENT.repeat(depth) + (ordered ? `${list?.count ?? 1}. ` : '- ');
}

function openTag(writer: Writer, tag: string, attributes: string) {
  if (tag === 'ul' || tag === 'ol') {
    endLine(writer);
    writer.lists.push({ ordered: tag === 'ol', count: 0 });
  } else if (tag === 'br') {
    writer.line = `${writer.line ?? ''}\n`;
  } else if (BLOCKS.has(tag) && !writer.marked) {
    endLine(writer);
    writer.line = tag === 'li' ? listMark(writer, attributes) : '';
    writer.marked = tag === 'li';
  }
}

function closeTag(writer: Writer, tag: string) {
  if (tag === 'ul' || tag === 'ol') {
    endLine(writer);
    writer.lists.pop();
  } else if (BLOCKS.has(tag)) endLine(writer);
}

function write(writer: Writer, html: string) {
  // White space between blocks is layout of the source, not text.
  if (writer.line === null && /^[ \t\r\n]*$/.test(html)) return;
  writer.line = (writer.line ?? '') + decode(html.replace(/\r\n|\r|\n/g, ' '));
  writer.marked = false;
}

/** The text of edited HTML: a line per paragraph, list entries with `- ` or `1. `, formatting dropped. */
export function htmlToText(html: string): string {
  const writer: Writer = { lines: [], line: null, marked: false, lists: [] };
  const source = html.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '');
  for (const [token, closing, tag, attributes] of source.matchAll(
    /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>|[^<]+|</gi,
  )) {
    if (!tag) write(writer, token);
    else if (closing) closeTag(writer, tag.toLowerCase());
    else openTag(writer, tag.toLowerCase(), attributes ?? '');
  }
  endLine(writer);
  return writer.lines.join('\n');
}
