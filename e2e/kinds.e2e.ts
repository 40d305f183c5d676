import type { Browser, Locator, Page } from '@playwright/test';
import { askFund, reviewWith } from './evaluation-api.ts';
import { expect, openWindow, signInAs, test } from './fixtures.ts';
import { takeStep, writeText } from './forms.ts';
import {
  act,
  checkAll,
  fillRest,
  type ProjectRef,
  projectPath,
  readProject,
  request,
} from './project-api.ts';

test.use({ actionTimeout: 10_000 });
test.slow();

const CAMILA = 'camila.rojas@biosur.example';
const DIRECTOR = 'patricia.contreras@biosur.example';
const DEAN = 'marcela.figueroa@biosur.example';
const OFFICE = 'beatriz.navarrete@biosur.example';
const REVIEWERS = ['nicolas.vergara@biosur.example', 'antonia.quezada@biosur.example'];

const action = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).last();
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /Guardado a las \d\d:\d\d/ });
const status = (page: Page, name: string) => page.getByRole('main').getByText(name, { exact: true }).first();

/** A step with a reason, which a menu keeps apart. */
async function takeFromMenu(page: Page, name: string, reason: string) {
  await action(page, 'Más acciones').click();
  await page.getByRole('menuitem', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function start(page: Page, kind: string, title: string): Promise<ProjectRef> {
  await page.goto(`/projects/${kind}/new`);
  await page.getByRole('textbox', { name: 'Título' }).fill(title);
  await page.getByRole('button', { name: 'Crear borrador' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return { kind, id, code: (await page.title()).split(' ')[0] ?? '' };
}

async function openSection(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

async function choose(page: Page, field: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The sections that every kind has are filled by request, then the project is sent on screen. */
async function send(page: Page, ref: ProjectRef) {
  await expect(saved(page)).toBeVisible();
  await fillRest(page, ref);
  await sendFilled(page, ref);
}

async function sendFilled(page: Page, ref: ProjectRef) {
  await page.goto(projectPath(ref));
  await expect(page.getByText('Todo completo')).toBeVisible();
  await takeStep(page, 'Enviar a Dirección');
  await expect(status(page, 'En revisión de Dirección')).toBeVisible();
}

async function endorse(browser: Browser, who: string, ref: ProjectRef) {
  const page = await openWindow(browser, who);
  await page.goto(projectPath(ref));
  await takeStep(page, 'Dar visto bueno');
  await page.context().close();
}

test('an extension activity is written on screen and approved by the school', async ({ page, browser }) => {
  await signInAs(page, CAMILA);
  const ref = await start(page, 'exts', 'Operativo de salud en la feria libre de Talcahuano');
  await openSection(page, 'Evento');
  await choose(page, 'Tipo de actividad', 'Operativo de salud');
  await page.getByRole('button', { name: 'Agregar sesión' }).click();
  await page.getByRole('textbox', { name: 'Fecha', exact: true }).fill('05-12-2026');
  await page.getByLabel('Desde').fill('09:00');
  await page.getByLabel('Hasta').fill('13:30');
  await page.getByLabel('Lugar o enlace').fill('Feria libre de Higueras, Talcahuano');
  await expect(page.getByText('09:00 a 13:30 h · Feria libre')).toBeVisible();
  await page.getByLabel('Cupos').fill('250');
  await writeText(page, 'Público al que se dirige', 'Personas mayores y cuidadoras del sector.');
  await expect(page.getByLabel('Precio de entrada')).toBeVisible();
  await page.getByRole('switch', { name: 'Es gratuita' }).check();
  await expect(page.getByLabel('Precio de entrada')).toBeHidden();
  await page.getByRole('switch', { name: 'Entrega certificado' }).check();
  await send(page, ref);
  const { sections } = await readProject(page, ref);
  expect(sections.find(s => s.slug === 'event')?.data).toMatchObject({
    type: 'health_drive',
    capacity: 250,
    isFree: true,
    givesCertificate: true,
    sessions: [{ date: '2026-12-05', from: '09:00', to: '13:30' }],
  });
  await endorse(browser, DIRECTOR, ref);
  await page.reload();
  await expect(status(page, 'Aprobado')).toBeVisible();
  await page.goto(`${projectPath(ref)}?section=event`);
  await expect(page.getByText('Feria libre de Higueras, Talcahuano')).toBeVisible();
});

test('a consultancy is approved, and starts once its contract is signed', async ({ page, browser }) => {
  await signInAs(page, CAMILA);
  const ref = await start(page, 'cons', 'Asesoría en gestión del cuidado para el CESFAM San Pedro');
  await openSection(page, 'Contrato');
  await page.getByRole('combobox', { name: 'Organización que contrata' }).click();
  await page.getByRole('option').first().click();
  await choose(page, 'Tipo de contrato', 'Asesoría');
  await page.getByLabel('Monto', { exact: true }).fill('8500000');
  await choose(page, 'Moneda', /Pesos/);
  await page.getByRole('button', { name: 'Agregar entregable' }).click();
  await page
    .getByRole('textbox', { name: 'Entregable', exact: true })
    .fill('Diagnóstico del modelo de cuidados');
  await page.getByLabel('Fecha de entrega').fill('30-10-2026');
  await page.getByLabel('Pago asociado').fill('3500000');
  await expect(page.getByText('$3.500.000. El monto del contrato es $8.500.000.')).toBeVisible();
  await page.getByRole('switch', { name: 'El contrato es confidencial' }).check();
  await writeText(page, 'Alcance de la confidencialidad', 'Datos clínicos y de las personas usuarias.');
  await send(page, ref);
  await endorse(browser, DIRECTOR, ref);
  await endorse(browser, DEAN, ref);

  await page.goto(projectPath(ref));
  await expect(status(page, 'Aprobado')).toBeVisible();
  const refused = action(page, 'Iniciar ejecución');
  await expect(refused).toHaveAttribute('aria-disabled', 'true');
  await refused.focus();
  await expect(refused).toBeFocused();
  await expect(refused).toHaveAccessibleDescription('Falta para iniciar: el contrato firmado.');
  await page
    .getByRole('region', { name: /Falta para iniciar/ })
    .getByRole('link', { name: 'Contrato' })
    .click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Subir archivo: Contrato firmado' }).click();
  await (await choosing).setFiles({
    name: 'contrato.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  });
  await expect(page.getByRole('combobox', { name: 'Contrato firmado' })).toHaveValue('contrato.pdf');
  await expect(refused).not.toHaveAttribute('aria-disabled');
  await takeStep(page, 'Iniciar ejecución');
  await expect(status(page, 'En ejecución')).toBeVisible();
});

test('a fund proposal is dismissed, appeals, and passes checklist and evaluation up to the act of its call', async ({
  page,
  browser,
}) => {
  await signInAs(page, CAMILA);
  const ref = await start(page, 'fexs', 'Escuela de cuidadoras comunitarias de Penco');
  await openSection(page, 'Fondo');
  await choose(page, 'Convocatoria', /^Fondo de extensión \d{4}$/);
  await choose(page, 'Línea', /^Territorio y medioambiente/);
  await expect(page.getByText('Línea de la convocatoria: cumplido')).toBeVisible();
  await fillRest(page, ref);
  await askFund(page, ref, 5_200_000);
  await page.reload();
  await expect(page.getByText(/El tope de la línea .* es \$5\.000\.000/).first()).toBeVisible();
  await openSection(page, 'Presupuesto');
  await page.getByLabel('Costo unitario, ítem 1').fill('4200000');
  await expect(saved(page)).toBeVisible();
  await openSection(page, 'Fondo');
  await expect(page.getByText('Monto de hasta $5.000.000: cumplido')).toBeVisible();
  await sendFilled(page, ref);
  await endorse(browser, DIRECTOR, ref);
  await endorse(browser, DEAN, ref);

  const office = await openWindow(browser, OFFICE);
  await office.goto(projectPath(ref));
  await expect(status(office, 'En admisibilidad')).toBeVisible();
  await expect(action(office, 'Declarar admisible')).toHaveAttribute('aria-disabled', 'true');
  await takeFromMenu(office, 'Declarar inadmisible', 'La cotización no corresponde a la línea.');
  await expect(status(office, 'Rechazado')).toBeVisible();
  await page.goto(projectPath(ref));
  await expect(status(page, 'Rechazado')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Declarado inadmisible' })).toContainText(
    'La cotización no corresponde a la línea.',
  );
  await page.getByRole('tab', { name: 'Historial' }).click();
  await expect(page.getByText('La cotización no corresponde a la línea.')).toBeVisible();
  await page.getByRole('button', { name: 'Apelar el resultado' }).click();
  await page.getByRole('textbox', { name: 'Por qué apelas' }).fill('La cotización sí es de la línea pedida.');
  await page.getByRole('button', { name: 'Enviar la apelación' }).click();
  await expect(page.getByText(/^La oficina la responde hasta el /)).toBeVisible();
  await office.reload();
  await office.getByRole('button', { name: 'Responder la apelación' }).click();
  await office.getByRole('radio', { name: /^Acoger/ }).check();
  await office.getByRole('textbox', { name: 'Respuesta' }).fill('La cotización era la correcta.');
  await office.getByRole('button', { name: 'Enviar la respuesta' }).click();
  await expect(status(office, 'En admisibilidad')).toBeVisible();
  await checkAll(office, ref);
  await office.reload();
  await takeStep(office, 'Declarar admisible');
  await expect(status(office, 'En evaluación')).toBeVisible();
  await takeStep(office, 'Terminar evaluación');
  await expect(status(office, 'En resolución')).toBeVisible();
  // Alone it gets no result: its call is resolved as a whole.
  await expect(office.getByRole('button', { name: 'Adjudicar' })).toHaveCount(0);
  await office.getByRole('link', { name: 'Ir a la resolución' }).click();
  await expect(office.getByRole('main').getByText(ref.code).first()).toBeVisible();
});

test('a venture is not awarded, and is awarded after its evaluation is opened again', async ({
  page,
  browser,
}) => {
  await signInAs(page, CAMILA);
  const ref = await start(page, 'incs', 'Telecuidado para personas mayores de zonas rurales');
  await expect(page.getByRole('navigation', { name: 'Secciones' }).getByText('Fondo')).toBeHidden();
  await openSection(page, 'Emprendimiento');
  await page.getByLabel('Nombre del emprendimiento').fill('Cuidamos Biobío');
  await choose(page, 'Etapa', 'Prototipo');
  await page.getByLabel('Madurez tecnológica').fill('4');
  await page.getByRole('button', { name: 'Agregar fundador' }).click();
  await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Ignacia Paredes Muñoz');
  await page.getByLabel('Correo').fill('ignacia@cuidamos.example');
  await page.getByLabel('Vínculo con la universidad').fill('Titulada de Enfermería');
  await page.getByRole('combobox', { name: 'Mentor' }).fill('soledad');
  await page.getByRole('option', { name: /Soledad/ }).click();
  await writeText(page, 'Propiedad intelectual', 'Marca en trámite ante el INAPI.');
  await page.getByLabel('Dinero levantado').fill('3000000');
  await send(page, ref);
  await endorse(browser, DIRECTOR, ref);

  const office = await openWindow(browser, OFFICE);
  await office.goto(projectPath(ref));
  await takeStep(office, 'Terminar evaluación');
  await takeStep(office, 'No adjudicar');
  await expect(status(office, 'No adjudicado')).toBeVisible();
  const why = (dialog: Locator) => dialog.getByLabel('Motivo').fill('La segunda evaluación tenía un error.');
  // Without a call there is no appeal: the office takes the result back.
  await act(office, ref, 'override', { to: 'resolution', reason: 'La segunda evaluación tenía un error.' });
  await office.reload();
  await expect(status(office, 'En resolución')).toBeVisible();
  await takeStep(office, 'Reabrir evaluación', why);
  await expect(status(office, 'En evaluación')).toBeVisible();
  // Nobody is awarded unread.
  const pairs = await Promise.all(
    REVIEWERS.map(async who => {
      const { rows } = await request<{ rows: { id: string }[] }>(office, 'GET', `/users?q=${who}`);
      return { projectId: ref.id, userId: rows[0]?.id };
    }),
  );
  await request(office, 'POST', '/admin/reviews', { pairs });
  for (const who of REVIEWERS) {
    const reviewer = await openWindow(browser, who);
    await reviewWith(reviewer, ref, 4);
    await reviewer.context().close();
  }
  await office.reload();
  await expect(status(office, 'En resolución')).toBeVisible();
  await takeStep(office, 'Adjudicar');
  await expect(status(office, 'Aprobado')).toBeVisible();
  await office.goto(`${projectPath(ref)}?section=venture`);
  await expect(office.getByRole('combobox', { name: 'Mentor' })).toHaveValue(/Soledad/);
});

test('the office starts a project for somebody else, who finds it among their own', async ({
  page,
  browser,
}) => {
  await signInAs(page, OFFICE);
  await page.goto('/projects/exts/new');
  await page.getByRole('textbox', { name: 'Título' }).fill('Concierto de aniversario en el Foro');
  await page.getByRole('combobox', { name: 'Responsable' }).fill('camila');
  await page.getByRole('option', { name: /Camila Rojas/ }).click();
  await page.getByRole('button', { name: 'Crear borrador' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Concierto de aniversario' })).toBeVisible();
  const lead = await openWindow(browser, CAMILA);
  await lead.goto(new URL(page.url()).pathname);
  await expect(lead.getByText('Te toca a ti').first()).toBeVisible();
  await lead.goto('/projects/exts/new');
  await expect(lead.getByRole('combobox', { name: 'Responsable' })).toBeHidden();
});
