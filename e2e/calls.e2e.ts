import { admitOnScreen, askFund } from './evaluation-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { act, fillRest, type ProjectRef, projectPath, request } from './project-api.ts';

test.use({ actionTimeout: 10_000 });
test.slow();

test('an academic applies to an open call, has a receipt, and the office admits the proposal', async ({
  page,
}) => {
  await signInAs(page, 'ignacio.pavez@biosur.example');
  await page.goto('/calls');
  await page.getByRole('button', { name: /^Fondo de extensión \d{4}$/ }).click();
  const bases = page.getByRole('dialog', { name: /^Fondo de extensión/ });
  await expect(bases.getByText(/quedan \d+ días y/)).toBeVisible();
  await expect(bases.getByRole('heading', { name: 'A quién está dirigida' })).toBeVisible();
  await bases.getByRole('link', { name: 'Empezar una propuesta' }).click();
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
