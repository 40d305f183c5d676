import path from 'node:path';
import { expect, openWindow, test } from './fixtures.ts';
import { newInstallation } from './installation.ts';
const OFFICES = path.resolve(import.meta.dirname, '../test/fixtures/offices');
test('look', async ({ browser }) => {
  test.setTimeout(300000);
  const installation = await newInstallation();
  for (const [w, scheme] of [[1440, 'light'], [390, 'dark']] as const) {
    const page = await openWindow(browser, 'Admin', { baseURL: installation.origin, viewport: { width: w, height: 1700 }, colorScheme: scheme });
    await page.evaluate(s => localStorage.setItem('mantine-color-scheme-value', s), scheme);
    for (const [noun, file, n] of [['users', 'norte-personas.xlsx', 'u1'], ['users', 'sur-personas.csv', 'u2'], ['projects', 'austral-proyectos.csv', 'p1'], ['careers', 'litoral-carreras.txt', 'c1']] as const) {
      await page.goto(`/admin/${noun}/import`);
      await page.waitForLoadState('networkidle');
      if (n === 'u1') await page.screenshot({ path: `/tmp/shots/im-start-${w}.png` });
      await page.locator('input[type="file"]').setInputFiles(path.join(OFFICES, file));
      await page.waitForURL(/import=/);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `/tmp/shots/im-${n}-${w}.png` });
      if (n === 'u1') { await page.getByRole('button', { name: /^Correo de la fila 12/ }).click(); await page.screenshot({ path: `/tmp/shots/im-edit-${w}.png` }); }
    }
    await page.close();
  }
  await installation.end();
});
