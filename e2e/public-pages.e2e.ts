import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { photoWith } from '../test/photos.ts';
import { expectAccessible } from './axe.ts';
import { uploadFile } from './files-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { approvedProject, type ProjectRef, projectPath, request } from './project-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const OFFICE = 'beatriz.navarrete@biosur.example';
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Publicación' });

/** Somebody who never signed in, without script: what they read needs none. */
async function asVisitor<T>(browser: Browser, origin: string, look: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false, locale: 'es-CL' });
  try {
    return await look(await context.newPage());
  } finally {
    await context.close();
  }
}

/** What stands in the file that the catalogue hands over. */
async function table(visitor: Page): Promise<string> {
  const [file] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('link', { name: 'Descargar la tabla (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^catalogo-\d{4}-\d\d-\d\d\.csv$/);
  return readFile(await file.path(), 'utf8');
}

/** A photo of the project about whose people was answered. */
async function addPhoto(page: Page, ref: ProjectRef): Promise<string> {
  const bytes = await photoWith({ width: 900, height: 600 });
  const id = await uploadFile(page, ref, { name: 'taller.jpg', bytes });
  const answer = { people: 'nobody', consent: 'not_needed', note: '' };
  await request(page, 'PUT', `${projectPath(ref)}/files/${id}/photo`, answer);
  return id;
}

test('a project is published with a photo, found by a visitor, and gone as it is withdrawn @both', async ({
  page,
  browser,
  origin,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const title = `Huertos de la ribera ${test.info().project.name}`;
  const ref = await approvedProject(page, title);
  await addPhoto(page, ref);
  await page.goto(`${projectPath(ref)}?tab=publication`);
  await expect(panel(page).getByText('Falta el consentimiento para publicarlo.')).toBeVisible();
  await expectAccessible(page);
  await panel(page).getByRole('switch', { name: 'Publicarlo en el catálogo público' }).check();
  await panel(page).getByRole('switch', { name: 'Mostrar también sus resultados' }).check();
  await panel(page)
    .getByRole('checkbox', { name: /^Mostrar/ })
    .first()
    .check();
  await panel(page).getByRole('textbox', { name: 'Pie de foto' }).fill('Un taller en la ribera');
  await panel(page)
    .getByRole('button', { name: /^Guardar/ })
    .click();
  await expect(panel(page).getByText('Este proyecto es público')).toBeVisible();
  await panel(page).getByRole('switch', { name: 'Mostrar mi nombre como responsable' }).check();
  await expectToast(page, /nombre/i);
  const address = await panel(page)
    .getByRole('link', { name: /\/publico\/proyectos\// })
    .getAttribute('href');

  await asVisitor(browser, origin, async visitor => {
    await visitor.goto('/publico');
    await visitor.getByRole('searchbox').fill('huertos ribera');
    await visitor.getByRole('button', { name: 'Buscar' }).click();
    expect(await table(visitor)).toContain(title);
    await visitor.getByRole('link', { name: title }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(visitor.getByText('Camila Rojas Fuentes')).toBeVisible();
    const photo = visitor.getByRole('img', { name: 'Un taller en la ribera' });
    await expect(photo).toBeVisible();
    // Its place is there before its bytes are.
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(400);
    expect(new URL(visitor.url()).pathname).toBe(new URL(address ?? '', origin).pathname);
  });

  await panel(page).getByRole('switch', { name: 'Publicarlo en el catálogo público' }).uncheck();
  await panel(page)
    .getByRole('button', { name: /^Guardar/ })
    .click();
  await expect(panel(page).getByText('Este proyecto no es público')).toBeVisible();
  await asVisitor(browser, origin, async visitor => {
    const answer = await visitor.goto(address ?? '');
    expect(answer?.status()).toBe(404);
    await visitor.goto(`/publico/proyectos?q=${encodeURIComponent('huertos ribera')}`);
    await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);
  });
});

test('the office withholds a project with a reason that its people read, and lets it back', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Archivo oral de la caleta');
  const shown = { consented: true, showsResults: false, photos: [], version: 0 };
  await request(page, 'PUT', `${projectPath(ref)}/publication`, shown);
  await asPerson(page, OFFICE, async office => {
    await office.goto(`${projectPath(ref)}?tab=publication`);
    await panel(office).getByRole('button', { name: 'Retirar del catálogo público' }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByRole('textbox').fill('El resumen nombra a una persona.');
    await dialog.getByRole('button', { name: /^Retirar/ }).click();
    await expect(panel(office).getByText('Este proyecto no es público')).toBeVisible();
  });
  await page.goto(`${projectPath(ref)}?tab=publication`);
  await expect(panel(page).getByText('El resumen nombra a una persona.')).toBeVisible();
  await expectAccessible(page);
  await asPerson(page, OFFICE, async office => {
    await office.goto(`${projectPath(ref)}?tab=publication`);
    await panel(office).getByRole('button', { name: 'Volver a mostrar' }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Volver a mostrar' }).click();
    await expect(panel(office).getByText('Este proyecto es público')).toBeVisible();
  });
});

test('public pages are accessible on wide screens and at 360 pixels, light and dark', async ({ page }) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Cartografía de oficios del barrio');
  const file = await addPhoto(page, ref);
  const photos = [{ file, caption: 'Una calle del barrio' }];
  const shown = { consented: true, showsResults: true, photos, version: 0 };
  const { address } = await request<{ address: string }>(
    page,
    'PUT',
    `${projectPath(ref)}/publication`,
    shown,
  );
  const places = [
    '/publico/proyectos',
    '/publico/proyectos?q=oficios&ods=4',
    '/publico/proyectos?q=nada%20de%20esto',
  ];
  for (const path of [...places, new URL(address).pathname, '/publico/convocatorias'])
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [360, 'dark'],
      [360, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expectAccessible(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, width, over]).toEqual([path, width, Math.min(over, 0)]);
    }
});
