// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sanitise } from './sanitise.ts';

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
