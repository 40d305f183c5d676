import type { Page } from '@playwright/test';
import { addDays, endOfDay, localDay, nearestWorkingDay } from '../src/domain/kit/calendar.ts';
import { HOLIDAYS } from '../src/domain/kit/holidays.ts';
import { formatDay } from '../src/domain/text/format.ts';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { act, completeProject, type ProjectRef, projectPath } from './project-api.ts';
import { expectToast } from './toasts.ts';

// A school of its own, so that other stories keep their director.
const ACADEMIC = 'francisca.munoz@biosur.example';
const DIRECTOR = 'rodrigo.ibanez@biosur.example';
const DEPUTY = 'claudia.sandoval@biosur.example';
const SCHOOL = 'Trabajo Social';
const DAYS_OFF = new Set(HOLIDAYS.map(({ day }) => day));

const submitted = (page: Page, title: string): Promise<ProjectRef> =>
  asPerson(page, ACADEMIC, async academic => {
    const project = await completeProject(academic, `${title} ${Date.now()}`, { schoolName: SCHOOL });
    await act(academic, project, 'submit');
    return project;
  });

async function name(page: Page, typed: string, deputy: string): Promise<void> {
  await page.getByRole('button', { name: 'Nombrar subrogante' }).click();
  const drawer = page.getByRole('dialog', { name: 'Nombrar subrogante' });
  await drawer.getByRole('combobox', { name: 'Subrogante' }).fill(typed);
  await page.getByRole('option', { name: deputy }).click();
  const last = new Date(Date.now() + 7 * 86_400_000).toLocaleDateString('es-CL', {
    timeZone: 'America/Santiago',
  });
  await drawer.getByRole('textbox', { name: 'Hasta' }).fill(last);
  await drawer.getByRole('textbox', { name: 'Hasta' }).press('Tab');
  await drawer.getByRole('textbox', { name: 'Motivo' }).fill('Feriado legal');
  await drawer.getByRole('button', { name: 'Nombrar subrogante' }).click();
  await expect(drawer).toBeHidden();
}

// One director in all of these: one after the other.
test.describe.configure({ mode: 'serial' });

test('a director goes on leave: the deputy decides in their place, and the steps come back', async ({
  page,
}) => {
  test.slow();
  const [decided, waiting] = [await submitted(page, 'Plaza'), await submitted(page, 'Sede vecinal')];
  await signInAs(page, DIRECTOR);
  await page.goto('/profile');
  const card = page.getByRole('region', { name: 'Subrogancia' });
  await expect(card.getByText('No tienes subrogancias.')).toBeVisible();
  await name(page, 'claudia', 'Claudia Sandoval Riquelme');
  await expect(card.getByText('Te subroga Claudia Sandoval Riquelme')).toBeVisible();
  await expect(card.getByText('Vigente')).toBeVisible();
  await expectAccessible(page);

  await asPerson(page, DEPUTY, async deputy => {
    await deputy.goto('/profile');
    const theirs = deputy.getByRole('region', { name: 'Subrogancia' });
    await expect(theirs.getByText('Subrogas a Rodrigo Ibáñez Leiva')).toBeVisible();
    await expect(theirs.getByRole('button', { name: /^Terminar/ })).toHaveCount(0);
    await deputy.goto(projectPath(decided));
    await deputy.getByRole('button', { name: 'Dar visto bueno' }).click();
    await deputy.getByRole('dialog').getByRole('button', { name: 'Dar visto bueno' }).click();
    await expectToast(deputy, 'Visto bueno registrado.');
    await deputy.getByRole('tab', { name: 'Historial' }).click();
    await expect(deputy.getByRole('list', { name: 'Historial' })).toContainText(
      'Claudia Sandoval Riquelme, por subrogancia de Rodrigo Ibáñez Leiva',
    );
    await expectAccessible(deputy);
  });

  await card.getByRole('button', { name: 'Terminar la subrogancia de Claudia Sandoval Riquelme' }).click();
  await page.getByRole('button', { name: 'Terminar subrogancia' }).click();
  const undo = page.getByRole('button', { name: 'Deshacer' });
  // A notice stays as long as somebody points at it.
  await undo.hover();
  await expect(card.getByText('No tienes subrogancias.')).toBeVisible();
  await undo.click();
  await expect(card.getByText('Te subroga Claudia Sandoval Riquelme')).toBeVisible();
  await card.getByRole('button', { name: 'Terminar la subrogancia de Claudia Sandoval Riquelme' }).click();
  await page.getByRole('button', { name: 'Terminar subrogancia' }).click();
  await expect(card.getByText('No tienes subrogancias.')).toBeVisible();
  await page.goto(projectPath(waiting));
  await expect(page.getByText('Te toca a ti').first()).toBeVisible();
});

test('the office names a deputy for a head, and reads it on the phone @phone', async ({ page }) => {
  await signInAs(page, 'Admin');
  await page.goto('/admin/users?q=jorge.alarcon');
  await page.getByRole('button', { name: 'Jorge Alarcón Miranda' }).click();
  const drawer = page.getByRole('dialog', { name: 'Editar persona' });
  await expect(drawer.getByText('No tiene subrogancias.')).toBeVisible();
  await name(page, 'claudia', 'Claudia Sandoval Riquelme');
  await expect(drawer.getByText('Subroga Claudia Sandoval Riquelme')).toBeVisible();
  // The person's own form was not sent along.
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Terminar la subrogancia de Claudia Sandoval Riquelme' }).click();
  await page.getByRole('button', { name: 'Terminar subrogancia' }).click();
  await expect(drawer.getByText('No tiene subrogancias.')).toBeVisible();
});

test('the office gives a step more time, and the line of whose turn says it', async ({ page }) => {
  const project = await submitted(page, 'Mobiliario');
  await signInAs(page, 'Admin');
  await page.goto(projectPath(project));
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Extender plazo' }).click();
  const drawer = page.getByRole('dialog', { name: 'Extender plazo' });
  await drawer.getByRole('button', { name: 'Extender plazo' }).click();
  await expect(drawer.getByText('Este campo es obligatorio.').first()).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Motivo' }).fill('La escuela está en proceso de acreditación.');
  await drawer.getByRole('textbox', { name: 'Nuevo plazo' }).fill('31-12-2199');
  await drawer.getByRole('button', { name: 'Extender plazo' }).click();
  await expect(drawer.getByText('Escribe una fecha válida (dd-mm-aaaa).').first()).toBeVisible();
  // More than a year ahead, where nothing is due by itself; not a day off, which is refused.
  const day = nearestWorkingDay(addDays(localDay(new Date()), 450), 1, DAYS_OFF);
  await drawer.getByRole('textbox', { name: 'Nuevo plazo' }).fill(formatDay(day));
  await drawer.getByRole('button', { name: 'Extender plazo' }).click();
  await expect(page.getByText(`El plazo vence ahora el ${formatDay(day)}.`)).toBeVisible();
  await expect(page.locator(`time[datetime="${endOfDay(day).toISOString()}"]`).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Historial' }).click();
  await expect(page.getByRole('list', { name: 'Historial' })).toContainText('Plazo extendido');
  await expect(page.getByRole('list', { name: 'Historial' })).toContainText('proceso de acreditación');
});
