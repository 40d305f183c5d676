import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { projectPath, startProject } from './project-api.ts';

test('the search is fetched when first opened, finds by keyboard and remembers @both', async ({ page }) => {
  await signInAs(page, 'camila.rojas@biosur.example');
  const ref = await startProject(page, 'Murales de Hualpén');
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
  const option = page.getByRole('group', { name: 'Proyectos' }).getByRole('option', { name: /^Murales/ });
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
    page.getByRole('group', { name: 'Lo último que abriste' }).getByRole('option', { name: /^Murales/ }),
  ).toBeVisible();
  await field.fill('xyzzy');
  await expect(page.getByText('Nada coincide con “xyzzy”.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});
