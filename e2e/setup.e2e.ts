import { expectAccessible } from './axe.ts';
import { expect, openWindow, test } from './fixtures.ts';
import { type Installation, newInstallation } from './installation.ts';
import { expectToast } from './toasts.ts';

let installation: Installation;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  installation = await newInstallation({}, { isEmpty: true });
});
test.afterAll(() => installation.end());

test('the home of the office guides through setting up, step by step, until it is done', async ({
  browser,
}) => {
  const page = await openWindow(browser, 'Admin', { baseURL: installation.origin });
  await page.goto('/');
  const guide = page.getByRole('region', { name: 'Puesta en marcha' });
  const open = guide.getByRole('list', { name: 'Pasos pendientes' }).getByRole('listitem');
  const ready = guide.getByRole('list', { name: 'Pasos listos' }).getByRole('listitem');
  await expect(open).toHaveCount(5);
  await expect(ready).toHaveCount(4);
  await expectAccessible(page);

  // What an import leaves open holds its step open, and the one link leads to the list of just that.
  const { db } = installation;
  const { id } = await db
    .insertInto('users')
    .values({ name: 'Olga Sin Rol', email: 'olga.sin.rol@biosur.example', roles: [], state: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await page.reload();
  await expect(open.filter({ hasText: 'Personas' })).toContainText('1 persona sin rol');
  await open.filter({ hasText: 'Personas' }).getByRole('link', { name: 'Dar un rol' }).click();
  await expect(page).toHaveURL(/\/admin\/users\?role=none$/);
  await page.getByRole('button', { name: /Olga Sin Rol/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox', { name: 'Roles' }).click();
  await page.getByRole('option', { name: 'Academia' }).click();
  await page.keyboard.press('Escape');
  await drawer.getByRole('button', { name: 'Guardar' }).click();
  await expect(drawer).toBeHidden();
  expect(await db.selectFrom('users').select('roles').where('id', '=', id).executeTakeFirst()).toEqual({
    roles: ['Academic'],
  });
  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await expect(ready.filter({ hasText: 'Personas' })).toContainText('8 personas pueden proponer');

  // What only the environment sets is told under settings.
  await open.filter({ hasText: 'Respaldo' }).getByRole('link', { name: 'Cómo se hace' }).click();
  await expect(page.getByRole('heading', { name: 'Instalación' })).toBeVisible();
  await expect(page.getByText('npm run db:backup')).toBeVisible();
  await page.goBack();

  // The rest is left as it is; taken up again it is open as before.
  for (const title of [
    'Tipos de proyecto',
    'Configuración',
    'Correo',
    'Respaldo',
    'Ingreso con Microsoft o Google',
  ])
    await guide.getByRole('button', { name: `Dejar así: ${title}` }).click();
  await expect(open).toHaveCount(0);
  await guide.getByRole('button', { name: 'Retomar: Correo' }).click();
  await expect(open).toHaveCount(1);
  await guide.getByRole('button', { name: 'Dejar así: Correo' }).click();
  await expect(guide).toContainText('9 de 9 pasos listos');
  await guide.getByRole('button', { name: 'Terminar' }).click();
  await expectToast(page, /La guía queda en Configuración, Instalación/);
  await expect(guide).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Te toca a ti' })).toBeVisible();
  await expect(guide).toHaveCount(0);

  // What opens later is told beside the other figures of the office, not by the guide.
  await db.updateTable('users').set({ roles: [] }).where('id', '=', id).execute();
  await page.reload();
  await page
    .getByRole('region', { name: 'Oficina' })
    .getByRole('link', { name: 'Personas sin rol: 1' })
    .click();
  await expect(page).toHaveURL(/\/admin\/users\?role=none$/);
  await page.goto('/admin/settings?part=installation');
  await page.getByRole('button', { name: 'Mostrar la guía de puesta en marcha' }).click();
  await expectToast(page, /La guía está otra vez en Inicio/);
  await page.goto('/');
  await expect(open.filter({ hasText: '1 persona sin rol' })).toBeVisible();
  await page.context().close();
});
