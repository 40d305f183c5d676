import { randomUUID } from 'node:crypto';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { projectPath, startProject } from './project-api.ts';

test('the search is fetched when first opened, finds by keyboard and remembers @both', async ({ page }) => {
  await signInAs(page, 'camila.rojas@biosur.example');
  const title = `Murales de Hualpén ${randomUUID().slice(0, 8)}`;
  const ref = await startProject(page, title);
  const fetched: string[] = [];
  page.on('request', request => fetched.push(request.url()));
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Buscar en todo' });
  await expect(button).toBeVisible();
  const isFetched = () => fetched.some(url => /\/assets\/search-box-/.test(url));
  expect(isFetched()).toBe(false);

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Buscar en todo' });
  await expect(field).toBeFocused();
  expect(isFetched()).toBe(true);
  await expectAccessible(page);
  await field.fill('hualpen');
  const option = page
    .getByRole('group', { name: 'Proyectos' })
    .getByRole('option', { name: new RegExp(`^${title}`) });
  await expect(option.locator('mark')).toHaveText('Hualpén');
  await expect(page.getByRole('status').filter({ hasText: /resultado/ })).toBeAttached();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await button.click();
  await field.fill(ref.code);
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(projectPath(ref)));
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await button.click();
  await expect(
    page
      .getByRole('group', { name: 'Lo último que abriste' })
      .getByRole('option', { name: new RegExp(`^${title}`) }),
  ).toBeVisible();
  await field.fill('xyzzy');
  await expect(page.getByText('Nada coincide con “xyzzy”.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('words that find nothing reach the office, without who typed them', async ({ page }) => {
  const words = 'ornitorrincos zancudos';
  await signInAs(page, 'camila.rojas@biosur.example');
  await page.goto('/');
  await page.getByRole('button', { name: 'Buscar en todo' }).click();
  await page.getByRole('combobox', { name: 'Buscar en todo' }).fill(words);
  await expect(page.getByText('La oficina sabrá qué palabras no encontraron nada')).toBeVisible();

  await signInAs(page, 'beatriz.navarrete@biosur.example');
  await page.goto(`/admin/searches?q=ornitorrincos`);
  const row = page.getByRole('row', { name: new RegExp(words) });
  await expect(row).toContainText('1');
  await expect(page.getByRole('main')).not.toContainText('Camila');
  await row.getByRole('button', { name: `Quitar ${words}` }).click();
  const dialog = page.getByRole('dialog', { name: `Quitar «${words}»` });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Quitar de la lista' }).click();
  await expect(row).toHaveCount(0);
});
