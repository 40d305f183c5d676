import type { Locator, Page } from '@playwright/test';
import { localDay } from '../src/domain/kit/calendar.ts';
import { expect, openWindow, signInAs, test } from './fixtures.ts';
import { observe, returnWith, writeText } from './forms.ts';
import { act, completeProject, projectPath, startProject } from './project-api.ts';
import { expectToast, keepToasts, toast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const DIEGO = 'diego.huenchulaf@biosur.example';
const DIRECTOR = 'patricia.contreras@biosur.example';
const DEAN = 'marcela.figueroa@biosur.example';
/** Forms offer the periods of some years around this one. */
const PERIOD = `${localDay(new Date()).slice(0, 4)}-2`;

/** Header and bar at the foot offer the same actions; either will do. */
const action = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).last();

const saved = (page: Page) => page.getByRole('status').filter({ hasText: /Guardado a las \d\d:\d\d/ });

async function openSection(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

async function choose(page: Page, field: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

test('an academic starts a community project, fills its sections on screen and sees what is still missing', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  await page.goto('/');
  await page.getByRole('button', { name: 'Nuevo proyecto' }).click();
  await page.getByRole('menuitem', { name: /Proyecto académico-comunitario/ }).click();
  await page
    .getByRole('textbox', { name: 'Título' })
    .fill('Huertos terapéuticos en el hogar de ancianos de Chiguayante');
  await page.getByRole('button', { name: 'Crear borrador' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Huertos terapéuticos/ })).toBeVisible();
  await expect(page).toHaveTitle(/^PAC-\d{4}-\d{4} - Vinculación con los medios - /);

  await writeText(
    page,
    'Resumen',
    'Estudiantes y residentes diseñan, siembran y cuidan un huerto terapéutico durante un semestre.',
  );
  await page.getByLabel('Fecha de inicio').fill('03-08-2026');
  await page.getByLabel('Fecha de término').fill('18-12-2026');
  await page.getByLabel('Fecha de término').blur();
  await choose(page, 'Período', PERIOD);
  await expect(saved(page)).toBeVisible();

  await openSection(page, 'Objetivos y metodología');
  await writeText(
    page,
    'Objetivo general',
    'Mejorar el bienestar de las personas residentes mediante un huerto compartido.',
  );
  await page.getByRole('button', { name: 'Agregar objetivo específico' }).click();
  await writeText(page, 'Objetivo', 'Construir un huerto accesible con 12 camas de cultivo.');
  await writeText(page, 'Metodología', 'Aprendizaje-servicio en tres etapas.');

  await openSection(page, 'Territorio');
  await choose(page, 'Alcance', 'Local');
  await page.getByRole('combobox', { name: 'Comunas' }).fill('chiguay');
  await page.getByRole('option', { name: 'Chiguayante' }).click();

  await openSection(page, 'ODS');
  await page.getByRole('checkbox', { name: /Salud y bienestar/ }).check();
  await expect(page.getByText('1 de 3 elegidos')).toBeVisible();

  await openSection(page, 'Cursos');
  await page.getByRole('button', { name: 'Agregar curso' }).click();
  await page.getByRole('combobox', { name: /Curso, período y sección/ }).click();
  await page.getByRole('option').first().click();

  await openSection(page, 'Presupuesto');
  await page.getByRole('button', { name: 'Agregar ítem' }).click();
  await page.getByLabel('Descripción, ítem 1').fill('Tierra y semillas');
  await page.getByLabel('Cantidad, ítem 1').fill('12');
  await page.getByLabel('Costo unitario, ítem 1').fill('8500');
  await expect(page.getByRole('cell', { name: '$102.000' }).first()).toBeVisible();
  await expect(saved(page)).toBeVisible();

  // Only diagnosis and indicators are left: the panel says so and leads to the field.
  await action(page, 'Enviar a Dirección').focus();
  await page.keyboard.press('Enter');
  const missing = page.getByRole('dialog', { name: 'Para enviar, falta completar' });
  await missing.getByRole('button', { name: /Necesidad o problema/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Diagnóstico y pertinencia' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Editar Necesidad o problema' })).toBeFocused();
  await page.reload();
  await openSection(page, 'Presupuesto');
  await expect(page.getByLabel('Descripción, ítem 1')).toHaveValue('Tierra y semillas');
});

test('a partner that is not in the directory is added without leaving the project', async ({ page }) => {
  await signInAs(page, CAMILA);
  const ref = await startProject(page, 'Taller de memoria barrial en Hualpén');
  await page.goto(`${projectPath(ref)}?section=partners`);
  await page.getByRole('button', { name: 'Agregar socio' }).click();
  await page.getByRole('combobox', { name: 'Organización' }).fill(`Centro Cultural Hualpencillo ${ref.code}`);
  await page.getByRole('option', { name: 'Agregar una organización nueva' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva organización' });
  await expect(dialog.getByLabel('Nombre')).toHaveValue(`Centro Cultural Hualpencillo ${ref.code}`);
  await dialog.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Cultura' }).click();
  await dialog.getByRole('button', { name: /agregar organización/i }).click();
  await expect(dialog).toBeHidden();
  await choose(page, 'Rol', 'Co-diseño');
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole('button', { name: new RegExp(`Centro Cultural Hualpencillo ${ref.code}`) }).first(),
  ).toBeVisible();
});

test('a file is uploaded, told apart from a forbidden one, and opens', async ({ page }) => {
  await signInAs(page, CAMILA);
  const ref = await startProject(page, 'Proyecto con archivos');
  await page.goto(`${projectPath(ref)}?tab=files`);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Subir archivo: Carta de compromiso' }).click();
  await (await choosing).setFiles({
    name: 'carta.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  });
  await expectToast(page, 'carta.pdf quedó guardado.');
  await expect(page.getByRole('tab', { name: 'Archivos 1' })).toBeVisible();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Descargar carta.pdf' }).click();
  await popup;

  const again = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Subir archivo: Otro documento' }).click();
  await (await again).setFiles({
    name: 'programa.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('MZ this is a program, whatever its name says'),
  });
  await expect(page.getByText('Ese tipo de archivo no está permitido.')).toBeVisible();
});

test('returned with two observations, answered, sent back to the same step and endorsed by director and dean', async ({
  page,
  browser,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Autocuidado de personas mayores en Boca Sur');
  await page.goto(projectPath(ref));
  await action(page, 'Enviar a Dirección').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar a Dirección' }).click();
  await expectToast(page, 'Proyecto enviado. Ahora lo tiene Patricia Contreras Vidal.');
  await expect(page.getByRole('main').getByText('En revisión de Dirección')).toBeVisible();

  const director = await openWindow(browser, DIRECTOR);
  await director.goto('/');
  await director
    .getByRole('list', { name: 'Te toca a ti' })
    .getByRole('link', { name: 'Autocuidado de personas mayores en Boca Sur' })
    .first()
    .click();
  await director.goto(projectPath(ref));
  await action(director, 'Devolver con observaciones').click();
  // Without a word it is not sent: the place to write opens at the first section.
  await expect(director.getByLabel('Observación a Identificación')).toBeFocused();
  await director.getByRole('button', { name: 'Quitar', exact: true }).click();
  await observe(director, 'Presupuesto', 'Falta la cotización de la imprenta.');
  await observe(director, 'Diagnóstico y pertinencia', 'Cita la fuente de la encuesta.');
  await expect(director.getByRole('button', { name: 'Devolver con 2 observaciones' })).toBeVisible();
  // Kept as it is written: a reload loses none.
  await director.reload();
  await director.getByRole('button', { name: '2 observaciones sin enviar' }).click();
  await director.getByRole('menuitem', { name: /^Presupuesto/ }).click();
  await expect(director.getByLabel('Observación a Presupuesto')).toBeFocused();
  await returnWith(director, 2);
  await expectToast(director, 'Ahora lo tiene Camila Rojas Fuentes.');

  await page.reload();
  await expect(page.getByRole('main').getByText('Con observaciones').first()).toBeVisible();
  await openSection(page, 'Presupuesto');
  await page.getByLabel('Tu respuesta').fill('La cotización está en Archivos.');
  await page.getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByText('Respondida')).toBeVisible();
  await page.getByRole('tab', { name: 'Observaciones 1' }).click();
  await page.getByLabel('Tu respuesta').fill('Encuesta de la junta de vecinos, marzo de 2026.');
  await page.getByRole('button', { name: 'Responder' }).click();
  await action(page, 'Enviar a Dirección').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar a Dirección' }).click();
  await expectToast(page, 'Ahora lo tiene Patricia Contreras Vidal.');

  await director.reload();
  await action(director, 'Dar visto bueno').click();
  await director.getByRole('dialog').getByLabel('Comentario').fill('Pertinente y bien formulado.');
  await director.getByRole('dialog').getByRole('button', { name: 'Dar visto bueno' }).click();
  await expectToast(director, 'Visto bueno registrado. Ahora lo tiene Marcela Figueroa Ponce.');

  const dean = await openWindow(browser, DEAN);
  await dean.goto(projectPath(ref));
  await action(dean, 'Dar visto bueno').click();
  await dean.getByRole('dialog').getByRole('button', { name: 'Dar visto bueno' }).click();
  await expectToast(dean, 'Visto bueno registrado.');
  await expect(dean.getByRole('main').getByText('Aprobado').first()).toBeVisible();

  await page.goto(`${projectPath(ref)}?tab=history`);
  const history = page.getByRole('list', { name: 'Historial' }).getByRole('listitem');
  await expect(history.first()).toContainText('Marcela Figueroa Ponce');
  await expect(history.first()).toContainText('En revisión de Decanato → Aprobado');
  await expect(history.filter({ hasText: 'Pertinente y bien formulado.' })).toBeVisible();
});

test('whoever sent a project takes it back with a reason, from the toast as well', async ({ page }) => {
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Ronda de salud escolar');
  await page.goto(projectPath(ref));
  await action(page, 'Enviar a Dirección').click();
  await keepToasts(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar a Dirección' }).click();
  await toast(page, 'Proyecto enviado').getByRole('button', { name: 'Deshacer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deshacer' });
  await dialog.getByRole('button', { name: 'Deshacer' }).click();
  await expect(dialog.getByText('Este campo es obligatorio.')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Faltaba revisar el presupuesto.');
  await dialog.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByRole('main').getByText('Borrador').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Historial' }).click();
  await expect(page.getByText('Motivo: Faltaba revisar el presupuesto.')).toBeVisible();
});

test('a lead withdraws a project with a reason and deletes a draft that was never sent', async ({ page }) => {
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Feria de salud de La Leonera');
  await act(page, ref, 'submit');
  await page.goto(projectPath(ref));
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Retirar' }).click();
  await page.getByLabel('Motivo').fill('El socio no puede este semestre.');
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
  await expectToast(page, 'Proyecto retirado');
  await expect(page.getByRole('main').getByText('Retirado').first()).toBeVisible();

  const draft = await startProject(page, 'Borrador para eliminar');
  await page.goto(projectPath(draft));
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Eliminar borrador' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar borrador' }).click();
  await expectToast(page, 'Borrador eliminado.');
  await page.goto(projectPath(draft));
  await expect(
    page.getByRole('heading', { level: 1, name: 'No encontramos lo que buscas, o no tienes acceso.' }),
  ).toBeVisible();
});

test('an academic of another school cannot open somebody else’s draft', async ({ page, browser }) => {
  await signInAs(page, CAMILA);
  const ref = await startProject(page, 'Privado de Enfermería');
  const other = await openWindow(browser, DIEGO);
  await other.goto(projectPath(ref));
  await expect(
    other.getByRole('heading', { level: 1, name: 'No encontramos lo que buscas, o no tienes acceso.' }),
  ).toBeVisible();
  await other.goto('/projects?q=Privado de Enfermería');
  await expect(other.getByText('Nada coincide con la búsqueda')).toBeVisible();
});

test('a decision made meanwhile by somebody else is told instead of overwritten', async ({
  page,
  browser,
}) => {
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Dos ventanas, una decisión');
  await act(page, ref, 'submit');
  const director = await openWindow(browser, DIRECTOR);
  await director.goto(projectPath(ref));
  await action(director, 'Dar visto bueno').click();
  await act(page, ref, 'withdraw', { reason: 'Se retira mientras miran.' });
  await director.getByRole('dialog').getByRole('button', { name: 'Dar visto bueno' }).click();
  await expect(director.getByText(/actuó mientras mirabas: el proyecto está ahora «Retirado»/)).toBeVisible();
});
