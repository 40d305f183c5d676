import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';

const FILE = path.resolve(import.meta.dirname, '../test/fixtures/carreras-udec-2025.csv');

test('an Admin imports the careers of a real university, corrects a name, and a second import changes nothing', async ({
  page,
}) => {
  await signInAs(page, 'Admin');
  await page.goto('/admin/careers');
  await page.getByRole('link', { name: 'Importar carreras' }).click();
  await expect(page).toHaveTitle(/^Importar carreras - Vinculación con los medios - /);
  await page.locator('input[type="file"]').setInputFiles(FILE);

  const preview = page.getByRole('region', { name: 'Vista previa' });
  await expect(preview.getByRole('row')).toHaveCount(51);
  await expect(page.getByText('Se crearán 10 escuelas:')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Escuela', exact: true })).toHaveValue(
    'area (Agropecuaria)',
  );

  await page.getByRole('button', { name: 'Nombre de la fila 2: Medicina Veterinaria' }).click();
  const name = page.getByRole('combobox', { name: 'Nombre de la fila 2', exact: true });
  await expect(name).toHaveValue('Medicina Veterinaria');
  await name.fill('Medicina Veterinaria y Zootecnia');
  await name.press('Enter');
  await expect(
    page.getByRole('button', { name: 'Nombre de la fila 2: Medicina Veterinaria y Zootecnia' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Importar 84 carreras' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'La importación terminó' })).toContainText(
    'Nuevas: 84',
  );

  await page.getByRole('link', { name: 'Ver las carreras' }).click();
  const list = page.getByRole('region', { name: 'Carreras' });
  await list.getByRole('searchbox', { name: 'Buscar: Carreras' }).fill('educacion general basica');
  await expect(list.getByRole('button', { name: 'Educación General Básica' })).toHaveCount(3);
  await expect(list.getByRole('cell', { name: 'Sede Los Ángeles' }).first()).toBeVisible();
  await list.getByRole('searchbox', { name: 'Buscar: Carreras' }).fill('zootecnia');
  await expect(list.getByRole('button', { name: 'Medicina Veterinaria y Zootecnia' })).toBeVisible();
  await expect(list.getByText('1 resultado', { exact: true })).toBeVisible();

  await page.goto('/admin/careers/import');
  await page.locator('input[type="file"]').setInputFiles(FILE);
  await expect(page.getByText('Iguales 84')).toBeVisible();
  const run = page.getByRole('button', { name: /^Importar 0 carreras/ });
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  await run.hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'No hay nada que importar: todas las filas están iguales.',
  );
});

test('columns that are not recognised are mapped on screen, and wrong rows are told and left out', async ({
  page,
}) => {
  await signInAs(page, 'Admin');
  await page.goto('/admin/careers/import');
  const csv = 'Clave;Título;Lugar\nZZ-1;GEOLOGIA MARINA;LOTA\nZZ-2;;LOTA\n';
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'otra.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByText('Elige su columna.')).toHaveCount(2);
  const choose = async (label: string, option: RegExp) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Código único', /^Clave/);
  await expect(page.getByText('Elige su columna.')).toHaveCount(1);
  await choose('Nombre', /^Título/);
  await choose('Escuela de las filas', /Escuela de Enfermería/);
  await expect(page.getByText('Con errores 1')).toBeVisible();
  await expect(page.getByText('Nombre: Este campo es obligatorio.')).toBeVisible();
  await page.getByRole('button', { name: 'Importar solo las buenas (1)' }).click();
  const done = page.getByRole('status').filter({ hasText: 'La importación terminó' });
  await expect(done).toContainText('Nuevas: 1');
  await expect(done).toContainText('Con error, sin importar: 1');
});

test('what is no list of careers is refused in words @phone', async ({ page }) => {
  await signInAs(page, 'Admin');
  await page.goto('/admin/careers/import');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'vacio.csv', mimeType: 'text/csv', buffer: Buffer.from('codigo;nombre\n') });
  await expect(page.getByRole('alert')).toHaveText('El archivo no tiene filas debajo de los títulos.');
  const real = await readFile(FILE);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer: real });
  await expect(page.getByText('Todas 84')).toBeVisible();
  await expectAccessible(page);
});
