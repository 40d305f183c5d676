import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { t } from '../i18n/i18n.ts';
import { cyan, dark, gray } from '../theme/palette.ts';

// What the document shows by itself repeats what the application knows; here the two are held together.
const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

test('the spinner of the document has the name and the colours of the one that follows it', () => {
  expect(read('index.html')).toContain(`aria-label="${t('layout.loading')}"`);
  const styles = read('src/web/layout/first-paint.css');
  for (const colour of [cyan[7], cyan[4]]) expect(styles).toContain(colour);
});

test('the background before the theme is its own', () => {
  const script = read('public/first-paint.js');
  for (const colour of [gray[0], dark[7]]) expect(script).toContain(colour);
});
