import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { expectToast } from './toasts.ts';

// Somebody of their own: tokens of a person are few.
const OWNER = 'francisca.munoz@biosur.example';

test('somebody makes a token, a program reads with it, and cannot any more once it is revoked @both', async ({
  page,
  isMobile,
}) => {
  const name = `Panel de la facultad ${isMobile ? 'del teléfono' : 'del escritorio'}`;
  await signInAs(page, OWNER);
  await page.goto('/profile');
  const card = page.getByRole('region', { name: 'Tokens de acceso' });
  await card.getByRole('button', { name: 'Crear token' }).click();
  const drawer = page.getByRole('dialog', { name: 'Crear token' });
  // The empty name is told as it is left: the line of it takes no click away.
  await expect(drawer.getByRole('textbox', { name: 'Nombre' })).toBeFocused();
  await drawer.getByRole('checkbox', { name: 'Proyectos' }).uncheck();
  await expect(drawer.getByText('Este campo es obligatorio.')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Nombre' }).fill(name);
  await drawer.getByRole('checkbox', { name: 'Convocatorias' }).check();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Crear token' }).click();
  await expect(drawer).toBeHidden();

  const token = await card.getByRole('textbox', { name: 'Tu token' }).inputValue();
  await expect(card.getByText(`curl -H "Authorization: Bearer ${token}"`)).toBeVisible();
  await expectAccessible(page);
  /** As a program: without the session of the browser, from the example that is shown. */
  const example = (await card.locator('pre').textContent()) ?? '';
  const [, address = ''] = /" "(http[^"]+)"$/.exec(example) ?? [];
  const read = (url: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const answer = await read(address);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ total: expect.any(Number), rows: expect.any(Array) });
  const beyond = await read(address.replace('/calls', '/projects'));
  expect([beyond.status, await beyond.json()]).toMatchObject([
    403,
    { detail: 'No tienes permiso para leer esto con este token. Le falta el permiso «Proyectos».' },
  ]);

  await page.reload();
  const row = card.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Lee: Convocatorias');
  await expect(row).toContainText('usado por última vez el');
  await expect(page.getByText(token)).toHaveCount(0);
  await row.getByRole('button', { name: `Revocar ${name}` }).click();
  const asked = page.getByRole('dialog', { name: `¿Revocar «${name}»?` });
  await asked.getByRole('button', { name: 'Revocar' }).click();
  await expectToast(page, 'Revocaste el token: ya no lee nada.');
  await expect(row).toHaveCount(0);
  expect((await read(address)).status).toBe(401);
});
