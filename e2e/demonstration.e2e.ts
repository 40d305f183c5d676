import { expectAccessible } from './axe.ts';
import { expect, openWindow, test } from './fixtures.ts';
import { type Installation, newInstallation } from './installation.ts';

// What a newcomer finds, who has typed `npm start` and nothing else.
let installation: Installation;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  installation = await newInstallation({ NODE_ENV: '' }, { isEmpty: true });
});
test.afterAll(() => installation.end());

for (const who of ['Academic', 'Director', 'Dean', 'Reviewer', 'Admin'] as const)
  test(`${who}: work waits on the first screen, and leads to it`, async ({ browser }) => {
    const page = await openWindow(browser, who, { baseURL: installation.origin });
    await page.goto('/');
    const waiting = page.getByRole('list', { name: 'Te toca a ti' }).getByRole('listitem');
    await expect(waiting.first()).toBeVisible();
    await expectAccessible(page);
    await waiting.first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/(projects|reviews|admin)\//);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

test('two years of projects are listed, drawn and open to anybody', async ({ browser }) => {
  const page = await openWindow(browser, 'Admin', { baseURL: installation.origin });
  await page.goto('/projects');
  await expect(page.getByText(/^1–\d+ de (1[5-9]|2[0-4])\d$/)).toBeVisible();
  await page.goto('/reports');
  await expect(page.getByRole('heading', { level: 1, name: 'Reportes' })).toBeVisible();
  const { code } = await installation.db
    .selectFrom('published_photos as h')
    .innerJoin('projects as p', 'p.id', 'h.project_id')
    .select('p.code')
    .where('p.status', '=', 'closed')
    .executeTakeFirstOrThrow();
  await page.goto(`/publico/proyectos/${code}`);
  // The map is an image, too.
  const photo = page.locator('img').first();
  await photo.scrollIntoViewIfNeeded();
  await expect(async () => {
    const drawn = await photo.evaluate((img: HTMLImageElement) => img.naturalWidth);
    expect(drawn).toBeGreaterThan(100);
  }).toPass();
  await expectAccessible(page);
});
