// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelled, mark } from '../../domain/drawings/mark.ts';
import { toSvg } from '../../domain/drawings/to-svg.ts';

const drawing = (label: string, text: string, fill = 'none') => ({
  width: 120,
  height: 40,
  marks: [labelled(label, [mark('rect', { x: 1, fill }), mark('text', { 'font-size': 13 }, text)])],
});

const parse = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml');
/** Signs that XML can hold: no control characters, no halves of one. */
const text = fc
  .string({ unit: 'grapheme' })
  .filter(s => !/[^\P{C}\u00ad]/u.test(s))
  .map(s => `<&>"'${s}`);

describe('a drawing as a document', () => {
  it('is SVG of its own size', () => {
    const root = parse(toSvg(drawing('a', 'b'), { family: 'Roboto' })).documentElement;
    expect(root.namespaceURI).toBe('http://www.w3.org/2000/svg');
    expect(['width', 'height', 'viewBox', 'font-family'].map(a => root.getAttribute(a))).toEqual([
      '120',
      '40',
      '0 0 120 40',
      'Roboto',
    ]);
  });

  it('escapes what XML reads as its own', () => {
    const svg = toSvg(drawing('a < b', '"x" & <y>', '"'), { family: '\'Source Sans\', "R"' });
    expect(svg).toContain('<title>a &lt; b</title>');
    expect(svg).toContain('>&quot;x&quot; &amp; &lt;y&gt;</text>');
    expect(svg).toContain('fill="&quot;"');
    expect(svg).toContain(`font-family="'Source Sans', &quot;R&quot;"`);
  });

  it('is read again as it was written, whatever it says', () => {
    fc.assert(
      fc.property(text, text, text, (label, words, fill) => {
        const read = parse(toSvg(drawing(label, words, fill), { family: words }));
        expect(read.querySelector('parsererror')).toBeNull();
        expect(read.querySelector('g > title')?.textContent).toBe(label);
        expect(read.querySelector('text')?.textContent).toBe(words);
        expect(read.querySelector('rect')?.getAttribute('fill')).toBe(fill);
      }),
    );
  });

  it('writes its texts, not what it is called, with the signs of the typeface', () => {
    const svg = toSvg(drawing('raíz', 'raíz'), { family: 'F', write: s => s.replace('í', 'i') });
    expect(svg).toContain('<title>raíz</title>');
    expect(svg).toContain('>raiz</text>');
  });
});
