import type { Block, PrintedColumn, PrintedDocument } from '../kinds/print/print.ts';
import { BUDGET_CATEGORIES, BUDGET_SOURCES, type BudgetLine } from '../sections/budget.ts';
import {
  formatAmount,
  formatDateTime,
  formatDay,
  formatMoney,
  formatNumber,
  labelIn,
} from '../text/format.ts';
import { type Currency, formatRate } from './currencies.ts';
import {
  awaitsOffice,
  EXPENSE_LABELS,
  type ExpenseState,
  isApproved,
  isApprovedStatement,
  isRefused,
  STATEMENT_LABELS,
  type StatementState,
} from './expense-states.ts';

/** The voucher of an expense that is accounted for; pesos unless told. */
export interface StatedVoucher {
  readonly type: string;
  readonly number: string;
  readonly rut: string;
  readonly foreignId: string;
  readonly supplier: string;
  readonly issuedOn: string;
  readonly currency: Currency;
  /** In its currency. */
  readonly gross: number;
  /** Pesos a unit. */
  readonly rate: number;
  readonly grossPesos: number;
  readonly withholdingPercent: number;
  readonly withheld: number;
}

/** An expense as its statement has it. */
export interface StatedExpense {
  readonly voucher: StatedVoucher;
  readonly description: string;
  /** Of the budget, as it stands. */
  readonly category: BudgetLine['category'];
  readonly line: string;
  readonly source: NonNullable<BudgetLine['source']>;
  readonly share: number;
  /** Below zero for a credit note. */
  readonly cost: number;
  /** What a credit note takes back: type and number. */
  readonly corrects: string | null;
  readonly state: ExpenseState;
  readonly observation: string;
  readonly answer: string;
  readonly papers: number;
}

/** A statement with its expenses, in its order. Instants are ISO strings. */
export interface WholeStatement {
  readonly number: number;
  readonly state: StatementState;
  readonly code: string;
  readonly title: string;
  readonly lead: string;
  readonly call: string | null;
  readonly callLine: string | null;
  readonly submittedBy: string;
  readonly submittedAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly comment: string;
  readonly expenses: readonly StatedExpense[];
}

interface Heading extends Pick<PrintedDocument, 'institution' | 'product'> {
  /** Who prints it, and when. */
  readonly reader: string;
  readonly now: Date;
}

export const categoryLabel = (value: StatedExpense['category']): string => labelIn(BUDGET_CATEGORIES, value);
export const sourceLabel = (value: StatedExpense['source']): string => labelIn(BUDGET_SOURCES, value);

/** Its id as the voucher shows it; empty where nobody is named. */
export const supplierId = ({ rut, foreignId }: Pick<StatedVoucher, 'rut' | 'foreignId'>): string =>
  rut || foreignId;

const words = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join('\n');
const sumOf = (expenses: readonly StatedExpense[]) => expenses.reduce((sum, e) => sum + e.cost, 0);

/** In pesos; below what it was in its currency, at which rate, and what of it is withheld: columns of their own have no room. */
const grossOf = ({ currency, gross, rate, grossPesos, withheld }: StatedVoucher): string =>
  words(
    formatMoney(grossPesos),
    currency === 'CLP' ? null : `${formatAmount(gross, currency)} a $${formatRate(rate)}`,
    withheld === 0 ? null : `retenido ${formatMoney(withheld)}`,
  );

function expensesTable({ expenses, ...statement }: WholeStatement): Block {
  // Before the office has looked at it, all of them wait.
  const isDecided = !awaitsOffice(statement);
  const columns: PrintedColumn[] = [
    { title: 'N.º', weight: 0.5, number: true },
    { title: 'Fecha', weight: 1.1 },
    { title: 'Comprobante', weight: 1.6 },
    { title: 'Proveedor', weight: 2 },
    { title: 'Gasto', weight: 3 },
    { title: 'Bruto', weight: 1.4, number: true },
    { title: 'Del proyecto', weight: 1.3, number: true },
    ...(isDecided ? [{ title: 'Estado', weight: 1.1 }] : []),
  ];
  const rows = expenses.map((e, n) => [
    String(n + 1),
    formatDay(e.voucher.issuedOn),
    words(e.voucher.type, e.voucher.number && `N.º ${e.voucher.number}`, e.corrects && `de ${e.corrects}`),
    words(e.voucher.supplier, supplierId(e.voucher)),
    words(e.description, [categoryLabel(e.category), sourceLabel(e.source)].filter(Boolean).join(', ')),
    grossOf(e.voucher),
    formatMoney(e.cost),
    ...(isDecided ? [EXPENSE_LABELS[e.state]] : []),
  ]);
  const total = ['', 'Total', '', '', '', '', formatMoney(sumOf(expenses)), ...(isDecided ? [''] : [])];
  return { type: 'table', label: '', columns, rows, total };
}

/** What the office found of each and what was answered, by the number of the expense. */
function observationsTable({ expenses }: WholeStatement): Block[] {
  const rows = expenses.flatMap((e, n) =>
    e.observation === '' && e.answer === ''
      ? []
      : [[String(n + 1), EXPENSE_LABELS[e.state], e.observation, e.answer]],
  );
  const columns = [
    { title: 'N.º', weight: 0.3, number: true },
    { title: 'Estado', weight: 0.8 },
    { title: 'Observación', weight: 3 },
    { title: 'Respuesta', weight: 3 },
  ];
  return rows.length === 0 ? [] : [{ type: 'table', label: '', columns, rows }];
}

function totalsTable(
  label: string,
  { expenses, ...statement }: WholeStatement,
  groupOf: (e: StatedExpense) => string,
): Block {
  const isSettled = isApprovedStatement(statement);
  const amounts = (of: readonly StatedExpense[]) =>
    [of, ...(isSettled ? [of.filter(isApproved), of.filter(isRefused)] : [])].map(part =>
      formatMoney(sumOf(part)),
    );
  const titles = isSettled ? ['Rendido', 'Aprobado', 'Rechazado'] : ['Rendido'];
  const rows = [...Map.groupBy(expenses, groupOf)].map(([group, of]) => [
    group || 'Sin categoría',
    ...amounts(of),
  ]);
  return {
    type: 'table',
    label: '',
    columns: [{ title: label, weight: 3 }, ...titles.map(title => ({ title, weight: 1, number: true }))],
    rows,
    // Of a single group it would say the same once more.
    ...(rows.length > 1 && { total: ['Total', ...amounts(expenses)] }),
  };
}

const by = (at: string, name: string | null) =>
  [formatDateTime(new Date(at)), name && `por ${name}`].filter(Boolean).join(' ');

function factsOf(statement: WholeStatement): PrintedDocument['facts'] {
  const { expenses, decidedAt } = statement;
  const fact = (label: string, text: string | null) => (text ? [{ label, text }] : []);
  const settled = (holds: (e: StatedExpense) => boolean) =>
    isApprovedStatement(statement) ? formatMoney(sumOf(expenses.filter(holds))) : null;
  return [
    ...fact('Convocatoria', statement.call),
    ...fact('Línea', statement.callLine),
    ...fact('Responsable', statement.lead),
    ...fact('Estado', STATEMENT_LABELS[statement.state]),
    ...fact('Enviada', by(statement.submittedAt, statement.submittedBy)),
    ...fact('Revisada', decidedAt && by(decidedAt, statement.decidedBy)),
    ...fact('Gastos', formatNumber(expenses.length, 0)),
    ...fact('Total', formatMoney(sumOf(expenses))),
    ...fact('Aprobado', settled(isApproved)),
    ...fact('Rechazado', settled(isRefused)),
    ...fact('Comentario de la oficina', statement.comment),
  ];
}

/** `, por $1.100.000: aprobados $1.050.000, rechazados $50.000.`; before it is decided, the sum alone. */
function closingSums({ expenses, ...statement }: WholeStatement): string {
  const part = (word: string, of: readonly StatedExpense[]) =>
    sumOf(of) === 0 ? [] : [`${word} ${formatMoney(sumOf(of))}`];
  const parts = isApprovedStatement(statement)
    ? [...part('aprobados', expenses.filter(isApproved)), ...part('rechazados', expenses.filter(isRefused))]
    : [];
  return `, por ${[formatMoney(sumOf(expenses)), parts.join(', ')].filter(Boolean).join(': ')}.`;
}

/** A statement ready for paper, with room to sign. */
export function statementDocument(statement: WholeStatement, heading: Heading): PrintedDocument {
  const { number, code, title, lead, decidedBy, decidedAt } = statement;
  const { reader, now, ...institution } = heading;
  const observations = observationsTable(statement);
  const decided = isApprovedStatement(statement) && decidedAt ? formatDateTime(new Date(decidedAt)) : '';
  return {
    ...{ ...institution, code, title },
    kind: `Rendición de gastos N.º ${number}`,
    facts: factsOf(statement),
    sections: [
      { label: 'Gastos', blocks: [expensesTable(statement)] },
      ...(observations.length > 0 ? [{ label: 'Observaciones', blocks: observations }] : []),
      {
        label: 'Totales',
        blocks: [
          totalsTable('Categoría', statement, e => categoryLabel(e.category)),
          totalsTable('Fuente', statement, e => sourceLabel(e.source)),
        ],
      },
    ],
    signatures: [
      { what: 'Responsable del proyecto', name: lead, at: '' },
      { what: 'Oficina', name: (decided && decidedBy) || '', at: decided },
    ],
    closing: `Rendición N.º ${number} del proyecto ${code}${closingSums(statement)}`,
    printed: `Impreso el ${formatDateTime(now)} por ${reader}`,
  };
}
