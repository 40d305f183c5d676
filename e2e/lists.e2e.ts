import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { act, completeProject, startProject } from './project-api.ts';

test.use({ actionTimeout: 10_000 });

const IGNACIO = 'ignacio.pavez@biosur.example';

test('search, filters, order and columns of the list stay in the address', async ({ page }) => {
  await signInAs(page, IGNACIO);
  await startProject(page, 'Cabildo juvenil en Lota', 'exts');
  await startProject(page, 'Mesa de cuidados en Lota');
  await page.goto('/projects');
  const rows = page.getByRole('table', { name: 'Proyectos' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Cabildo juvenil en Lota' })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Buscar: Proyectos' }).fill('lota');
  await page.getByRole('button', { name: 'Más filtros' }).click();
  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Actividad de extensión' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Filtros activos' })).toContainText('Actividad de extensión');
  await expect(rows.filter({ hasText: 'Mesa de cuidados' })).toHaveCount(0);
  await expect(page).toHaveURL(/kind=exts/);
  await page.getByRole('button', { name: 'Título' }).click();
  await expect(page).toHaveURL(/sort=title/);

  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Buscar: Proyectos' })).toHaveValue('lota');
  await expect(rows.filter({ hasText: 'Cabildo juvenil en Lota' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'Mesa de cuidados' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Quitar filtro Actividad de extensión' }).click();
  await expect(rows.filter({ hasText: 'Mesa de cuidados' }).first()).toBeVisible();
  await expect(page).not.toHaveURL(/kind=/);
});

test('columns and their widths are those of the last visit', async ({ page }) => {
  await signInAs(page, IGNACIO);
  const ref = await startProject(page, 'Columnas de la próxima visita');
  await page.goto(`/projects?q=${ref.code}`);
  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await page.getByRole('button', { name: 'Columnas' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Escuela' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Vence' }).click();
  await expect(heading('Escuela')).toBeVisible();
  await expect(page).toHaveURL(/cols=/);
  await page.keyboard.press('Escape');
  // The closing menu gives the focus back to its button.
  await expect(page.getByRole('button', { name: 'Columnas' })).toBeFocused();
  const widthOf = async () => Math.round((await heading('Título').boundingBox())?.width ?? 0);
  const before = await widthOf();
  await page.getByRole('separator', { name: 'Ancho de Título' }).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await expect.poll(widthOf).toBe(before - 48);

  await page.goto(`/projects?q=${ref.code}`);
  await expect(heading('Escuela')).toBeVisible();
  await expect(heading('Vence')).toBeHidden();
  expect(await widthOf()).toBe(before - 48);

  await page.getByRole('button', { name: 'Columnas' }).click();
  await page.getByRole('menuitem', { name: 'Columnas habituales' }).click();
  await expect(heading('Vence')).toBeVisible();
  await expect(heading('Escuela')).toBeHidden();
  await page.reload();
  await expect(heading('Vence')).toBeVisible();
});

test('a row says whose turn it is and opens by keyboard; the list leaves as a file', async ({ page }) => {
  await signInAs(page, 'camila.rojas@biosur.example');
  const ref = await completeProject(page, 'Consultorio abierto en Penco');
  await act(page, ref, 'submit');
  await page.goto(`/projects?q=${ref.code}`);
  const row = page.getByRole('row').filter({ hasText: ref.code });
  await expect(row).toContainText('Patricia Contreras Vidal');
  await expect(row).toContainText('vence');
  // While the file waits its turn the button says so, and asks for no second one.
  const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
  await page.route('**/projects/export*', async route => {
    await turn;
    await route.continue();
  });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeDisabled();
  begin();
  expect((await downloading).suggestedFilename()).toMatch(/^proyectos-.*\.csv$/);
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeEnabled();
  await row.getByRole('link', { name: ref.code }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Consultorio abierto en Penco' })).toBeVisible();
});

test('on a phone the list is made of cards and the form has a menu of sections @phone', async ({ page }) => {
  await signInAs(page, IGNACIO);
  const ref = await startProject(
    page,
    'Acompañamiento a dirigentas sociales de la provincia de Arauco y su red de organizaciones',
  );
  await page.goto(`/projects?q=${ref.code}`);
  await expect(page.getByText('Acompañamiento a dirigentas')).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: ref.code }).click();
  await page.getByRole('combobox', { name: 'Sección' }).selectOption({ label: 'Presupuesto (opcional)' });
  await page.getByRole('button', { name: 'Agregar ítem' }).click();
  await page.getByLabel('Descripción, ítem 1').fill('Arriendo de sede');
  await expect(page.getByRole('status').filter({ hasText: 'Guardado a las' })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
});

test('projects stand in groups, each with its count and a way to its rows alone', async ({ page }) => {
  await signInAs(page, 'Admin');
  await page.goto('/projects?size=10');
  await page.getByRole('button', { name: 'Agrupar por' }).click();
  await page.getByRole('menuitemradio', { name: 'Escuela' }).click();
  await expect(page).toHaveURL(/group=school/);
  const heading = page.getByRole('rowheader', { name: /^Escuela de Enfermería/ });
  const grouping = page.getByRole('button', { name: 'Agrupar por: Escuela' });
  await grouping.click();
  await expectAccessible(page);
  const target = page.getByRole('menuitem', { name: /^Escuela de Enfermería/ });
  const count = /(\d+)$/.exec((await target.textContent()) ?? '')?.[1];
  await target.click();
  await expect(heading).toContainText(`${count} resultados`);
  await heading.getByRole('button', { name: /^Ver solo estos/ }).click();
  await expect(page).toHaveURL(/school=/);
  await expect(page).not.toHaveURL(/group=/);
  await expect(page.getByRole('status').filter({ hasText: `de ${count}` })).toBeVisible();
});
