import type { Locator, Page } from '@playwright/test';
import { photoWith } from '../test/photos.ts';
import { expectAccessible } from './axe.ts';
import { uploadFile } from './files-api.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { writeText } from './forms.ts';
import { projectPath } from './project-api.ts';
import { awardedProject } from './spending-api.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const isSaved = (page: Page) => expect(page.getByText(/^Guardado a las/).first()).toBeVisible();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function write(page: Page, name: string, text: string): Promise<void> {
  await writeText(page, name, text);
  await expect(page.getByText(text)).toBeVisible();
}

/** Nothing of the page lies beyond its right edge. */
const expectFits = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

/** What hangs over the page makes it no wider, but may be cut off. */
async function expectWithin(page: Page, panel: Locator): Promise<void> {
  await expect(panel).toBeVisible();
  const { x = -1, width = 0 } = (await panel.boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

test('a report is written where it is put together, and is all there after a reload @both', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await awardedProject(page, 'Huertas que se cuentan');
  for (const name of ['siembra.jpg', 'cosecha.jpg'])
    await uploadFile(page, ref, {
      name,
      bytes: await photoWith({ width: 640, height: 480 }),
      documentType: 'evidence',
    });
  await page.goto(projectPath(ref));
  await page.getByRole('tab', { name: 'Informes' }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Informe de avance 1' });
  await expect(card).toContainText('Libera 40 % de lo adjudicado');
  await expect(card).toContainText('0 de 2 textos');
  await expectFits(page);
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Informe de avance 1' })).toBeFocused();
  await expect(page).toHaveURL(/tab=informes&informe=1$/);
  await expect(page.getByText('Faltan 2 textos').first()).toBeVisible();
  await write(page, 'Resultados', 'Se plantaron ocho huertas.');
  await write(page, 'Dificultades', 'Llovió en mayo.');
  await expect(page.getByText('El informe está completo')).toBeVisible();
  await page.getByRole('button', { name: 'Elegir fotos' }).click();
  await dialog(page, 'Elegir fotos').getByRole('button', { name: 'siembra.jpg' }).click();
  await dialog(page, 'Elegir fotos').getByRole('button', { name: 'cosecha.jpg' }).click();
  await expectAccessible(page);
  await dialog(page, 'Elegir fotos').getByRole('button', { name: 'Aceptar' }).click();
  await page.getByRole('textbox', { name: 'siembra.jpg' }).fill('El primer día');
  await page.getByRole('button', { name: 'Subir cosecha.jpg' }).click();
  await isSaved(page);
  await expectFits(page);
  await page.reload();
  await expect(page.getByText('Se plantaron ocho huertas.')).toBeVisible();
  const photos = page.getByRole('list', { name: 'Fotos elegidas' }).getByRole('listitem');
  await expect(photos.first().getByRole('textbox', { name: 'cosecha.jpg' })).toBeVisible();
  await expect(photos.last().getByRole('textbox')).toHaveValue('El primer día');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Todos los informes' }).click();
  await expect(card).toContainText('2 de 2 textos');
});

test('what the final report lacks leads to its place, also from elsewhere in the project @both', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await awardedProject(page, 'Huertas que terminan');
  await page.goto(projectPath(ref));
  await page.getByRole('button', { name: /^Faltan \d+ datos/ }).click();
  await expectWithin(page, page.getByRole('dialog', { name: /^Faltan/ }));
  await page.getByRole('button', { name: /^Aprendizajes/ }).click();
  await expect(page.getByRole('button', { name: 'Editar Aprendizajes' })).toBeFocused();
  await write(page, 'Aprendizajes', 'Empezar antes.');
  await page.getByRole('button', { name: 'Corregir cantidades' }).click();
  await page.getByRole('textbox', { name: 'Beneficiarios, Directos: corregidas' }).fill('80');
  await page.getByRole('textbox', { name: /^Por qué se corrigen/ }).fill('Las listas de marzo se perdieron.');
  await isSaved(page);
  await expectFits(page);
  // Tall enough for all of it, as the bar at the foot covers what lies below the fold.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1440, height: 9000 });
  await expectAccessible(page);
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('textbox', { name: 'Beneficiarios, Directos: corregidas' })).toHaveValue('80');
});
