import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import readWorkbook from 'read-excel-file/node';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { expectToast } from './toasts.ts';

const downloads = (page: Page) => page.getByRole('region', { name: 'Tus descargas' });
const TITLE = 'Actividades · Toda la universidad';

test('the office asks for a register of a period, sees it come, and opens it @both', async ({ page }) => {
  await signInAs(page, 'Admin');
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Registros', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Registros' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /proyectos?$/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Columnas de Actividades' }).click();
  const drawer = page.getByRole('dialog', { name: 'Columnas de Actividades' });
  await expect(drawer.getByRole('rowheader', { name: 'contadas_mujeres' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Actividades en Excel' }).click();
  await expectToast(page, `${TITLE}: lista para descargar.`);
  const open = downloads(page).getByRole('button', { name: `Descargar ${TITLE}` });
  await expect(open).toBeVisible();
  await expectAccessible(page);
  const [file] = await Promise.all([page.waitForEvent('download'), open.click()]);
  expect(file.suggestedFilename()).toMatch(/^registro-actividades-\d{4}-\d\d-\d\d\.xlsx$/);
  const bytes = await readFile(await file.path());
  const sheets = await readWorkbook(bytes);
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Actividades', 'Definiciones', 'Origen']);
  const [activities, definitions] = sheets;
  expect(activities?.data[0]).toEqual(definitions?.data.slice(1).map(([, column]) => column));

  await downloads(page)
    .getByRole('button', { name: `Quitar ${TITLE}` })
    .click();
  await expect(downloads(page).getByText(/^Lo que pidas aparece aquí/)).toBeVisible();
});

test('an academic has registers of their own projects', async ({ page }) => {
  await signInAs(page, 'Academic');
  await page.goto('/reports/registers');
  await page.getByRole('button', { name: 'Personas en CSV' }).click();
  const open = downloads(page).getByRole('button', { name: 'Descargar Personas · Mis proyectos' });
  await expect(open).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), open.click()]);
  expect(file.suggestedFilename()).toMatch(/^registro-personas-\d{4}-\d\d-\d\d\.zip$/);
  await expect(page.getByRole('button', { name: 'Evaluaciones en Excel' })).toHaveCount(0);
});
