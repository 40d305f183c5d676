import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

const chooseRows = (page: Page, name: string, ...rows: string[]) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });

/** Brings in the good rows of a file whose preview shows. */
async function importGood(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: `Importar solo las buenas (${count})` }).click();
  await expect(said(page, 'La importación terminó')).toContainText(new RegExp(`Nuev[ao]s: ${count}`));
}

/** Takes back what a file brought in, found again among those imported before. */
async function undoImport(page: Page, noun: string, file: string): Promise<void> {
  await page.goto(`/admin/${noun}/import`);
  const before = page.getByRole('region', { name: 'Importaciones anteriores' });
  await before.getByRole('link', { name: file }).first().click();
  await page.getByRole('button', { name: 'Deshacer importación' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(said(page, 'La importación se deshizo')).toBeVisible();
}

/** Codes of its own for each run, so that stories at the same time do not meet. */
const markOf = (story: string, project: string, testId: string) =>
  `${story}-${project.slice(0, 1).toUpperCase()}${testId.slice(-6)}`;

const filed = (mark: string) => [
  'Código;Tipo;Estado;Nombre del proyecto;Responsable;Escuela;Período;Inicio;Término;Socio;Comuna;Beneficiarios;Presupuesto',
  `${mark}/1;EXT;Cerrado;Feria costumbrista de Higueras ${mark};camila.rojas@biosur.example;ENF;2018-2;01/08/2018;30/11/2018;69.000.001-6;Talcahuano;1.250;$ 900.000`,
  `${mark}/2;PAC;Cerrado;Memoria de los oficios ${mark};nadie@biosur.example;TSO;2017-1;01/03/2017;31/07/2017;;;;`,
];

test('an Admin brings past projects in, finds them marked everywhere, and takes them back @phone', async ({
  page,
}, { testId, project }) => {
  test.slow();
  const mark = markOf('VCM', project.name, testId);
  await signInAs(page, 'Admin');
  await page.goto('/projects');
  await page.getByRole('link', { name: 'Importar históricos' }).click();
  await expect(page).toHaveTitle(/^Importar proyectos históricos - /);
  await chooseRows(page, `historicos-${mark}.csv`, ...filed(mark));
  await expect(page.getByText('No hay una persona con el correo «nadie@biosur.example»')).toBeVisible();
  await expect(page).toHaveURL(/import=[0-9a-f-]{36}/);
  await importGood(page, 1);
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

  await undoImport(page, 'projects', `historicos-${mark}.csv`);
});

test('what past projects did follows them: activities with people, and values of indicators @phone', async ({
  page,
}, { testId, project }) => {
  test.slow();
  const mark = markOf('EJE', project.name, testId);
  const code = `${mark}/1`;
  await signInAs(page, 'Admin');
  await page.goto('/admin/projects/import');
  await chooseRows(page, `historicos-${mark}.csv`, ...filed(mark));
  await importGood(page, 1);

  await page.goto('/admin/projects/import');
  await page.getByRole('link', { name: 'actividades con las personas que participaron' }).click();
  await expect(page).toHaveTitle(/^Importar actividades de proyectos anteriores - /);
  await chooseRows(
    page,
    `actividades-${mark}.csv`,
    'Proyecto;Actividad;Fecha;Lugar;Comuna;Estudiantes;Directos;Mujeres',
    `${code};Taller de cestería;12-09-2018;Sede vecinal;Talcahuano;14;120;80`,
    `${code};Muestra final;31/02/2018;Plaza;Talcahuano;9;60;`,
    `${mark}/9;Charla;10/10/2018;;;;;`,
  );
  await expect(page.getByText('Fecha: Escribe una fecha válida (dd-mm-aaaa).')).toBeVisible();
  await expect(
    page.getByText(`No hay un proyecto con el código «${mark}/9»`, { exact: false }),
  ).toBeVisible();
  await expectAccessible(page);
  await importGood(page, 1);

  await page.goto('/admin/indicators/import');
  await chooseRows(
    page,
    `indicadores-${mark}.csv`,
    'Proyecto;Indicador;Tipo;Unidad;Meta;Valor;Fecha',
    `${code};Cesteras formadas;Número;personas;20;18;30-11-2018`,
    `${code};Satisfacción;Encuesta;%;80;muy buena;30-11-2018`,
  );
  await expect(page.getByText('No se reconoce el tipo «Encuesta»', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await importGood(page, 1);

  await page.getByRole('link', { name: 'Ver los proyectos históricos' }).click();
  await page
    .getByRole('region', { name: 'Proyectos' })
    .getByRole('searchbox', { name: 'Buscar: Proyectos' })
    .fill(code);
  await page.getByRole('link', { name: code }).click();
  await page.getByRole('tab', { name: 'Ejecución' }).click();
  await expect(page.getByText('Taller de cestería').first()).toBeVisible();
  await expect(page.getByText('Cesteras formadas').first()).toBeVisible();
  await expectAccessible(page);

  await undoImport(page, 'indicators', `indicadores-${mark}.csv`);
  await undoImport(page, 'activities', `actividades-${mark}.csv`);
  await undoImport(page, 'projects', `historicos-${mark}.csv`);
});
