import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures.ts';
import { expectToast, keepToasts } from './toasts.ts';

const parts = (page: Page) => page.getByRole('navigation', { name: 'Partes de la configuración' });
async function openPart(page: Page, name: string) {
  await parts(page).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
}

test('the office changes a period and a holiday; both can be taken back', async ({ page }) => {
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Configuración' })).toBeVisible();

  const domains = page.getByRole('combobox', { name: 'Dominios en espera' });
  await domains.fill('hospital regional');
  await domains.press('Enter');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Escribe dominios completos, por ejemplo universidad.cl.')).toBeVisible();
  await domains.press('Backspace');
  await domains.fill('hospital.example');
  await domains.press('Enter');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Configuración guardada.');
  await page.reload();
  await expect(page.getByRole('region', { name: 'General' }).getByText('hospital.example')).toBeVisible();
  await expect(page.getByText('Último cambio: Beatriz Navarrete Olea')).toBeVisible();

  await openPart(page, 'Feriados');
  await page.getByRole('textbox', { name: 'Día' }).fill('31-12-2027');
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Cierre de año');
  await page.getByRole('button', { name: 'Agregar' }).click();
  const row = page
    .getByRole('region', { name: 'Feriados' })
    .getByRole('listitem')
    .filter({ hasText: 'Cierre de año' });
  await expect(row).toContainText('31-12-2027');
  await keepToasts(page);
  await row.getByRole('button', { name: /Quitar Cierre de año/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /Quitar Cierre de año/ }).click();
  await expect(row).toHaveCount(0);
});

test('the office changes what one person may keep going', async ({ page }) => {
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  await page.goto('/admin/settings?part=quotas');
  const limits = page.getByRole('region', { name: 'Límites por persona' });
  await limits.getByRole('textbox', { name: 'Subidas de archivos sin terminar' }).fill('0');
  await limits.getByRole('button', { name: 'Cambiar límites' }).click();
  await expect(limits.getByText('El valor mínimo es 1.')).toBeVisible();
  await limits.getByRole('textbox', { name: 'Subidas de archivos sin terminar' }).fill('25');
  await limits.getByRole('button', { name: 'Cambiar límites' }).click();
  await expectToast(page, 'Límites guardados. Quien ya tiene más lo conserva.');
  await page.reload();
  await expect(limits.getByRole('textbox', { name: 'Subidas de archivos sin terminar' })).toHaveValue('25');
  await expect(limits.getByRole('textbox', { name: 'Espacio para archivos' })).toHaveValue('5.000 MB');
});

test('the office writes a mail anew, sees it before it leaves, and goes back to the original @phone', async ({
  page,
}) => {
  const label = 'Cuenta habilitada';
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  await page.goto('/admin/settings');
  for (const name of ['Historial', 'Cuánto se guarda', 'Recordatorios']) await openPart(page, name);
  await expect(page.getByRole('combobox', { name: 'Hora del resumen diario' })).toHaveValue('07:30');
  await openPart(page, 'Textos de correos');

  await page.getByRole('button', { name: `Editar el texto: ${label}` }).click();
  const drawer = page.getByRole('dialog', { name: `Correo: ${label}` });
  const text = drawer.getByRole('textbox', { name: 'Texto' });
  await drawer.getByRole('textbox', { name: 'Asunto' }).fill('Hola {apodo}');
  await text.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Ya puedes entrar, ');
  await drawer.getByRole('button', { name: '{nombre}', exact: true }).click();
  await drawer.getByRole('button', { name: 'Guardar texto' }).click();
  await expect(drawer.getByText('No existe: {apodo}.')).toBeVisible();
  await expect(drawer.getByText('Falta {enlace}: sin él nadie encuentra el camino.')).toBeVisible();
  // No script runs in the frame of the preview, not even that which looks for barriers.
  await drawer.getByText('Solo texto').click();
  await drawer.getByText('Con formato').click();

  await drawer.getByRole('textbox', { name: 'Asunto' }).fill('Adelante, {nombre}');
  await text.press('End');
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: '{enlace}', exact: true }).click();
  await expect(drawer.getByText('Asunto con datos de ejemplo: Adelante, Patricia')).toBeVisible();
  // A frame that is half below the fold may wait with its drawing.
  await drawer.locator('iframe').scrollIntoViewIfNeeded();
  const preview = drawer.frameLocator('iframe');
  await expect(preview.getByText('Ya puedes entrar, Patricia')).toBeVisible();
  await expect(preview.getByRole('link', { name: 'Entrar' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Guardar texto' }).click();
  await expect(drawer).toBeHidden();

  await page.reload();
  const edit = page.getByRole('button', { name: `Editar el texto: ${label}` });
  const row = page.getByRole('listitem').filter({ has: edit });
  await expect(row).toContainText('Texto propio');
  await expect(row).toContainText('Asunto: Adelante, {nombre}');
  await edit.click();
  await expect(drawer.getByRole('region', { name: 'Historial de este correo' })).toContainText(
    'Beatriz Navarrete Olea',
  );
  await drawer.getByRole('button', { name: 'Volver al texto original' }).click();
  await page.getByRole('button', { name: 'Volver al original', exact: true }).click();
  await expect(row).not.toContainText('Texto propio');
  await openPart(page, 'Historial');
  const history = page.getByRole('region', { name: 'Historial', exact: true });
  await expect(history).toContainText(`Correo «${label}»: texto original repuesto`);
});

test('one part is shown at a time, by keyboard too; what was typed in another is still there @both', async ({
  page,
}) => {
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await page.goto('/admin/settings?part=holidays');
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(titles).toHaveText(['Feriados']);
  await expect(page.getByRole('button', { name: 'Agregar' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Aniversario de la ciudad');
  expect(asked.filter(path => path.startsWith('/api/settings'))).toEqual(['/api/settings']);

  await openPart(page, 'Aviso de privacidad');
  const notice = page.getByRole('textbox', { name: 'Texto' });
  await notice.press('ControlOrMeta+End');
  await notice.pressSequentially(' Y algo más.');

  await parts(page).getByRole('link', { name: 'Límites por persona' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/settings?part=quotas');
  const quotas = parts(page).getByRole('link', { name: 'Límites por persona' });
  await expect(quotas).toBeFocused();
  await expect(quotas).toHaveAttribute('aria-current', 'page');
  await expect(quotas).toBeInViewport();
  await expect(page).toHaveTitle(/^Configuración - /);
  const drafts = page.getByRole('textbox', { name: 'Borradores sin enviar' });
  await drafts.fill('77');

  await openPart(page, 'Feriados');
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Aniversario de la ciudad');
  await page.getByRole('textbox', { name: 'Nombre' }).clear();
  await openPart(page, 'Aviso de privacidad');
  await expect(notice).toHaveValue(/ Y algo más\.$/);
  await page.goBack();
  await page.goBack();
  await expect(drafts).toHaveValue('77');
});
