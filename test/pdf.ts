import { inflateSync } from 'node:zlib';

/** What stands between the `obj` and `endobj` of an object, with its stream unpacked. */
interface PdfObject {
  readonly head: string;
  readonly stream: string;
}

function objectsOf(bytes: Buffer): Map<string, PdfObject> {
  const text = bytes.toString('latin1');
  const found = text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g);
  return new Map(
    [...found].map(([, id = '', body = '']) => {
      const at = body.indexOf('stream\n');
      if (at < 0) return [id, { head: body, stream: '' }];
      const raw = Buffer.from(body.slice(at + 7, body.lastIndexOf('\nendstream')), 'latin1');
      const packed = body.slice(0, at).includes('/FlateDecode');
      return [id, { head: body.slice(0, at), stream: (packed ? inflateSync(raw) : raw).toString('latin1') }];
    }),
  );
}

const utf16 = (hex: string) =>
  (hex.match(/.{4}/g) ?? []).map(unit => String.fromCharCode(Number.parseInt(unit, 16))).join('');

/** Glyph numbers of a font as the text they stand for. */
function glyphsOf({ stream }: PdfObject): Map<number, string> {
  const glyphs = new Map<number, string>();
  for (const [, first = '', , list = ''] of stream.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    [...list.matchAll(/<([\w ]*)>/g)].forEach(([, hex = ''], n) => {
      glyphs.set(Number.parseInt(first, 16) + n, utf16(hex.replaceAll(' ', '')));
    });
  return glyphs;
}

const referenced = (head: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '';

/** The words of each page of a PDF with embedded fonts, in the order they are drawn. */
export function pdfPages(bytes: Buffer): string[] {
  const objects = objectsOf(bytes);
  const get = (id: string) => objects.get(id) ?? { head: '', stream: '' };
  const pages = [...objects.values()].filter(o => /\/Type \/Page\b/.test(o.head));
  return pages.map(page => {
    const resources = get(referenced(page.head, 'Resources')).head || page.head;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
        name,
        glyphsOf(get(referenced(get(id).head, 'ToUnicode'))),
      ]),
    );
    return shownText(get(referenced(page.head, 'Contents')).stream, fonts);
  });
}

function shownText(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let glyphs: ReadonlyMap<number, string> = new Map();
  let text = '';
  for (const [, font, drawn] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) glyphs = fonts.get(font) ?? new Map();
    else {
      const hex = [...(drawn ?? '').matchAll(/<(\w+)>/g)].map(match => match[1]).join('');
      text += (hex.match(/.{4}/g) ?? []).map(g => glyphs.get(Number.parseInt(g, 16)) ?? '').join('');
      text += '\n';
    }
  }
  return text;
}
