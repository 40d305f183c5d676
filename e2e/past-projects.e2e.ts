import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';

/** Codes of its own for each run, so that stories at the same time do not meet. */
const filed = (mark: string) =>
  Buffer.from(
    [
      'Código;Tipo;Estado;Nombre del proyecto;Responsable;Escuela;Período;Inicio;Término;Socio;Comuna;Beneficiarios;Presupuesto',
      `${mark}/1;EXT;Cerrado;Feria costumbrista de Higueras ${mark};camila.rojas@biosur.example;ENF;2018-2;01/08/2018;30/11/2018;69.000.001-6;Talcahuano;1.250;$ 900.000`,
      `${mark}/2;PAC;Cerrado;Memoria de los oficios ${mark};nadie@biosur.example;TSO;2017-1;01/03/2017;31/07/2017;;;;`,
    ].join('\n'),
  );

test('an Admin brings past projects in, finds them marked everywhere, and takes them back @phone', async ({
  page,
}, { testId, project }) => {
  test.slow();
  const mark = `VCM-${project.name.slice(0, 1).toUpperCase()}${testId.slice(-6)}`;
  await signInAs(page, 'Admin');
  await page.goto('/projects');
  await page.getByRole('link', { name: 'Importar históricos' }).click();
  await expect(page).toHaveTitle(/^Importar proyectos históricos - /);
  const file = { name: `historicos-${mark}.csv`, mimeType: 'text/csv', buffer: filed(mark) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText('No hay una persona con el correo «nadie@biosur.example»')).toBeVisible();
  await expect(page).toHaveURL(/import=[0-9a-f-]{36}/);
  await page.getByRole('button', { name: 'Importar solo las buenas (1)' }).click();
  const done = page.getByRole('status').filter({ hasText: 'La importación terminó' });
  await expect(done).toContainText('Nuevos: 1');
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar informe' }).click();
  expect((await report).suggestedFilename()).toBe('importacion-proyectos-historicos.csv');

  await page.getByRole('link', { name: 'Ver los proyectos históricos' }).click();
  await expect(page).toHaveURL(/historic=true/);
  const list = page.getByRole('region', { name: 'Proyectos' });
  await expect(list.getByText('Histórico', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('link', { name: `${mark}/1` }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Feria costumbrista/ })).toBeVisible();
  await expect(page.getByText('Histórico', { exact: true }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Historial' }).click();
  await expect(page.getByText(`Importado de «historicos-${mark}.csv».`)).toBeVisible();

  await page.goto('/admin/projects/import');
  const before = page.getByRole('region', { name: 'Importaciones anteriores' });
  await before
    .getByRole('link', { name: `historicos-${mark}.csv` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Deshacer importación' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'La importación se deshizo' })).toBeVisible();
});
