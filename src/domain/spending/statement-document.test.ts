import { describe, expect, it } from 'vitest';
import { type StatedExpense, statementDocument, type WholeStatement } from './statement-document.ts';

const expense = (cost: number, more: Partial<StatedExpense> = {}): StatedExpense => ({
  voucher: {
    ...{ type: 'Factura', number: '7', rut: '76123456-0', foreignId: '', supplier: 'Ferretería Sur' },
    ...{ issuedOn: '2026-10-05', currency: 'CLP', gross: cost, rate: 1, grossPesos: cost },
    ...{ withholdingPercent: 0, withheld: 0 },
  },
  ...{
    description: 'Tornillos',
    category: 'operation',
    line: 'Materiales',
    source: 'fund',
    share: cost,
    cost,
  },
  ...{ corrects: null, state: 'approved', observation: '', answer: '', papers: 1 },
  ...more,
});
const refused = (cost: number) => expense(cost, { state: 'refused', category: 'fees' });

const document = (expenses: StatedExpense[], state: WholeStatement['state'] = 'approved') =>
  statementDocument(
    {
      ...{ number: 2, state, code: 'FEX-1', title: 'Huertas', lead: 'Ana Soto', call: null, callLine: null },
      ...{ submittedBy: 'Ana Soto', submittedAt: '2026-11-03T15:00:00Z', decidedBy: 'Luz Vera' },
      ...{ decidedAt: '2026-11-10T15:00:00Z', comment: '', expenses },
    },
    {
      ...{ institution: 'Universidad', product: 'Extensión', reader: 'Ana Soto' },
      now: new Date('2026-11-20T15:00:00Z'),
    },
  );

describe('a statement on paper closes with', () => {
  it.each([
    [[expense(1_050_000), refused(50_000)], ', por $1.100.000: aprobados $1.050.000, rechazados $50.000.'],
    [[expense(1_050_000)], ', por $1.050.000: aprobados $1.050.000.'],
    [[refused(50_000)], ', por $50.000: rechazados $50.000.'],
  ])('what became of its sum once it is decided (%#)', (expenses, words) => {
    expect(document(expenses).closing).toBe(`Rendición N.º 2 del proyecto FEX-1${words}`);
  });

  it('its sum alone before', () => {
    expect(document([expense(10_000, { state: 'submitted' })], 'submitted').closing).toBe(
      'Rendición N.º 2 del proyecto FEX-1, por $10.000.',
    );
  });
});

it('a table of totals has a total only where it adds something up', () => {
  const totals = (expenses: StatedExpense[]) => {
    const blocks = document(expenses).sections.at(-1)?.blocks ?? [];
    return blocks.map(block => block.type === 'table' && block.total?.[0]);
  };
  expect(totals([expense(1000), refused(500)])).toEqual(['Total', undefined]);
  expect(totals([expense(1000), expense(500)])).toEqual([undefined, undefined]);
});
