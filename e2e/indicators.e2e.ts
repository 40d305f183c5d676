import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, expectKept, signInAs, test } from './fixtures.ts';
import { approvedProject, type ProjectRef, projectPath } from './project-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const DIRECTOR = 'patricia.contreras@biosur.example';
const part = (page: Page) => page.getByRole('region', { name: 'Indicadores', exact: true });
const card = (page: Page, name: string) => part(page).getByRole('article', { name });
const PEOPLE = 'Personas que mejoran su puntaje de conocimientos';

async function openIndicators(page: Page, ref: ProjectRef): Promise<void> {
  await page.goto(`${projectPath(ref)}?tab=execution`);
  await part(page).scrollIntoViewIfNeeded();
  await expect(card(page, PEOPLE)).toBeVisible();
}

/** From the top of the page, where its bar covers nothing half. */
async function expectPageAccessible(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
}

const pdf = (words: string) => ({
  name: 'encuesta.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n% ${words}\n%%EOF\n`),
});

test('a measurement is sent with its file, returned, mended, accepted and then superseded @both', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Autocuidado que se mide con evidencia');
  await openIndicators(page, ref);
  await expect(part(page)).toContainText('Ninguno de 2 indicadores tiene un valor aceptado.');
  await part(page)
    .getByRole('button', { name: `Registrar medición de ${PEOPLE}` })
    .click();
  const form = page.getByRole('dialog', { name: 'Registrar medición' });
  await form.getByRole('button', { name: 'Enviar medición' }).click();
  await expect(form.getByText('Este campo es obligatorio.').first()).toBeVisible();
  await form.getByRole('textbox', { name: /^Valor/ }).fill('60');
  await expect(form.getByText('Con esta medición el valor logrado sería 60 personas')).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Subir archivo' }).click();
  await (await choosing).setFiles(pdf('primera'));
  await expect(form.getByRole('list', { name: 'Evidencia' })).toContainText('encuesta.pdf');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Enviar medición' }).click();
  await expectToast(page, 'Medición enviada: falta que la acepten.');
  await expect(part(page)).toContainText('1 medición espera que decida Patricia Contreras');
  await expect(card(page, PEOPLE)).toContainText('Por aceptar');
  await expectPageAccessible(page);

  const decide = (accept: boolean, reason?: string) =>
    asPerson(page, DIRECTOR, async director => {
      await director.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
      await director.goto(`${projectPath(ref)}?tab=execution`);
      await director.getByRole('button', { name: 'Ver mediciones' }).click();
      const words = accept ? 'Aceptar' : 'Devolver';
      await card(director, PEOPLE)
        .getByRole('button', { name: new RegExp(`^${words} la medición`) })
        .first()
        .click();
      const dialog = director.getByRole('dialog', { name: `${words} medición` });
      await expect(dialog).toBeVisible();
      if (reason) {
        await dialog.getByRole('button', { name: `${words} medición` }).click();
        await expect(dialog.getByText(/obligatorio|motivo/i).first()).toBeVisible();
        await dialog.getByRole('textbox', { name: 'Motivo' }).fill(reason);
      }
      await expectAccessible(director);
      await dialog.getByRole('button', { name: `${words} medición` }).click();
      await expect(dialog).toBeHidden();
      await expect(card(director, PEOPLE)).toContainText(accept ? 'Aceptada' : 'Devuelta');
    });

  await decide(false, 'La encuesta no trae la fecha de aplicación.');
  await page.goto(`${projectPath(ref)}?tab=execution`);
  await expect(page.getByText('1 medición fue devuelta')).toBeVisible();
  await page.getByRole('button', { name: 'Ver mediciones' }).click();
  await expect(card(page, PEOPLE)).toContainText('La encuesta no trae la fecha de aplicación.');
  await card(page, PEOPLE)
    .getByRole('button', { name: /^Editar la medición/ })
    .click();
  const mended = page.getByRole('dialog', { name: 'Editar medición' });
  await mended.getByRole('textbox', { name: /^Valor/ }).fill('58');
  await mended.getByRole('button', { name: 'Agregar dirección' }).click();
  await mended.getByRole('textbox', { name: 'Dirección' }).fill('no es una dirección');
  await mended.getByRole('button', { name: 'Enviar medición' }).click();
  await expect(mended.getByText(/http:\/\/ o https:\/\//)).toBeVisible();
  await mended.getByRole('textbox', { name: 'Dirección' }).fill('https://encuestas.example/autocuidado');
  // A reload in between loses nothing.
  await expectKept(page, 'https://encuestas.example/autocuidado');
  await page.reload();
  await page.getByRole('button', { name: 'Seguir' }).click();
  await expect(mended.getByRole('textbox', { name: /^Valor/ })).toHaveValue('58');
  await mended.getByRole('button', { name: 'Enviar medición' }).click();
  await expectToast(page, 'Medición enviada: falta que la acepten.');

  await decide(true);
  await openIndicators(page, ref);
  await expect(part(page)).toContainText('1 de 2 indicadores tiene un valor aceptado.');
  await expect(card(page, PEOPLE)).toContainText('58 personas');
  await card(page, PEOPLE)
    .getByRole('button', { name: /^Corregir la medición/ })
    .click();
  const correction = page.getByRole('dialog', { name: 'Corregir medición' });
  await expect(correction.getByRole('textbox', { name: /^Valor/ })).toHaveValue('58');
  await correction.getByRole('textbox', { name: /^Valor/ }).fill('83,5');
  await correction.getByRole('button', { name: 'Enviar medición' }).click();
  await expectToast(page, 'Medición enviada: falta que la acepten.');
  // Until it is accepted, what counted goes on counting.
  await expect(card(page, PEOPLE).locator('header')).toContainText('58 personas');
  await decide(true);
  await openIndicators(page, ref);
  await expect(card(page, PEOPLE).locator('header')).toContainText('83,5 personas');
  await expect(card(page, PEOPLE)).toContainText('Meta alcanzada');
  await expect(card(page, PEOPLE)).toContainText('Reemplazada');
  await expectPageAccessible(page);
  const download = page.waitForEvent('download');
  await part(page).getByRole('button', { name: 'Descargar CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`mediciones-${ref.code}.csv`);

  // Somebody of another school sees what was reached, and nothing that was written about it.
  await asPerson(page, 'diego.huenchulaf@biosur.example', async other => {
    await openIndicators(other, ref);
    await expect(card(other, PEOPLE)).toContainText('83,5 personas');
    await expect(part(other)).not.toContainText('encuesta');
    await expect(part(other).getByRole('button', { name: /medición/ })).toHaveCount(0);
  });
});
