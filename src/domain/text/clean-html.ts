import { Parser } from 'htmlparser2';
import { lookUp } from '../kit/look-up.ts';
import { escapeHtml, RICH_ELEMENTS, safeLink } from './richtext.ts';

const ALIASES: Readonly<Record<string, string>> = { b: 'strong', i: 'em', h1: 'h2', div: 'p' };
/** Whatever stands in them is no text. */
const HIDDEN = new Set('script style template iframe'.split(' '));
/** They end a paragraph. */
const BLOCKS = new Set('p ol ul li h2 h3 h4 blockquote'.split(' '));
/** Those of the same sort cannot stand in one another. */
const SORTS: Readonly<Record<string, string>> = { a: 'a', li: 'li', h2: 'h', h3: 'h', h4: 'h' };

/** A sign that another one or the end follows begins no tag. */
const LONE = /<(?!!)(?=[^<>"']*(?:<|$))/g;

function attributesOf(tag: string, said: Readonly<Record<string, string>>): string {
  if (tag === 'a')
    return ` href="${escapeHtml(safeLink(said.href ?? ''))}" rel="noopener noreferrer" target="_blank"`;
  const sort = tag === 'li' ? /^(bullet|ordered)$/.exec(said['data-list'] ?? '')?.[1] : undefined;
  return sort ? ` data-list="${sort}"` : '';
}

/** Writes what is kept, each element within the one before. */
function writer() {
  const open: string[] = [];
  let out = '';
  const closeFrom = (at: number) => {
    for (const tag of open.splice(at).reverse()) out += `</${tag}>`;
  };
  const close = (tag: string) => {
    const at = open.lastIndexOf(tag);
    if (at >= 0) closeFrom(at);
  };
  return {
    open: (tag: string, attributes: Readonly<Record<string, string>>) => {
      if (BLOCKS.has(tag)) close('p');
      const within = open.at(-1) ?? '';
      if (SORTS[tag] && SORTS[tag] === SORTS[within]) close(within);
      out += `<${tag}${attributesOf(tag, attributes)}>`;
      if (tag !== 'br') open.push(tag);
    },
    close,
    text: (text: string) => {
      out += escapeHtml(text);
    },
    end: () => {
      closeFrom(0);
      return out;
    },
  };
}

/**
 * Rich text that may be kept and shown: written anew from the few elements the editor makes, every text escaped, links
 * of the four protocols alone. What is unknown leaves only its text behind; scripts and styles not even that.
 */
export function cleanHtml(html: string): string {
  const written = writer();
  let hidden = 0;
  const keptAs = (name: string) => {
    const tag = lookUp(ALIASES, name) ?? name;
    return hidden === 0 && RICH_ELEMENTS.includes(tag) ? tag : undefined;
  };
  const parser = new Parser({
    onopentag(name, attributes, implied) {
      if (HIDDEN.has(name)) hidden += 1;
      const tag = keptAs(name);
      // A paragraph that is only closed is none.
      if (tag && !(implied && tag === 'p')) written.open(tag, attributes);
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden -= 1;
      const tag = keptAs(name);
      if (tag) written.close(tag);
    },
    ontext(text) {
      if (hidden === 0) written.text(text);
    },
  });
  // `&nbsp;` only protects spaces; a person's own comes as `&#160;`.
  parser.end(html.replaceAll('&nbsp;', ' ').replace(LONE, '&lt;'));
  return written.end();
}
