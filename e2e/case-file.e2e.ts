import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { expectReadable, openIndex } from './packs.ts';
import { act, completeProject, projectPath } from './project-api.ts';
import { expectToast } from './toasts.ts';

test('whoever leads a project has all of it in one archive @both', async ({ page }, info) => {
  test.slow();
  await signInAs(page, 'camila.rojas@biosur.example');
  const project = await completeProject(page, 'Expediente de un proyecto enviado');
  await act(page, project, 'submit');
  await page.goto(projectPath(project));
  await page.getByRole('tab', { name: 'Expediente' }).click();
  await page.getByRole('button', { name: 'Preparar expediente' }).click();
  await expectToast(page, /^Expediente [A-Z]{3}-\d{4}-\d{4}: lista para descargar\./);
  await expectAccessible(page);
  const button = page.getByRole('button', { name: /^Descargar Expediente/ });
  const index = await openIndex(page, button, info);
  await expect(index.getByRole('heading', { level: 2, name: 'Actos, en orden' })).toBeVisible();
  const acts = index.getByRole('region', { name: 'Tabla: Actos, en orden' }).getByRole('row');
  await expect(acts).toHaveCount(3);
  await expect(acts.last()).toContainText('Enviado');
  await expectReadable(index);
  await index.close();
  await page.getByRole('button', { name: /^Quitar Expediente/ }).click();
});
