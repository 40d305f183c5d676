import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, expectKept, signInAs, test } from './fixtures.ts';
import { chooseFile, pdfFile } from './forms.ts';
import { type ProjectRef, projectPath, request } from './project-api.ts';
import { awardedProject, OFFICE, recordExpense, today } from './spending-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const statement = (page: Page) => page.getByRole('article', { name: 'Rendición 1' });

async function openSpending(page: Page, ref: ProjectRef): Promise<void> {
  await page.goto(`${projectPath(ref)}?tab=spending`);
  await expect(part(page, 'Gastos y saldo')).toBeVisible();
  // What is still fetched moves what stands below it, and a click would miss.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

async function attach(form: Locator, button: string | RegExp, name: string): Promise<void> {
  await chooseFile(form.getByRole('button', { name: button }), pdfFile(name));
  await expect(form.getByText(name).first()).toBeVisible();
}

async function choose(form: Locator, label: RegExp, option: string | RegExp): Promise<void> {
  await form
    .getByRole('combobox', { name: label })
    .or(form.getByRole('textbox', { name: label }))
    .first()
    .click();
  await form.page().getByRole('option', { name: option }).first().click();
}

/** The office looks at the first statement. */
const review = (page: Page, ref: ProjectRef, decide: (office: Page) => Promise<void>) =>
  asPerson(page, OFFICE, async office => {
    await office.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    await openSpending(office, ref);
    await statement(office).getByRole('button', { name: 'Rendición 1', exact: true }).click();
    await decide(office);
  });

test('expenses are recorded, stated, observed, one refused, and what is left is given back @both', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await awardedProject(page, 'Huertas escolares rendidas');
  await openSpending(page, ref);
  await part(page, 'Gastos y saldo').getByRole('button', { name: 'Registrar gasto' }).click();
  const form = page.getByRole('dialog', { name: 'Registrar gasto' });
  await form.getByRole('button', { name: 'Guardar gasto' }).click();
  await expect(form.getByText('Este campo es obligatorio.').first()).toBeVisible();
  await choose(form, /^Tipo de comprobante/, 'Factura');
  await form.getByRole('textbox', { name: /^Número/ }).fill('1543');
  await form.getByLabel(/^RUT del proveedor/).fill('76.123.456-1');
  await form.getByRole('textbox', { name: /^Nombre del proveedor/ }).fill('Viveros del Sur SpA');
  await form.getByRole('textbox', { name: /^Fecha de emisión/ }).fill(today('-'));
  await form.getByRole('textbox', { name: /^Monto total/ }).fill('1.900.000');
  await choose(form, /^Ítem del presupuesto/, /Materiales/);
  await form.getByRole('textbox', { name: /^Descripción/ }).fill('Plantines y tierra de hoja');
  await attach(form, 'Subir archivo: Factura', 'factura-1543.pdf');
  await expect(form.getByRole('list', { name: 'Factura', exact: true })).toContainText('factura-1543.pdf');
  await form.getByRole('button', { name: 'Guardar gasto' }).click();
  await expect(form.getByText('El RUT no es válido: revisa el dígito verificador.')).toBeVisible();
  await form.getByLabel(/^RUT del proveedor/).fill('76.123.456-0');
  await expect(form.getByText(/95 %/).first()).toBeVisible();
  await expectAccessible(page);
  // A reload in between loses nothing.
  await expectKept(page, 'Plantines y tierra de hoja');
  await page.reload();
  await page.getByRole('button', { name: 'Seguir' }).click();
  await form.getByRole('textbox', { name: /^Monto total/ }).fill('900.000');
  await form.getByRole('button', { name: 'Guardar gasto' }).click();
  await expect(form).toBeHidden();
  await expect(part(page, 'Gastos y saldo')).toContainText('Viveros del Sur SpA');

  await recordExpense(page, ref, { number: '77', gross: 150_000, description: 'Traslado de la tierra' });
  await recordExpense(page, ref, { number: '78', gross: 50_000, description: 'Torta de cierre' });
  await page.reload();
  if ((page.viewportSize()?.width ?? 0) > 1000)
    await expect(page.getByRole('columnheader', { name: 'Respaldos' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Enviar rendición' }).click();
  const sending = page.getByRole('dialog', { name: 'Enviar rendición' });
  await expect(sending).toContainText('3 gastos elegidos · $1.100.000');
  await expectAccessible(page);
  await sending.getByRole('button', { name: 'Enviar rendición' }).click();
  await expectToast(page, 'Rendición 1 enviada');
  await expect(statement(page)).toContainText('En revisión');

  await review(page, ref, async office => {
    const lines = office.getByRole('table', { name: 'Gastos de la rendición 1' });
    const line = lines.getByRole('row').filter({ hasText: 'Traslado de la tierra' });
    await line.getByRole('textbox').fill('Falta indicar quién hizo el traslado.');
    await office.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(office);
    await office.getByRole('button', { name: 'Devolver con 1 observación' }).click();
    await office
      .getByRole('dialog')
      .getByRole('button', { name: /^Devolver/ })
      .click();
    await expect(statement(office)).toContainText('Con observaciones');
  });

  await page.goto('/');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Rendición 1: responder observaciones' })
    .getByRole('link')
    .first()
    .click();
  // The link opens the statement that it is about.
  await expect(statement(page)).toContainText('Falta indicar quién hizo el traslado.');
  await statement(page)
    .getByRole('textbox', { name: /^Respuesta sobre el gasto/ })
    .fill('Lo hizo Fletes Arauco, según la guía.');
  await statement(page).getByRole('button', { name: 'Enviar de nuevo' }).click();
  await expectToast(page, 'Rendición 1 enviada de nuevo');

  await review(page, ref, async office => {
    const line = office.getByRole('row').filter({ hasText: 'Torta de cierre' });
    await line.getByRole('textbox').fill('Las bases no cubren celebraciones.');
    await office.getByRole('button', { name: 'Aprobar rechazando 1 gasto' }).click();
    await office
      .getByRole('dialog')
      .getByRole('button', { name: /^Aprobar/ })
      .click();
    await expect(statement(office)).toContainText('aprobado $1.050.000');
    await part(office, 'Pagos y reintegros').getByRole('button', { name: 'Registrar pago' }).click();
    const payment = office.getByRole('dialog', { name: 'Registrar pago' });
    await payment.getByRole('textbox', { name: /^Fecha/ }).fill(today('-'));
    await payment.getByRole('textbox', { name: /^Monto/ }).fill('1.200.001');
    await payment.getByRole('textbox', { name: /^Referencia/ }).fill('Transferencia 884');
    await payment.getByRole('button', { name: 'Guardar pago' }).click();
    await expect(payment.getByText(/\$1\.200\.000/).first()).toBeVisible();
    await payment.getByRole('textbox', { name: /^Monto/ }).fill('1.200.000');
    await payment.getByRole('button', { name: 'Guardar pago' }).click();
    await expect(payment).toBeHidden();
    await expect(part(office, 'Pagos y reintegros')).toContainText('Transferencia 884');
    // Focus comes back to the button, which now says why it is refused.
    await office.getByRole('heading', { name: 'Rendiciones' }).click();
    await expectAccessible(office);
  });

  await openSpending(page, ref);
  await part(page, 'Pagos y reintegros').getByRole('button', { name: 'Registrar reintegro' }).click();
  const refund = page.getByRole('dialog', { name: 'Registrar reintegro' });
  // While the project runs nothing has to be given back yet: how much is up to its lead.
  await expect(refund.getByRole('textbox', { name: /^Monto/ })).toHaveValue('');
  await refund.getByRole('textbox', { name: /^Monto/ }).fill('150.000');
  await refund.getByRole('textbox', { name: /^Referencia/ }).fill('Depósito 31');
  await attach(refund, 'Subir comprobante', 'deposito.pdf');
  await expectAccessible(page);
  await refund.getByRole('button', { name: /^Enviar/ }).click();
  await expect(refund).toBeHidden();

  await asPerson(page, OFFICE, async office => {
    await openSpending(office, ref);
    await part(office, 'Pagos y reintegros')
      .getByRole('button', { name: /^Aceptar el reintegro/ })
      .click();
    await office
      .getByRole('dialog', { name: 'Aceptar reintegro' })
      .getByRole('button', { name: 'Aceptar reintegro' })
      .click();
    await expectToast(office, 'Reintegro aceptado.');
  });
  const { toReturn, refunded } = await request<{ toReturn: number; refunded: number }>(
    page,
    'GET',
    `${projectPath(ref)}/payments`,
  );
  expect({ toReturn, refunded }).toEqual({ toReturn: 0, refunded: 150_000 });
});

test('a statement is had as PDF, Excel and a ZIP of its papers, by its team alone', async ({ page }) => {
  await signInAs(page, CAMILA);
  const ref = await awardedProject(page, 'Rendición que se descarga');
  await recordExpense(page, ref, { number: '901', gross: 80_000, description: 'Impresión de afiches' });
  await openSpending(page, ref);
  await page.getByRole('button', { name: 'Enviar rendición' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar rendición' }).click();
  for (const [button, name] of [
    [/^PDF/, /\.pdf$/],
    [/^Excel/, /\.xlsx$/],
    [/ZIP/, /\.zip$/],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await statement(page)
      .getByRole('button', { name: button })
      .or(statement(page).getByRole('link', { name: button }))
      .first()
      .click();
    expect((await downloading).suggestedFilename()).toMatch(name);
  }
  await asPerson(page, 'patricia.contreras@biosur.example', async director => {
    await director.goto(projectPath(ref));
    await expect(director.getByRole('tab', { name: 'Ejecución' })).toBeVisible();
    await expect(director.getByRole('tab', { name: 'Gastos y rendición' })).toBeHidden();
    await director.goto(`${projectPath(ref)}?tab=spending`);
    await expect(director.getByRole('heading', { name: 'No hay gastos que puedas ver' })).toBeVisible();
  });
});
