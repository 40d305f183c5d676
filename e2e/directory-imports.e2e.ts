import type { Page } from '@playwright/test';
import { expect, person, signInAs, test } from './fixtures.ts';
import { request } from './project-api.ts';

const unique = () => Math.random().toString(36).slice(2, 8).toUpperCase();
const done = (page: Page) => page.getByRole('status').filter({ hasText: 'La importación terminó' });

async function choose(page: Page, name: string, rows: readonly string[]) {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.locator('input[type="file"]').setInputFiles(file);
}

test('an Admin brings the offerings of a course in and gives them a teacher at once @phone', async ({
  page,
}) => {
  test.slow();
  const code = `E2E-${unique()}`;
  await signInAs(page, 'Admin');
  const schools = await request<{ rows: { id: string }[] }>(page, 'GET', '/schools?q=ENF');
  const { id } = await request<{ id: string }>(page, 'POST', '/courses', {
    code,
    name: `Taller de prueba ${code}`,
    schoolId: schools.rows[0]?.id,
  });
  await page.goto(`/admin/courses/offerings?course=${id}`);
  await page.getByRole('link', { name: 'Importar ofertas' }).click();
  await expect(page).toHaveTitle(/^Importar ofertas - /);
  await choose(page, `ofertas-${code}.csv`, [
    'Curso;Período;Sección;Inscritos',
    `${code};2015-1;1;31`,
    `${code};2015-1;2;28`,
    `${code};2015-3;1;28`,
  ]);
  await expect(page.getByText('Período: Escribe un período, por ejemplo 2019-1.')).toBeVisible();
  await page.getByRole('button', { name: 'Importar solo las buenas (2)' }).click();
  await expect(done(page)).toContainText('Nuevas: 2');

  await page.goto(`/admin/courses/offerings?course=${id}`);
  const list = page.getByRole('region', { name: 'Oferta de cursos' });
  const boxes = list.getByRole('row').filter({ hasText: code }).getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  for (const n of [0, 1]) await boxes.nth(n).check();
  await page.getByRole('button', { name: 'Asignar docente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Asignar docente: 2 seleccionados' });
  const teacher = person('Academic').name;
  await dialog.getByRole('combobox', { name: 'Docente' }).fill(teacher.split(' ')[0] ?? '');
  await page.getByRole('option', { name: teacher }).click();
  await expect(dialog.getByRole('combobox', { name: 'Docente' })).toHaveValue(teacher);
  await dialog.getByRole('button', { name: 'Asignar docente' }).click();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole('row').filter({ hasText: teacher })).toHaveCount(2);
});

test('partners come in on the way to past projects, and go again @phone', async ({ page }) => {
  const mark = unique();
  await signInAs(page, 'Admin');
  await page.goto('/admin/projects/import');
  await page.getByRole('link', { name: 'organizaciones' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Importar organizaciones' })).toBeVisible();
  await choose(page, `socios-${mark}.csv`, [
    'Organización;Tipo;Comuna',
    `Club de Rayuela ${mark};Organización social;Talcahuano`,
  ]);
  await page.getByRole('button', { name: 'Importar 1 organización' }).click();
  await expect(done(page)).toContainText('Nuevas: 1');
  await expect(page.getByRole('link', { name: 'Ver las organizaciones' })).toHaveAttribute(
    'href',
    '/partners',
  );
  await expect(page.getByRole('link', { name: 'Seguir con los proyectos históricos' })).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer importación' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'La importación se deshizo' })).toBeVisible();
});

test('two editors of a career see the words of its level, not a code', async ({ page }) => {
  const officialCode = `E2E${unique()}`;
  await signInAs(page, 'Admin');
  const schools = await request<{ rows: { id: string }[] }>(page, 'GET', '/schools?q=ENF');
  const fields = { name: 'Carrera de Dos Manos', schoolId: schools.rows[0]?.id, officialCode };
  const row = await request<{ id: string; updatedAt: string }>(page, 'POST', '/careers', {
    ...fields,
    level: 'pregrado',
  });
  await page.goto(`/admin/careers?open=${row.id}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Nombre').fill('Carrera de la primera');
  const other = { ...fields, level: 'tecnico', shift: 'vespertina', updatedAt: row.updatedAt };
  await request(page, 'PUT', `/careers/${row.id}`, other);
  await drawer.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(drawer.getByRole('alert')).toContainText('Nivel: guardado «Técnico», tuyo «Pregrado»');
  await expect(drawer.getByRole('alert')).toContainText('Jornada: guardado «Vespertina», tuyo «–»');
  await request(page, 'DELETE', `/careers/${row.id}`);
});
