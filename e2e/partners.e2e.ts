import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const OFFICE = 'beatriz.navarrete@biosur.example';
const NEIGHBOURS = 'Junta de Vecinos N.º 14 Los Cóndores';
const list = (page: Page) => page.getByRole('region', { name: 'Socios' });
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

async function idOf(db: Database, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from organisations where name = ${name}`.execute(db);
  return rows[0]?.id ?? '';
}

test('the office adds an organisation that may be there, edits it and takes it out of use @both', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, OFFICE);
  await page.goto('/partners');
  await expect(list(page)).toContainText(NEIGHBOURS);
  await expect(page.getByRole('link', { name: 'Importar' })).toHaveAttribute(
    'href',
    '/admin/organisations/import',
  );
  await page.getByRole('button', { name: 'Nueva organización' }).click();
  const form = page.getByRole('dialog', { name: 'Nueva organización' });
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Junta de vecinos 14 de Los Cóndores');
  await expect(form.getByText('Puede que ya esté en el directorio')).toBeVisible();
  await expect(form.getByRole('link', { name: NEIGHBOURS })).toBeVisible();
  await form.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Organización social' }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Agregar organización' }).click();
  await expect(form.getByText('Puede que esta organización ya exista').first()).toBeVisible();
  await form.getByRole('checkbox', { name: 'Ninguna de estas: es otra organización' }).check();
  await form.getByRole('button', { name: 'Agregar organización' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Junta de vecinos 14 de Los Cóndores');
  await expect(page.getByText('Ningún proyecto que puedas ver')).toBeVisible();

  await page.getByRole('button', { name: 'Editar' }).click();
  const edit = page.getByRole('dialog', { name: 'Editar organización' });
  await edit.getByRole('textbox', { name: 'RUT' }).fill('65.000.014-6');
  await edit.getByRole('textbox', { name: 'Latitud' }).fill('-36,72');
  await edit.getByRole('textbox', { name: 'Longitud' }).fill('-73,12');
  await edit.getByRole('button', { name: 'Guardar' }).click();
  await expect(edit.getByText('El RUT no es válido').first()).toBeVisible();
  await edit.getByRole('textbox', { name: 'RUT' }).fill('');
  await edit.getByRole('button', { name: 'Guardar' }).click();
  await expect(toast(page, 'Junta de vecinos 14')).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Ubicación' })).toBeVisible();
  await page.getByRole('button', { name: 'Editar' }).click();
  await edit.getByRole('button', { name: 'Desactivar' }).click();
  const asked = page.getByRole('dialog', { name: /^¿?Desactivar/ });
  await asked.getByRole('button', { name: 'Desactivar' }).click();
  await expect(page.getByText('Está desactivada')).toBeVisible();
  await expectAccessible(page);
});

test('whoever works with a partner sees its contacts; filters and map stay in the address @both', async ({
  page,
  installation,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const id = await idOf(installation.db, NEIGHBOURS);
  await page.goto(`/partners/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NEIGHBOURS);
  await expect(page.getByRole('table', { name: 'Proyectos' })).toContainText('Proyecto en estado Aprobado');
  await expect(page.getByRole('region', { name: 'Contactos' })).toContainText('Ramón Gatica Sáez');
  await expect(page.getByRole('button', { name: 'Editar' })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/partners?type=organizacion_social&open=map');
  await expect(page.getByRole('figure', { name: 'Organizaciones por comuna' })).toContainText('en 1 comuna');
  await expect(list(page)).not.toContainText('Liceo Bicentenario Puente del Sur');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ocultar el mapa' }).click();
  await expect(page).toHaveURL(/\/partners\?type=organizacion_social$/);

  const other = await idOf(installation.db, 'Liceo Bicentenario Puente del Sur');
  await page.goto(`/partners/${other}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liceo Bicentenario Puente del Sur');
  await expect(page.getByRole('region', { name: 'Contactos' })).toHaveCount(0);
  await page.goto('/partners/duplicates');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No tienes acceso a esta página');
});

test('a reviewer from outside finds no directory', async ({ page }) => {
  await signInAs(page, 'soledad.cifuentes@biosur.example');
  await page.goto('/partners');
  await expect(page.getByText('No tienes permiso para ver el directorio de socios')).toBeVisible();
});
