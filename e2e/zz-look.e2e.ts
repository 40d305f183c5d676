import { openWindow, test } from './fixtures.ts';
import { newInstallation } from './installation.ts';

test('look', async ({ browser }) => {
  test.setTimeout(300000);
  for (const isEmpty of [true, false]) {
    const installation = await newInstallation({}, { isEmpty });
    for (const [w, scheme] of [
      [1440, 'light'],
      [390, 'dark'],
      [1440, 'dark'],
      [390, 'light'],
    ] as const) {
      const page = await openWindow(browser, 'Admin', {
        baseURL: installation.origin,
        viewport: { width: w, height: 1400 },
        colorScheme: scheme,
      });
      await page.evaluate(s => localStorage.setItem('mantine-color-scheme-value', s), scheme);
      page.setDefaultTimeout(15000);
      const shot = async (n: string) => {
        await page.waitForLoadState('networkidle');
        await page.mouse.move(0, 0);
        await page.screenshot({
          path: `/tmp/shots/set-${isEmpty ? 'empty' : 'full'}-${n}-${w}-${scheme}.png`,
        });
      };
      await page.goto('/');
      await page.getByText('Puesta en marcha').waitFor();
      await shot('home');
      await page.close();
    }
    await installation.end();
  }
});
