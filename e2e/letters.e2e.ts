import { expectAccessible } from './axe.ts';
import { openCall } from './evaluation-api.ts';
import { expect, signInAs, test } from './fixtures.ts';

test('the office writes the letter of those not awarded anew, sees it before it leaves, and goes back to the original @both', async ({
  page,
}, { project }) => {
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  const call = await openCall(page, `Fondo Cartas ${project.name} ${Date.now() % 100_000}`);
  await page.goto(`/admin/calls/${call.id}`);
  await page.getByRole('link', { name: 'Cartas de resultado' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cartas de resultado' })).toBeVisible();
  await expectAccessible(page);

  const edit = page.getByRole('button', { name: 'Editar la carta: No adjudicado' });
  const row = page.getByRole('listitem').filter({ has: edit });
  await edit.click();
  const drawer = page.getByRole('dialog', { name: 'Carta: No adjudicado' });
  const text = drawer.getByRole('textbox', { name: 'Texto' });
  await drawer.getByRole('textbox', { name: 'Asunto' }).fill('Resultado de {codigo}');
  await text.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Obtuviste el lugar ');
  await drawer.getByRole('button', { name: '{lugar}', exact: true }).click();
  await drawer.getByRole('button', { name: 'Guardar carta' }).click();
  await expect(drawer.getByText('Falta {enlace}: sin él nadie encuentra el camino.')).toBeVisible();
  await text.press('End');
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: '{enlace}', exact: true }).click();
  await expect(drawer.getByText('Asunto con datos de ejemplo: Resultado de FEX-2026-0042')).toBeVisible();
  // A frame that is half below the fold may wait with its drawing.
  await drawer.locator('iframe').scrollIntoViewIfNeeded();
  await expect(drawer.frameLocator('iframe').getByText('Obtuviste el lugar 19 de 24')).toBeVisible();
  await drawer.getByRole('button', { name: 'Guardar carta' }).click();
  await expect(drawer).toBeHidden();

  await page.reload();
  await expect(row).toContainText('Texto propio');
  await expect(row).toContainText('Asunto: Resultado de {codigo}');
  await edit.click();
  await drawer.getByRole('button', { name: 'Volver al texto original' }).click();
  await page.getByRole('button', { name: 'Volver al original', exact: true }).click();
  await expect(row).not.toContainText('Texto propio');
});
