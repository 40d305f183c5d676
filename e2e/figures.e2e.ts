import { expect, signInAs, test } from './fixtures.ts';
import { projectPath, readProject, startProject } from './project-api.ts';

const CAMILA = 'camila.rojas@biosur.example';

test('figures are read as they were copied: points of maps and of foreign spreadsheets are decimal ones', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, CAMILA);
  const ref = await startProject(page, 'Cifras que se copian y pegan');
  const paste = async (label: string, text: string) => {
    await page.evaluate(copied => navigator.clipboard.writeText(copied), text);
    await page.getByLabel(label).focus();
    await page.keyboard.press('ControlOrMeta+V');
  };
  const stored = async (slug: string) => {
    const { sections } = await readProject(page, ref);
    return sections.find(s => s.slug === slug)?.data;
  };

  await page.goto(`${projectPath(ref)}?section=territory`);
  await paste('Latitud', '-36.8201');
  await expect(page.getByLabel('Latitud')).toHaveValue('-36,8201');
  await paste('Latitud', ' -37.470250, -72.3537 ');
  await expect(page.getByLabel('Longitud')).toHaveValue('-72,3537');
  await expect
    .poll(() => stored('territory'))
    .toMatchObject({ point: { latitude: -37.47025, longitude: -72.3537 } });

  await page.goto(`${projectPath(ref)}?section=budget`);
  await page.getByRole('button', { name: 'Agregar ítem' }).click();
  await page.getByLabel('Cantidad, ítem 1').fill('1.5');
  await paste('Costo unitario, ítem 1', '12.500');
  await expect(page.getByRole('cell', { name: '$18.750' }).first()).toBeVisible();
  await expect.poll(() => stored('budget')).toMatchObject({ lines: [{ quantity: 1.5, unitCost: 12_500 }] });
});
