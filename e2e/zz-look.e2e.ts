import sharp from 'sharp';
import { openWindow, test } from './fixtures.ts';
import { newInstallation } from './installation.ts';
const svg = (inner: string, w: number, h: number) => sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${inner}</svg>`)).png().toBuffer();
test('look', async ({ browser }) => {
  test.setTimeout(400000);
  const logos = {
    wide: await svg('<rect x="0" y="20" width="120" height="120" rx="16" fill="#00529b"/><text x="150" y="110" font-size="90" font-family="sans-serif" font-weight="700" fill="#00529b">UNIVERSIDAD SUR</text>', 980, 160),
    square: await svg('<circle cx="150" cy="150" r="140" fill="#7a1f2b"/><text x="85" y="195" font-size="130" fill="#fff" font-family="serif">US</text>', 300, 300),
    white: await svg('<text x="10" y="110" font-size="90" font-family="sans-serif" font-weight="700" fill="#fff">U. AUSTRAL</text>', 620, 160),
  };
  const installation = await newInstallation();
  const cases = [
    ['yellow', '#ffe600', 'wide', 1440, 'light'], ['black', '#000000', 'square', 1440, 'dark'],
    ['white', '#ffffff', 'white', 390, 'light'], ['red', '#d50000', 'wide', 390, 'dark'], ['first', '#0aa8c4', null, 1440, 'light'], ['green', '#00693e', 'white', 1440, 'dark'],
  ] as const;
  for (const [name, colour, logo, w, scheme] of cases) {
    const page = await openWindow(browser, 'Admin', { baseURL: installation.origin, viewport: { width: w, height: w === 390 ? 844 : 900 }, colorScheme: scheme });
    await page.evaluate(s => localStorage.setItem('mantine-color-scheme-value', s), scheme);
    const shot = async (n: string, fullPage = false) => { await page.waitForLoadState('networkidle'); await page.mouse.move(0, 0); await page.screenshot({ path: `/tmp/shots/inst-${name}-${n}.png`, fullPage }); };
    await page.goto('/admin/settings');
    const region = page.getByRole('region', { name: 'Institución' });
    await region.getByRole('textbox', { name: 'Color' }).fill(colour);
    await shot('typing');
    await page.keyboard.press('Tab');
    await region.getByRole('button', { name: 'Cambiar nombre y color' }).click();
    await page.getByText('guardados').waitFor().catch(() => {});
    if (logo) {
      await region.locator('input[type="file"]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logos[logo] });
      await region.getByRole('img', { name: 'Logo actual' }).waitFor();
    }
    await region.scrollIntoViewIfNeeded();
    await shot('settings');
    await page.goto('/publico/proyectos');
    await shot('public');
    await page.goto('/publico/certificado');
    await shot('form');
    await page.goto('/admin/settings');
    await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
    await page.context().clearCookies();
    await page.goto('/login');
    await shot('login');
    await page.close();
  }
  await installation.end();
});
