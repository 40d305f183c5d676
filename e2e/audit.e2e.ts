import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { fillSection, startProject } from './project-api.ts';

test('the office finds who did what, opens one entry and everything about the same', async ({ page }) => {
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  const ref = await startProject(page, 'Archivo vivo de oficios de Tomé');
  await page.goto(`/admin/audit?q=${ref.code}`);
  const table = page.getByRole('table', { name: 'Auditoría' });
  const row = table.getByRole('row').filter({ hasText: ref.code }).last();
  await expect(row).toContainText('Beatriz Navarrete Olea');
  await expect(row).toContainText('Creado');

  await row.getByRole('button').first().click();
  const entry = page.getByRole('dialog', { name: 'Registro de auditoría' });
  await expect(entry).toContainText('127.0.0.1');
  await page.reload();
  await expect(entry).toContainText(ref.code);
  await entry.getByRole('link', { name: 'Ver todo lo escrito sobre lo mismo' }).click();
  await expect(page).toHaveURL(/object=project&objectId=/);

  await page.goto('/admin/audit');
  await page.getByRole('textbox', { name: 'Hasta' }).fill('01-01-2020');
  await expect(page).toHaveURL(/to=2020-01-01/);
  await expect(page.getByText('Nada coincide')).toBeVisible();
});

test('what was saved in one go is one line, and each of it where it is asked for', async ({ page }) => {
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  const ref = await startProject(page, 'Coro de la ribera');
  for (const title of ['Coro de la ribera norte', 'Coro de la ribera sur', 'Coro de las riberas'])
    await fillSection(page, ref, 'identification', { title });
  await page.goto(`/admin/audit?q=${ref.code}`);
  const saved = page
    .getByRole('table', { name: 'Auditoría' })
    .getByRole('row')
    .filter({ hasText: 'Identificación' });
  await expect(saved).toHaveCount(1);
  await expect(saved).toContainText('Guardado: Identificación · 3 veces');
  await expect(saved).toContainText('Título: Coro de la ribera → Coro de las riberas');
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Cada guardado por separado' }).check();
  await expect(saved).toHaveCount(3);
  await expect(page).toHaveURL(/each=true/);
});

test('nobody else reads it', async ({ page }) => {
  await signInAs(page, 'patricia.contreras@biosur.example');
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { name: 'No tienes acceso a esta página' })).toBeVisible();
});
