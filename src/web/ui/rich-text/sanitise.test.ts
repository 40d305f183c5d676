// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { richNodes, sanitise } from './sanitise.ts';

test('formatting stays', () => {
  expect(sanitise('Guardado: <b>PAC-2026-0001</b><br><a href="https://u.cl">ver</a>')).toBe(
    'Guardado: <b>PAC-2026-0001</b><br><a href="https://u.cl">ver</a>',
  );
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://otro.cl"><input name="clave"></form>',
  '<style>*{display:none}</style>',
])('%s cannot run', html => {
  const host = document.createElement('div');
  host.innerHTML = sanitise(html);
  expect(host.querySelector('script, iframe, svg, form, input, style, [onerror], [onload]')).toBeNull();
  expect(host.innerHTML).not.toMatch(/alert|javascript:/);
});

test.each([
  ['<h2>Bases</h2><p>Hola <strong>a</strong></p>', '<h2>Bases</h2><p>Hola <strong>a</strong></p>'],
  ['<p style="a" onclick="x()" id="b">x<img src=x onerror=alert(1)></p>', '<p>x</p>'],
  ['<p><a href="https://u.cl" target="_top">x</a></p>', '<p><a href="https://u.cl">x</a></p>'],
  ['<a href="javascript:alert(1)">x</a><svg onload=alert(1)>y</svg>', '<a>x</a>'],
  ['<section><p>x</p></section><script>alert(1)</script>', '<p>x</p>'],
])('rich text %s is shown as %s', (html, shown) => {
  const host = document.createElement('div');
  host.append(...richNodes(html));
  expect(host.innerHTML).toBe(shown);
});
