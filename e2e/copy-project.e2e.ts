import { expect, signInAs, test } from './fixtures.ts';
import { completeProject, type ProjectRef, projectPath } from './project-api.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const TITLE = 'Huertos comunitarios de la caleta';

test('an academic begins a project as a copy of an earlier one, and finds what was taken and what was not', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const source: ProjectRef = await completeProject(page, TITLE);

  await page.goto('/');
  await page.getByRole('button', { name: 'Nuevo proyecto' }).click();
  await page.getByRole('menuitem', { name: /Proyecto académico-comunitario/ }).click();
  await page.getByRole('radio', { name: 'Copia de un proyecto mío' }).check();
  await expect(page.getByText(/menos convocatoria, fechas, cifras logradas/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Proyecto que copias' }).fill('caleta');
  await page.getByRole('option', { name: `${source.code} ${TITLE}` }).click();
  const title = page.getByRole('textbox', { name: 'Título' });
  await expect(title).toHaveValue(TITLE);
  await title.fill(`${TITLE}, segundo año`);
  await page.getByRole('button', { name: 'Crear borrador' }).click();

  await expect(page.getByRole('heading', { level: 1, name: `${TITLE}, segundo año` })).toBeVisible();
  await expect(page.getByText(/plan de autocuidado para personas mayores/)).toBeVisible();
  await expect(page.getByLabel('Fecha de inicio')).toHaveValue('');
  await expect(page.getByLabel('Fecha de término')).toHaveValue('');
  const sections = page.getByRole('navigation', { name: 'Secciones' });
  await sections.getByRole('link', { name: 'Presupuesto' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Presupuesto' })).toBeVisible();
  await expect(page.getByText(/Total/).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Historial' }).click();
  await expect(page.getByText(`Copia de ${source.code}.`)).toBeVisible();
});

test('an address presets the project that is copied', async ({ page }) => {
  await signInAs(page, CAMILA);
  const source = await completeProject(page, TITLE);
  await page.goto(`/projects/pacs/new?from=${source.id}`);
  await expect(page.getByRole('radio', { name: 'Copia de un proyecto mío' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue(TITLE);
  await page.getByRole('button', { name: 'Crear borrador' }).click();
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(`${projectPath(source)}`));

  // What is not one's own is not offered, nor taken by its address.
  await signInAs(page, 'diego.huenchulaf@biosur.example');
  await page.goto(`/projects/pacs/new?from=${source.id}`);
  await expect(page.getByText(/Ese proyecto no se puede copiar/)).toBeVisible();
});
