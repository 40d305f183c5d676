import { expect, expectNoAxeViolations, signInAs, test } from './fixtures.ts';

test('the office changes a period and a holiday; both can be taken back', async ({ page }) => {
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Configuración' })).toBeVisible();
  await expectNoAxeViolations(page);

  const domains = page.getByRole('combobox', { name: 'Dominios en espera' });
  await domains.fill('hospital regional');
  await domains.press('Enter');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Escribe dominios completos, por ejemplo universidad.cl.')).toBeVisible();
  await domains.press('Backspace');
  await domains.fill('hospital.example');
  await domains.press('Enter');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Configuración guardada.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('hospital.example')).toBeVisible();
  await expect(page.getByText('Último cambio: Beatriz Navarrete Olea')).toBeVisible();

  await page.getByRole('textbox', { name: 'Día' }).fill('31-12-2027');
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Cierre de año');
  await page.getByRole('button', { name: 'Agregar' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Cierre de año' });
  await expect(row).toContainText('31-12-2027');
  await row.getByRole('button', { name: /Quitar Cierre de año/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /Quitar Cierre de año/ }).click();
  await expect(row).toHaveCount(0);
});
