import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { addDays, localDay } from '../src/domain/kit/calendar.ts';
import { formatDay } from '../src/web/dates.ts';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { expectToast, keepToasts, toast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const OFFICE = 'beatriz.navarrete@biosur.example';
const NEIGHBOURS = 'Junta de Vecinos N.º 14 Los Cóndores';
const list = (page: Page) => page.getByRole('region', { name: 'Socios' });

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
  await expectToast(page, 'quedó guardado');
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

test('two that are one are merged, followed and parted; two others are told apart @both', async ({
  page,
  installation,
}) => {
  test.slow();
  const { db } = installation;
  // One installation may serve both windows.
  const [one, other] = test.info().project.name === 'phone' ? ['Yumbel', 'Cabrero'] : ['Hualqui', 'Lirquén'];
  const names = [
    ...[`Taller Artesanal ${one}`, `T. A. de ${one}`],
    ...[`Compañía de Bomberos ${other}`, `Compañía de Bomberos de ${other}`],
  ];
  await sql`insert into organisations (name, type) select n, 'organizacion_social' from unnest(${names}::text[]) n`.execute(
    db,
  );
  // As the job that compares them will find.
  await sql`insert into organisation_pairs (a_id, b_id, likeness)
    select least(a.id, b.id), greatest(a.id, b.id), 1 from organisations a, organisations b
    where a.name = ${names[2]} and b.name = ${names[3]} on conflict do nothing`.execute(db);
  await signInAs(page, OFFICE);
  await page.goto('/partners');
  await page.getByRole('link', { name: 'Posibles duplicados' }).click();
  const pair = (name: string) => page.getByRole('listitem', { name: new RegExp(name) });
  await expect(pair(other)).toBeVisible();
  await expectAccessible(page);
  await keepToasts(page);
  await pair(other)
    .getByRole('button', { name: /^Son distintas/ })
    .click();
  await expect(pair(other)).toHaveCount(0);
  await toast(page, 'son distintas').getByRole('button', { name: 'Deshacer' }).click();
  await expect(pair(other)).toBeVisible();

  const [kept, merged] = [await idOf(db, names[0] ?? ''), await idOf(db, names[1] ?? '')];
  await page.goto(`/partners/${kept}`);
  await page.getByRole('button', { name: 'Unir con otra' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unir organizaciones' });
  await dialog.getByRole('combobox').fill(names[1] ?? '');
  await page.getByRole('option', { name: names[1] ?? '' }).click();
  await expect(dialog.getByRole('radio', { name: names[0] ?? '', exact: true })).toBeChecked();
  await expect(dialog.getByText('deja de aparecer en el directorio')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Unir organizaciones' }).click();
  await expect(page.getByText(`También registrada como ${names[1]}.`)).toBeVisible();
  await page.goto(`/partners/${merged}`);
  await expect(page).toHaveURL(new RegExp(`/partners/${kept}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[0] ?? '');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Deshacer la unión con ${names[1]}` }).click();
  await expectToast(page, 'vuelve a ser una organización aparte');
  await expect(page.getByText('También registrada como')).toHaveCount(0);
});

test('an agreement is registered with its file and clause, and stands among those that end @both', async ({
  page,
  installation,
}) => {
  test.slow();
  const council = 'Municipalidad de Talcahuano';
  await signInAs(page, OFFICE);
  await page.goto(`/partners/${await idOf(installation.db, council)}`);
  await page.getByRole('button', { name: 'Nuevo convenio' }).click();
  const form = page.getByRole('dialog', { name: 'Nuevo convenio' });
  await form.getByRole('button', { name: 'Crear convenio' }).click();
  await expect(form.getByText('Este campo es obligatorio.').first()).toBeVisible();
  const number = `DU ${test.info().project.name} 12/2026`;
  await form.getByRole('textbox', { name: 'Número' }).fill(number);
  const soon = formatDay(addDays(localDay(new Date()), 60));
  await form.getByRole('textbox', { name: 'Término' }).fill(soon);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Crear convenio' }).click();
  const part = page.getByRole('region', { name: 'Convenios' });
  await expect(part).toContainText('Por vencer');
  await expect(part).toContainText('la cláusula de la Ley 21.369');
  await part.getByRole('button', { name: new RegExp(number) }).click();
  const edit = page.getByRole('dialog', { name: 'Editar convenio' });
  await edit.getByRole('checkbox', { name: /Ley 21.369/ }).check();
  await edit.locator('input[type=file]').setInputFiles({
    ...{ name: 'convenio.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from('%PDF-1.4\n% convenio\n%%EOF\n'),
  });
  await expect(edit.getByText('convenio.pdf')).toBeVisible();
  await edit.getByRole('button', { name: 'Guardar' }).click();
  await expect(part).not.toContainText('la cláusula de la Ley 21.369');

  await page.goto('/partners/agreements?state=ending');
  await expect(page.getByRole('region', { name: 'Convenios' })).toContainText(number);
  await expectAccessible(page);
});
