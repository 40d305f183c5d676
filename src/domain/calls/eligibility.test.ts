import { expect, it } from 'vitest';
import type { BudgetLine } from '../sections/budget.ts';
import type { Call } from './calls.ts';
import { eligibilityAgain, unmetRules } from './eligibility.ts';

const CALL = {
  documents: [{ type: 'letter', label: 'Carta', help: '', required: true, anonymous: false }],
  categoryCaps: [{ category: 'operation', share: 50 }],
  partnerMinimum: 10,
  studentMinimum: 5,
  executionFrom: '2026-03-01',
  executionTo: '2026-12-31',
  lines: [{ id: 'one', name: 'Única', cap: 1000, budget: 5000, moved: 0 }],
} satisfies Partial<Call>;
const DUE = new Date('2026-05-08T03:59:59Z');
const before = new Date(DUE.getTime() - 1);
const after = new Date(DUE.getTime() + 1);
const spend = (
  category: BudgetLine['category'],
  source: BudgetLine['source'],
  unitCost: number,
): BudgetLine => ({
  ...{ id: `${category}-${source}`, description: 'Ítem', quantity: 1 },
  ...{ category, source, unitCost },
});
const budget = [
  spend('operation', 'fund', 500),
  spend('travel', 'fund', 500),
  spend('other', 'partner_cash', 40),
  spend('other', 'partner_in_kind', 60),
];
const good = {
  ...{ lineId: 'one', amount: 1000, typed: false, budget, students: 5 },
  ...{ startDate: '2026-03-01', endDate: '2026-12-31', documents: ['letter'], reviews: false },
};

it.each([
  ['as it was', good, before, []],
  ['without a date', good, null, []],
  [
    'over the cap',
    { ...good, amount: 1001 },
    before,
    ['El tope de la línea «Única» es $1.000 y pides $1.001.'],
  ],
  [
    'that asks for nothing',
    { ...good, amount: 0, budget: [] },
    before,
    ['Agrega al presupuesto ítems con fuente «Fondo»: su suma es el monto que pides.'],
  ],
  [
    'with too much of a category',
    { ...good, budget: [spend('operation', 'fund', 501), spend('travel', 'fund', 499), ...budget.slice(2)] },
    before,
    ['Operación puede llegar al 50 % ($500) y suma $501.'],
  ],
  [
    'with too little of its partners',
    { ...good, budget: budget.slice(0, 3) },
    before,
    ['Los socios deben aportar al menos el 10 % del monto que pides: faltan $60.'],
  ],
  [
    'with too few students',
    { ...good, students: 4 },
    before,
    ['La convocatoria pide al menos 5 estudiantes en Participantes y esperas 4.'],
  ],
  [
    'that begins too early',
    { ...good, startDate: '2026-02-28' },
    before,
    ['El proyecto se ejecuta desde el 01-03-2026 hasta el 31-12-2026: ajusta sus fechas en Identificación.'],
  ],
  [
    'that ends too late',
    { ...good, endDate: '2027-01-01' },
    before,
    ['El proyecto se ejecuta desde el 01-03-2026 hasta el 31-12-2026: ajusta sus fechas en Identificación.'],
  ],
  [
    'of before, whose budget was never compared',
    { ...good, typed: true, budget: [], students: 0, startDate: '2020-01-01' },
    before,
    [],
  ],
  ['without its line', { ...good, lineId: null }, before, ['Elige una línea de la convocatoria.']],
  ['without a document', { ...good, documents: [] }, before, ['Falta subir: Carta.']],
  [
    'whose people review another one',
    { ...good, reviews: true },
    before,
    ['Una persona que participa en la propuesta evalúa otra de esta convocatoria.'],
  ],
  ['too late', good, after, ['El plazo para corregir venció el 07-05-2026 23:59.']],
])('a corrected proposal %s', (_, applying, at, unmet) => {
  const when = { due: at && DUE, at: at ?? after, sent: null };
  expect(unmetRules(eligibilityAgain(CALL, applying, when))).toEqual(unmet);
});

it('corrected, asks for as much or less, never for more', () => {
  const of = (sent: number | null) =>
    unmetRules(eligibilityAgain(CALL, good, { due: null, at: before, sent }));
  expect([of(1000), of(1001)]).toEqual([[], []]);
  expect(of(999)).toEqual([
    'La propuesta se envió pidiendo $999 y ahora pide $1.000: al corregir el monto puede bajar, no subir.',
  ]);
});

it('a window without a side is open there', () => {
  const call = { ...CALL, executionTo: null };
  const of = (endDate: string | null) =>
    unmetRules(eligibilityAgain(call, { ...good, endDate }, { due: null, at: before, sent: null }));
  expect([of('2099-01-01'), of(null)]).toEqual([[], []]);
});
