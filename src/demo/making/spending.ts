import type { BudgetLine } from '../../domain/sections/budget.ts';
import { line } from '../seed/awarded.ts';
import { type DemoExpense, type DemoSpending, SUPPLIERS } from '../seed/spending.ts';
import { between } from './chance.ts';
import type { Edition } from './editions.ts';
import { activityDays, endOf, startOf, thousands } from './lives.ts';

/** What the partner lends or does, at its worth. */
function inKind({ key, idea }: Edition): BudgetLine {
  const worth = thousands((idea.cost[1] * between(`${key}:worth`, 12, 51)) / 100);
  return line('p1', 'other', idea.partner[1].replace(/\.$/, ''), worth, 'partner_in_kind');
}

function contribution(edition: Edition): DemoExpense {
  const { unitCost, description } = inKind(edition);
  const given = thousands(((unitCost ?? 0) * between(`${edition.key}:given`, 78, 99)) / 100);
  return {
    ...{ type: 'Aporte valorado', ago: activityDays(edition).at(-1) ?? 0, line: 'p1' },
    ...{ gross: given, what: description },
  };
}

/** What its unit pays where no fund does, and what the partner adds. */
export const ownLines = (edition: Edition): BudgetLine[] => [
  line('b1', 'operation', ...edition.idea.cost, 'unit'),
  inKind(edition),
];

/** Spent in two vouchers, on days on which it does something, nearly all of it; and accounted for before it ends. */
export function ownSpending(edition: Edition): DemoSpending {
  const { key, idea } = edition;
  const [what, pesos] = idea.cost;
  const days = activityDays(edition);
  const bill = (n: 0 | 1, ago: number, share: number): DemoExpense => ({
    ...{ type: 'Factura', number: String(between(`${key}:${n}`, 10_000, 909_999)), line: 'b1', what },
    ...{ ago, gross: Math.round((pesos * share) / 1000) * 10 },
    from: n === 0 ? SUPPLIERS.dealer : SUPPLIERS.wholesaler,
  });
  return {
    payments: [],
    statements: [
      {
        ago: endOf(edition) + 5,
        expenses: [0, 1, 2],
        approve: true,
        comment: 'Conforme, con sus respaldos.',
      },
    ],
    expenses: [
      bill(0, days[1] ?? 0, between(`${key}:first`, 38, 57)),
      bill(1, days.at(-2) ?? 0, between(`${key}:second`, 26, 39)),
      contribution(edition),
    ],
  };
}

/** What the fund is asked for, in three lines, and what the unit and the partner add. */
export function fundLines(edition: Edition): BudgetLine[] {
  const [what, pesos] = edition.idea.cost;
  const part = (share: number) => Math.round((pesos * share) / 100_000) * 1000;
  return [
    line('o1', 'operation', what, pesos - part(25) - part(15)),
    line('h1', 'fees', 'Apoyo técnico y monitorías', part(25)),
    line('d1', 'dissemination', 'Afiches, impresos y registro', part(15)),
    line('u1', 'operation', 'Horas de coordinación y salas', part(20), 'unit'),
    inKind(edition),
  ];
}

/** Paid when it begins and half way; spent in between and accounted for once. */
export function fundSpending(edition: Edition): DemoSpending {
  const { idea, key } = edition;
  const total = idea.cost[1];
  const first = thousands(total * 0.6);
  const [from, to] = [startOf(edition), endOf(edition)];
  const at = (share: number) => Math.round(from - (from - to) * share);
  const lines = fundLines(edition);
  const spent = (id: string, share: number) =>
    Math.round(((lines.find(l => l.id === id)?.unitCost ?? 0) * share) / 10) * 10;
  const number = (n: number) => String(between(`${key}:${n}`, 2000, 8999));
  const expenses: DemoSpending['expenses'] = [
    {
      ...{ type: 'Factura', from: SUPPLIERS.dealer, number: number(2), ago: at(0.15), line: 'o1' },
      ...{ gross: spent('o1', 0.34), what: idea.cost[0] },
    },
    {
      ...{ type: 'Factura', from: SUPPLIERS.bus, number: number(3), ago: at(0.35), line: 'o1' },
      ...{ gross: spent('o1', 0.4), what: 'Traslado del equipo y de participantes' },
    },
    {
      ...{ type: 'Factura', from: SUPPLIERS.printer, number: number(4), ago: at(0.6), line: 'd1' },
      ...{ gross: spent('d1', 0.92), what: 'Impresión de material' },
    },
    {
      ...{
        type: 'Boleta de honorarios',
        from: SUPPLIERS.monitor,
        number: number(5),
        ago: at(0.7),
        line: 'h1',
      },
      ...{ gross: spent('h1', 0.95), what: 'Monitoría de las actividades' },
    },
  ];
  const hours: DemoExpense = {
    ...{ type: 'Declaración jurada', line: 'u1', what: 'Horas de coordinación y uso de salas' },
    ...{ ago: activityDays(edition).at(-1) ?? 0, gross: spent('u1', 0.9) },
  };
  const left = total - expenses.reduce((sum, e) => sum + e.gross, 0);
  return {
    expenses: [...expenses, contribution(edition), hours],
    refund: { ago: at(0.93), amount: left, reference: `Transferencia ${number(6)}` },
    payments: [
      { ago: at(0.06), amount: first, reference: `Transferencia ${number(0)}`, note: 'Primera parte.' },
      { ago: at(0.55), amount: total - first, reference: `Transferencia ${number(1)}`, note: 'Saldo.' },
    ],
    statements: [
      { ago: at(0.45), expenses: [0, 1], approve: true, comment: 'Conforme.' },
      { ago: at(0.85), expenses: [2, 3], approve: true, comment: 'Conforme. Cierra la segunda parte.' },
      { ago: endOf(edition) + 5, expenses: [4, 5], approve: true, comment: 'Conforme.' },
    ],
  };
}
