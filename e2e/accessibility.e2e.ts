import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, openPopup, person, providerButton, signInAs, signInThrough, test } from './fixtures.ts';
import { ADDRESSES, readPlaces, VISITS } from './screens.ts';

test.use({ actionTimeout: 10_000 });

/** Escape leaves every dialog but that of a text being written, and the focus is where it came from. */
async function leave(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  if ((await dialog.locator('.ql-editor').count()) > 0) return;
  const wasOpen = (await dialog.count()) > 0;
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  if (!wasOpen) return;
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
}

for (const [who, screens] of VISITS) {
  const name = `${person(who).roles[0]} from ${screens[0]?.at} to ${screens.at(-1)?.at}`;
  test(`every screen and dialog can be used by everybody: ${name} @both`, async ({ page, installation }) => {
    test.setTimeout(300_000);
    const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
    const places = await readPlaces(installation.db);
    await signInAs(page, who);
    const placeOf = (name: string) => {
      const place = places[name];
      if (!place) throw new Error(`The prepared university has no ${name}`);
      return place;
    };
    for (const { at, opens = [], instead } of screens)
      await test.step(at, async () => {
        // Tall enough for all of a project's page, as the bar at its foot covers what lies below the fold.
        await page.setViewportSize({ width, height: at.startsWith('/projects/') ? 6000 : height });
        await page.goto(at.replace(/\{([^}]+)\}/g, (_, name: string) => placeOf(name)));
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading).toBeVisible();
        if (instead) await expect(heading).toHaveText(instead);
        else
          await expect(heading).not.toHaveText(
            /^(Página no encontrada|No encontramos lo que buscas.*|No tienes acceso a esta página)$/,
          );
        const section = /section=(\w+)/.exec(at)?.[1];
        if (section) await expect(page.locator(`#section-${section}`)).toBeVisible();
        await expectAccessible(page);
        // What leads on is one thing, and told apart from what else can be done.
        const main = page.locator(':is(button, a)[data-variant="filled"]').filter({ visible: true });
        expect((await main.allTextContents()).slice(1), at).toEqual([]);
        for (const open of opens) {
          await open(page);
          await expectAccessible(page);
          await leave(page);
        }
      });
  });
}

test('no screen is left out', () => {
  const visited = VISITS.flatMap(([, screens]) =>
    screens.map(({ at }) => at.replace(/\{[^}]+\}/g, 'id').replace(/\?.*/, '')),
  );
  expect(Object.values(ADDRESSES).flatMap(addresses => addresses.filter(a => !visited.includes(a)))).toEqual(
    [],
  );
});

test('whoever has not entered can use what they meet: login, windows of the providers, return page @both', async ({
  page,
}) => {
  await page.goto('/auth/login');
  await expect(providerButton(page, 'Google')).toBeVisible();
  await expectAccessible(page);
  for (const provider of ['Microsoft', 'Google'] as const) {
    const popup = await openPopup(page, provider);
    await expectAccessible(popup);
    await popup.close();
  }
  for (const address of ['/idp/interaction/over', '/msal']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  await page.route('**/config.json', async route => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), microsoft: null, google: null } });
  });
  await page.goto('/auth/login');
  await expect(providerButton(page, 'Microsoft')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await page.unrouteAll();
  await page.goto('/auth/login');
  await signInThrough(page, 'Microsoft', person('constanza.silva@otra-universidad.example'));
  await page.getByRole('button', { name: 'Revisar de nuevo' }).click();
  await expect(page.getByText('Tu cuenta todavía no está habilitada.')).toBeVisible();
  await expectAccessible(page);
});
