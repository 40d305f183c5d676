import { expect, test } from 'vitest';
import { callTitle, yearBeside } from './call-title.ts';

test.each([
  ['Fondo de extensión', 'Fondo de extensión 2026', '2026'],
  ['Fondo de extensión 2026', 'Fondo de extensión 2026', ''],
  ['2026: fondo regional', '2026: fondo regional', ''],
  ['Fondo 2025-2026', 'Fondo 2025-2026', ''],
  ['FIC2026', 'FIC2026', ''],
  ['Fondo 2025', 'Fondo 2025 2026', '2026'],
  ['Fondo 12026', 'Fondo 12026 2026', '2026'],
  ['Fondo 20260', 'Fondo 20260 2026', '2026'],
])('%s of 2026 is called %s', (name, title, beside) => {
  expect(callTitle({ name, year: 2026 })).toBe(title);
  expect(yearBeside({ name, year: 2026 })).toBe(beside);
});
