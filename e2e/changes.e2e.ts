import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addDays } from '../src/domain/kit/calendar.ts';
import { formatDay } from '../src/domain/text/format.ts';
import { LAST_DAY } from '../test/days.ts';
import { pdfPages } from '../test/pdf.ts';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, expectKept, signInAs, test } from './fixtures.ts';
import { approvedProject, type ProjectRef, projectPath } from './project-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const DIRECTOR = 'patricia.contreras@biosur.example';
const ADMIN = 'beatriz.navarrete@biosur.example';

/** A project may last that much longer. */
const LATER = formatDay(addDays(LAST_DAY, 28));

const turns = (page: Page) => page.getByRole('list', { name: 'Te toca a ti' });
const card = (page: Page, name: string) => page.getByRole('article', { name: `Cambio de ${name}` }).first();

const section = (ref: ProjectRef, slug: string) => `${projectPath(ref)}?section=${slug}`;

async function askForDates(page: Page, ref: ProjectRef, end: string, reason: string) {
  await page.goto(section(ref, 'identification'));
  await page.getByRole('button', { name: 'Pedir un cambio de fechas' }).click();
  await page.getByRole('textbox', { name: 'Fecha de término' }).fill(end);
  await page.getByRole('textbox', { name: 'Motivo del cambio' }).fill(reason);
  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expectToast(page, 'Cambio solicitado.');
}

test('the lead asks for new dates, the director compares them and accepts @phone', async ({ page }) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Huertas comunitarias que se alargan');
  await page.goto(section(ref, 'identification'));
  await page.getByRole('button', { name: 'Pedir un cambio de fechas' }).click();
  // Only what may change is in the copy.
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect(page.getByText('Este campo es obligatorio.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await askForDates(page, ref, LATER, 'El convenio se firmó dos meses más tarde.');
  await expect(page.getByText('Hay un cambio pedido en «Fechas» que espera decisión.')).toBeVisible();

  await asPerson(page, DIRECTOR, async director => {
    await director.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    await director.goto('/');
    await expect(turns(director).getByText('Cambio pedido: Fechas').first()).toBeVisible();
    await turns(director).getByRole('link', { name: 'Huertas comunitarias que se alargan' }).first().click();
    await expect(director).toHaveURL(/tab=changes/);
    const change = card(director, 'Fechas');
    await expect(change.getByText('Motivo: El convenio se firmó dos meses más tarde.')).toBeVisible();
    await expect(change.locator('del')).toHaveText(formatDay(LAST_DAY));
    await expect(change.locator('ins')).toHaveText(LATER);
    await expectAccessible(director);
    await director.goto(projectPath(ref));
    await expect(director.getByText('Te toca decidir un cambio pedido: fechas.')).toBeVisible();
    await director.getByRole('link', { name: 'Ver y decidir' }).click();
    await change.getByRole('button', { name: 'Aceptar cambio' }).click();
    await director.getByRole('dialog').getByRole('button', { name: 'Aceptar cambio' }).click();
    await expectToast(director, 'Cambio aceptado: ya está en la Ficha.');
    await expect(change.getByText(/^Aceptado por Patricia Contreras Vidal/)).toBeVisible();
  });

  await page.goto(section(ref, 'identification'));
  await expect(page.getByText(LATER).first()).toBeVisible();
  await page.goto(`${projectPath(ref)}?tab=history`);
  await expect(page.getByRole('list', { name: 'Historial' }).getByText('Cambio aceptado')).toBeVisible();
});

test('money goes to the office, which refuses with a reason the author reads; what was typed survives a reload', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Taller de prevención con más afiches');
  await page.goto(section(ref, 'budget'));
  await page.getByRole('button', { name: 'Pedir un cambio de presupuesto' }).click();
  await page.getByRole('button', { name: 'Quitar Traslado de estudiantes' }).click();
  await page.getByRole('textbox', { name: 'Motivo del cambio' }).fill('El municipio pone el bus.');
  await expectKept(page, 'El municipio pone el bus.');
  await page.reload();
  await page.getByRole('button', { name: 'Pedir un cambio de presupuesto' }).click();
  await expect(page.getByRole('textbox', { name: 'Motivo del cambio' })).toHaveValue(
    'El municipio pone el bus.',
  );
  await expect(page.getByRole('button', { name: 'Quitar Traslado de estudiantes' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expectToast(page, 'Cambio solicitado.');

  await asPerson(page, ADMIN, async admin => {
    await admin.goto(`${projectPath(ref)}?tab=changes`);
    const change = card(admin, 'Presupuesto');
    await expect(change.getByText('Se quita:')).toBeVisible();
    await expect(change.getByText('Traslado de estudiantes')).toBeVisible();
    await expect(change.getByText('3 sin cambio')).toBeVisible();
    await expect(change.getByText('$1.485.000')).toBeVisible();
    await change.getByRole('button', { name: 'Rechazar cambio' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Rechazar cambio' });
    await dialog.getByRole('button', { name: 'Rechazar cambio' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Falta la carta del municipio.');
    await dialog.getByRole('button', { name: 'Rechazar cambio' }).click();
    await expectToast(admin, 'Cambio rechazado.');
  });

  await page.goto(`${projectPath(ref)}?tab=changes`);
  await expect(card(page, 'Presupuesto').getByText('Falta la carta del municipio.')).toBeVisible();
  await page.goto(section(ref, 'budget'));
  await expect(page.getByText('Traslado de estudiantes')).toBeVisible();
});

test('who decides late reads that the author took the request back', async ({ page }) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Cicletadas que cambian de idea');
  await askForDates(page, ref, formatDay(addDays(LAST_DAY, 14)), 'Por si acaso.');
  await asPerson(page, DIRECTOR, async director => {
    await director.goto(`${projectPath(ref)}?tab=changes`);
    await card(director, 'Fechas').getByRole('button', { name: 'Aceptar cambio' }).click();
    await page.goto(`${projectPath(ref)}?tab=changes`);
    await page.getByRole('button', { name: 'Retirar solicitud' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirar solicitud' }).click();
    await expectToast(page, 'Solicitud retirada.');
    await director.getByRole('dialog').getByRole('button', { name: 'Aceptar cambio' }).click();
    await expect(director.getByText('Camila Rojas Fuentes ya retiró esta solicitud.')).toBeVisible();
  });
});

test('a project comes as a PDF named after its code, with what its reader may see', async ({ page }) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Bibliotecas populares en papel');
  const textFor = async (reader: Page) => {
    await reader.goto(projectPath(ref));
    const saved = reader.waitForEvent('download');
    await reader.getByRole('button', { name: 'Descargar PDF' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`${ref.code}.pdf`);
    return pdfPages(readFileSync(await file.path()))
      .join('')
      .replace(/\s/g, '');
  };
  const own = await textFor(page);
  for (const words of ['Bibliotecaspopularesenpapel', 'Presupuesto', 'VistobuenodeDecanato'])
    expect(own).toContain(words);
  const open = await asPerson(page, 'diego.huenchulaf@biosur.example', textFor);
  expect(open).toContain('Bibliotecaspopularesenpapel');
  expect(open).not.toContain('Presupuesto');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Descargar PDF' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Who writes has one section open: the sheet says so, and how to print them all.
  const hint = page.getByText('Esta hoja trae solo la sección «Identificación».');
  await expect(hint).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(hint).toBeHidden();
});
