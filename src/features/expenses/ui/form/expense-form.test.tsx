import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  BASE,
  choose,
  expense,
  type Form,
  idOf,
  openExpenses,
  openForm,
  paper,
  spending,
  startSpending,
  store,
  TYPES,
} from '../../../../../test/jsdom/expenses.tsx';
import { answer, refusal, refusedConnection, requests } from '../../../../../test/jsdom/server.tsx';
import { unsavedWork } from '../../../../web/drafts.ts';
import type { NewExpense } from '../../contract.ts';

type User = Awaited<ReturnType<typeof openExpenses>>['user'];
const RECORD = `POST ${BASE}/expenses`;
const sent = (what = RECORD) => requests(what).map(({ body }) => body as NewExpense);
const accept = () => answer(RECORD, ({ body }) => ({ id: (body as NewExpense).id, version: 1 }));

const box = (form: Form, name: string | RegExp) => form.getByRole<HTMLInputElement>('textbox', { name });
const fill = async (user: User, form: Form, name: string | RegExp, text: string) => {
  const field = box(form, name);
  await user.clear(field);
  await user.paste(text);
  await user.tab();
};
const fillRut = async (user: User, form: Form, rut: string) => {
  await user.click(form.getByRole('combobox', { name: /RUT del proveedor/ }));
  await user.paste(rut);
  await user.tab();
};
const save = (user: User, form: Form) => user.click(form.getByRole('button', { name: 'Guardar gasto' }));

/** A voucher of somebody, as far as all types ask for it. */
async function fillVoucher(user: User, form: Form, type: string, gross: string) {
  await choose(user, form, /Tipo de comprobante/, type);
  await fill(user, form, /Número/, '1234');
  await fillRut(user, form, '76.123.456-0');
  await fill(user, form, /Nombre del proveedor/, 'Ferretería Sur');
  await fill(user, form, /Fecha de emisión/, '05-10-2026');
  await fill(user, form, /Monto/, gross);
}

async function fillRest(user: User, form: Form, line: RegExp = /Materiales/) {
  await choose(user, form, /Ítem del presupuesto/, line);
  await fill(user, form, /Descripción/, 'Materiales del taller');
}

beforeEach(startSpending);

describe('a new expense', () => {
  test('an invoice, with points between thousands, once however often it is sent', async () => {
    const { user } = await openExpenses();
    const form = await openForm(user);
    await fillVoucher(user, form, 'Factura', '120.000');
    expect(box(form, /Monto/).value).toBe('120.000');
    await fillRest(user, form);
    expect(form.getByText('$120.000')).toBeTruthy();
    accept();
    await user.dblClick(form.getByRole('button', { name: 'Guardar gasto' }));
    expect(await screen.findByText('Gasto registrado.')).toBeTruthy();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      voucher: {
        ...{ typeId: TYPES.invoice.id, number: '1234', issuedOn: '2026-10-05', currency: 'CLP' },
        ...{ gross: 120_000, supplier: { rut: '76123456-0', foreignId: '', name: 'Ferretería Sur' } },
      },
      ...{ budgetLineId: 'l2', description: 'Materiales del taller', share: null, correctsId: null },
      papers: [],
    });
  });

  test('fees tell what is withheld by the year, and the net', async () => {
    const { user } = await openExpenses();
    const form = await openForm(user);
    await fillVoucher(user, form, 'Boleta de honorarios', '200.000');
    const outcome = () => form.getByText(/Retención de/).textContent;
    expect(outcome()).toContain('Retención de 15,25 %: $30.500 · Líquido: $169.500');
    for (const name of ['Boleta', 'Informe de actividades', 'Otros respaldos'])
      expect(form.getByRole('group', { name })).toBeTruthy();
    expect(form.getAllByText(/^Falta: puedes guardar el gasto, pero todavía no rendirlo\.$/)).toHaveLength(2);
  });

  test('UF get the value of the day and their pesos; without one it is said, and nothing is sent', async () => {
    const { user } = await openExpenses();
    const form = await openForm(user);
    await fillVoucher(user, form, 'Factura', '2,5');
    answer('GET /exchange-rates/at', ({ query }) => ({ value: 39_000.1, day: query.get('day') }));
    await choose(user, form, /Moneda/, 'UF');
    expect((await form.findByText(/Valor de la UF al 05-10-2026/)).textContent).toBe(
      'Valor de la UF al 05-10-2026: $39.000,10. En pesos: $97.500',
    );
    answer('GET /exchange-rates/at', ({ query }) => ({ value: null, day: query.get('day') }));
    await fill(user, form, /Fecha de emisión/, '06-10-2026');
    const words = 'No hay valor de la UF para el 06-10-2026: pide a la oficina que lo agregue.';
    expect(await form.findByText(words)).toBeTruthy();
    await fillRest(user, form);
    await save(user, form);
    await waitFor(() => expect(box(form, /Fecha de emisión/).getAttribute('aria-invalid')).toBe('true'));
    expect(requests(RECORD)).toEqual([]);
  });

  test('what is no number stays and is refused in words, as are pesos with decimals', async () => {
    const { user } = await openExpenses();
    const form = await openForm(user);
    await fillVoucher(user, form, 'Factura', '12 mil');
    await fillRest(user, form);
    expect(await form.findByText('Escribe un número.')).toBeTruthy();
    expect(box(form, /Monto/).value).toBe('12 mil');
    await fill(user, form, /Monto/, '1200,5');
    expect(await form.findByText('En pesos, sin decimales.')).toBeTruthy();
    await save(user, form);
    expect(requests(RECORD)).toEqual([]);
  });

  test('type and supplier decide what is asked for', async () => {
    const { user } = await openExpenses();
    const form = await openForm(user);
    await choose(user, form, /Tipo de comprobante/, 'Viático');
    expect(form.queryByRole('textbox', { name: /Número/ })).toBeNull();
    expect(form.queryByRole('combobox', { name: /RUT/ })).toBeNull();
    await choose(user, form, /Tipo de comprobante/, 'Factura');
    await fillRut(user, form, '76.123.456-1');
    expect(await form.findByText('El RUT no es válido: revisa el dígito verificador.')).toBeTruthy();
    await user.click(form.getByRole('checkbox', { name: /Proveedor extranjero/ }));
    await fill(user, form, /Identificador extranjero/, 'DE 1234');
    await fill(user, form, /Número/, '9');
    await fill(user, form, /Nombre del proveedor/, 'Hetzner');
    await fill(user, form, /Fecha de emisión/, '05-10-2026');
    await fill(user, form, /Monto/, '5000');
    await fillRest(user, form);
    accept();
    await save(user, form);
    await waitFor(() =>
      expect(sent()[0]?.voucher.supplier).toEqual({ rut: '', foreignId: 'DE 1234', name: 'Hetzner' }),
    );
  });

  test('a supplier of before is offered, and its name filled in', async () => {
    const { user } = await openExpenses({ expenses: [expense(1)] });
    const form = await openForm(user);
    await choose(user, form, /Tipo de comprobante/, 'Factura');
    await user.type(form.getByRole('combobox', { name: /RUT del proveedor/ }), '7612');
    await user.click(await screen.findByRole('option', { name: /Ferretería Sur/ }));
    expect(box(form, /Nombre del proveedor/).value).toBe('Ferretería Sur');
  });

  test('little left is said while one types; more than the award is refused', async () => {
    const { user } = await openExpenses({
      expenses: [expense(1, { budgetLineId: 'l1', share: 950_000, cost: 950_000 })],
    });
    const form = await openForm(user);
    await fillVoucher(user, form, 'Factura', '460.000');
    await user.click(form.getByRole('combobox', { name: /Ítem del presupuesto/ }));
    expect(screen.getByRole('option', { name: 'Monitores · Fondo · quedan $50.000' })).toBeTruthy();
    await user.click(screen.getByRole('option', { name: /Materiales/ }));
    expect(form.getByText('Queda poco: 92 % en el ítem «Materiales»: quedan $40.000.')).toBeTruthy();
    expect(form.getByText('Queda poco: 94 % en el fondo: quedan $90.000.')).toBeTruthy();
    await fill(user, form, /Monto/, '600000');
    expect(form.queryByText(/en el fondo/)).toBeNull();
    await fillRest(user, form);
    await save(user, form);
    const words = 'Supera lo adjudicado por $50.000: del fondo quedan $550.000.';
    expect(await form.findByText(words)).toBeTruthy();
    const isWrong = (name: RegExp) => box(form, name).getAttribute('aria-invalid') === 'true';
    expect([isWrong(/Monto/), isWrong(/Parte que paga/)]).toEqual([true, false]);
    await fill(user, form, /Parte que paga este proyecto/, '550.001');
    await save(user, form);
    expect(await form.findByText('Supera lo adjudicado por $1: del fondo quedan $550.000.')).toBeTruthy();
    expect(isWrong(/Parte que paga/)).toBe(true);
    expect(requests(RECORD)).toEqual([]);
    await fill(user, form, /Parte que paga este proyecto/, '500.000');
    accept();
    await save(user, form);
    await waitFor(() => expect(sent()[0]?.share).toBe(500_000));
  });

  test('what the server refuses stands at its field', async () => {
    const { user } = await openExpenses();
    const form = await openForm(user);
    await fillVoucher(user, form, 'Factura', '1000');
    await fillRest(user, form);
    const errors = [
      { path: 'voucher.supplier.rut', message: 'Tiene notas de crédito de este proveedor: no cambia.' },
      { path: 'voucher', message: 'Este comprobante ya no está.' },
    ];
    answer(RECORD, () => refusal(422, { code: 'invalid', errors }));
    await save(user, form);
    expect(await form.findByText(errors[0]?.message ?? '')).toBeTruthy();
    expect(form.getByText(errors[1]?.message ?? '')).toBeTruthy();
    expect(form.getByRole('combobox', { name: /RUT/ }).getAttribute('aria-invalid')).toBe('true');
    expect(box(form, /Número/).value).toBe('1234');
  });

  test('after a lost answer and a reload it is still the same one', async () => {
    const { user, unmount } = await openExpenses();
    answer(RECORD, refusedConnection);
    const form = await openForm(user);
    await fillVoucher(user, form, 'Factura', '1000');
    await fillRest(user, form);
    await save(user, form);
    expect((await form.findByRole('alert')).textContent).toBe(
      'Sin conexión: no se guardó. Lo que escribiste sigue aquí; inténtalo de nuevo.',
    );
    unmount();
    const again = await openExpenses();
    expect(await screen.findByText(/Dejaste un gasto sin guardar/)).toBeTruthy();
    const restored = await openForm(again.user, 'Seguir', 'Registrar gasto');
    await waitFor(() => expect(box(restored, /Número/).value).toBe('1234'));
    accept();
    await save(again.user, restored);
    expect(await screen.findByText('Gasto registrado.')).toBeTruthy();
    expect(new Set(sent().map(({ id }) => id)).size).toBe(1);
    expect(screen.queryByText(/Dejaste un gasto sin guardar/)).toBeNull();
  });

  test('mended after a lost answer, what is there is shown and saved over the second time', async () => {
    const { user } = await openExpenses();
    answer(RECORD, refusedConnection);
    const form = await openForm(user);
    await fillVoucher(user, form, 'Factura', '100000');
    await fillRest(user, form);
    await save(user, form);
    await form.findByRole('alert');
    const { id = '', voucher, ...first } = sent()[0] ?? {};
    await fill(user, form, /Monto/, '50000');
    const detail = 'Este gasto ya se había guardado, con otros datos.';
    answer(RECORD, () => {
      const description = 'Materiales del taller';
      store(spending({ expenses: [expense(1234, { id, description, version: 1 })] }));
      return refusal(409, { code: 'conflict', detail, extra: { version: 1, updatedBy: 'Ana Soto' } });
    });
    await save(user, form);
    expect(await form.findByText(new RegExp(`${detail} Lo que escribiste sigue aquí`))).toBeTruthy();
    const both = await form.findByText('$100.000', { exact: false, selector: 'dd' });
    expect(both.textContent).toBe('$100.000 (tú: $50.000)');
    expect(box(form, /Monto/).value).toBe('50.000');
    const path = `PUT ${BASE}/expenses/${id}`;
    answer(path, () => ({ id, version: 2 }));
    await save(user, form);
    expect(await screen.findByText('Gasto registrado.')).toBeTruthy();
    expect(sent(path)).toMatchObject([
      { ...first, share: null, version: 1, voucher: { ...voucher, gross: 50_000 } },
    ]);
  });
});

test('what was left is dropped for good when somebody says so', async () => {
  const first = await openExpenses();
  await fillVoucher(first.user, await openForm(first.user), 'Factura', '1000');
  await waitFor(async () => expect(await unsavedWork()).toHaveLength(1));
  first.unmount();
  const again = await openExpenses();
  await again.user.click(await screen.findByRole('button', { name: 'Descartar' }));
  expect(screen.queryByText('Dejaste un gasto sin guardar.')).toBeNull();
  await waitFor(async () => expect(await unsavedWork()).toEqual([]));
});

describe('from another expense', () => {
  const detailOf = async (n: number, more: Parameters<typeof expense>[1] = {}) => {
    const shown = await openExpenses({ expenses: [expense(n, more)] }, `&open=${idOf(n)}`);
    await screen.findByRole('dialog', { name: `Factura ${n}` });
    return shown;
  };

  test('a credit note takes it back from the same line and supplier', async () => {
    const { user } = await detailOf(12);
    const form = await openForm(user, 'Registrar nota de crédito');
    expect(form.getByRole<HTMLInputElement>('combobox', { name: /Gasto que corrige/ }).value).toBe(
      'Factura 12 de Ferretería Sur por $100.000',
    );
    const line = form.getByRole<HTMLInputElement>('combobox', { name: /Ítem del presupuesto/ });
    expect([line.value, line.disabled]).toEqual(['Materiales · Fondo · quedan $400.000', true]);
    await fill(user, form, /Número/, '88');
    await fill(user, form, /Fecha de emisión/, '10-10-2026');
    await fill(user, form, /Monto/, '40000');
    await fill(user, form, /Descripción/, 'Devolución');
    expect(form.getByText(/Vuelve al ítem/).textContent).toBe('Vuelve al ítem: $40.000');
    accept();
    await save(user, form);
    await waitFor(() =>
      expect(sent()[0]).toMatchObject({
        ...{ correctsId: idOf(12), budgetLineId: 'l2' },
        voucher: { typeId: TYPES.credit.id, supplier: { rut: '76123456-0' } },
      }),
    );
  });

  test('its voucher is used again as it is, for what is left of it', async () => {
    const { user } = await detailOf(12, { share: 60_000, cost: 60_000, papers: [paper(1, 'factura.pdf')] });
    const form = await openForm(
      user,
      'Registrar otro gasto con este comprobante',
      'Registrar otro gasto del comprobante',
    );
    expect(box(form, /Número/).disabled).toBe(true);
    await fillRest(user, form, /Sala/);
    expect(form.getByText(/Gasto del proyecto/).textContent).toBe('Gasto del proyecto: $40.000');
    accept();
    await save(user, form);
    await waitFor(() =>
      expect(sent()[0]).toMatchObject({
        ...{ budgetLineId: 'l3', share: null },
        voucher: { number: '12', gross: 100_000 },
        papers: [{ paper: 'invoice', versionId: idOf(701) }],
      }),
    );
    expect(sent()[0]?.id).not.toBe(idOf(12));
  });

  test('somebody else saved it: both are shown, and the second time goes over it', async () => {
    const { user } = await detailOf(12);
    const path = `PUT ${BASE}/expenses/${idOf(12)}`;
    const form = await openForm(user, 'Editar', 'Editar gasto');
    await fill(user, form, /Descripción/, 'Pintura');
    const detail = 'Matías cambió este gasto.';
    answer(path, () => {
      store(spending({ expenses: [expense(12, { description: 'Brochas', version: 4 })] }));
      return refusal(409, { code: 'conflict', detail, extra: { version: 4, updatedBy: 'Matías' } });
    });
    await save(user, form);
    expect(await form.findByText(new RegExp(`${detail} Lo que escribiste sigue aquí`))).toBeTruthy();
    const both = await form.findByText('Brochas', { exact: false });
    expect(both.textContent).toBe('Brochas (tú: Pintura)');
    expect(box(form, /Descripción/).value).toBe('Pintura');
    answer(path, () => ({ id: idOf(12), version: 5 }));
    await save(user, form);
    expect(await screen.findByText('Gasto guardado.')).toBeTruthy();
    expect(requests(path).map(({ body }) => (body as { version: number }).version)).toEqual([3, 4]);
  });

  test('what was frozen stays: neither its rate is asked for nor its old day refused', async () => {
    const voucher = {
      currency: 'UF',
      gross: 2,
      rate: 30_000,
      grossPesos: 60_000,
      issuedOn: '2025-01-05',
    } as const;
    const { user } = await detailOf(12, { voucher, share: 60_000, cost: 60_000 });
    const form = await openForm(user, 'Editar', 'Editar gasto');
    expect(form.getByText(/Valor de la UF/).textContent).toBe(
      'Valor de la UF: $30.000,00. En pesos: $60.000',
    );
    await fill(user, form, /Descripción/, 'Pintura');
    const path = `PUT ${BASE}/expenses/${idOf(12)}`;
    answer(path, () => ({ id: idOf(12), version: 4 }));
    await save(user, form);
    expect(await screen.findByText('Gasto guardado.')).toBeTruthy();
    expect(requests('GET /exchange-rates/at')).toEqual([]);
  });
});
