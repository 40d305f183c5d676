import { readFile, writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import { addDays, localDay } from '../src/domain/kit/calendar.ts';
import { askedParts } from '../src/domain/reports/gaps.ts';
import { REPORT_PARTS } from '../src/domain/reports/parts.ts';
import { formatDay } from '../src/domain/text/format.ts';
import { photoWith } from '../test/photos.ts';
import { expectAccessible, expectAccessibleAtEnd } from './axe.ts';
import { uploadFile } from './files-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { chooseFile, observe, pdfFile, returnWith, takeStep, writeText } from './forms.ts';
import {
  act,
  fillRest,
  fillSection,
  organisation,
  type ProjectRef,
  projectPath,
  readProject,
  request,
  startProject,
} from './project-api.ts';
import { awardedProject, recordExpense, today } from './spending-api.ts';

test.use({ actionTimeout: 10_000 });
test.slow();

const CAMILA = 'camila.rojas@biosur.example';
const DIRECTOR = 'patricia.contreras@biosur.example';
const OFFICE = 'beatriz.navarrete@biosur.example';
/** Some weeks ago, so that the final report is due and not late yet. */
const END = addDays(localDay(new Date()), -30);

const INDICATORS = [
  'Personas que mejoran su puntaje de conocimientos',
  'Hogares con plan de prevención de caídas',
];

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const status = (page: Page, name: string) => page.getByRole('main').getByText(name, { exact: true }).first();

/** What a kind has beyond the sections that all have. */
async function fillOwn(page: Page, ref: ProjectRef): Promise<void> {
  if (ref.kind === 'exts')
    await fillSection(page, ref, 'event', {
      ...{ type: 'workshop', capacity: 90, isFree: true, audience: 'Personas mayores del sector.' },
      sessions: [{ id: 's1', date: END, from: '10:00', to: '12:00', place: 'Sede vecinal' }],
    });
  if (ref.kind === 'cons') {
    const client = await organisation(page, `Cliente de ${ref.code}`);
    await fillSection(page, ref, 'contract', {
      ...{ clientId: client.id, type: 'advisory', amount: 8_500_000, currency: 'CLP' },
      deliverables: [{ id: 'e1', name: 'Diagnóstico', date: END, payment: 3_500_000 }],
    });
  }
}

/** Approved by the office in place of the reviews that this test is not about; it ended some weeks ago. */
async function approvedOf(page: Page, kind: string, title: string): Promise<ProjectRef> {
  const ref = await startProject(page, title, kind);
  await fillRest(page, ref);
  await fillOwn(page, ref);
  const { sections } = await readProject(page, ref);
  const plan = sections.find(s => s.slug === 'plan')?.data.activities as { from: string; to: string }[];
  const earlier = (day: string) => (day < END ? day : END);
  await fillSection(page, ref, 'identification', { endDate: END });
  if (plan)
    await fillSection(page, ref, 'plan', {
      activities: plan.map(a => ({ ...a, from: earlier(a.from), to: earlier(a.to) })),
    });
  const reason = 'Se aprobó en papel antes de usar la aplicación.';
  await asPerson(page, OFFICE, office => act(office, ref, 'override', { to: 'approved', reason }));
  return ref;
}

/** The signed contract of a consultancy, from what is missing to start. */
async function uploadContract(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: /Falta para iniciar/ })
    .getByRole('link', { name: 'Contrato' })
    .click();
  await chooseFile(
    page.getByRole('button', { name: 'Subir archivo: Contrato firmado' }),
    pdfFile('contrato.pdf'),
  );
  await expect(page.getByRole('combobox', { name: 'Contrato firmado' })).toHaveValue('contrato.pdf');
}

async function recordActivity(page: Page, info: TestInfo): Promise<void> {
  const photo = info.outputPath('taller.jpg');
  await writeFile(photo, await photoWith({ width: 640, height: 480 }));
  await page.getByRole('tab', { name: 'Ejecución' }).click();
  await page.getByRole('button', { name: 'Registrar actividad', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Registrar actividad' });
  await form.getByRole('textbox', { name: 'Qué se hizo' }).fill('Taller de cierre');
  await form.getByRole('textbox', { name: /^Fecha/ }).fill(formatDay(addDays(END, -1)));
  await form.getByRole('textbox', { name: 'Personas que participaron' }).fill('38');
  await chooseFile(form.getByRole('button', { name: 'Agregar fotos o archivos' }), photo);
  await form.getByRole('button', { name: /^Guardar/ }).click();
  await expect(form).toBeHidden({ timeout: 30_000 });
  await expect(part(page, 'Actividades')).toContainText('Taller de cierre');
}

/** Sends a value with the file that shows it. */
async function measure(page: Page, name: string): Promise<void> {
  const indicators = part(page, 'Indicadores');
  await indicators.scrollIntoViewIfNeeded();
  await indicators.getByRole('button', { name: `Registrar medición de ${name}` }).click();
  const form = page.getByRole('dialog', { name: 'Registrar medición' });
  await form.getByRole('textbox', { name: /^Valor/ }).fill('41');
  await chooseFile(form.getByRole('button', { name: 'Subir archivo' }), pdfFile('encuesta.pdf'));
  await expect(form.getByRole('list', { name: 'Evidencia' })).toContainText('encuesta.pdf');
  await form.getByRole('button', { name: 'Enviar medición' }).click();
  await expect(form).toBeHidden();
}

/** Opens a report from the list of all. */
async function openReport(page: Page, ref: ProjectRef, name: string): Promise<void> {
  await page.goto(`${projectPath(ref)}?tab=informes`);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
}

/** Every text, a photo with its caption. */
async function writeReport(page: Page, parts: readonly { readonly label: string }[]): Promise<void> {
  for (const { label } of parts) await writeText(page, label, `Lo que pasó con ${label.toLowerCase()}.`);
  await page.getByRole('button', { name: 'Elegir fotos' }).click();
  const chooser = page.getByRole('dialog', { name: 'Elegir fotos' });
  await chooser.getByRole('button', { name: 'taller.jpg' }).click();
  await chooser.getByRole('button', { name: 'Aceptar' }).click();
  await page.getByRole('textbox', { name: /taller\.jpg/ }).fill('Última sesión en la sede.');
  await expect(page.getByText('El informe está completo')).toBeVisible();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /Guardado a las/ })
      .first(),
  ).toBeVisible();
}

/** Its PDF, as it is saved. */
async function downloaded(page: Page, name: string): Promise<Buffer> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: `Descargar PDF de ${name}` }).click();
  const file = await saving;
  const path = await file.path();
  return readFile(path);
}

/** A report that waits for whoever looks at the first screen. */
const openWaiting = (page: Page, { code }: ProjectRef) =>
  page
    .getByRole('listitem')
    .filter({ hasText: 'Informe de avance 1' })
    .filter({ hasText: code })
    .getByRole('link')
    .first()
    .click();

/** The only report of the call, from its return to its acceptance. */
async function reviewProgress(page: Page, ref: ProjectRef): Promise<void> {
  await openReport(page, ref, 'Informe de avance 1');
  await expect(page.getByText('Faltan 2 textos').first()).toBeVisible();
  await writeReport(page, askedParts(1));
  const send = async () => {
    await page.getByRole('button', { name: 'Enviar a Dirección' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enviar Informe de avance 1' });
    await dialog.getByRole('button', { name: 'Enviar a Dirección' }).click();
    await expect(dialog).toBeHidden();
  };
  await send();
  await asPerson(page, DIRECTOR, async director => {
    await openReport(director, ref, 'Informe de avance 1');
    await director.getByRole('button', { name: 'Devolver con observaciones' }).click();
    const dialog = director.getByRole('dialog', { name: /Devolver/ });
    await dialog.getByLabel('Parte de la observación 1').selectOption('Resultados');
    await dialog.getByLabel('Observación 1', { exact: true }).fill('Di cuántas personas terminaron.');
    await expectAccessible(director);
    await dialog.getByRole('button', { name: /^Devolver/ }).click();
    await expect(dialog).toBeHidden();
  });
  await page.goto('/');
  await openWaiting(page, ref);
  await page.getByLabel('Tu respuesta').fill('Terminaron 34 de 38.');
  await expect(page.getByText('El informe está completo')).toBeVisible();
  await send();
  for (const who of [DIRECTOR, OFFICE])
    await asPerson(page, who, async decider => {
      await decider.goto('/');
      await openWaiting(decider, ref);
      await decider.getByRole('button', { name: 'Aceptar informe' }).click();
      const dialog = decider.getByRole('dialog', { name: /Aceptar/ });
      await dialog.getByRole('button', { name: /^Aceptar/ }).click();
      await expect(dialog).toBeHidden();
    });
}

/** One expense approved, one refused, the award paid whole, what is left given back. */
async function settleMoney(page: Page, ref: ProjectRef): Promise<void> {
  const base = projectPath(ref);
  await recordExpense(page, ref, { number: '501', gross: 1_400_000, description: 'Materiales' });
  await recordExpense(page, ref, { number: '502', gross: 90_000, description: 'Torta de cierre' });
  const { expenses } = await request<{ expenses: { id: string; description: string }[] }>(
    page,
    'GET',
    `${base}/expenses`,
  );
  const statement = crypto.randomUUID();
  const expenseIds = expenses.map(e => e.id);
  await request(page, 'POST', `${base}/statements`, { id: statement, expenseIds });
  await asPerson(page, OFFICE, async office => {
    const cake = expenses.find(e => e.description === 'Torta de cierre')?.id;
    const notes = [{ expenseId: cake, text: 'Las bases no cubren celebraciones.' }];
    await request(office, 'POST', `${base}/statements/${statement}/decision`, {
      ...{ version: 1, approve: true, notes },
    });
    const payment = {
      id: crypto.randomUUID(),
      day: today(),
      amount: 2_000_000,
      reference: 'Transferencia 9',
    };
    await request(office, 'POST', `${base}/payments`, payment);
  });
  await uploadFile(page, ref, {
    ...{ name: 'deposito.pdf', documentType: 'expense' },
    bytes: Buffer.from(`%PDF-1.4\n% depósito de ${ref.code}\n%%EOF\n`),
  });
  const { files } = await request<{ files: { name: string; versionId: string }[] }>(
    page,
    'GET',
    `${base}/files`,
  );
  const refund = crypto.randomUUID();
  await request(page, 'POST', `${base}/refunds`, {
    ...{ id: refund, day: today(), amount: 600_000, reference: 'Depósito 31' },
    versionId: files.find(f => f.name === 'deposito.pdf')?.versionId,
  });
  await asPerson(page, OFFICE, office =>
    request(office, 'POST', `${base}/refunds/${refund}/decision`, { version: 1, accept: true }),
  );
}

/** A value that counts gives its place to another one. */
async function supersede(page: Page, name: string): Promise<void> {
  const card = part(page, 'Indicadores').getByRole('article', { name });
  await part(page, 'Indicadores').scrollIntoViewIfNeeded();
  await card.getByRole('button', { name: /^Corregir la medición/ }).click();
  const form = page.getByRole('dialog', { name: 'Corregir medición' });
  await form.getByRole('textbox', { name: /^Valor/ }).fill('52');
  await form.getByRole('button', { name: 'Enviar medición' }).click();
  await expect(form).toBeHidden();
  await asPerson(page, DIRECTOR, async director => {
    await director.goto(page.url());
    await director.getByRole('button', { name: 'Ver mediciones' }).click();
    await director
      .getByRole('article', { name })
      .getByRole('button', { name: /^Aceptar la medición/ })
      .first()
      .click();
    const dialog = director.getByRole('dialog', { name: 'Aceptar medición' });
    await dialog.getByRole('button', { name: 'Aceptar medición' }).click();
    await expect(dialog).toBeHidden();
  });
  await page.reload();
  await part(page, 'Indicadores').scrollIntoViewIfNeeded();
  await expect(card).toContainText('Reemplazada');
}

/** The heads accept what was measured. */
async function acceptMeasurements(page: Page, ref: ProjectRef, count: number): Promise<void> {
  await page.goto(`${projectPath(ref)}?tab=execution`);
  await page.getByRole('button', { name: 'Ver mediciones' }).click();
  await page.getByRole('button', { name: `Aceptar las ${count}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Aceptar mediciones' });
  await dialog.getByRole('button', { name: 'Aceptar mediciones' }).click();
  await expect(dialog).toBeHidden();
}

const TITLES = {
  pacs: 'Huerto comunitario que se cierra con informe',
  exts: 'Feria de salud que se cierra con informe',
  cons: 'Asesoría que se cierra con informe',
  incs: 'Cooperativa incubada que se cierra con informe',
};

for (const [kind, title] of Object.entries(TITLES))
  test(`${kind}: from approved to closed with photos, files and its final report`, async ({ page }, info) => {
    await signInAs(page, CAMILA);
    const ref = await approvedOf(page, kind, title);
    await page.goto(projectPath(ref));
    if (kind === 'cons') await uploadContract(page);
    await takeStep(page, 'Iniciar ejecución');
    await expect(status(page, 'En ejecución')).toBeVisible();
    await recordActivity(page, info);
    for (const name of INDICATORS) await measure(page, name);
    await uploadFile(page, ref, {
      ...{ name: 'acta.pdf', documentType: 'evidence' },
      bytes: Buffer.from(`%PDF-1.4\n% acta de ${ref.code}\n%%EOF\n`),
    });
    await openReport(page, ref, 'Informe final');
    await expect(page.getByText('Faltan 7 textos').first()).toBeVisible();
    await writeReport(page, REPORT_PARTS);
    await expectAccessibleAtEnd(page);
    expect((await downloaded(page, 'Informe final')).subarray(0, 5).toString()).toBe('%PDF-');
    await takeStep(page, 'Enviar informe final a Dirección');
    await expect(status(page, 'Informe final en revisión')).toBeVisible();
    await asPerson(page, DIRECTOR, async director => {
      await openReport(director, ref, 'Informe final');
      await expect(director.getByText('Lo que pasó con resultados.')).toBeVisible();
      await expect(director.getByText('Última sesión en la sede.')).toBeVisible();
      await acceptMeasurements(director, ref, INDICATORS.length);
      await takeStep(director, 'Aceptar informe final');
    });
    await asPerson(page, OFFICE, async office => {
      await office.goto(projectPath(ref));
      await takeStep(office, 'Aceptar informe final');
      await expect(status(office, 'Cerrado')).toBeVisible();
    });
    await openReport(page, ref, 'Informe final');
    await expect(page.getByRole('main')).toContainText('Aceptado');
  });

test('fexs: a returned report, a superseded measurement, a refused expense, a refund, and closed', async ({
  page,
}, info) => {
  await signInAs(page, CAMILA);
  const ref = await awardedProject(page, 'Fondo que se cierra con todo');
  await page.goto(projectPath(ref));
  await recordActivity(page, info);
  await reviewProgress(page, ref);
  // What waited for the report is released, and paid with the rest.
  await settleMoney(page, ref);
  await page.goto(`${projectPath(ref)}?tab=execution`);
  for (const name of INDICATORS) await measure(page, name);
  await asPerson(page, DIRECTOR, director => acceptMeasurements(director, ref, INDICATORS.length));
  await page.reload();
  await supersede(page, INDICATORS[0] ?? '');
  await uploadFile(page, ref, {
    ...{ name: 'acta.pdf', documentType: 'evidence' },
    bytes: Buffer.from(`%PDF-1.4\n% acta de ${ref.code}\n%%EOF\n`),
  });
  await openReport(page, ref, 'Informe final');
  await writeReport(page, REPORT_PARTS);
  await asPerson(page, OFFICE, async office => {
    const { version } = await readProject(office, ref);
    const reason = 'El proyecto terminó antes de lo previsto.';
    await request(office, 'PUT', `${projectPath(ref)}/early-report`, { version, reason });
  });
  await page.reload();
  await takeStep(page, 'Enviar informe final a Dirección');
  await asPerson(page, DIRECTOR, async director => {
    await director.goto(projectPath(ref));
    await openReport(director, ref, 'Informe final');
    await observe(director, 'Informe final', 'Di quién adoptó el cambio.');
    await returnWith(director, 1);
  });
  await openReport(page, ref, 'Informe final');
  await expect(status(page, 'Informe con observaciones')).toBeVisible();
  await page.getByLabel('Tu respuesta').fill('Lo adoptó el consejo de carrera.');
  await page.getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByText('Respondida')).toBeVisible();
  await takeStep(page, 'Enviar informe final a Dirección');
  await asPerson(page, DIRECTOR, async director => {
    await director.goto(projectPath(ref));
    await takeStep(director, 'Aceptar informe final');
  });
  await asPerson(page, OFFICE, async office => {
    await office.goto(projectPath(ref));
    await takeStep(office, 'Aceptar informe final');
    await expect(status(office, 'Cerrado')).toBeVisible();
  });
});
