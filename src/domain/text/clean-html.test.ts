import { describe, expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';

describe('rich text that is kept', () => {
  it.each([
    ['<p>Hola <b>a</b> <i>b</i> <u>c</u></p>', '<p>Hola <strong>a</strong> <em>b</em> <u>c</u></p>'],
    ['<ol><li data-list="bullet">uno</li></ol>', '<ol><li data-list="bullet">uno</li></ol>'],
    ['a < b && c', 'a &lt; b &amp;&amp; c'],
    ['<p>sin cerrar', '<p>sin cerrar</p>'],
    ['</p>fuera', 'fuera'],
    ['<p onclick="x()" style="a">x</p>', '<p>x</p>'],
    ['<script>alert(1)</script><style>p{}</style>x', 'x'],
    ['<scr<script>ipt>alert(1)</script>', '&lt;scr'],
    ['<img src=x onerror=alert(1)>x', 'x'],
    [
      '<svg><a href="x"><title>t</title></a></svg>',
      '<a href="about:blank" rel="noopener noreferrer" target="_blank">t</a>',
    ],
    [
      '<a href="https://u.example/?a=1&amp;b=2">b</a>',
      '<a href="https://u.example/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">b</a>',
    ],
    [
      '<a href="&#106;avascript:alert(1)">b</a>',
      '<a href="about:blank" rel="noopener noreferrer" target="_blank">b</a>',
    ],
    [
      '<a href=\'https://x"onmouseover="y\'>b</a>',
      '<a href="https://x&quot;onmouseover=&quot;y" rel="noopener noreferrer" target="_blank">b</a>',
    ],
    ['&lt;script&gt;x&lt;/script&gt;', '&lt;script&gt;x&lt;/script&gt;'],
    ['<constructor>a</constructor> &valueOf;', 'a &amp;valueOf;'],
  ])('%s', (html, kept) => expect(cleanHtml(html)).toBe(kept));

  it('cleaning twice changes nothing', () => {
    const once = cleanHtml('<h1>Á & «b»</h1><div><a href="mailto:a@b.cl">x</a><br>2 < 3</div><ul><li>y');
    expect(cleanHtml(once)).toBe(once);
  });
});
