import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';

const CSV = 'Sigla;Asignatura;Unidad;SCT\nE2E-101;CERAMICA ANDINA;INF;4,5\nE2E-102;Fotografía;NADA;3\n';

test('an Admin brings courses in, leaves out a wrong row, comes back after a reload, and takes all of it back', async ({
  page,
}) => {
  await signInAs(page, 'Admin');
  await page.goto('/admin/courses');
  await page.getByRole('link', { name: 'Importar cursos' }).click();
  await expect(page).toHaveTitle(/^Importar cursos - /);
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar plantilla XLSX' }).click();
  expect((await template).suggestedFilename()).toBe('plantilla-cursos.xlsx');

  const file = { name: 'cursos.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText('Escuela: No existe la escuela «NADA».')).toBeVisible();
  await expect(page).toHaveURL(/import=[0-9a-f-]{36}/);
  await page.reload();
  await expect(page.getByText('Escuela: No existe la escuela «NADA».')).toBeVisible();
  await page.getByRole('button', { name: 'Importar solo las buenas (1)' }).click();

  const done = page.getByRole('status').filter({ hasText: 'La importación terminó' });
  await expect(done).toContainText('Nuevos: 1');
  await expect(done).toContainText('Con error, sin importar: 1');
  await page.reload();
  await expect(done).toBeVisible();
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar informe' }).click();
  expect((await report).suggestedFilename()).toBe('importacion-cursos.csv');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Ver los cursos' }).click();
  const list = page.getByRole('region', { name: 'Cursos' });
  await list.getByRole('searchbox', { name: 'Buscar: Cursos' }).fill('ceramica andina');
  await expect(list.getByRole('button', { name: 'Cerámica Andina' })).toBeVisible();

  await page.goto('/admin/courses/import');
  const before = page.getByRole('region', { name: 'Importaciones anteriores' });
  await before.getByRole('link', { name: 'cursos.csv' }).first().click();
  await page.getByRole('button', { name: 'Deshacer importación' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'La importación se deshizo' })).toBeVisible();
  await page.goto('/admin/courses?q=ceramica+andina');
  await expect(list.getByRole('button', { name: 'Cerámica Andina' })).toHaveCount(0);
});

test('every catalogue leads to its import @phone', async ({ page }) => {
  await signInAs(page, 'Admin');
  for (const [noun, title] of [
    ['faculties', 'Importar facultades'],
    ['schools', 'Importar escuelas'],
    ['users', 'Importar personas'],
  ] as const) {
    await page.goto(`/admin/${noun}`);
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});
