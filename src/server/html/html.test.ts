import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mark } from '../../domain/drawings/mark.ts';
import { dataBlock, figure, html, paragraphs } from './html.ts';

const HOSTILE = `"><script>alert('1')</script>&amp;`;
const SAFE = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;';

describe('a piece of a document', () => {
  it('escapes whatever is put into it, in a text and between quotes', () => {
    expect(String(html`<p title="${HOSTILE}">${HOSTILE}</p>`)).toBe(`<p title="${SAFE}">${SAFE}</p>`);
  });

  it('takes other pieces as they are, alone and as a list', () => {
    const items = ['a', '<b>'].map(text => html`<li>${text}</li>`);
    expect(String(html`<ul>${items}</ul>${html`<hr>`}`)).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul><hr>');
  });

  it('writes numbers, and nothing where there is nothing', () => {
    expect(String(html`${0}|${null}|${undefined}|${false}|${''}`)).toBe('0||||');
  });

  it('is nothing that looks like one: texts and objects from elsewhere are refused or escaped', () => {
    const lookalike = { toString: () => '<script>' };
    // @ts-expect-error an object is no piece
    expect(String(html`${lookalike}`)).toBe('&lt;script&gt;');
    // @ts-expect-error nor is a list of texts
    expect(String(html`${['<script>']}`)).toBe('&lt;script&gt;');
  });

  it('divides plain text into paragraphs and lines', () => {
    expect(paragraphs('Uno <1>\ndos\n\n \nTres').map(String)).toEqual([
      '<p>Uno &lt;1&gt;<br>dos</p>',
      '<p>Tres</p>',
    ]);
  });
});

describe('data for programs', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom('</script>', '<!--', '<script', ']]>', '&lt;', '\u2028', '\u2029', '"', '\\', 'é'),
      )
      .map(parts => parts.join('')),
  );
  const BLOCK = /^<script type="application\/ld\+json">([^<>&\u2028\u2029]*)<\/script>$/;

  it('are the same when read, and no text in them ends the element', () => {
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text), fc.double({ noNaN: true }))), data => {
        const inside = BLOCK.exec(String(dataBlock(data)))?.[1];
        expect(inside).toBeDefined();
        expect(JSON.parse(inside ?? '')).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });
});

describe('a drawing', () => {
  it('is said in its sentence, and whatever stands in it stays text', () => {
    const marks = [mark('text', { x: 1, 'data-x': HOSTILE }, HOSTILE)];
    const drawing = { width: 10, height: 5, marks, sentence: HOSTILE, table: { columns: [], rows: [] } };
    const written = String(figure(drawing));
    expect(written).toContain(`<div class="drawing" role="img" aria-label="${SAFE}"><svg `);
    expect(written).toMatch(/<\/svg><\/div>$/);
    expect(written).not.toMatch(/<script| style=/);
    expect(written).toContain('data-x="&quot;&gt;&lt;script&gt;');
  });
});
