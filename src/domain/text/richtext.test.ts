import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToText, safeLink, textToHtml } from './richtext.ts';

const piece = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'a < b',
    'x > y && z',
    '&nbsp;',
    '&amp;lt;',
    '\u00a0',
    '- uno',
    '1. dos',
    '<p>no es etiqueta</p>',
    '<br>',
    '<script>alert(1)</script>',
    '<!-- no -->',
    '"comillas"',
    '  sangría',
    'dos  espacios',
    'fin ',
    '',
    '👩‍🏫 ñandú',
    '\t',
    '&#10;',
  ),
);
const anyText = fc.array(piece, { maxLength: 12 }).map(lines => lines.join('\n').replace(/\r/g, ''));

describe('text modal', () => {
  it('gives back any text that was opened and not edited', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(htmlToText(textToHtml(text))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('never lets text become a tag', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(textToHtml(text).replace(/<\/?p>|<br>/g, '')).not.toMatch(/[<>]/);
      }),
    );
  });

  it('makes a paragraph of each line and keeps blank ones', () => {
    expect(textToHtml('a < b\n\nc')).toBe('<p>a &lt; b</p><p><br></p><p>c</p>');
  });

  it('takes line breaks of any system for lines', () => {
    expect(htmlToText(textToHtml('a\r\nb\rc'))).toBe('a\nb\nc');
  });

  it.each([
    ['<p>uno</p><p>dos</p>', 'uno\ndos'],
    ['<p>&constructor; &toString;</p>', '&constructor; &toString;'],
    ['<p>uno<br>dos</p>', 'uno\ndos'],
    ['<p>uno<br></p><p>dos</p>', 'uno\ndos'],
    ['<p>a&nbsp;b &amp; c</p>', 'a b & c'],
    ['<p><strong>negrita</strong> y <em>cursiva</em></p>', 'negrita y cursiva'],
    ['<ul><li>uno</li><li>dos</li></ul>', '- uno\n- dos'],
    ['<ol><li>uno</li><li>dos</li></ol><p>fin</p>', '1. uno\n2. dos\nfin'],
    [
      '<ol><li data-list="bullet">uno</li><li data-list="bullet" class="ql-indent-1">dos</li></ol>',
      '- uno\n  - dos',
    ],
    ['<ol><li data-list="ordered">uno</li><li data-list="ordered">dos</li></ol>', '1. uno\n2. dos'],
    ['<ul><li>uno<ul><li>dos</li></ul></li></ul>', '- uno\n  - dos'],
    ['<ul><li><p>uno</p></li></ul>', '- uno'],
    ['<p>a</p>\n  <p>b</p>\n', 'a\nb'],
    ['<p>enlace <a href="https://x.cl">aquí</a></p>', 'enlace aquí'],
    ['<p>antes<script>alert(1)</script> después</p>', 'antes después'],
    ['<p>&desconocida; &#x1F600; &#9999999;</p>', '&desconocida; 😀 &#9999999;'],
    ['sin etiquetas: 1 < 2', 'sin etiquetas: 1 < 2'],
    ['', ''],
  ])('reads %s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });
});

describe('safeLink', () => {
  it.each(['http://x.cl', 'https://x.cl/a?b=1', 'HTTPS://X.CL', 'mailto:a@b.cl', 'tel:+56912345678'])(
    'keeps %s',
    url => {
      expect(safeLink(url)).toBe(url);
    },
  );
  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://x.cl',
    '//x.cl',
    '/ruta',
    'www.x.cl',
    'httpsx://x',
    '',
  ])('blanks %j', url => {
    expect(safeLink(url)).toBe('about:blank');
  });
});
