import type { Drawing, Mark } from './mark.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, sign => ESCAPES[sign] ?? sign);

function element({ tag, attributes, content, label }: Mark, write: (text: string) => string): string {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  const title = label === null ? '' : `<title>${escapeXml(label)}</title>`;
  const inside =
    typeof content === 'string' ? escapeXml(write(content)) : content.map(m => element(m, write)).join('');
  return `<${tag}${pairs.join('')}>${title}${inside}</${tag}>`;
}

interface Letters {
  readonly family: string;
  /** What becomes of a text: a typeface may lack some of its signs. */
  readonly write?: (text: string) => string;
}

/** A drawing as a document of its own: for paper, and as a picture. */
export function toSvg(
  { width, height, marks }: Pick<Drawing, 'width' | 'height' | 'marks'>,
  { family, write = text => text }: Letters,
): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const inside = marks.map(m => element(m, write)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escapeXml(family)}">${inside}</svg>`;
}
