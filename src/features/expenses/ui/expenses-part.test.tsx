import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  BASE,
  expense,
  idOf,
  openExpenses,
  paper,
  Screen,
  spending,
  startSpending,
  store,
  TYPES,
} from '../../../../test/jsdom/expenses.tsx';
import { showAt } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { projectBalance } from '../../../domain/spending/balance.ts';
import { balanceWords, levelWords } from './balance/balance-words.tsx';
import { fileOfExpenses } from './list/expenses-file.tsx';
import { findRows, rowsOf } from './list/use-expense-list.tsx';

const SHOP = { rut: '77654321-4', foreignId: '', name: 'Imprenta Bío Bío' };
const fees = (n: number, gross: number) =>
  expense(n, {
    ...{ budgetLineId: 'l1', description: 'Monitoría' },
    voucher: {
      ...{ typeId: TYPES.fees.id, gross, grossPesos: gross, supplier: SHOP, issuedOn: '2026-09-01' },
      ...{ withholdingPercent: 15.25, withheld: 30_500, net: gross - 30_500 },
    },
  });
const creditOf = (n: number, of: number, pesos: number) =>
  expense(n, {
    ...{ correctsId: idOf(of), cost: -pesos, share: pesos },
    voucher: { typeId: TYPES.credit.id, gross: pesos, grossPesos: pesos },
  });
const rows = () =>
  within(screen.getByRole('table', { name: 'Gastos' }))
    .getAllByRole('row')
    .slice(1);
const names = () =>
  rows().map(row => within(row).getAllByRole('button')[0]?.firstChild?.firstChild?.textContent);

beforeEach(startSpending);

describe('the balance', () => {
  const wordsOf = (expenses: ReturnType<typeof expense>[]) => {
    const { lines, awarded } = spending();
    return balanceWords(projectBalance(lines, expenses, awarded));
  };

  test('it is told in words: what is left, where little is, where more was spent', () => {
    expect(wordsOf([])).toEqual(['Aún no hay gastos: quedan los $1.700.000 del presupuesto.']);
    expect(wordsOf([fees(1, 200_000)])).toEqual([
      'Se ha gastado $200.000 de $1.700.000 (11 %): quedan $1.500.000.',
    ]);
    const much = [fees(1, 920_000), expense(2, { cost: 760_000 })];
    expect(wordsOf(much)).toEqual([
      'Se ha gastado $1.680.000 de $1.700.000 (98 %): quedan $20.000.',
      'Queda poco en Honorarios (92 %).',
      'Sobregirado: Fondo ($180.000 de más) y Operación ($60.000 de más).',
    ]);
  });

  test('nothing left is no warning of little, what is given in kind is complete, a closed project is past it', async () => {
    const all = [fees(1, 1_000_000), expense(2, { budgetLineId: 'l3', source: 'unit', cost: 200_000 })];
    const { lines, awarded } = spending();
    const of = projectBalance(lines, all, awarded);
    const sums = 'Se ha gastado $1.200.000 de $1.700.000 (70 %): quedan $500.000.';
    expect(balanceWords(of)).toEqual([sums, 'Sin saldo en Unidad y Honorarios.']);
    expect(balanceWords(of, true)).toEqual([sums]);
    const inKind = lines.map(line =>
      line.id === 'l3' ? { ...line, source: 'partner_in_kind' as const } : line,
    );
    expect(balanceWords(projectBalance(inKind, all, awarded))).toEqual([sums, 'Sin saldo en Honorarios.']);
    await openExpenses({ lines: inKind, expenses: all });
    expect(screen.getAllByText('Completo')).not.toHaveLength(0);
  });

  test('what the office refused is not spent, a credit note gives back', () => {
    const refused = expense(2, { state: 'refused' });
    expect(wordsOf([expense(1), refused, creditOf(3, 1, 40_000)])[0]).toContain('Se ha gastado $60.000 de');
  });

  test.each([
    [100, 69, '69 % gastado'],
    [1000, 699, '69 % gastado'],
    [100, 70, 'Queda poco: 70 %'],
    [100, 92, 'Queda poco: 92 %'],
    [100, 100, 'Sin saldo: 100 %'],
    [100, 104, 'Sobregirado: 104 %'],
    [0, 5, 'Sobregirado'],
  ])('of %i, %i spent is «%s»', (budget, spent, words) => {
    const line = { id: 'x', category: 'other', description: 'x', quantity: 1, source: 'unit' } as const;
    const { total } = projectBalance(
      [{ ...line, unitCost: budget }],
      [{ budgetLineId: 'x', cost: spent, state: 'recorded' }],
      null,
    );
    expect(levelWords(total)).toBe(words);
  });

  test('tables tell it by source, by category and by line', async () => {
    await openExpenses({ expenses: [fees(1, 920_000)] });
    const row = (table: string, name: RegExp) =>
      within(screen.getByRole('table', { name: table, hidden: true })).getByRole('row', {
        name,
        hidden: true,
      }).textContent;
    expect(row('Por fuente', /^Fondo/)).toBe('Fondo$1.500.000$920.000$580.00061 % gastado');
    expect(row('Por categoría', /^Honorarios/)).toContain('Queda poco: 92 %');
    expect(row('Por ítem', /^Sala/)).toBe('SalaOperación · Unidad$200.000$0$200.0000 % gastado');
  });
});

describe('who may record, and what to do first', () => {
  test('without expenses it says how to begin', async () => {
    await openExpenses();
    expect(screen.getByRole('heading', { name: 'Aún no hay gastos' })).toBeTruthy();
    expect(screen.getByText(/Registra cada comprobante con «Registrar gasto»/)).toBeTruthy();
  });

  test('whoever may not now is told why, and nothing opens', async () => {
    const reason = 'El proyecto está cerrado: ya no se registran gastos ni rendiciones.';
    const closed = { mayEdit: false, mayRemove: false };
    const { user } = await openExpenses({
      record: { allowed: false, reason },
      expenses: [expense(1, closed)],
    });
    const record = screen.getByRole('button', { name: 'Registrar gasto' });
    expect(record.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText(reason)).not.toHaveLength(0);
    await user.click(record);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await screen.findByRole('button', { name: /^Factura 1/ }));
    const detail = within(await screen.findByRole('dialog', { name: 'Factura 1' }));
    expect(detail.queryByRole('button', { name: /^(Editar|Eliminar|Registrar)/ })).toBeNull();
  });

  test('what cannot be read is asked for again', async () => {
    answer(`GET ${BASE}/expenses`, () => refusal(503, { detail: 'Vuelve en un momento.' }));
    const { user } = await showAt(`${BASE}?tab=spending`, Screen);
    expect(await screen.findByRole('heading', { name: 'Gastos y saldo' })).toBeTruthy();
    const again = await screen.findByRole('button', { name: 'Reintentar' });
    answer(`GET ${BASE}/expenses`, () => spending());
    await user.click(again);
    await screen.findByRole('button', { name: 'Registrar gasto' });
  });
});

describe('the table', () => {
  const ALL = [
    expense(12, { papers: [paper(1, 'factura.pdf')], voucher: { issuedOn: '2026-10-09' } }),
    fees(7, 200_000),
    creditOf(3, 12, 40_000),
    expense(4, {
      ...{ state: 'refused', budgetLineId: 'l3', source: 'unit' },
      voucher: { currency: 'UF', gross: 2.5, rate: 39_000.1, grossPesos: 97_500, issuedOn: '2026-08-01' },
    }),
  ];

  test('tells of each what it is, what it costs, where it stands and what is missing', async () => {
    await openExpenses({ expenses: ALL });
    const text = (n: number) => rows()[n]?.textContent ?? '';
    expect(names()).toEqual(['Factura 12', 'Nota de crédito 3', 'Boleta de honorarios 7', 'Factura 4']);
    expect(text(0)).toMatch(/Ferretería Sur · 76123456-0.*09-10-2026.*\$100\.000Sin rendir1 archivo$/);
    // What is cut to two lines is there in full.
    expect(within(rows()[2] ?? document.body).getByTitle('Monitoría').textContent).toBe('Monitoría');
    expect(text(1)).toMatch(/corrige Factura 12.*-\$40\.000/);
    expect(text(2)).toContain('Sin archivos; falta Boleta e Informe de actividades');
    expect(text(3)).toMatch(/\$97\.500 UF 2,5 a \$39\.000,10Rechazado/);
    expect(
      screen.getByText('Total de todos los gastos: $260.000 en 3 gastos, sin contar 1 gasto rechazado.'),
    ).toBeTruthy();
  });

  test('search, filters and order live in the address, beside the tab', async () => {
    const { user, address } = await openExpenses({ expenses: ALL });
    await user.type(screen.getByRole('searchbox', { name: 'Buscar: Gastos' }), 'imprenta bio');
    await waitFor(() => expect(names()).toEqual(['Boleta de honorarios 7']));
    expect(address()).toContain('tab=spending');
    expect(address()).toContain('q=imprenta');
    expect(screen.getByText('Total de lo que se muestra: $200.000 en 1 gasto.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Quitar filtros' }));
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(address()).toContain('tab=spending');
    await user.click(screen.getByRole('button', { name: 'Monto' }));
    await waitFor(() => expect(names()[0]).toBe('Nota de crédito 3'));
    expect(address()).toContain('sort=cost');
  });

  test('an address opens it narrowed; nothing found says how to see all', async () => {
    const { user } = await openExpenses({ expenses: ALL }, '&state=refused&source=unit&sort=-cost');
    expect(names()).toEqual(['Factura 4']);
    await user.click(screen.getByRole('combobox', { name: 'Categoría' }));
    await user.click(await screen.findByRole('option', { name: 'Honorarios' }));
    expect(await screen.findByRole('heading', { name: 'Nada coincide con la búsqueda' })).toBeTruthy();
  });

  test('two thousand are shown fifty a page, and found at once', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => expense(n + 1));
    const { user, address } = await openExpenses({ expenses: many });
    expect(rows()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Página 2' }));
    await waitFor(() => expect(address()).toContain('page=2'));
    expect(rows()).toHaveLength(50);
    const all = rowsOf(spending({ expenses: many }));
    const began = performance.now();
    expect(findRows(all, { q: 'ferreteria 1999', sort: '-cost' })).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(500);
  });

  test('a page beyond the last one is the last one', async () => {
    await openExpenses({ expenses: ALL }, '&page=9');
    expect(rows()).toHaveLength(4);
  });

  test('the file has what the table shows, whole rows under names that stay', async () => {
    const data = spending({ expenses: ALL });
    const rows = findRows(rowsOf(data), { category: 'fees' });
    const { blob, name } = await fileOfExpenses('CON-1', data, rows, 'csv');
    expect(name).toBe('gastos-CON-1.csv');
    const lines = (await blob.text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    const cells = Object.fromEntries(
      (lines[0] ?? '').split(';').map((title, n) => [title, (lines[1] ?? '').split(';')[n]]),
    );
    expect(cells).toMatchObject({
      ...{ fecha: '2026-09-01', tipo_comprobante: 'Boleta de honorarios', numero: '7', bruto: '200000' },
      ...{ retencion_porcentaje: '15,25', retenido: '30500', liquido: '169500', monto: '200000' },
      ...{ categoria: 'Honorarios', fuente: 'Fondo', estado: 'Sin rendir' },
    });
  });
});

describe('the keyboard', () => {
  const focused = () => document.activeElement;

  test('begins at the first field of the form, without a list over it, and comes back to its button', async () => {
    const { user } = await openExpenses();
    const opener = screen.getByRole('button', { name: 'Registrar gasto' });
    opener.focus();
    await user.keyboard('{Enter}');
    const form = within(await screen.findByRole('dialog', { name: 'Registrar gasto' }));
    const first = form.getByRole('combobox', { name: /Tipo de comprobante/ });
    await waitFor(() => expect(focused()).toBe(first));
    expect(first.getAttribute('aria-expanded')).not.toBe('true');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(focused()).toBe(opener));
  });

  test('comes back from an expense to its row, and from its form to the expense', async () => {
    const { user } = await openExpenses({ expenses: [expense(12)] });
    const opener = screen.getByRole('button', { name: /^Factura 12/ });
    opener.focus();
    await user.keyboard('{Enter}');
    const detail = within(await screen.findByRole('dialog', { name: 'Factura 12' }));
    const edit = detail.getByRole('button', { name: 'Editar' });
    await user.click(edit);
    const form = within(await screen.findByRole('dialog', { name: 'Editar gasto' }));
    await user.click(form.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(focused()).toBe(edit));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(focused()).toBe(opener));
  });
});

describe('one expense', () => {
  test('shows net, what was observed and answered, and opens its papers', async () => {
    const said = { state: 'observed', observation: 'Falta el informe.', answer: 'Ya está.' } as const;
    const papers = [paper(1, 'boleta.pdf', 'receipt')];
    const { user } = await openExpenses({ expenses: [{ ...fees(7, 200_000), ...said, papers }] });
    await user.click(screen.getByRole('button', { name: /^Boleta de honorarios 7/ }));
    const detail = within(await screen.findByRole('dialog', { name: 'Boleta de honorarios 7' }));
    expect(detail.getByText('$30.500 (15,25 %)')).toBeTruthy();
    expect(detail.getByText('$169.500')).toBeTruthy();
    expect(detail.getByText('Falta el informe.')).toBeTruthy();
    expect(detail.getByText('Ya está.')).toBeTruthy();
    expect(detail.getByText(/Falta: Informe de actividades/)).toBeTruthy();
    answer(`POST ${BASE}/files/${idOf(701)}/link`, () => refusal(404));
    await user.click(detail.getByRole('button', { name: 'boleta.pdf' }));
    await waitFor(() =>
      expect(requests(`POST ${BASE}/files/${idOf(701)}/link`)[0]?.body).toEqual({ as: 'view', version: 1 }),
    );
  });

  test('leads to the statement that it is in, to answer there', async () => {
    const said = { state: 'observed', observation: 'Falta el informe.', statementId: idOf(80) } as const;
    const { user, address } = await openExpenses({ expenses: [expense(12, said)] }, `&open=${idOf(12)}`);
    const detail = within(await screen.findByRole('dialog', { name: 'Factura 12' }));
    expect(detail.getByRole('button', { name: 'Ver rendición' })).toBeTruthy();
    await user.click(detail.getByRole('button', { name: 'Responder en la rendición' }));
    await waitFor(() => expect(address()).toContain(`field=${idOf(80)}`));
    expect(address()).toContain('tab=spending');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('of a voucher that is used up no other one is recorded', async () => {
    const parts = [
      expense(12, { share: 60_000, cost: 60_000 }),
      expense(13, { share: 40_000, cost: 40_000 }),
    ];
    const shared = (n: number) =>
      parts.slice(0, n).map(e => ({ ...e, voucher: { ...e.voucher, id: idOf(512) } }));
    const again = 'Registrar otro gasto con este comprobante';
    const first = await openExpenses({ expenses: shared(1) }, `&open=${idOf(12)}`);
    expect(await screen.findByRole('button', { name: again })).toBeTruthy();
    first.unmount();
    await openExpenses({ expenses: shared(2) }, `&open=${idOf(12)}`);
    expect(await screen.findByRole('button', { name: 'Registrar nota de crédito' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: again })).toBeNull();
  });

  test('a note leads to what it corrects, and back', async () => {
    const { user, address } = await openExpenses({ expenses: [expense(12), creditOf(3, 12, 40_000)] });
    await user.click(screen.getByRole('button', { name: /^Nota de crédito 3/ }));
    const note = within(await screen.findByRole('dialog', { name: 'Nota de crédito 3' }));
    expect(note.queryByRole('button', { name: 'Registrar nota de crédito' })).toBeNull();
    await user.click(note.getByRole('button', { name: 'Factura 12 de Ferretería Sur por $100.000' }));
    const corrected = within(await screen.findByRole('dialog', { name: 'Factura 12' }));
    expect(corrected.getByRole('button', { name: /^Nota de crédito 3/ })).toBeTruthy();
    expect(address()).toContain(`open=${idOf(12)}`);
  });

  test('is removed after saying what happens; a refusal stays in the question', async () => {
    const { user, address } = await openExpenses({ expenses: [expense(12)] }, `&open=${idOf(12)}`);
    const detail = within(await screen.findByRole('dialog', { name: 'Factura 12' }));
    await user.click(detail.getByRole('button', { name: 'Eliminar' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Eliminar gasto' }));
    expect(asked.getByText(/el ítem «Materiales» recupera \$100\.000/)).toBeTruthy();
    const path = `DELETE ${BASE}/expenses/${idOf(12)}`;
    const words = 'Tiene notas de crédito: elimínalas primero.';
    answer(path, () => refusal(422, { code: 'rule', detail: words }));
    await user.click(asked.getByRole('button', { name: 'Eliminar gasto' }));
    expect((await asked.findByRole('alert')).textContent).toBe(words);
    answer(path, () => {
      store(spending());
      return {};
    });
    await user.click(asked.getByRole('button', { name: 'Eliminar gasto' }));
    expect(await screen.findByText('Gasto eliminado.')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Aún no hay gastos' })).toBeTruthy();
    expect(address()).not.toContain('open=');
  });
});
