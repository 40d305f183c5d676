import { expectAccessible } from './axe.ts';
import { expect, expectKept, signInAs, test } from './fixtures.ts';
import { expectToast } from './toasts.ts';

const TITLE = 'Memoria 2026 · Toda la universidad';

test('the office has the year as a page that needs nothing else @both', async ({ page, context }, info) => {
  await signInAs(page, 'Admin');
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Memoria', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Memoria' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^\d{4} · Toda la universidad · / })).toBeVisible();
  await page.goto('/reports/annual?year=2026');
  const foreword = page.getByRole('textbox', { name: 'Presentación' });
  await foreword.fill('Un año con las comunidades.\n\nGracias.');
  await expectAccessible(page);
  // What was typed outlives a reload.
  await expectKept(page, 'Gracias.');
  await page.reload();
  await expect(foreword).toHaveValue('Un año con las comunidades.\n\nGracias.');

  await page.getByRole('button', { name: 'Preparar página web' }).click();
  await expectToast(page, `${TITLE}: lista para descargar.`);
  const open = page.getByRole('button', { name: `Descargar ${TITLE}` });
  const [file] = await Promise.all([page.waitForEvent('download'), open.click()]);
  expect(file.suggestedFilename()).toMatch(/^memoria-2026-toda-la-universidad-.*\.html$/);
  const kept = info.outputPath(file.suggestedFilename());
  await file.saveAs(kept);
  await page.getByRole('button', { name: `Quitar ${TITLE}` }).click();

  const asked: string[] = [];
  const report = await context.newPage();
  report.on('request', request => asked.push(request.url()));
  await report.goto(`file://${kept}`);
  await expect(report.getByRole('heading', { level: 1, name: 'Memoria 2026' })).toBeVisible();
  await expect(report.getByText('Un año con las comunidades.')).toBeVisible();
  await report.getByRole('link', { name: 'De dónde salen las cifras' }).click();
  await expect(report.getByRole('heading', { name: 'De dónde salen las cifras' })).toBeInViewport();
  expect(await report.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await report.emulateMedia({ colorScheme });
    await expectAccessible(report);
  }
  expect(asked.filter(url => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
});

test('an academic has what they have done on paper', async ({ page }) => {
  await signInAs(page, 'Academic');
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Portafolio', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tu portafolio' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Proyectos a cargo' })).toBeVisible();
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^portafolio-.*\.pdf$/);
});
