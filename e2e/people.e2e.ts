import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { expectToast, keepToasts } from './toasts.ts';

const unique = () => Math.random().toString(36).slice(2, 8);

/** The API as the person of this page, for what happens elsewhere meanwhile. */
async function api(page: Page, method: string, path: string, data?: object) {
  const token = await page.evaluate(() => localStorage.getItem('auth-token'));
  const response = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  });
  return { status: response.status(), body: await response.json() };
}
const chosen = async (page: Page, names: readonly RegExp[]) => {
  for (const name of names) await page.getByRole('row', { name }).getByRole('checkbox').check();
};

test('an Admin invites somebody, finds them twice, and makes one person of the two', async ({ page }) => {
  const word = `Repetida${unique()}`;
  await signInAs(page, 'Admin');
  const second = {
    name: `Otra ${word}`,
    email: `otra-${word}@biosur.example`.toLowerCase(),
    roles: ['Reviewer'],
  };
  expect((await api(page, 'POST', '/users', second)).status).toBe(200);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Nueva persona' }).click();
  const drawer = page.getByRole('dialog', { name: 'Nueva persona' });
  await drawer.getByLabel('Nombre').fill(`Ana ${word}`);
  await drawer
    .getByLabel('Correo', { exact: false })
    .first()
    .fill(`ana-${word}@biosur.example`.toLowerCase());
  await expect(drawer.getByLabel('Invitar por correo')).toBeChecked();
  await drawer.getByRole('button', { name: 'Crear persona' }).click();
  await expectToast(page, 'quedó en la lista');
  const { body: mails } = await api(page, 'GET', `/mails?q=${word.toLowerCase()}`);
  expect(mails.rows).toMatchObject([{ type: 'invitation', subject: 'Te invitaron a participar' }]);

  await page.goto(`/admin/users?q=${word}`);
  await page
    .getByRole('row', { name: `Otra ${word}` })
    .getByRole('button')
    .click();
  const edit = page.getByRole('dialog', { name: 'Editar persona' });
  await expect(edit.getByText('no tiene proyectos en curso')).toBeVisible();
  await edit.getByRole('button', { name: 'Unir con otro registro…' }).click();
  const merge = page.getByRole('dialog', { name: `Unir a Otra ${word} con otro registro` });
  await merge.getByRole('combobox', { name: 'Registro que queda' }).fill(`ana ${word}`);
  await page.getByRole('option', { name: `Ana ${word}` }).click();
  await expect(merge.getByText('Roles: Academia, Evaluación.')).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await merge.getByLabel('Son la misma persona.', { exact: false }).check();
  await merge.getByRole('button', { name: 'Unir', exact: true }).click();
  await expectToast(page, 'son ahora una sola persona');
  await expect(page.getByRole('row', { name: `Otra ${word}` })).toHaveCount(0);
  await expect(page.getByRole('row', { name: `Ana ${word}` })).toContainText('Academia, Evaluación');
});

test('what stays on screen of a name is what is kept of it', async ({ page }) => {
  const word = `Pegada${unique()}`;
  await signInAs(page, 'Admin');
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Nueva persona' }).click();
  const drawer = page.getByRole('dialog', { name: 'Nueva persona' });
  const name = drawer.getByLabel('Nombre');
  await name.fill(`\u202eAna\u200b   ${word} Mun\u0303oz\u00ad`);
  await name.blur();
  await expect(name).toHaveValue(`Ana ${word} Muñoz`);
  await drawer.getByLabel('Correo', { exact: false }).first().fill(`${word}@biosur.example`);
  await drawer.getByRole('button', { name: 'Crear persona' }).click();
  await expectToast(page, 'quedó en la lista');
  const { body } = await api(page, 'GET', `/users?q=${word}`);
  expect(body.rows).toMatchObject([
    { name: `Ana ${word} Muñoz`, email: `${word}@biosur.example`.toLowerCase() },
  ]);
});

test('an Admin moves and deactivates several courses at once, and takes it back', async ({ page }) => {
  const code = `B${unique()}`.toUpperCase();
  await signInAs(page, 'Admin');
  const { body: schools } = await api(page, 'GET', '/schools?size=200');
  const [from, to] = schools.rows as { id: string; name: string }[];
  for (const n of [1, 2]) {
    const course = { code: `${code}-${n}`, name: `Curso de lote ${n}`, schoolId: from?.id };
    expect((await api(page, 'POST', '/courses', course)).status).toBe(200);
  }
  await page.goto(`/admin/courses?q=${code}`);
  const rows = [new RegExp(`${code}-1`), new RegExp(`${code}-2`)];
  await chosen(page, rows);
  await page.getByRole('button', { name: 'Mover a otra escuela' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mover a otra escuela: 2 seleccionados' });
  await dialog.getByRole('combobox', { name: 'Escuela' }).fill(to?.name ?? '');
  await page.getByRole('option', { name: to?.name ?? '' }).click();
  await keepToasts(page);
  await dialog.getByRole('button', { name: 'Mover a otra escuela' }).click();
  await expect(dialog).toBeHidden();
  for (const name of rows) await expect(page.getByRole('row', { name })).toContainText(to?.name ?? '');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  for (const name of rows) await expect(page.getByRole('row', { name })).toContainText(from?.name ?? '');

  await chosen(page, rows);
  await page.getByRole('button', { name: 'Desactivar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
  for (const name of rows) await expect(page.getByRole('row', { name })).toContainText('Inactivo');
});

test('several rows can be changed on a phone @phone', async ({ page }) => {
  test.slow();
  await signInAs(page, 'Admin');
  await page.goto('/admin/users');
  for (const name of [/Nicolás Vergara/, /Soledad Cifuentes/, /Camila Rojas/])
    await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Dar un rol' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dar un rol: 3 seleccionados' });
  await expect(dialog.getByRole('combobox', { name: 'Rol' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
});

test('an Admin shows what is kept about somebody, hands it over and forgets who it was @phone', async ({
  page,
}) => {
  test.slow();
  const word = `olvido${unique()}`;
  const email = `${word}@biosur.example`;
  await signInAs(page, 'Admin');
  const created = await api(page, 'POST', '/users', { name: `Rosa ${word}`, email, roles: ['Academic'] });
  expect(created.status).toBe(200);
  await page.goto(`/admin/users?q=${word}&open=${created.body.id}`);
  await page.getByRole('button', { name: 'Datos personales…' }).click();
  const dialog = page.getByRole('dialog', { name: `Datos personales de Rosa ${word}` });
  await expect(dialog.getByRole('region', { name: 'Datos guardados' })).toContainText(
    'Nombre, correo, roles, escuela y especialidad',
  );
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Descargar todo' }).click();
  expect((await downloading).suggestedFilename()).toBe('datos-personales.json');

  const forget = dialog.getByRole('button', { name: 'Anonimizar' });
  await expect(forget).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox', { name: `Para confirmar, escribe ${email}` }).fill(email);
  await forget.click();
  await expectToast(page, 'Los datos de la persona se anonimizaron.');
  const { body } = await api(page, 'GET', `/users?q=${word}`);
  expect(body.total).toBe(0);
});
