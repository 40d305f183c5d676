import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { expectToast, keepToasts } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const button = (page: Page, name: string | RegExp = 'Vistas') =>
  page.getByRole('button', { name, exact: true });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('menu').getByRole('menuitem', { name, exact: true }).click();
const chip = (page: Page, words: string) =>
  page.getByRole('button', { name: `Quitar filtro ${words}`, exact: true });

/** Keeps what is on screen under a name, by the keyboard alone once the dialog is open. */
async function keep(page: Page, name: string, { shared = false } = {}): Promise<void> {
  await button(page).click();
  await press(page, 'Guardar vista…');
  const dialog = page.getByRole('dialog', { name: 'Guardar vista' });
  await expect(dialog.getByRole('textbox', { name: 'Nombre' })).toBeFocused();
  await expectAccessible(page);
  if (shared) await dialog.getByRole('switch').check();
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(button(page, `Vista: ${name}`)).toBeFocused();
}

test('somebody keeps a view of the projects, comes back to it, changes it and deletes it', async ({
  page,
}) => {
  await signInAs(page, 'camila.rojas@biosur.example');
  await page.goto('/projects?sort=title&historic=true');
  await expect(chip(page, 'Solo históricos')).toBeVisible();
  await keep(page, 'Históricos por título');
  const id = new URL(page.url()).searchParams.get('view');

  await page.goto(`/projects?view=${id}`);
  await expect(chip(page, 'Solo históricos')).toBeVisible();
  await expect(page).toHaveURL(/sort=title&historic=true/);
  await page.reload();
  await expect(button(page, 'Vista: Históricos por título')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Buscar: Proyectos' }).fill('lota');
  await button(page, 'Vista: Históricos por título, cambiada').click();
  await expect(page.getByRole('menuitem', { name: 'Guardar los cambios' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Guardar los cambios');
  await button(page, 'Vista: Históricos por título').click();
  await press(page, 'Quitar la vista');
  await expect(chip(page, 'Solo históricos')).toHaveCount(0);
  await button(page).click();
  await press(page, 'Históricos por título');
  await expect(page.getByRole('searchbox', { name: 'Buscar: Proyectos' })).toHaveValue('lota');

  await button(page, 'Vista: Históricos por título').click();
  await press(page, 'Opciones de Históricos por título');
  await expect(page.getByRole('menuitem', { name: 'Cambiar nombre…' })).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Eliminar…');
  const asked = page.getByRole('dialog', { name: 'Eliminar la vista «Históricos por título»' });
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  await keepToasts(page);
  await asked.getByRole('button', { name: 'Eliminar vista' }).click();
  await expect(button(page)).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expectToast(page, 'Volvió la vista «Históricos por título».');
  await button(page).click();
  await press(page, 'Históricos por título');
  await expect(chip(page, 'Solo históricos')).toBeVisible();
});

test('what the office shares is found by who uses the list, also on a phone', async ({ page }) => {
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  await page.goto('/projects?sort=-code&historic=false');
  await keep(page, 'Vigentes de la oficina', { shared: true });
  const address = page.url();

  await signInAs(page, 'camila.rojas@biosur.example');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/projects');
  await button(page).click();
  const row = page
    .getByRole('group', { name: 'Compartidas' })
    .getByRole('menuitem', { name: 'Vigentes de la oficina de Beatriz Navarrete Olea' });
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await row.click();
  await expect(page).toHaveURL(address);
  await expect(button(page, 'Vista: Vigentes de la oficina')).toBeFocused();
  await expectAccessible(page);

  await page.goto('/projects?view=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Esa vista ya no existe o no se comparte contigo.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cerrar el aviso' }).click();
  await expect(page).toHaveURL(/\/projects$/);
});
