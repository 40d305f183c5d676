import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, expectKept, signInAs, test } from './fixtures.ts';
import { approvedProject, type ProjectRef, projectPath, request } from './project-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const ADMIN = 'beatriz.navarrete@biosur.example';
const today = () => new Date().toLocaleDateString('sv', { timeZone: 'America/Santiago' });

/** An approved project with one activity, its list on screen. */
async function openList(page: Page, title: string): Promise<{ ref: ProjectRef; id: string }> {
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, title);
  const id = crypto.randomUUID();
  await request(page, 'POST', `${projectPath(ref)}/activities`, { id, name: 'Taller abierto', day: today() });
  await page.goto(`${projectPath(ref)}?tab=execution&field=${id}`);
  await expect(page.getByRole('region', { name: 'Asistencia' })).toBeVisible();
  return { ref, id };
}

const PASTED = [
  'Taller de autocuidado\t\t',
  'N°\tRUT\tNombre\tEstamento',
  ...Array.from({ length: 28 }, (_, n) => `${n + 1}\t\tPersona ${n + 1} del barrio\tVecina`),
  '\t\t\t',
  '29\t12.345.678-9\tAna Soto Vera\tEstudiante',
  '30\t7.654.321-6\tLuis Vera Díaz\t',
].join('\n');

test('a list is pasted, its wrong cell mended in place, and everybody counts @both', async ({ page }) => {
  test.slow();
  await openList(page, 'Lista que se pega de una planilla');
  const panel = page.getByRole('region', { name: 'Asistencia' });
  await panel.getByRole('button', { name: 'Pegar lista o CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pegar lista o CSV' });
  await dialog.getByRole('textbox', { name: 'Lista' }).fill(PASTED);
  await expectKept(page, 'Taller de autocuidado');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Revisar la lista' }).click();
  await expect(dialog.getByText('30 personas · 1 por corregir')).toBeVisible();
  await expect(dialog.getByText('revisa el dígito verificador')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: /^Identificación, fila/ }).fill('12.345.678-5');
  await dialog.getByRole('button', { name: 'Agregar 30 personas' }).click();
  await expect(dialog.getByText('Confirma que aceptaron el aviso de privacidad.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /aviso de privacidad/ }).check();
  await dialog.getByRole('button', { name: 'Agregar 30 personas' }).click();
  await expectToast(page, '30 personas agregadas.');
  await expect(panel).toContainText('30 asistencias · 2 personas únicas · 93 % sin identificar');
  await panel.getByRole('textbox', { name: 'Buscar en la lista' }).fill('soto');
  await expect(panel.getByRole('row', { name: /Ana Soto Vera/ })).toContainText('Estudiantes');
  await expectAccessible(page);
});

test('people are typed one after the other, and taken off again', async ({ page }) => {
  test.slow();
  await openList(page, 'Lista que se escribe a mano');
  const panel = page.getByRole('region', { name: 'Asistencia' });
  await panel.getByRole('button', { name: 'Agregar persona' }).click();
  const drawer = page.getByRole('dialog', { name: /Agregar persona/ });
  const name = drawer.getByRole('textbox', { name: 'Nombre y apellidos' });
  await name.fill('Rosa Díaz');
  await drawer.getByRole('textbox', { name: 'RUT' }).fill('12.345.678-9');
  await drawer.getByRole('button', { name: 'Agregar', exact: true }).click();
  await expect(drawer.getByText('revisa el dígito verificador')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'RUT' }).fill('12.345.678-5');
  await drawer.getByRole('checkbox', { name: /aviso de privacidad/ }).check();
  await drawer.getByRole('button', { name: 'Agregar', exact: true }).click();
  await expectToast(page, 'Persona agregada.');
  await expect(name).toHaveValue('');
  await expect(name).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await panel.getByRole('button', { name: 'Corregir a Rosa Díaz' }).click();
  const correction = page.getByRole('dialog', { name: 'Corregir persona' });
  await correction.getByRole('textbox', { name: 'Nombre y apellidos' }).fill('Rosa Díaz Muñoz');
  await expectAccessible(page);
  await correction.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Persona corregida.');
  await panel.getByRole('button', { name: 'Quitar a Rosa Díaz Muñoz de la lista' }).click();
  await page.getByRole('button', { name: 'Quitar de la lista', exact: true }).click();
  await expect(panel).toContainText('Todavía no hay nadie en la lista.');
});

test('who is in the room writes down themselves by the code, without an account', async ({
  page,
  browser,
  origin,
}) => {
  test.slow();
  const { ref, id } = await openList(page, 'Lista con código en la sala');
  const panel = page.getByRole('region', { name: 'Asistencia' });
  await panel.getByRole('button', { name: 'Código en la sala' }).click();
  await page.getByRole('button', { name: 'Abrir código' }).click();
  await expect(panel.getByText('0 respuestas')).toBeVisible();
  const address = new URL((await panel.getByText('/publico/asistencia/').textContent()) ?? '');
  const downloading = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Descargar hoja con QR' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);

  // As the phones of a room do: no account, no script.
  const room = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const visitor = await room.newPage();
  await visitor.goto(origin + address.pathname);
  await expect(visitor.getByRole('heading', { name: 'Taller abierto' })).toBeVisible();
  await visitor.getByLabel('Nombre y apellidos').fill('Rosa Díaz');
  await visitor.getByLabel('RUT, documento o correo').fill('12.345.678-9');
  await visitor.getByRole('button', { name: 'Registrar mi asistencia' }).click();
  await expect(visitor.getByText('revisa el dígito verificador')).toBeVisible();
  await expect(visitor.getByLabel('Nombre y apellidos')).toHaveValue('Rosa Díaz');
  await visitor.getByLabel('RUT, documento o correo').fill('12.345.678-5');
  await visitor.getByLabel('Tengo 14 años o más').check();
  await visitor.getByLabel(/Leí y acepto/).check();
  await visitor.getByRole('button', { name: 'Registrar mi asistencia' }).click();
  await expect(visitor.getByRole('heading', { name: 'Tu asistencia quedó registrada' })).toBeVisible();
  await room.close();

  await expect(panel.getByText('1 respuesta', { exact: false })).toBeVisible();
  await expect(panel.getByRole('row', { name: /Rosa Díaz/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Cerrar código' }).click();
  await expectToast(page, 'Código cerrado.');
  await asPerson(page, 'diego.huenchulaf@biosur.example', async other => {
    await other.goto(`${projectPath(ref)}?tab=execution&field=${id}`);
    await expect(other.getByRole('dialog', { name: 'Taller abierto' })).toBeVisible();
    await expect(other.getByText('Rosa Díaz')).toHaveCount(0);
    await expect(other.getByRole('region', { name: 'Asistencia' })).toHaveCount(0);
    const asked = request(other, 'GET', `${projectPath(ref)}/activities/${id}/attendance`);
    await expect(asked).rejects.toThrow('404');
  });
  await page.goto(address.pathname);
  await expect(page.getByRole('heading', { name: 'Este código no está abierto' })).toBeVisible();
  await expectAccessible(page);
});

test('public documents are accessible at 360 pixels; the office publishes a new notice', async ({ page }) => {
  test.slow();
  const { ref, id } = await openList(page, 'Lista con aviso de privacidad');
  const { url } = await request<{ url: string }>(
    page,
    'POST',
    `${projectPath(ref)}/activities/${id}/attendance-code`,
    { minutes: 60 },
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(new URL(url).pathname);
  await expectAccessible(page);
  await page.goto('/publico/privacidad');
  await expect(page.getByRole('heading', { name: 'Aviso de privacidad' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await asPerson(page, ADMIN, async office => {
    await office.goto('/admin/settings?part=privacy-notice');
    const text = office.getByRole('textbox', { name: 'Texto' });
    await text.fill('Aviso nuevo de privacidad.\n\nCon dos párrafos y más de cincuenta letras.');
    // Which one it is depends on what ran before on this installation.
    await office.getByRole('button', { name: /^Publicar versión \d+$/ }).click();
    await office.getByRole('button', { name: 'Publicar', exact: true }).click();
    await expectToast(office, /Aviso publicado: versión \d+/);
    await office.goto('/publico/privacidad');
    await expect(office.getByText('Aviso nuevo de privacidad.')).toBeVisible();
    await office.goto('/publico/privacidad?version=1');
    await expect(office.getByText('Versión 1')).toBeVisible();
  });
});
