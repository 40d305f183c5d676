import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { IMPORT_NOUNS } from '../src/domain/imports/nouns.ts';
import { paths } from '../src/web/routing/paths.ts';
import { expect, expectKept, person, signInAs, test } from './fixtures.ts';
import { expectToast, keepToasts } from './toasts.ts';

const unique = () => Math.random().toString(36).slice(2, 8).toUpperCase();

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
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an Admin creates a faculty, edits it, deactivates it and takes that back', async ({ page }) => {
  const code = `E2E${unique()}`;
  await signInAs(page, 'Admin');
  await page.goto('/admin/faculties');
  await page.getByRole('button', { name: 'Nueva facultad' }).click();
  await expect(page).toHaveURL(/open=new/);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Crear facultad' }).click();
  await expect(drawer.getByText('Este campo es obligatorio.')).toHaveCount(2);
  await expect(drawer.getByLabel('Nombre')).toBeFocused();
  await drawer.getByLabel('Nombre').fill(`Facultad de Ñandúes ${code}`);
  await drawer.getByLabel('Código').fill('FSCS');
  await drawer.getByLabel('Decanato').fill('oyarzun');
  await page.getByRole('option', { name: 'Valentina Oyarzún Pérez' }).click();
  await drawer.getByRole('button', { name: 'Crear facultad' }).click();
  await expect(drawer.getByText('Ya existe una facultad con ese código.').first()).toBeVisible();
  await drawer.getByLabel('Código').fill(code);
  await drawer.getByRole('button', { name: 'Crear facultad' }).click();
  await expectToast(page, 'quedó en la lista');
  // What has arrived does not come back as unsent.
  await page.getByRole('button', { name: 'Nueva facultad' }).click();
  await expect(drawer.getByLabel('Código')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  // A page that is no longer there leads to the last one.
  await page.goto('/admin/faculties?page=99');
  await expect(region(page, 'Facultades').getByRole('row', { name: /FSCS/ })).toBeVisible();
  await expect(page).not.toHaveURL(/page=99/);
  await page.getByRole('searchbox', { name: 'Buscar: Facultades' }).fill(`nandues ${code.toLowerCase()}`);
  const row = region(page, 'Facultades').getByRole('row', { name: new RegExp(code) });
  await expect(row).toContainText('Valentina Oyarzún Pérez');
  await expect(row).toContainText(person('Admin').name);
  await row.getByRole('button').click();
  await expect(drawer.getByLabel('Nombre')).toHaveValue(`Facultad de Ñandúes ${code}`);
  await drawer.getByLabel('Nombre').fill(`Facultad de Pumas ${code}`);
  await drawer.getByRole('button', { name: 'Guardar' }).click();
  await expect(drawer).toBeHidden();

  await page.goto(`/admin/faculties?q=${code}`);
  await row.getByRole('button').click();
  await drawer.getByRole('button', { name: 'Desactivar' }).click();
  await keepToasts(page);
  await page
    .getByRole('dialog', { name: /¿Desactivar/ })
    .getByRole('button', { name: 'Desactivar' })
    .click();
  await expect(row).toContainText('Inactivo');
  const written: string[] = [];
  page.on('request', request => request.method() !== 'GET' && written.push(request.url()));
  await page.getByRole('button', { name: 'Deshacer' }).dblclick();
  await expect(row).toContainText('Activo');
  expect(written).toHaveLength(1);

  await row.getByRole('button').click();
  await drawer.getByRole('button', { name: 'Eliminar' }).click();
  await page
    .getByRole('dialog', { name: /¿Eliminar/ })
    .getByRole('button', { name: 'Eliminar' })
    .click();
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
});

test('what somebody else saved meanwhile is shown beside one’s own, and nothing is lost', async ({
  page,
}) => {
  const code = `E2E${unique()}`;
  await signInAs(page, 'Admin');
  const email = `decana-${code}@biosur.example`.toLowerCase();
  const head = { name: `Decana ${code}`, email, roles: ['Academic'] };
  const { body: dean } = await api(page, 'POST', '/users', head);
  const { body: row } = await api(page, 'POST', '/faculties', { code, name: 'Facultad de Dos Manos' });
  await page.goto(`/admin/faculties?open=${row.id}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Nombre').fill('Facultad de la primera');
  const deanIds = [dean.id];
  const other = { code, name: 'Facultad de la segunda', deanIds, updatedAt: row.updatedAt };
  expect((await api(page, 'PUT', `/faculties/${row.id}`, other)).status).toBe(200);
  // Restored work knows from what it started.
  await expectKept(page, 'Facultad de la primera');
  await page.reload();
  await expect(drawer.getByLabel('Nombre')).toHaveValue('Facultad de la primera');
  await drawer.getByRole('button', { name: 'Guardar', exact: true }).click();
  const told = drawer.getByRole('alert', { name: 'Otra persona guardó cambios' });
  await expect(told).toContainText(
    'Nombre: guardado «Facultad de la segunda», tuyo «Facultad de la primera»',
  );
  await expect(told).toContainText(`guardado «Decana ${code}», tuyo «–»`);
  await drawer.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect(drawer).toBeHidden();
  const { body: after } = await api(page, 'GET', `/faculties/${row.id}`);
  expect(after.name).toBe('Facultad de la primera');
  await api(page, 'DELETE', `/faculties/${row.id}`);
});

test('a course is created with its offering, which projects then pick', async ({ page }) => {
  const code = `E2E${unique()}`;
  await signInAs(page, 'Admin');
  await page.goto('/admin/courses?open=new');
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Nombre').fill('Taller de Cocina Chilota');
  await drawer.getByLabel('Código').fill(code);
  await drawer.getByRole('combobox', { name: 'Escuela' }).click();
  await page.getByRole('option', { name: 'Escuela de Enfermería' }).click();
  await drawer.getByLabel('Créditos').fill('4,5');
  await drawer.getByRole('switch', { name: 'Tiene aprendizaje-servicio' }).check();
  await drawer.getByRole('button', { name: 'Crear curso' }).click();
  await expect(drawer).toBeHidden();
  await page.goto(`/admin/courses?q=${code}`);
  await region(page, 'Cursos').getByRole('button', { name: 'Taller de Cocina Chilota' }).click();
  await drawer.getByRole('link', { name: 'Ver oferta' }).click();
  await expect(page).toHaveURL(/\/admin\/courses\/offerings\?course=/);
  await page.getByRole('button', { name: 'Nueva oferta' }).first().click();
  await expect(drawer.getByRole('combobox', { name: 'Curso' })).toHaveValue(
    `${code} Taller de Cocina Chilota`,
  );
  await drawer.getByRole('combobox', { name: 'Período' }).click();
  await page.getByRole('option').first().click();
  await drawer.getByLabel('Sección').fill('1');
  await drawer.getByLabel('Estudiantes inscritos').fill('28');
  await drawer.getByRole('button', { name: 'Crear oferta' }).click();
  await expect(region(page, 'Oferta de cursos').getByRole('row', { name: new RegExp(code) })).toContainText(
    '28',
  );
  await page
    .getByRole('row', { name: new RegExp(code) })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Pasar a otro período' }).click();
  const move = page.getByRole('dialog', { name: 'Pasar a otro período: 1 seleccionado' });
  await move.getByRole('combobox', { name: 'Período' }).click();
  await page.getByRole('option').last().click();
  const last = await move.getByRole('combobox', { name: 'Período' }).inputValue();
  await move.getByRole('button', { name: 'Pasar a otro período' }).click();
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText(last);
  const { body } = await api(page, 'GET', `/options/offering?q=${code}`);
  expect(body[0].label).toBe(`${code} Taller de Cocina Chilota`);
});

test('a person who waits stands first and is enabled with a role', async ({ page }) => {
  const email = `espera.${unique().toLowerCase()}@biosur.example`;
  await signInAs(page, 'Admin');
  await api(page, 'POST', '/users', { name: 'Aarón Espera', email, roles: [], state: 'pending' });
  await page.goto('/admin/users');
  await page.getByRole('link', { name: /espera(n)? que la(s)? habilites/ }).click();
  await page.getByRole('searchbox', { name: 'Buscar: Usuarios' }).fill(email);
  await page.getByRole('button', { name: 'Habilitar a Aarón Espera' }).click();
  const drawer = page.getByRole('dialog', { name: 'Habilitar a Aarón Espera' });
  await drawer.getByRole('combobox', { name: 'Roles' }).click();
  await page.getByRole('option', { name: /Acad/ }).click();
  await page.keyboard.press('Escape');
  await drawer.getByRole('button', { name: 'Habilitar', exact: true }).click();
  await expect(drawer).toBeHidden();
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  const row = region(page, 'Usuarios').getByRole('row', { name: /Aarón Espera/ });
  await expect(row).toContainText('Activa');

  await row.getByRole('button', { name: 'Aarón Espera' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click();
  await keepToasts(page);
  await page
    .getByRole('dialog', { name: /¿Bloquear/ })
    .getByRole('button', { name: 'Bloquear' })
    .click();
  await expect(row).toContainText('Bloqueada');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(row).toContainText('Activa');
});

test('what a list shows leaves as CSV', async ({ page }) => {
  await signInAs(page, 'Admin');
  await page.goto('/admin/schools?q=escuela&sort=code');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain('Escuela de Enfermería');
  expect(text).toContain('Facultad de Salud y Ciencias Sociales');
});

test('somebody who is not of the office is told so at every address of the administration', async ({
  page,
}) => {
  // Those of one thing get a name that nothing has: the door is before the thing.
  const { importInto, ...others } = paths;
  const addresses = [
    ...Object.values(others).map(build => (build as (one: string) => string)('pacs').split('?')[0] ?? ''),
    ...IMPORT_NOUNS.map(noun => importInto(noun)),
  ].filter(address => address.startsWith('/admin/'));
  expect(addresses.length).toBeGreaterThan(20);
  await signInAs(page, 'Academic');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Configuración' })).toHaveCount(0);
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(
      'No tienes acceso a esta página',
    );
  }
});
