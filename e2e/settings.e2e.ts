import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, openWindow, signInAs, test } from './fixtures.ts';
import { newInstallation } from './installation.ts';
import { expectToast, keepToasts } from './toasts.ts';

const parts = (page: Page) => page.getByRole('navigation', { name: 'Partes de la configuración' });
async function openPart(page: Page, name: string) {
  await parts(page).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
}

test('the office changes a period and a holiday; both can be taken back', async ({ page }) => {
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  await page.goto('/admin/settings?part=general');
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
  const holidays = page.getByRole('region', { name: 'Feriados' });
  await holidays.getByRole('textbox', { name: 'Nombre' }).fill('Cierre de año');
  await page.getByRole('button', { name: 'Agregar' }).click();
  const row = holidays.getByRole('listitem').filter({ hasText: 'Cierre de año' });
  await expect(row).toContainText('31-12-2027');
  await keepToasts(page);
  await row.getByRole('button', { name: /Quitar Cierre de año/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /Quitar Cierre de año/ }).click();
  await expect(row).toHaveCount(0);
});

test('the office changes name, colour and logo of the institution, which anybody sees at once', async ({
  browser,
}) => {
  const installation = await newInstallation();
  const { origin } = installation;
  const logo = await sharp({ create: { width: 120, height: 40, channels: 3, background: '#00529b' } })
    .png()
    .toBuffer();
  const page = await openWindow(browser, 'Admin', { baseURL: origin });
  await page.goto('/admin/settings');
  const part = page.getByRole('region', { name: 'Institución' });
  const [name, colour] = ['Nombre', 'Color'].map(field =>
    part.getByRole('textbox', { name: field, exact: true }),
  );
  const save = part.getByRole('button', { name: 'Cambiar nombre y color' });
  await colour?.fill('amarillo');
  await save.click();
  await expect(part.getByText('Escribe un color como #0aa8c4')).toBeVisible();
  await name?.fill('Universidad del Sur');
  await colour?.fill('#ffe600');
  await expect(part.getByText('Para que se lea, la banda usa un tono más oscuro.')).toBeVisible();
  await save.click();
  await expectToast(page, 'Nombre y color guardados.');
  await expect(page).toHaveTitle('Configuración - Vinculación con los medios - Universidad del Sur');

  const bar = page.getByRole('banner');
  await expect(bar.getByText('Universidad del Sur')).toBeVisible();
  await part.getByRole('button', { name: 'Elegir logo' }).click();
  const picture = part.locator('input[type="file"]');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  await picture.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(svg) });
  await expectToast(page, 'El logo puede ser PNG, JPEG o WebP.');
  await picture.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await expectToast(page, 'Logo guardado.');
  await expect(bar.getByRole('img', { name: 'Universidad del Sur' })).toBeVisible();
  await expect(part.getByRole('img', { name: 'Logo actual' })).toBeVisible();

  const anybody = await browser.newPage({ baseURL: origin });
  await anybody.goto('/publico/proyectos');
  await expect(anybody).toHaveTitle(
    'Catálogo de proyectos - Vinculación con los medios - Universidad del Sur',
  );
  const band = anybody.getByRole('banner');
  await expect(band).toContainText('Universidad del Sur');
  await expect(band).toHaveCSS('background-color', 'rgb(128, 115, 0)');
  const shown = band.getByRole('img', { name: 'Universidad del Sur' });
  // It has come, not only its place.
  await expect.poll(() => shown.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(9);
  await anybody.goto('/login');
  await expect(anybody).toHaveTitle(/ - Universidad del Sur$/);
  await expect(anybody.getByText('Universidad del Sur')).toBeVisible();

  await keepToasts(page);
  await part.getByRole('button', { name: 'Quitar logo' }).click();
  await expect(part.getByRole('img', { name: 'Logo actual' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(part.getByRole('img', { name: 'Logo actual' })).toBeVisible();
  await anybody.goto('/publico/proyectos');
  await expect(shown).toBeVisible();
  await anybody.close();
  await page.close();
  await installation.end();
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
  await page.goto('/admin/settings?part=general');
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
