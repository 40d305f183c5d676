import { expect, signInAs, test } from './fixtures.ts';
import { act, completeProject, projectPath } from './project-api.ts';

test('shots @both', async ({ page }, info) => {
  test.slow();
  await signInAs(page, 'camila.rojas@biosur.example');
  const draft = await completeProject(page, 'Un proyecto con mapa');
  const n = info.project.name;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`${projectPath(draft)}?section=plan`);
    await expect(page.getByRole('figure', { name: 'Carta Gantt' })).toBeVisible();
    await page.screenshot({ path: `/tmp/s-plan-${n}-${scheme}.png`, fullPage: true });
    await page.goto(`${projectPath(draft)}?section=territory`);
    await page.getByRole('button', { name: /en el mapa/ }).click();
    await expect(page.getByRole('button', { name: /Acercar/ })).toBeVisible();
    const map = page.locator('svg[role=group]');
    if (scheme === 'light') await map.click({ position: { x: 120, y: 120 } });
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/s-terr-${n}-${scheme}.png`, fullPage: true });
  }
  await act(page, draft, 'submit');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${projectPath(draft)}?section=territory`);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `/tmp/s-read-${n}.png`, fullPage: true });
});
