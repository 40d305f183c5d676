import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, openWindow, signInAs, test } from './fixtures.ts';
import { projectPath, startProject } from './project-api.ts';

test.use({ actionTimeout: 10_000 });
test.slow();

const OFFICE = 'beatriz.navarrete@biosur.example';
const CAMILA = 'camila.rojas@biosur.example';

const saved = (page: Page) => page.getByRole('status').filter({ hasText: /Guardado a las/ });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

async function addQuestion(page: Page, label: string, type: string, more?: () => Promise<void>) {
  await page.getByRole('button', { name: 'Agregar pregunta' }).click();
  const item = page.getByRole('tabpanel').getByRole('listitem').last();
  await item.getByRole('textbox', { name: /^Pregunta/ }).fill(label);
  await item.getByRole('combobox', { name: 'Tipo de respuesta' }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
  await more?.();
}

/** The version before, published again: other stories find the kind as it was. */
async function takeBack(page: Page) {
  await page.evaluate(async () => {
    const token = Object.values(localStorage).find(value => /^[\w-]{40,}$/.test(value));
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const send = (method: string, path: string, body?: unknown) =>
      fetch(`/api/kinds/cons${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { definition } = await (await send('GET', '/versions/1')).json();
    const { version } = await (await send('PUT', '/draft', { version: 0, definition })).json();
    await send('POST', '/versions', { version, note: 'Como estaba antes' });
  });
}

test('the office adds questions to a kind and publishes; an author answers them', async ({
  page,
  browser,
}) => {
  await signInAs(page, OFFICE);
  await page.goto('/admin/kinds');
  await page.getByRole('link', { name: 'Consultoría' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Consultoría' })).toBeVisible();
  const preview = page.getByRole('complementary', { name: 'Vista previa' });
  await expect(preview.getByRole('heading', { name: 'Identificación' })).toBeVisible();

  // What projects need cannot be hidden, and the page says why.
  await tab(page, 'Secciones');
  await page.getByRole('button', { name: 'Editar Contrato' }).click();
  await page.getByRole('checkbox', { name: 'Contrato firmado: oculto' }).check();
  await expect(
    page.getByText('«Contrato firmado» no se puede ocultar', { exact: false }).first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /Publicar versión/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('checkbox', { name: 'Contrato firmado: oculto' }).uncheck();

  await tab(page, 'Preguntas');
  await addQuestion(page, '¿Hubo visita previa?', 'Sí o no');
  await addQuestion(page, 'Acta de la visita', 'Archivo');
  await addQuestion(page, 'Asistentes a la visita', 'Tabla', async () => {
    const columns = page.getByRole('textbox', { name: 'Columnas' });
    await columns.fill('Nombre; Cargo');
    await columns.blur();
  });
  await preview.getByRole('button', { name: 'Agregar fila' }).click();
  await preview.getByRole('textbox', { name: 'Cargo, fila 1' }).fill('solo una prueba');
  await expect(saved(page)).toBeVisible();

  // A reload keeps the draft, and the list of kinds shows that there is one.
  await page.goto('/admin/kinds');
  const kind = page.getByRole('listitem').filter({ hasText: 'Consultoría' });
  await expect(kind).toContainText(/Borrador sin publicar, .* · Beatriz Navarrete Olea/);
  await page.goto('/admin/kinds/cons');
  await tab(page, 'Preguntas');
  await expect(page.getByRole('textbox', { name: 'Columnas' })).toHaveValue('Nombre; Cargo');
  await page.getByRole('button', { name: /Publicar versión/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar versión' });
  await expect(dialog.getByRole('table', { name: 'Diferencias' })).toContainText('Asistentes a la visita');
  await dialog.getByRole('textbox', { name: 'Nota' }).fill('Se pide constancia de la visita');
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(dialog).toBeHidden();
  await tab(page, 'Versiones');
  await expect(page.getByText('Se pide constancia de la visita')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Diferencias' })).toContainText('Acta de la visita');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const author = await openWindow(browser, CAMILA);
  const ref = await startProject(author, 'Estudio de suelos para la cooperativa', 'cons');
  await takeBack(page);
  await author.goto(`${projectPath(ref)}?section=questions`);
  await author.getByRole('combobox', { name: '¿Hubo visita previa?' }).click();
  await author.getByRole('option', { name: 'No', exact: true }).click();
  await author.getByRole('button', { name: 'Agregar fila' }).click();
  await author.getByRole('textbox', { name: 'Nombre, fila 1' }).fill('Rosa Millán');
  const choosing = author.waitForEvent('filechooser');
  await author.getByRole('button', { name: 'Subir archivo: Acta de la visita' }).click();
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
  await (await choosing).setFiles({ name: 'acta.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(author.getByRole('combobox', { name: 'Acta de la visita' })).toHaveValue('acta.pdf');
  await expect(saved(author)).toBeVisible();
  await expectAccessible(author);
  await author.reload();
  await expect(author.getByRole('textbox', { name: 'Nombre, fila 1' })).toHaveValue('Rosa Millán');
  await expect(author.getByRole('combobox', { name: '¿Hubo visita previa?' })).toHaveValue('No');
  await expect(author.getByRole('combobox', { name: 'Acta de la visita' })).toHaveValue('acta.pdf');
});

test('kinds and their editor stand on any screen; others are told at the door @phone', async ({
  page,
  browser,
}) => {
  await signInAs(page, OFFICE);
  await page.goto('/admin/kinds');
  await expect(page.getByRole('link', { name: 'Proyecto de fondo de extensión' })).toBeVisible();
  await page.goto('/admin/kinds/fexs');
  for (const name of ['Datos', 'Secciones', 'Pauta']) {
    await tab(page, name);
  }
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await page.goto('/admin/kinds/otra');
  await expect(page.getByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
  const other = await openWindow(browser, 'Director');
  await other.goto('/admin/kinds/fexs');
  await expect(other.getByRole('heading', { name: 'No tienes acceso a esta página' })).toBeVisible();
});

test('a list leaves as a spreadsheet with its filters', async ({ page }) => {
  await signInAs(page, OFFICE);
  await page.goto('/admin/schools?q=enfermería');
  await page.getByRole('button', { name: 'Exportar' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^escuelas-\d{4}-\d\d-\d\d\.xlsx$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
});
