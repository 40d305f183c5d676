import { createServer, request } from 'node:http';
import { freePort } from '../test/program.ts';
import { expect, person, signInThrough, test } from './fixtures.ts';
import { newInstallation } from './installation.ts';

/** The same server under a second address, as a proxy in front of the pages gives it. */
async function secondAddress(port: number, at: number): Promise<() => void> {
  const proxy = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, given => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>(resolve => proxy.listen(at, '127.0.0.1', resolve));
  return () => proxy.close();
}

test('with the API on another host an export keeps its name', async ({ page }) => {
  const [api, pages] = [await freePort(), await freePort()];
  const shown = `http://localhost:${pages}`;
  const installation = await newInstallation({
    PORT: String(api),
    PUBLIC_URL: shown,
    API_BASE: `http://localhost:${api}/api`,
    CORS_ORIGINS: shown,
  });
  const close = await secondAddress(api, pages);
  try {
    await page.goto(`${shown}/auth/login`);
    const asked = page.waitForRequest(/\/api\/auth\/microsoft$/);
    await signInThrough(page, 'Microsoft', person('Admin'));
    expect(new URL((await asked).url()).origin).toBe(`http://localhost:${api}`);
    await page.goto(`${shown}/admin/faculties`);
    await page.getByRole('button', { name: 'Exportar' }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    expect((await file).suggestedFilename()).toMatch(/^facultades.*\.csv$/);
  } finally {
    close();
    await installation.end();
  }
});
