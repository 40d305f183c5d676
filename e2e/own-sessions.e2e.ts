import { expect, signInAtProvider, test } from './fixtures.ts';
import { expectSignedOut } from './session-state.ts';
import { expectToast } from './toasts.ts';

test('a person sees where they are signed in and ends what they do not know @phone', async ({ page }) => {
  await signInAtProvider(page, 'Academic');
  const browser = page.context().browser();
  if (!browser) throw new Error('The browser is closed');
  const contexts = await Promise.all([1, 2, 3].map(() => browser.newContext()));
  const others = await Promise.all(contexts.map(context => context.newPage()));
  for (const tab of others) {
    await signInAtProvider(tab, 'Academic');
    await tab.goto('/profile');
    await expect(tab.getByRole('heading', { name: 'Sesiones abiertas' })).toBeVisible();
  }

  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Sesiones abiertas' });
  const rows = section.getByRole('listitem');
  await expect(rows.first()).toContainText(/Chrome en /);
  await expect(rows.filter({ hasText: 'Esta sesión' })).toHaveCount(1);
  const before = await rows.count();
  await section
    .getByRole('button', { name: /^Terminar la sesión en/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar sesión' }).click();
  await expectToast(page, 'Terminaste la sesión.');
  await expect(rows).toHaveCount(before - 1);

  await section.getByRole('button', { name: 'Terminar las demás sesiones' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar sesiones' }).click();
  await expect(rows).toHaveCount(1);
  for (const tab of others) {
    await tab.reload();
    await expectSignedOut(tab);
  }
  await page.reload();
  await expect(rows).toHaveCount(1);
  await Promise.all(contexts.map(context => context.close()));
});

test('the page that describes the API shows its endpoints', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', message => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /Vinculación/ })).toBeVisible();
  await expect(page.getByText('Who is signed in')).toBeVisible();
  await page.getByText('Who is signed in').click();
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();
  expect(refused).toEqual([]);
});
