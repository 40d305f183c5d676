import { expect, signInAs, test } from './fixtures.ts';

test('an academic signed in finds the profile', async ({ page }) => {
  const { name } = await signInAs(page, 'Academic');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Mi perfil' })).toBeVisible();
  await expect(page.getByText(name).first()).toBeVisible();
});
test('an admin enters administration', async ({ page }) => {
  await signInAs(page, 'Admin');
  await page.goto('/admin/schools');
  await expect(page.getByRole('heading', { level: 1, name: 'Escuelas' })).toBeVisible();
});
