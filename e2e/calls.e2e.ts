import { expectAccessible } from './axe.ts';
import { admitOnScreen, askFund } from './evaluation-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { act, fillRest, type ProjectRef, projectPath, request } from './project-api.ts';

test.use({ actionTimeout: 10_000 });
test.slow();

const OPEN = /^Fondo de extensión \d{4}$/;

test('an academic applies to an open call, has a receipt, and the office admits the proposal', async ({
  page,
}) => {
  await signInAs(page, 'ignacio.pavez@biosur.example');
  await page.goto('/calls');
  // By keyboard, as a row is a link.
  await page.getByRole('link', { name: OPEN }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: OPEN })).toBeVisible();
  await expect(page.getByText(/quedan \d+ días y/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A quién está dirigida' })).toBeVisible();
  await page.getByRole('link', { name: 'Empezar una propuesta' }).click();
  await page.getByRole('textbox', { name: 'Título' }).fill('Archivo sonoro del barrio Puchacay');
  await page.getByRole('button', { name: 'Crear borrador' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Archivo sonoro' })).toBeVisible();
  const ref: ProjectRef = {
    kind: 'fexs',
    id: new URL(page.url()).pathname.split('/').at(-1) ?? '',
    code: '',
  };

  await page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: 'Fondo' }).click();
  await page.getByRole('combobox', { name: 'Línea' }).click();
  await page.getByRole('option', { name: /^Trabajo con organizaciones/ }).click();
  await expect(page.getByText('Línea de la convocatoria: cumplido')).toBeVisible();
  await fillRest(page, ref);
  await askFund(page, ref, 3_900_000);
  await page.reload();
  await expect(page.getByText('Monto de hasta $4.000.000: cumplido')).toBeVisible();
  await act(page, ref, 'submit');
  await page.goto(`${projectPath(ref)}?section=fund`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Comprobante del / }).click();
  expect((await download).suggestedFilename()).toMatch(/^Comprobante FEX-\d{4}-\d{4}\.pdf$/);

  const { code } = await request<ProjectRef>(page, 'GET', projectPath(ref));
  await asPerson(page, 'beatriz.navarrete@biosur.example', office => admitOnScreen(office, { ...ref, code }));
});

test('a call is read from top to bottom: what is over, today and what comes, what it is judged by @both', async ({
  page,
}) => {
  await signInAs(page, 'ignacio.pavez@biosur.example');
  await page.goto('/calls');
  const href = (await page.getByRole('link', { name: OPEN }).getAttribute('href')) ?? '';
  const open = href.split('/').at(-1) ?? '';
  // An address of before, which leaves no step behind to come back to.
  await page.goto(`/calls?open=${open}`);
  await expect(page).toHaveURL(`/calls/${open}`);
  await expect(page).toHaveTitle(/^Fondo de extensión \d{4} - /);
  await expect(
    page.getByRole('navigation', { name: 'Ruta de navegación' }).getByRole('link', { name: 'Convocatorias' }),
  ).toBeVisible();
  const dates = page.getByRole('region', { name: 'Fechas' }).getByRole('listitem');
  await expect(dates.first()).toContainText('(ya pasó)');
  await expect(dates.nth(1)).toHaveAttribute('aria-current', 'date');
  await expect(dates.nth(2)).toContainText(/^Cierre.* · faltan \d+ días$/);
  const rubric = page.getByRole('region', { name: 'Pauta de evaluación' });
  await expect(rubric.getByRole('columnheader')).toHaveText(['Criterio', 'Puntaje', 'Peso']);
  await expect(rubric.getByRole('row').nth(1)).toContainText(/0 a \d+\d+ %$/);
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  await page.goBack();
  await expect(page).toHaveURL('/calls');
});
