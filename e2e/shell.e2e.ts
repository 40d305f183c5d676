import type { Page } from '@playwright/test';
import { expect, signInAs, signInAtProvider, test } from './fixtures.ts';
import { projectPath, startProject } from './project-api.ts';
import { watchRequests } from './requests.ts';

const SUFFIX = 'Vinculación con los medios - Universidad de Demostración';
const NOWHERE = '00000000-0000-8000-8000-000000000000';

test.describe('pages', () => {
  const PAGES: [string, RegExp][] = [
    ['/', /^Inicio/],
    ['/admin/careers', /^Carreras/],
    ['/admin/change-status', /^Cambiar estado/],
    ['/admin/courses', /^Cursos/],
    ['/admin/faculties', /^Facultades/],
    ['/admin/reassign', /^Reasignar/],
    ['/admin/schools', /^Escuelas/],
    ['/admin/themes', /^Temas/],
    ['/admin/users', /^Usuarios/],
    ...['cons', 'exts', 'fexs', 'incs', 'pacs'].map(
      kind => [`/projects/${kind}/${NOWHERE}`, /^Proyecto/] as [string, RegExp],
    ),
  ];

  test('each has the default layout, Spanish and a title after the template', async ({ page }) => {
    await signInAs(page, 'Admin');
    for (const [path, title] of PAGES) {
      await page.goto(path);
      await expect(page, path).toHaveTitle(new RegExp(`${title.source}.* - ${SUFFIX}$`));
      await expect(page.getByRole('banner'), path).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Navegación principal' }), path).toBeVisible();
      await expect(page.locator('html'), path).toHaveAttribute('lang', 'es');
    }
  });

  test('the login page has the empty layout: nothing but itself', async ({ page }) => {
    await page.goto('/auth/login');
    await expect(page).toHaveTitle(`Ingreso - ${SUFFIX}`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
  });

  test('an unknown address says so in Spanish and leads back @phone', async ({ page }) => {
    await signInAs(page, 'Academic');
    await page.goto('/no/existe');
    await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
    await expect(page).toHaveTitle(`Página no encontrada - ${SUFFIX}`);
    await page.getByRole('link', { name: 'Volver al inicio' }).click();
    await expect(page).toHaveURL('/');
  });

  test('the profile shows who one is and how one enters @phone', async ({ page }) => {
    const { name, email } = await signInAtProvider(page, 'Dean');
    await page.goto('/profile');
    const facts = page.getByRole('region', { name: 'Tus datos' });
    for (const fact of [name, email, 'Decanato', 'Microsoft'])
      await expect(facts.getByText(fact)).toBeVisible();
    await expect(page.getByText('En uso')).toBeVisible();
    await page.getByText('Oscura').click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
});

test('the login page takes at most 200 kB of script, the Microsoft library included', async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', request => {
    // Google's script is not ours.
    if (/\.js$/.test(request.url()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const library = page.waitForResponse(/msal-client-.*\.js$/);
  const requests = watchRequests(page);
  await page.goto('/auth/login');
  await (await library).finished();
  await requests.settle();
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(100_000);
  expect(total).toBeLessThanOrEqual(200_000);
});

test('each request shows the bar at the top until it is answered, and says it is JSON', async ({ page }) => {
  await signInAs(page, 'Academic');
  const release = Promise.withResolvers<void>();
  const asked = page.waitForRequest('**/api/auth/accounts');
  await page.route('**/api/auth/accounts', async route => {
    await release.promise;
    await route.continue();
  });
  await page.goto('/profile');
  expect((await asked).headers()).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
  });
  const bar = page.locator('.mantine-Progress-root[data-mounted]');
  expect(await bar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440 });
  release.resolve();
  await expect(bar).toHaveCount(0);
});

test.describe('short messages', () => {
  /** Unlinks and links the Google account again: two messages. */
  async function twoMessages(page: Page, name: string, beforeSecond?: () => Promise<void>) {
    await page.getByRole('button', { name: 'Desvincular la cuenta de Google' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desvincular cuenta' }).click();
    const button = page.getByRole('button', { name: 'Acceder con Google' });
    await expect(button).toBeVisible();
    await beforeSecond?.();
    const popup = page.waitForEvent('popup');
    await button.click();
    await (await popup).getByRole('button', { name }).click();
  }

  test('the newest is on top and each goes away after 5 seconds', async ({ page }) => {
    await page.clock.install();
    const { name, email } = await signInAtProvider(page, 'Director', 2);
    await page.goto('/profile');
    // Time stands still from the first message on, so that a slow machine does not lose it before the second.
    await twoMessages(page, name, async () =>
      page.clock.pauseAt(await page.evaluate(() => Date.now() + 500)),
    );
    const messages = page.getByRole('alert');
    await expect(messages).toHaveText([
      /^Vinculaste tu cuenta de Google\./,
      new RegExp(`^Desvinculaste ${email}\\.`),
    ]);
    await expect(messages.locator('strong').first()).toHaveText('Google');
    // A message waits while the window has no focus, which the closed one may not have given back.
    await page.bringToFront();
    await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
    await page.clock.runFor(4000);
    await expect(messages).toHaveCount(2);
    await page.clock.runFor(2000);
    await expect(messages).toHaveCount(0);
  });
});

test('dialogs lie at 2400 above an overlay at 2000', async ({ page }) => {
  await signInAtProvider(page, 'Reviewer');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Desvincular la cuenta de Google' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const layerOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => {
        const found = (node: Element | null): string =>
          node
            ? getComputedStyle(node).zIndex === 'auto'
              ? found(node.parentElement)
              : getComputedStyle(node).zIndex
            : '';
        return found(element);
      });
  expect(await layerOf('[role="dialog"]')).toBe('2400');
  expect(await layerOf('.mantine-Modal-overlay')).toBe('2000');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toBeHidden();
});

test.describe('the text modal', () => {
  async function openModal(page: Page) {
    await signInAs(page, 'Academic');
    const ref = await startProject(page, 'Huertos comunitarios en Boca Sur');
    await page.goto(`${projectPath(ref)}?section=diagnosis`);
    await page.getByRole('button', { name: 'Editar Necesidad o problema' }).click();
    const dialog = page.getByRole('dialog', { name: 'Necesidad o problema' });
    const editor = dialog.locator('.ql-editor');
    await expect(editor).toBeVisible();
    return { dialog, editor, field: page.getByRole('button', { name: 'Editar Necesidad o problema' }) };
  }
  const shown = (page: Page, text: string) => page.locator('main').getByText(text, { exact: false });

  test('Aceptar hands over plain, trimmed text and closes', async ({ page }) => {
    const { dialog, editor } = await openModal(page);
    await editor.click();
    await dialog.getByRole('button', { name: 'Negrita' }).click();
    await page.keyboard.type('  Faltan espacios <verdes> & agua  ');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Aceptar' }).click();
    await expect(dialog).toBeHidden();
    await expect(shown(page, 'Faltan espacios <verdes> & agua')).toBeVisible();
    const saved = page.locator('main').getByText('Faltan espacios', { exact: false }).first();
    expect(await saved.evaluate(element => element.textContent)).toBe('Faltan espacios <verdes> & agua');
    await expect(page.getByRole('status').filter({ hasText: 'Guardado' })).toBeVisible();
  });

  test('is persistent, 800 wide, snow themed, with an editor of at least 10rem', async ({ page }) => {
    const { dialog, editor } = await openModal(page);
    await editor.click();
    await page.keyboard.type('Sigo escribiendo');
    await page.mouse.click(5, 450);
    await expect(dialog).toBeVisible();
    await expect(editor).toHaveText('Sigo escribiendo');
    expect((await dialog.boundingBox())?.width).toBe(800);
    expect((await editor.boundingBox())?.height).toBeGreaterThanOrEqual(160);
    await expect(dialog.locator('.ql-snow').first()).toBeVisible();
  });

  test('a link keeps its text, and its address only with an allowed protocol', async ({ page }) => {
    const { dialog, editor } = await openModal(page);
    await editor.evaluate(element => {
      const data = new DataTransfer();
      data.setData(
        'text/html',
        '<a href="javascript:alert(1)">malo</a> <a href="https://udec.example/x">bueno</a> <a href="tel:+56412204000">fono</a>',
      );
      (element as HTMLElement).focus();
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(editor.getByText('malo')).toHaveAttribute('href', 'about:blank');
    await expect(editor.getByText('bueno')).toHaveAttribute('href', 'https://udec.example/x');
    await expect(editor.getByText('fono')).toHaveAttribute('href', 'tel:+56412204000');
    await dialog.getByRole('button', { name: 'Aceptar' }).click();
    await expect(shown(page, 'malo bueno fono')).toBeVisible();
  });
});
