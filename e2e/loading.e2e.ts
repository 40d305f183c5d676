import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures.ts';
import { watchRequests } from './requests.ts';
import { MINUTE } from './session-state.ts';

/** How often the document itself was fetched from now on. */
function documentLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

test.describe('a page whose code does not come', () => {
  test('failing once makes the application reload once, and nothing is asked for twice before', async ({
    page,
  }) => {
    await signInAs(page, 'Academic');
    await page.goto('/no/existe');
    const loads = documentLoads(page);
    const asked: number[] = [];
    await page.route('**/assets/profile-page-*.js', route => {
      asked.push(loads());
      return asked.length === 1 ? route.abort() : route.continue();
    });
    await page.getByRole('button', { name: /^Menú de/ }).click();
    await page.getByRole('menuitem', { name: 'Mi perfil' }).click();
    await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible();
    await expect(page).toHaveURL('/profile');
    // Once in the old document, once in the new one.
    expect(asked).toEqual([0, 1]);
  });

  test('failing again is only logged; the rest goes on', async ({ page }) => {
    await signInAs(page, 'Academic');
    await page.route('**/assets/profile-page-*.js', route => route.abort());
    const loads = documentLoads(page);
    const logged = page.waitForEvent(
      'console',
      message => message.type() === 'error' && message.text().includes('ProfilePage could not be loaded'),
    );
    await page.goto('/profile');
    await logged;
    await expect(page.getByText('No pudimos cargar esta página.')).toBeVisible();
    expect(loads()).toBe(2);
    await page.getByRole('link', { name: 'Inicio' }).first().click();
    await expect(page).toHaveURL('/');
  });
});

interface Sample {
  /** Middle of each spinner seen, in CSS pixels; at most one of them. */
  middles: [x: number, y: number][];
  /** Of the spinner itself, 0 without one. */
  width: number;
  shown: boolean;
}

/** From the first frame on that has a body, what every frame shows until the page's heading is there. */
async function watchFrames(page: Page): Promise<() => Promise<Sample[]>> {
  await page.addInitScript(() => {
    const samples: unknown[] = [];
    Object.assign(window, { samples });
    const look = () => {
      const rings = [
        ...document.querySelectorAll<HTMLElement>('[role="status"][aria-label="Cargando la página…"] > *'),
      ];
      const shown = document.querySelector('h1') !== null;
      if (document.querySelector('#root'))
        samples.push({
          middles: rings.map(ring => {
            // A turning square has a larger box, the middle stays.
            const { x, y, width, height } = ring.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
          }),
          width: rings[0]?.offsetWidth ?? 0,
          shown,
        });
      if (!shown) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => (window as unknown as { samples: Sample[] }).samples);
}

/** Waits until the page has drawn so many more frames. */
const drawFrames = (page: Page, count: number) =>
  page.evaluate(
    frames =>
      new Promise<void>(resolve => {
        let left = frames;
        const next = () => {
          if (left === 0) return resolve();
          left -= 1;
          requestAnimationFrame(next);
        };
        next();
      }),
    count,
  );

test.describe('while a page loads a large spinner is in the middle of the window', () => {
  test('at one place from the first paint on, through layout and page @both', async ({ page }) => {
    await signInAs(page, 'Academic');
    // Each part on its way for some frames, so that every step is seen.
    for (const part of ['config.json', 'assets/default-layout-*.js', 'assets/profile-page-*.js'])
      await page.route(`**/${part}`, async route => {
        const response = await route.fetch();
        await drawFrames(page, 20);
        await route.fulfill({ response });
      });
    const frames = await watchFrames(page);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible();
    const samples = await frames();
    const loading = samples.filter(sample => !sample.shown);
    expect(loading.length).toBeGreaterThan(20);
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const middle = [width / 2, height / 2];
    expect(loading.filter(({ middles }) => middles.length !== 1)).toEqual([]);
    expect(
      loading.filter(({ middles }) =>
        middles[0]?.some((value, axis) => Math.abs(value - (middle[axis] ?? 0)) > 0.5),
      ),
    ).toEqual([]);
    expect(Math.min(...loading.map(sample => sample.width))).toBeGreaterThanOrEqual(48);
    expect(samples.at(-1)?.middles).toEqual([]);
  });

  test('also on the way from one page to another', async ({ page }) => {
    await signInAs(page, 'Academic');
    await page.goto('/no/existe');
    const release = Promise.withResolvers<void>();
    await page.route('**/assets/profile-page-*.js', async route => {
      await release.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: /^Menú de/ }).click();
    await page.getByRole('menuitem', { name: 'Mi perfil' }).click();
    const spinner = page.getByRole('status', { name: 'Cargando la página…' });
    await expect(spinner).toBeVisible();
    const box = await spinner.locator('> *').boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(48);
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBe(720);
    expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBe(450);
    // It lies over the navigation without being in its way.
    await page.getByRole('link', { name: 'Proyectos' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Proyectos' })).toBeVisible();
    await page.goBack();
    release.resolve();
    await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible();
    await expect(spinner).toBeHidden();
  });
});

test('what is asked before something is done comes without a connection, too', async ({ page }) => {
  await signInAs(page, 'Academic');
  const requests = watchRequests(page);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Desvincular' })).toBeVisible();
  const fetched = page.waitForRequest('**/assets/confirm-modal-*.js');
  await page.keyboard.press('Tab');
  await fetched;
  await requests.settle();
  requests.stop();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Desvincular' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a read that the server leaves unanswered is asked once, and the message says so', async ({ page }) => {
  await page.clock.install();
  await signInAs(page, 'Academic');
  let asked = 0;
  await page.route('**/api/auth/accounts', () => {
    asked += 1;
  });
  await page.goto('/profile');
  await expect.poll(() => asked).toBe(1);
  // Others may be on their way at that moment, too.
  const accounts = page.getByRole('region', { name: 'Cuentas para ingresar' });
  await page.clock.fastForward(5 * MINUTE);
  await expect(
    accounts.getByText('El servidor tardó demasiado en responder. Inténtalo de nuevo.'),
  ).toBeVisible();
  await expect(page.getByText(/Sin conexión/)).toHaveCount(0);
  await page.clock.runFor(MINUTE);
  expect(asked).toBe(1);
  await page.unroute('**/api/auth/accounts');
  await accounts.getByRole('button', { name: 'Reintentar' }).click();
  await expect(accounts.getByText('En uso')).toBeVisible();
});

for (const [what, part] of [
  ['the application itself', '**/assets/start-*.js'],
  ['its configuration', '**/config.json'],
])
  test(`when ${what} does not come, no spinner turns for ever: it says what to do`, async ({ page }) => {
    await page.route(part ?? '', route => route.abort());
    await page.goto('/auth/login');
    await expect(page.getByRole('alert')).toHaveText(
      'No pudimos iniciar la aplicación. Recarga la página; si se repite, avisa a la oficina.',
    );
    await expect(page.getByRole('status')).toHaveCount(0);
    await page.unroute(part ?? '');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Ingresa con tu cuenta' })).toBeVisible();
  });
