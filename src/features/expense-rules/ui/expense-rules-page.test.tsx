import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { forgetDrafts } from '../../../web/drafts.ts';
import type { ExchangeRate, VoucherTypeRow, WithholdingTable } from '../contract.ts';
import { ExpenseRulesPage } from './expense-rules-page.tsx';

const AT = '2026-11-20T12:00:00.000Z';
const BY = { updatedAt: AT, updatedBy: 'Eva Ríos' };
const INVOICE: VoucherTypeRow = {
  ...{ id: '0190f000-0000-7000-8000-000000000001', name: 'Factura', active: true, vouchers: 0, ...BY },
  ...{ hasNumber: true, needsSupplier: true, withholds: false, isCredit: false },
  papers: [{ id: 'voucher', name: 'Factura' }],
};
const FEES: VoucherTypeRow = {
  ...{ ...INVOICE, id: '0190f000-0000-7000-8000-000000000002', name: 'Honorarios', vouchers: 12 },
  ...{ withholds: true, active: false, papers: [] },
};
const rateOf = (day: string, value: number, currency: 'UF' | 'USD' = 'UF'): ExchangeRate => ({
  ...{ id: `${currency}:${day}`, currency, day, value, ...BY },
});

let table: WithholdingTable;
let rates: ExchangeRate[];

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  table = {
    rates: [
      { year: 2025, percent: 14.5 },
      { year: 2026, percent: 15.25 },
    ],
    ...{ updatedAt: null, updatedBy: null },
  };
  rates = [rateOf('2026-11-02', 39_650.1234), rateOf('2026-11-01', 39_643.59)];
  answer('GET /voucher-types', () => ({ types: [INVOICE, FEES] }));
  answer('GET /withholding-rates', () => table);
  answer('GET /exchange-rates', ({ query }) => {
    const shown = rates.filter(r => r.currency === (query.get('currency') ?? 'UF'));
    return { rows: shown, total: shown.length };
  });
});

const open = (query = '') => showAt(`/admin/expenses${query}`, ExpenseRulesPage);
const drawer = (name: string) => screen.findByRole('dialog', { name });

describe('types of voucher', () => {
  test('stand with what they ask for', async () => {
    await open();
    const rows = within(await screen.findByRole('table', { name: 'Tipos de comprobante' })).getAllByRole(
      'row',
    );
    expect(rows.slice(1).map(row => row.textContent)).toEqual([
      'Facturacon número · con proveedor · 0 comprobantesFacturaActivo',
      'Honorarioscon número · con proveedor · con retención · 12 comprobantesNingunoInactivo',
    ]);
  });

  test('are added with their papers, and what is wrong is told at its field', async () => {
    answer('POST /voucher-types', ({ body }) => ({ ...INVOICE, ...(body as object) }));
    const { user, address } = await open();
    await user.click(await screen.findByRole('button', { name: 'Nuevo tipo' }));
    const form = within(await drawer('Nuevo tipo de comprobante'));
    await user.type(form.getByRole('textbox', { name: 'Nombre' }), 'Vale');
    await user.click(form.getByRole('switch', { name: /^Pide proveedor/ }));
    await user.click(form.getByRole('button', { name: 'Agregar respaldo' }));
    await user.type(form.getByRole('textbox', { name: 'Respaldo 1' }), 'Vale firmado');
    await user.click(form.getByRole('button', { name: 'Crear tipo' }));
    expect(form.getByText(/^Un número solo identifica/)).toBeTruthy();
    expect(requests('POST /voucher-types')).toEqual([]);
    await user.click(form.getByRole('switch', { name: /^Lleva número/ }));
    await user.click(form.getByRole('button', { name: 'Crear tipo' }));
    await waitFor(() => expect(address()).toBe('/admin/expenses'));
    expect(requests('POST /voucher-types')[0]?.body).toEqual({
      ...{ name: 'Vale', hasNumber: false, needsSupplier: false, withholds: false, isCredit: false },
      papers: [{ id: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'Vale firmado' }],
      active: true,
    });
  });

  test('of which there are vouchers keep what they are', async () => {
    answer(`PUT /voucher-types/${FEES.id}`, ({ body }) => ({ ...FEES, ...(body as object) }));
    answer(`DELETE /voucher-types/${FEES.id}`, () =>
      refusal(422, { code: 'rule', detail: 'No se puede eliminar: hay 12 comprobantes.' }),
    );
    const { user } = await open(`?open=${FEES.id}`);
    const form = within(await drawer('Editar tipo de comprobante'));
    for (const name of ['Lleva número', 'Pide proveedor', 'Lleva retención', 'Descuenta de otro comprobante'])
      expect(form.getByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) }).disabled).toBe(
        true,
      );
    await user.click(form.getByRole('button', { name: 'Eliminar' }));
    const asked = within(await screen.findByRole('dialog', { name: /Honorarios/ }));
    await user.click(asked.getByRole('button', { name: 'Eliminar' }));
    expect(await asked.findByText('No se puede eliminar: hay 12 comprobantes.')).toBeTruthy();
    await user.click(asked.getByRole('button', { name: 'Cancelar' }));
    await user.click(form.getByRole('switch', { name: /^En uso/ }));
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(requests(`PUT /voucher-types/${FEES.id}`)).toHaveLength(1));
    expect(requests(`PUT /voucher-types/${FEES.id}`)[0]?.body).toMatchObject({ active: true, updatedAt: AT });
  });

  test('changed elsewhere meanwhile stand side by side, papers by their names', async () => {
    const stored = {
      ...INVOICE,
      papers: [{ id: 'xml', name: 'XML' }],
      updatedAt: '2026-11-21T12:00:00.000Z',
    };
    answer(`PUT /voucher-types/${INVOICE.id}`, () => refusal(409, { code: 'conflict', extra: { stored } }));
    const { user } = await open(`?open=${INVOICE.id}`);
    const form = within(await drawer('Editar tipo de comprobante'));
    await user.type(form.getByRole('textbox', { name: 'Nombre' }), ' exenta');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    const told = await form.findByRole('alert');
    expect(told.textContent).toMatch(/XML/);
    expect(told.textContent).not.toMatch(/object/);
  });
});

describe('the table of withholding', () => {
  const part = async () => within(await screen.findByRole('region', { name: 'Retención de honorarios' }));
  const boxes = (inside: Awaited<ReturnType<typeof part>>, name: string) =>
    inside.getAllByRole<HTMLInputElement>('textbox', { name });

  test('is saved whole, over what was read', async () => {
    answer('PUT /withholding-rates', ({ body }) => {
      table = { ...(body as WithholdingTable), ...BY };
      return table;
    });
    const { user } = await open();
    const inside = await part();
    await user.click(await inside.findByRole('button', { name: 'Quitar 2025' }));
    await user.click(inside.getByRole('button', { name: 'Agregar año' }));
    expect(boxes(inside, 'Desde el año').map(b => b.value)).toEqual(['2026', '2027']);
    await user.click(inside.getByRole('button', { name: 'Guardar retenciones' }));
    expect(requests('PUT /withholding-rates')).toEqual([]);
    await user.type(boxes(inside, 'Se retiene (%)')[1] as HTMLInputElement, '16,5');
    await user.click(inside.getByRole('button', { name: 'Guardar retenciones' }));
    expect(await inside.findByText(/^Último cambio: Eva Ríos/)).toBeTruthy();
    expect(requests('PUT /withholding-rates')[0]?.body).toEqual({
      rates: [
        { year: 2026, percent: 15.25 },
        { year: 2027, percent: 16.5 },
      ],
      updatedAt: null,
    });
  });

  test('says a year that stands twice, and what somebody else saved', async () => {
    const stored = { ...table, ...BY };
    answer('PUT /withholding-rates', ({ body }) =>
      (body as WithholdingTable).updatedAt === AT
        ? stored
        : refusal(409, { code: 'conflict', detail: 'Otra persona lo cambió.', extra: { stored } }),
    );
    const { user } = await open();
    const inside = await part();
    const [first] = await inside.findAllByRole<HTMLInputElement>('textbox', { name: 'Desde el año' });
    await user.clear(first as HTMLInputElement);
    await user.type(first as HTMLInputElement, '2026');
    const save = inside.getByRole('button', { name: 'Guardar retenciones' });
    await user.click(save);
    expect(inside.getByRole('alert').textContent).toBe('Hay años repetidos.');
    await user.clear(first as HTMLInputElement);
    await user.type(first as HTMLInputElement, '2024');
    await user.click(save);
    expect(
      await inside.findByText(/Otra persona lo cambió\. Si guardas de nuevo, queda lo tuyo\./),
    ).toBeTruthy();
    await user.click(save);
    await waitFor(() =>
      expect(requests('PUT /withholding-rates').map(r => (r.body as WithholdingTable).updatedAt)).toEqual([
        null,
        AT,
      ]),
    );
  });
});

describe('daily values', () => {
  const list = () => screen.findByRole('region', { name: 'Valores por día' });

  test('are of one currency, which the address keeps with the days', async () => {
    const { user, address } = await open('?from=2026-11-01');
    const inside = within(await list());
    expect(await inside.findByText('39.650,1234')).toBeTruthy();
    await user.click(inside.getByRole('radio', { name: 'Dólar observado' }));
    expect(await inside.findByText(/no coincide|Nada coincide|No hay/i)).toBeTruthy();
    expect(address()).toBe('/admin/expenses?from=2026-11-01&currency=USD');
    const asked = requests('GET /exchange-rates').at(-1)?.query;
    expect([asked?.get('currency'), asked?.get('from')]).toEqual(['USD', '2026-11-01']);
  });

  test('of a currency without any nothing is said to be hidden by filters', async () => {
    await open('?currency=USD');
    expect(await screen.findByText('Todavía no hay valores: Dólar observado')).toBeTruthy();
  });

  test('one is added; what the server says of it stands at its field', async () => {
    answer('PUT /exchange-rates', ({ body }) => {
      const { rates: sent } = body as { rates: { day: string }[] };
      const message = 'El dólar no tiene valor en un día no hábil.';
      return sent[0]?.day === '2026-12-08'
        ? refusal(400, { code: 'invalid', errors: [{ path: 'rates.0.day', message }] })
        : { added: 1, changed: 0 };
    });
    const { user } = await open('?currency=USD');
    await user.click(await screen.findByRole('button', { name: 'Agregar valor' }));
    const form = within(await drawer('Dólar observado: nuevo valor'));
    const day = form.getByRole('textbox', { name: 'Día' });
    await user.type(day, '08-12-2026');
    await user.type(form.getByRole('textbox', { name: 'Pesos' }), '943,55');
    await user.click(form.getByRole('button', { name: 'Guardar valor' }));
    expect(await form.findByText('El dólar no tiene valor en un día no hábil.')).toBeTruthy();
    await user.clear(day);
    await user.type(day, '09-12-2026');
    await user.click(form.getByRole('button', { name: 'Guardar valor' }));
    expect(await screen.findByText('09-12-2026: valor guardado.')).toBeTruthy();
    expect(requests('PUT /exchange-rates').at(-1)?.body).toEqual({
      currency: 'USD',
      rates: [{ day: '2026-12-09', value: 943.55 }],
    });
  });

  test('one is removed, and put back', async () => {
    answer('DELETE /exchange-rates/UF/2026-11-01', () => ({}));
    answer('PUT /exchange-rates', () => ({ added: 1, changed: 0 }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: '01-11-2026' }));
    const form = within(await drawer('UF: 01-11-2026'));
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Día' }).disabled).toBe(true);
    await user.click(form.getByRole('button', { name: 'Eliminar' }));
    expect(await screen.findByText('01-11-2026: valor eliminado.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Deshacer' }));
    await waitFor(() =>
      expect(requests('PUT /exchange-rates')[0]?.body).toEqual({
        currency: 'UF',
        rates: [{ day: '2026-11-01', value: 39_643.59 }],
      }),
    );
  });

  test('many are pasted: what is not read is told, what the server refuses is left out of the next save', async () => {
    const why = 'El dólar no tiene valor en un día no hábil.';
    answer('PUT /exchange-rates', ({ body }) => {
      const { rates: sent } = body as { rates: { day: string }[] };
      const n = sent.findIndex(({ day }) => day === '2026-12-08');
      return n < 0
        ? { added: sent.length, changed: 0 }
        : refusal(400, { code: 'invalid', errors: [{ path: `rates.${n}.day`, message: why }] });
    });
    const { user } = await open('?currency=USD');
    await user.click(await screen.findByRole('button', { name: 'Pegar valores' }));
    const form = within(await drawer('Dólar observado: pegar valores'));
    const box = form.getByRole('textbox', { name: 'Valores' });
    await user.click(box);
    await user.paste('Fecha\tValor');
    await user.click(form.getByRole('button', { name: 'Guardar 0 valores' }));
    expect(form.getByText('No hay ninguna línea con día y valor.')).toBeTruthy();
    await user.click(box);
    await user.paste('\n07-12-2026\t943,55\n08-12-2026\t944\n09-12-2026\t1.001,5');
    expect(form.getByRole('status').textContent).toBe('3 valores leídos, 1 línea que no se guarda.');
    expect(form.getByText('Línea 1, «Fecha Valor»: No empieza con una fecha.')).toBeTruthy();
    const read = within(form.getByRole('region', { name: 'Valores leídos' }));
    expect(read.getAllByRole('row').map(row => row.textContent)).toEqual([
      'DíaPesos',
      '07-12-2026943,55',
      '08-12-2026944,00',
      '09-12-20261.001,50',
    ]);
    await user.click(form.getByRole('button', { name: 'Guardar 3 valores' }));
    expect(await form.findByText(`Línea 3, «08-12-2026»: ${why}`)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Guardar 2 valores' }));
    expect(await screen.findByText('2 valores nuevos, 0 cambiados.')).toBeTruthy();
    expect(requests('PUT /exchange-rates').at(-1)?.body).toEqual({
      currency: 'USD',
      rates: [
        { day: '2026-12-07', value: 943.55 },
        { day: '2026-12-09', value: 1001.5 },
      ],
    });
  });
});

test('what cannot be read is told, with a button to try again', async () => {
  answer('GET /voucher-types', () => refusal(500));
  await open();
  const part = within(await screen.findByRole('region', { name: 'Tipos de comprobante' }));
  expect(await part.findByRole('button', { name: /reintentar|de nuevo/i }, { timeout: 5000 })).toBeTruthy();
});
