import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Status } from '../../src/domain/kinds/statuses.ts';
import type { Expense, ProjectExpenses } from '../../src/features/expenses/contract.ts';
import type { Payment, ProjectPayments, Refund } from '../../src/features/payments/contract.ts';
import type { ProjectDetail } from '../../src/features/project-record/detail/contract.ts';
import { useProjectQuery } from '../../src/features/project-record/ui/project-cache.tsx';
import { ProjectProvider } from '../../src/features/project-record/ui/project-context.tsx';
import type { ProjectStatements, Statement } from '../../src/features/statements/contract.ts';
import { ME, showAt } from './render.tsx';
import { answer } from './server.tsx';

export const BASE = '/projects/fexs/p1';
export const TODAY = '2026-11-20';
export const idOf = (n: number) => `0190f000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
export const OFFICE = { id: '00000000-0000-4000-8000-000000000009', name: 'Luz Vera' };
export const LEAD = { id: ME, name: 'Ana Soto' };
const [INVOICE, CREDIT, LINE] = [idOf(90), idOf(91), idOf(92)];

const paper = (n: number): Expense['papers'][number] => ({
  ...{ paper: 'voucher', id: idOf(60 + n), versionId: idOf(60 + n), version: 1, name: `factura-${n}.pdf` },
  ...{ contentType: 'application/pdf', state: 'ready', isOlder: false },
});

/** An expense with its invoice, `n` × 10 000 pesos. */
export const expense = (n: number, more: Partial<Expense> = {}): Expense => ({
  id: idOf(n),
  voucher: {
    ...{ id: idOf(30 + n), typeId: INVOICE, number: `10${n}`, issuedOn: `2026-10-0${n}`, currency: 'CLP' },
    supplier: { rut: '76543210-3', foreignId: '', name: 'Ferretería Sur' },
    ...{ gross: n * 10_000, rate: 1, grossPesos: n * 10_000, withholdingPercent: 0, withheld: 0 },
    ...{ net: n * 10_000, isShared: false },
  },
  ...{ budgetLineId: LINE, source: 'fund', description: `Gasto ${n}`, share: n * 10_000, cost: n * 10_000 },
  ...{ correctsId: null, state: 'recorded', statementId: null, position: null, observation: '', answer: '' },
  ...{ papers: [paper(n)], author: LEAD, recordedAt: '2026-11-01T12:00:00.000Z', version: 1 },
  ...{ mayEdit: false, mayRemove: false },
  ...more,
});

/** A credit note over a part of another expense. */
export const creditNote = (n: number, correctsId: string, cost: number): Expense => {
  const base = expense(n, { correctsId, cost, share: -cost });
  return { ...base, voucher: { ...base.voucher, typeId: CREDIT } };
};

/** Expenses in a statement, in their order. */
export const stated = (statementId: string, all: readonly Expense[], state: Expense['state'] = 'submitted') =>
  all.map((e, position): Expense => ({ ...e, statementId, position, state }));

export const spent = (expenses: Expense[]): ProjectExpenses => ({
  expenses,
  lines: [
    {
      ...{ id: LINE, category: 'operation', description: 'Materiales de taller', quantity: 1 },
      ...{ unitCost: 900_000, source: 'fund' },
    },
  ],
  awarded: 900_000,
  types: [
    {
      ...{ id: INVOICE, name: 'Factura', hasNumber: true, needsSupplier: true, withholds: false },
      ...{ isCredit: false, papers: [{ id: 'voucher', name: 'La factura' }], active: true },
    },
    {
      ...{ id: CREDIT, name: 'Nota de crédito', hasNumber: true, needsSupplier: true, withholds: false },
      ...{ isCredit: true, papers: [], active: true },
    },
  ],
  withholding: [],
  record: { allowed: true, reason: null },
  ...{ from: null, to: null, today: TODAY },
});

export const ALLOWED = { allowed: true, reason: null };
export const MAY_DECIDE = { ...ALLOWED, lastResort: false };

export const statement = (more: Partial<Statement> = {}): Statement => ({
  ...{ id: idOf(80), number: 1, state: 'submitted', author: LEAD, submittedBy: LEAD },
  ...{ submittedAt: '2026-11-10T12:00:00.000Z', due: '2026-11-24T12:00:00.000Z', decidedBy: null },
  ...{ decidedAt: null, comment: '', expenses: 2, total: 30_000, approved: 0, version: 3 },
  ...{ answer: null, decide: null, reopen: null },
  ...more,
});

export const payment = (more: Partial<Payment> = {}): Payment => ({
  ...{ id: idOf(70), day: '2026-10-01', amount: 300_000, reference: 'Transferencia 77', note: '' },
  ...{ author: OFFICE, version: 1 },
  ...more,
});

export const refund = (more: Partial<Refund> = {}): Refund => ({
  ...{ id: idOf(75), day: '2026-11-12', amount: 50_000, reference: 'Depósito 12', note: '' },
  proof: { id: idOf(76), versionId: idOf(77), version: 1, name: 'deposito.pdf' },
  ...{ state: 'submitted', reason: null, author: LEAD, submittedAt: '2026-11-12T12:00:00.000Z' },
  ...{ due: '2026-11-26T12:00:00.000Z', decidedBy: null, decidedAt: null, version: 2 },
  ...{ mayEdit: false, decide: null },
  ...more,
});

export const payments = (more: Partial<ProjectPayments> = {}): ProjectPayments => ({
  awarded: 900_000,
  instalments: [
    { share: 60, amount: 540_000, report: null, isReleased: true },
    { share: 40, amount: 360_000, report: 1, isReleased: false },
  ],
  ...{ released: 540_000, paid: 300_000, spent: 200_000, approved: 120_000, refunded: 30_000 },
  ...{ toReturn: 150_000, payments: [payment()], refunds: [], pay: null, giveBack: null, today: TODAY },
  ...more,
});

/** What the server keeps of the project's money; changed by a test, it is what the next read answers. */
export class Spending {
  expenses = spent([]);
  statements: ProjectStatements = { statements: [], send: null };
  payments = payments();
  status: Status = 'running';

  /** Answers every read of the tab. */
  serve() {
    const project = {
      ...{ id: 'p1', kind: 'fexs', code: 'FEX-2026-0001', status: this.status, historic: false },
      ...{ lead: LEAD, alternate: null, sections: [], files: [], labels: {}, mayUpload: true },
    } as Partial<ProjectDetail> as ProjectDetail;
    answer(`GET ${BASE}`, () => project);
    answer(`GET ${BASE}/expenses`, () => this.expenses);
    answer(`GET ${BASE}/statements`, () => this.statements);
    answer(`GET ${BASE}/payments`, () => this.payments);
    answer(`GET ${BASE}/files`, () => ({ files: [], expiresAt: '2100-01-01T00:00:00.000Z' }));
    answer(`GET ${BASE}/uploads`, () => ({ uploads: [] }));
    answer('GET /catalogues', () => ({
      ...{ schools: [], themes: [], periods: [], regions: [], comunas: [], bordersLicense: null },
      uploadLimitBytes: 1e8,
    }));
  }
}

function ProjectScreen({ children }: { children: ReactNode }) {
  const { data } = useProjectQuery({ kind: 'fexs', id: 'p1' });
  return data && <ProjectProvider project={data}>{children}</ProjectProvider>;
}

/** A part of the tab within its project. */
export const showPart = (part: ReactNode, search = '') =>
  showAt(`${BASE}?tab=spending${search}`, () => <ProjectScreen>{part}</ProjectScreen>);

export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
/** Why a button cannot be pressed now; undefined where it can. */
export const reasonOf = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined;
