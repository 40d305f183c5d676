// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanHtml } from '../../../domain/text/clean-html.ts';

const KEPT = 'p br strong em u s ol ul li a h2 h3 h4 blockquote'.split(' ');

/** What a browser makes of it. */
function elementOf(html: string): HTMLElement {
  const host = document.createElement('div');
  host.innerHTML = html;
  return host;
}

/** What is in it that may not be there. */
function foreignIn(host: HTMLElement): string[] {
  const found: string[] = [];
  for (const element of host.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase();
    if (!KEPT.includes(tag) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(tag);
    for (const { name, value } of element.attributes) {
      const allowed =
        (tag === 'a' && name === 'href' && /^((https?|mailto|tel):|about:blank$)/i.test(value)) ||
        (tag === 'a' && name === 'rel' && value === 'noopener noreferrer') ||
        (tag === 'a' && name === 'target' && value === '_blank') ||
        (tag === 'li' && name === 'data-list' && /^(bullet|ordered)$/.test(value));
      if (!allowed) found.push(`${tag} ${name}=${value}`);
    }
  }
  const comment = document.createTreeWalker(host, NodeFilter.SHOW_COMMENT).nextNode();
  return comment ? [...found, `comment ${comment.nodeValue}`] : found;
}

function expectHarmless(html: string) {
  const clean = cleanHtml(html);
  const shown = elementOf(clean);
  expect(foreignIn(shown)).toEqual([]);
  // Also when what a browser made of it is written and read once more.
  expect(foreignIn(elementOf(shown.innerHTML))).toEqual([]);
  expect(cleanHtml(clean)).toBe(clean);
}

describe('of hostile HTML only what the editor makes is left', () => {
  test.each([
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<svg><p><style><g title="</style><img src=x onerror=alert(1)>">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
    '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<!-- --!><img src=x onerror=alert(1)>',
    '<![if]><img src=x onerror=alert(1)><![endif]>',
    '<?x ><img src=x onerror=alert(1)>?>',
    '<img src="x` `<script>alert(1)</script>"` `>',
    '<p title="a>b" onclick=alert(1)>x</p>',
    "<a href='x' title=\"'><img src=x onerror=alert(1)>\">x</a>",
    '<a href="x" "onmouseover=alert(1)>x</a>',
    '<a/href=javascript:alert(1)/onclick=alert(1)>x</a>',
    '<a href="https://u.cl" href="javascript:alert(1)">x</a>',
    '<a href="https://u.cl"onclick="alert(1)">x',
    '<a href="unclosed onclick=alert(1)><img src=x onerror=alert(1)>',
    '<li data-list="bullet" data-list="x" onclick=alert(1)>x',
    "<li data-list='bullet\"onclick=alert(1)'>x",
    '<textarea><script>alert(1)</script></textarea><title><img src=x onerror=alert(1)></title>',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
    '<plaintext><img src=x onerror=alert(1)>',
    '<template><img src=x onerror=alert(1)></template>',
    '<table><tr><td><a href=x>y</table></a>',
    '<select><option><style></option></select><img src=x onerror=alert(1)></style>',
    '<div><p>a</div>b</p><ul><p>c<li>d</ul></li>',
    '<script\u0000>alert(1)</script\u0000><scr\u0000ipt>alert(1)</script>',
    '<p<p<p<img src=x onerror=alert(1)>',
    '</script><script></style>alert(1)',
  ])('%s', expectHarmless);

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java&#x0A;script:alert(1)',
    '&#106;&#97vascript:alert(1)',
    'javascript&colon;alert(1)',
    'java&Tab;script:alert(1)',
    '\u00a0javascript:alert(1)',
    'x:https://u.cl',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//u.cl',
  ])('a link to %j leads nowhere', address => {
    for (const html of [`<a href="${address}">x</a>`, `<A HREF='${address}'>x</A>`]) {
      expectHarmless(html);
      expect(cleanHtml(html)).toMatch(/^<a href="about:blank"/);
    }
  });

  test('whatever is put together of its parts', () => {
    const name = fc.constantFrom(
      ...KEPT,
      ...'b i div h1 span table td script style template iframe svg math mtext mglyph title textarea noscript xmp form'.split(
        ' ',
      ),
    );
    const value = fc.constantFrom(
      'x',
      'https://u.cl',
      'javascript:alert(1)',
      'bullet',
      '"',
      "'",
      '<',
      '>',
      '-->',
    );
    const attribute = fc
      .tuple(
        fc.constantFrom('href', 'data-list', 'onclick', 'title', 'style'),
        fc.constantFrom('"', "'", ''),
        value,
      )
      .map(([key, quote, text]) => ` ${key}=${quote}${text}${quote}`);
    const part = fc.oneof(
      fc.tuple(name, fc.array(attribute, { maxLength: 2 })).map(([tag, all]) => `<${tag}${all.join('')}>`),
      name.map(tag => `</${tag}>`),
      fc.constantFrom(
        '<',
        '>',
        '</',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '"',
        "'",
        '&',
        '&lt;',
        '&nbsp;',
        '&#160;',
        ' ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), parts => expectHarmless(parts.join(''))),
      { numRuns: 2000 },
    );
  }, 60_000);
});

test.each(['<a "', '<', '<p ', '<!--', '<p', '<div>', "<a href='", '&#', '<b></i>'])(
  '%j again and again takes no time',
  part => {
    const from = performance.now();
    cleanHtml(part.repeat(200_000 / part.length));
    expect(performance.now() - from).toBeLessThan(5000);
  },
);
