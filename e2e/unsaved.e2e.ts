import type { Page } from '@playwright/test';
import { expect, expectKept, person, signInAs, signInThrough, test } from './fixtures.ts';
import { type ProjectRef, projectPath, readProject, startProject } from './project-api.ts';
import { expectSignedOut, HALF_HOUR } from './session-state.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const title = (page: Page) => page.getByRole('textbox', { name: 'Título' });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /Guardado a las/ });

async function openDraft(page: Page, name: string): Promise<ProjectRef> {
  await signInAs(page, CAMILA);
  const ref = await startProject(page, name);
  await page.goto(projectPath(ref));
  await expect(title(page)).toHaveValue(name);
  return ref;
}

const storedTitle = async (page: Page, ref: ProjectRef) =>
  (await readProject(page, ref)).sections.find(s => s.slug === 'identification')?.data.title;

test('what was typed survives the reload that an expired session forces', async ({ page }) => {
  const ref = await openDraft(page, 'Título antes de la sesión vencida');
  await page.route('**/sections/identification', route =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Sin sesión',
        status: 401,
        detail: 'Tu sesión expiró. Inicia sesión nuevamente.',
        code: 'unauthenticated',
      }),
    }),
  );
  await title(page).fill('Título escrito justo cuando venció la sesión');
  await page.waitForURL('**/auth/login');
  await page.unroute('**/sections/identification');
  await signInAs(page, CAMILA);
  await page.goto(projectPath(ref));
  await expect(title(page)).toHaveValue('Título escrito justo cuando venció la sesión');
  await expect(page.getByText(/Recuperamos lo que estabas escribiendo/)).toBeVisible();
  await expect.poll(() => storedTitle(page, ref)).toBe('Título escrito justo cuando venció la sesión');
});

test('without a connection the screen says so, keeps the work and sends it when the connection is back', async ({
  page,
  context,
}) => {
  const ref = await openDraft(page, 'Título antes del corte');
  await context.setOffline(true);
  await title(page).fill('Título escrito sin conexión');
  await expect(
    page.getByText('Sin conexión. Guardamos tus cambios en este equipo y los enviaremos al volver.'),
  ).toBeVisible();
  // What has not been fetched yet waits; the page stays.
  await page.getByRole('button', { name: 'Editar Resumen' }).click();
  await expect(title(page)).toHaveValue('Título escrito sin conexión');
  await context.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'Resumen' });
  await expect(dialog.locator('.ql-editor')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(saved(page)).toBeVisible();
  expect(await storedTitle(page, ref)).toBe('Título escrito sin conexión');
});

test('what was typed without a connection survives a renewal that fails meanwhile', async ({
  page,
  context,
}) => {
  await page.clock.install();
  const ref = await openDraft(page, 'Título antes de la renovación');
  await context.setOffline(true);
  await title(page).fill('Título escrito antes de que la renovación fallara');
  await expectKept(page, 'Título escrito antes de que la renovación fallara');
  await page.clock.fastForward(HALF_HOUR);
  await expectSignedOut(page);
  await context.setOffline(false);
  await signInThrough(page, 'Microsoft', person(CAMILA));
  await expect(page).toHaveURL(new RegExp(projectPath(ref)));
  await expect(title(page)).toHaveValue('Título escrito antes de que la renovación fallara');
  await expect.poll(() => storedTitle(page, ref)).toBe('Título escrito antes de que la renovación fallara');
});

test('a tab closed in the middle of a text loses nothing, the open text modal included', async ({
  page,
  context,
}) => {
  const ref = await openDraft(page, 'Pestaña que se cierra');
  await page.route('**/sections/identification', route => route.abort());
  await page.getByRole('button', { name: 'Editar Resumen' }).click();
  await page.getByRole('dialog').locator('.ql-editor').fill('Un resumen a medio escribir');
  await expectKept(page, 'Un resumen a medio escribir');
  await page.close();

  const again = await context.newPage();
  await again.goto(projectPath(ref));
  const dialog = again.getByRole('dialog', { name: 'Resumen' });
  await expect(dialog.locator('.ql-editor')).toHaveText('Un resumen a medio escribir');
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(again.getByText('Un resumen a medio escribir')).toBeVisible();
  await expect(saved(again)).toBeVisible();
});

test('work left in another section is offered when the person is back', async ({ page, context }) => {
  const ref = await openDraft(page, 'Trabajo en otra sección');
  await page.route('**/sections/identification', route => route.abort());
  await title(page).fill('Trabajo en otra sección, cambiado');
  await expectKept(page, 'Trabajo en otra sección, cambiado');
  await page.close();

  const again = await context.newPage();
  await again.goto('/');
  await expect(again.getByText(/guarda cambios tuyos que todavía no se envían/)).toBeVisible();
  await again.goto(`${projectPath(ref)}?section=goals`);
  await again
    .getByText(/cambios de una visita anterior/)
    .getByRole('link', { name: 'Identificación' })
    .click();
  await expect(title(again)).toHaveValue('Trabajo en otra sección, cambiado');
  await expect.poll(() => storedTitle(again, ref)).toBe('Trabajo en otra sección, cambiado');
});
