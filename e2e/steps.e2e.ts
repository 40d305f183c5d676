import type { Locator, Page } from '@playwright/test';
import { addDays, localDay } from '../src/domain/kit/calendar.ts';
import { REPORT_PARTS } from '../src/domain/reports/parts.ts';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, openWindow, signInAs, test } from './fixtures.ts';
import { observe, returnWith, writeText } from './forms.ts';
import {
  act,
  completeProject,
  fillSection,
  type ProjectRef,
  projectPath,
  readProject,
  request,
} from './project-api.ts';
import { expectToast, keepToasts, toast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });
test.slow();

const CAMILA = 'camila.rojas@biosur.example';
const DIRECTOR = 'patricia.contreras@biosur.example';
const DEAN = 'marcela.figueroa@biosur.example';
const OFFICE = 'beatriz.navarrete@biosur.example';

const action = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).last();
const status = (page: Page, name: string) => page.getByRole('main').getByText(name, { exact: true }).first();

/** Opens the dialog of an action from the header, or from the menu at its end. */
async function open(page: Page, name: string, menu = false): Promise<Locator> {
  if (menu) {
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name }).click();
  } else await action(page, name).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function take(page: Page, name: string, reason = '', menu = false) {
  const dialog = await open(page, name, menu);
  if (reason) await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toBeHidden();
}

const INDICATORS = [
  'Personas que mejoran su puntaje de conocimientos',
  'Hogares con plan de prevención de caídas',
];

/** Sends a value with the address that shows it. */
async function measure(page: Page, name: string) {
  const indicators = page.getByRole('region', { name: 'Indicadores', exact: true });
  await indicators.scrollIntoViewIfNeeded();
  await indicators.getByRole('button', { name: `Registrar medición de ${name}` }).click();
  const form = page.getByRole('dialog', { name: 'Registrar medición' });
  await form.getByRole('textbox', { name: /^Valor/ }).fill('9');
  await form.getByRole('button', { name: 'Agregar dirección' }).click();
  await form.getByRole('textbox', { name: 'Dirección' }).fill('https://universidad.example/actas');
  await form.getByRole('button', { name: 'Enviar medición' }).click();
  await expect(form).toBeHidden();
}

/** Endorsed by director and dean; the page of its lead stays where it is. */
async function approve(page: Page, ref: ProjectRef) {
  await act(page, ref, 'submit');
  for (const who of [DIRECTOR, DEAN]) await asPerson(page, who, other => act(other, ref, 'endorse'));
}

/** Project and activities end by that day. */
async function endBefore(page: Page, ref: ProjectRef, day: string) {
  const { sections } = await readProject(page, ref);
  const activities = sections.find(s => s.slug === 'plan')?.data.activities as { from: string; to: string }[];
  const earlier = (other: string) => (other < day ? other : day);
  await fillSection(page, ref, 'identification', { endDate: day });
  await fillSection(page, ref, 'plan', {
    activities: activities.map(a => ({ ...a, from: earlier(a.from), to: earlier(a.to) })),
  });
}

test('the lead fills in what the final report lacks; director and office accept it after one return', async ({
  page,
  browser,
}) => {
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Informe de autocuidado en Boca Sur');
  await endBefore(page, ref, addDays(localDay(new Date()), -30));
  await approve(page, ref);
  await page.goto(projectPath(ref));
  await take(page, 'Iniciar ejecución');
  await expect(status(page, 'En ejecución')).toBeVisible();

  const guide = page.getByRole('region', { name: 'Para enviar el informe final falta:' });
  await expect(guide).toContainText('Informe final: Personas');
  await expect(guide).toContainText('Anexos: Evidencia');
  await action(page, 'Enviar informe final a Dirección').focus();
  await page.keyboard.press('Enter');
  const missing = page.getByRole('dialog', { name: 'Para enviar el informe final, falta completar' });
  await missing
    .getByRole('button', { name: /medición/ })
    .first()
    .click();
  // The Ficha says where values are recorded, and leads there.
  await expect(page.getByText('Los valores se registran y aceptan en Ejecución.')).toBeFocused();
  // From the top of the page, where its bars cover nothing half.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Ejecución' }).click();
  for (const name of INDICATORS) await measure(page, name);
  await page.getByRole('tab', { name: 'Ficha' }).click();
  await expect(guide).not.toContainText('Indicadores');
  await guide.getByRole('link', { name: 'Informe final' }).click();
  for (const { label } of REPORT_PARTS)
    await writeText(page, label, `Lo que hay que decir: ${label.toLowerCase()}.`);
  const people = page.getByRole('textbox', { name: 'Beneficiarios, Directos: corregidas' });
  await people.fill('88');
  await page.getByRole('textbox', { name: 'Por qué se corrigen' }).fill('No hubo lista en las visitas.');
  await expect(page.getByText('El informe está completo')).toBeVisible();
  await page.getByRole('tab', { name: 'Ficha' }).click();
  await expect(guide).not.toContainText('Informe final:');
  await guide.getByRole('link', { name: 'Anexos' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Subir archivo: Evidencia' }).click();
  await (await choosing).setFiles({
    name: 'asistencia.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  });
  await expect(
    page.getByRole('heading', { name: 'El informe final está listo para enviarse' }),
  ).toBeVisible();
  await take(page, 'Enviar informe final a Dirección');
  await expect(status(page, 'Informe final en revisión')).toBeVisible();

  const director = await openWindow(browser, DIRECTOR);
  await director.goto(projectPath(ref));
  // Most are about the report itself.
  await action(director, 'Devolver informe con observaciones').click();
  await expect(director.getByLabel('Observación a Informe final')).toBeFocused();
  await director.getByRole('button', { name: 'Quitar', exact: true }).click();
  await director.getByRole('tab', { name: 'Ficha' }).click();
  await observe(director, 'Participantes', 'Aclara cómo contaste a las personas.');
  await returnWith(director, 1);
  await expectToast(director, 'Informe final devuelto');

  await page.reload();
  // The address still names the field of the evidence, which takes the focus once it is there.
  await expect(page.getByRole('button', { name: 'Subir archivo: Evidencia' })).toBeFocused();
  const refused = action(page, 'Enviar informe final a Dirección');
  await expect(refused).toHaveAccessibleDescription('Queda 1 observación por responder.');
  await refused.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Observación de Patricia/ })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'Participantes' })).toBeVisible();
  await expect(page.getByLabel('Tu respuesta')).toBeFocused();
  await page.getByLabel('Tu respuesta').fill('Son los nombres únicos de las listas.');
  await page.getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByText('Respondida')).toBeVisible();
  await take(page, 'Enviar informe final a Dirección');

  await director.reload();
  await director.getByRole('button', { name: 'Marcar como resuelta' }).click();
  await take(director, 'Aceptar informe final');
  const office = await openWindow(browser, OFFICE);
  await office.goto(projectPath(ref));
  const closing = await open(office, 'Aceptar informe final');
  await closing.getByRole('button', { name: 'Aceptar informe final', exact: true }).click();
  await expect(closing).toContainText('Quedan 2 mediciones de indicadores sin decidir.');
  await director.goto(`${projectPath(ref)}?tab=execution`);
  await director.getByRole('button', { name: 'Ver mediciones' }).click();
  await director.getByRole('button', { name: 'Aceptar las 2' }).click();
  const accepting = director.getByRole('dialog', { name: 'Aceptar mediciones' });
  await expect(accepting.getByRole('listitem')).toHaveCount(2);
  await accepting.getByRole('button', { name: 'Aceptar mediciones' }).click();
  await expect(accepting).toBeHidden();
  await office.goto(projectPath(ref));
  await take(office, 'Aceptar informe final');
  await expect(status(office, 'Cerrado')).toBeVisible();
});

test('the reviewer sees on the page what changed since the project was returned, word by word', async ({
  page,
  browser,
}) => {
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Talleres que se corrigen');
  await act(page, ref, 'submit');
  await asPerson(page, DIRECTOR, other =>
    act(other, ref, 'return', { observations: [{ section: 'objectives', text: 'Precisa la meta.' }] }),
  );
  await asPerson(page, OFFICE, async office => {
    const { version } = await readProject(office, ref);
    const given = { version, sections: ['goals', 'partners'], reason: 'También cambian metas y socios.' };
    await request(office, 'PUT', `${projectPath(ref)}/open-sections`, given);
  });
  await page.goto(projectPath(ref));
  const nav = page.getByRole('navigation', { name: 'Secciones' });
  await expect(nav.getByRole('link', { name: /Objetivos.*1 observación por responder/ })).toBeVisible();
  const sending = action(page, 'Enviar a Dirección');
  await expect(sending).toHaveAccessibleDescription('Queda 1 observación por responder.');
  await sending.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Observación de Patricia/ })
    .click();
  await expect(page.getByLabel('Tu respuesta')).toBeFocused();
  await page.getByLabel('Tu respuesta').fill('Agregué la meta y una visita más.');
  await page.getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByText('Respondida')).toBeVisible();
  const { sections } = await readProject(page, ref);
  const specific = sections.find(s => s.slug === 'objectives')?.data.specific as {
    id: string;
    text: string;
  }[];
  await fillSection(page, ref, 'objectives', {
    specific: [
      { ...specific[0], text: specific[0]?.text.replace('80 personas mayores', '90 personas mayores') },
      specific[1],
      { id: 'nuevo', text: 'Formar a seis monitoras del sector.' },
    ],
  });
  await fillSection(page, ref, 'goals', { goals: [3, 10] });
  const partners = sections.find(s => s.slug === 'partners')?.data.partners as object[];
  await fillSection(page, ref, 'partners', { partners: partners.slice(1) });
  await act(page, ref, 'submit');

  const director = await openWindow(browser, DIRECTOR);
  await director.goto(projectPath(ref));
  await director.getByRole('button', { name: 'Ver qué cambió' }).click();
  const objectives = director.getByRole('region', { name: 'Cambios en Objetivos y metodología' });
  await expect(objectives.getByRole('deletion').filter({ hasText: '80' })).toHaveText('quitado: 80');
  await expect(objectives.getByRole('insertion').filter({ hasText: '90' })).toHaveText('agregado: 90');
  await expect(objectives.getByRole('insertion').filter({ hasText: 'seis monitoras' })).toBeVisible();
  const goals = director.getByRole('region', { name: 'Cambios en ODS' });
  await expect(goals.getByRole('insertion')).toHaveText(/10\. /);
  await expect(goals.getByRole('deletion')).toHaveText(/11\. /);
  await expect(
    director.getByRole('region', { name: 'Cambios en Socios' }).getByRole('deletion'),
  ).toContainText('Organización: Junta de Vecinos');
  await expect(director.getByRole('region', { name: 'Cambios en Presupuesto' })).toBeHidden();
  await expectAccessible(director);
  await director.setViewportSize({ width: 390, height: 844 });
});

test('the office suspends, takes it back, resumes and cancels; each dialog says what follows', async ({
  page,
  browser,
}) => {
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Pausa por emergencia');
  await approve(page, ref);
  await act(page, ref, 'start');
  const office = await openWindow(browser, OFFICE);
  await office.goto(projectPath(ref));
  const dialog = await open(office, 'Suspender', true);
  await expect(dialog.getByText('La ejecución se detiene')).toBeVisible();
  await dialog.getByRole('button', { name: 'Suspender' }).click();
  await expect(dialog.getByText('Este campo es obligatorio.')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Emergencia en el territorio.');
  await keepToasts(office);
  await dialog.getByRole('button', { name: 'Suspender' }).click();
  await toast(office, 'Proyecto suspendido').getByRole('button', { name: 'Deshacer' }).click();
  const undo = office.getByRole('dialog', { name: 'Deshacer' });
  await undo.getByLabel('Motivo').fill('Era otro proyecto.');
  await undo.getByRole('button', { name: 'Deshacer' }).click();
  await expect(status(office, 'En ejecución')).toBeVisible();
  await take(office, 'Suspender', 'Emergencia en el territorio.', true);
  await take(office, 'Reanudar', 'La emergencia pasó.');
  await expect(status(office, 'En ejecución')).toBeVisible();
  await take(office, 'Cancelar proyecto', 'El socio cerró sus puertas.', true);
  await expect(status(office, 'Cancelado')).toBeVisible();
});

test('a director rejects with a long enough reason; a lead renounces what was approved', async ({
  page,
  browser,
}) => {
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Proyecto que no procede');
  await act(page, ref, 'submit');
  const director = await openWindow(browser, DIRECTOR);
  await director.goto(projectPath(ref));
  const dialog = await open(director, 'Rechazar', true);
  await dialog.getByLabel('Motivo').fill('No procede.');
  await expect(dialog.getByText('Al menos 20 caracteres: faltan 9.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Rechazar' }).click();
  await expect(dialog.getByText('Escribe al menos 20 caracteres.')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('No corresponde a las líneas de la escuela.');
  await expect(dialog.getByText('Al menos 20 caracteres: listo.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Rechazar' }).click();
  await expect(status(director, 'Rechazado')).toBeVisible();

  const other = await completeProject(page, 'Proyecto al que se renuncia');
  await approve(page, other);
  await page.goto(projectPath(other));
  await take(page, 'Renunciar', 'Cambio de institución.', true);
  await expect(status(page, 'Retirado')).toBeVisible();
});
