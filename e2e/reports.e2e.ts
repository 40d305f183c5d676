import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';

test.use({ actionTimeout: 10_000 });

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const count = (page: Page) => page.getByRole('status').filter({ hasText: /proyectos?/ });
/** The first number of a text: `128 proyectos`. */
const numberIn = async (shown: Locator): Promise<number> =>
  Number(/[\d.]+/.exec((await shown.textContent()) ?? '')?.[0].replaceAll('.', ''));

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The two periods of most projects: which these are depends on the day. */
async function fullestPeriods(db: Database): Promise<[string, string]> {
  const { rows } = await sql<{ period: string }>`select period from projects where period is not null
    group by period order by count(*) desc, period limit 2`.execute(db);
  const [one, other] = rows;
  if (!one || !other) throw new Error('The prepared university has projects of one period only');
  return [one.period, other.period];
}

test('the office filters and compares, and comes from a bar to its list and on to the projects', async ({
  page,
  installation,
}) => {
  const [period, other] = await fullestPeriods(installation.db);
  await signInAs(page, 'Admin');
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Reportes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reportes' })).toBeVisible();
  const all = await numberIn(count(page));
  expect(all).toBeGreaterThan(0);

  await choose(page, 'Período', period);
  await expect(page).toHaveURL(new RegExp(`period=${period}`));
  await expect(page.getByRole('button', { name: `Quitar filtro ${period}` })).toBeVisible();
  await choose(page, 'Comparar con', other);
  await expect(page).toHaveURL(new RegExp(`otherPeriod=${other}`));
  await expect(count(page)).toHaveText(new RegExp(`^\\d+ proyectos? · ${other}: \\d+$`));
  expect(await numberIn(count(page))).toBeLessThan(all);
  await page.getByRole('combobox', { name: 'Comparar con' }).press('Escape');

  // By keyboard: from the first mark to the next, and into its list.
  const figure = card(page, 'Proyectos por estado');
  await figure.getByRole('link').first().focus();
  // Past the mark of the other side.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const mark = page.locator('[data-mark]:focus');
  const said = (await mark.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reports\/projects_by_status\?.*row=/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(`Proyectos por estado: ${said.split(':')[0]}`);
  const told = page.getByText(/^Proyectos: \d+ · Leído a las \d\d:\d\d:\d\d$/);
  const total = await numberIn(told);
  expect(said).toContain(String(total));
  const rows = page.getByText(/^\d+ resultados?$/);
  expect(await numberIn(rows)).toBe(total);

  await page.getByRole('link', { name: 'Abrir en Proyectos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proyectos' })).toBeVisible();
  await expect(rows).toBeVisible();
  expect(await numberIn(rows)).toBe(total);
  await page.goBack();
  await page.goBack();
  await expect(count(page)).toHaveText(new RegExp(other));

  await figure.getByRole('button', { name: 'Descargar' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Datos (CSV)' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain('Estado');
  await figure.getByRole('button', { name: 'Ver tabla' }).click();
  await figure.getByRole('link').first().click();
  await expect(heading).toHaveText(/^Proyectos por estado: /);
});

test('a head sees their units alone, whatever the address asks for', async ({ page }) => {
  await signInAs(page, 'patricia.contreras@biosur.example');
  await page.goto('/reports');
  await expect(count(page)).toBeVisible();
  const scopes = page.getByRole('combobox', { name: 'Alcance' });
  await expect(scopes).toHaveValue('units');
  await expect(scopes).not.toContainText('Toda la universidad');
  await expect(page.getByRole('tab', { name: 'Evaluaciones' })).toHaveCount(0);

  await page.goto('/reports?scope=all');
  await expect(page.getByRole('alert')).toContainText('ver estos datos');
  await page.getByRole('button', { name: 'Quitar filtros y alcance' }).click();
  await expect(scopes).toHaveValue('units');

  await page.goto('/reports?period=hoy');
  await expect(page.getByText(/no se aplica: «period=hoy»$/)).toBeVisible();
  await page.getByRole('button', { name: 'Quitarla' }).click();
  await expect(page).toHaveURL(/\/reports$/);
});

test('reports and the lists behind them are for everybody, on every screen', async ({ page }) => {
  test.slow();
  await signInAs(page, 'Admin');
  const addresses = [
    '/reports?otherPeriod=2025-2',
    '/reports?topic=places',
    '/reports/days_by_step?row=director_review',
  ];
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of addresses) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  }
});
