import { expect, signInAs, test } from './fixtures.ts';
import { type ProjectRef, projectPath, readProject, startProject } from './project-api.ts';

const CAMILA = 'camila.rojas@biosur.example';

test('figures are read as people write and copy them: points between thousands, or decimal ones', async ({
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
  const stored = async (of: ProjectRef, slug: string) => {
    const { sections } = await readProject(page, of);
    return sections.find(s => s.slug === slug)?.data;
  };

  await page.goto(`${projectPath(ref)}?section=territory`);
  await paste('Latitud', '-36.8201');
  await expect(page.getByLabel('Latitud')).toHaveValue('-36,8201');
  await paste('Latitud', ' -37.470250, -72.3537 ');
  await expect(page.getByLabel('Longitud')).toHaveValue('-72,3537');
  await expect
    .poll(() => stored(ref, 'territory'))
    .toMatchObject({ point: { latitude: -37.47025, longitude: -72.3537 } });

  await page.goto(`${projectPath(ref)}?section=budget`);
  await page.getByRole('button', { name: 'Agregar ítem' }).click();
  await page.getByLabel('Cantidad, ítem 1').fill('1.5');
  await paste('Costo unitario, ítem 1', '12.500');
  await expect(page.getByRole('cell', { name: '$18.750' }).first()).toBeVisible();
  await expect
    .poll(() => stored(ref, 'budget'))
    .toMatchObject({ lines: [{ quantity: 1.5, unitCost: 12_500 }] });

  const contract = await startProject(page, 'Un monto en pesos o en UF', 'cons');
  const amount = page.getByLabel('Monto', { exact: true });
  await page.goto(`${projectPath(contract)}?section=contract`);
  for (const [written, shown, value] of [
    ['12.500.000', '12.500.000', 12_500_000],
    ['1.234,5', '1.234,5', 1234.5],
    ['850.75', '850,75', 850.75],
  ] as const) {
    await amount.fill('');
    await amount.pressSequentially(written);
    await amount.blur();
    await expect(amount).toHaveValue(shown);
    await expect.poll(async () => (await stored(contract, 'contract'))?.amount).toBe(value);
  }
});
