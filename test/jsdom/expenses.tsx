import { screen, within } from '@testing-library/react';
import { FIRST_KINDS } from '../../src/domain/kinds/index.ts';
import type { Expense, ProjectExpenses } from '../../src/features/expenses/contract.ts';
import { ExpensesPart } from '../../src/features/expenses/ui/expenses-part.tsx';
import type { ProjectDetail } from '../../src/features/project-record/detail/contract.ts';
import { useProjectQuery } from '../../src/features/project-record/ui/project-cache.tsx';
import { ProjectProvider } from '../../src/features/project-record/ui/project-context.tsx';
import { forgetDrafts } from '../../src/web/drafts.ts';
import { showAt, signIn } from './render.tsx';
import { answer } from './server.tsx';

export const BASE = '/projects/cons/p1';
export const TODAY = '2026-11-20';
export const idOf = (n: number) => `0190f000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const ME = { id: '00000000-0000-4000-8000-000000000001', name: 'Ana Soto' };

const PROJECT = {
  ...{ id: 'p1', kind: 'cons', code: 'CON-2026-0001', status: 'running', historic: false },
  ...{ definition: FIRST_KINDS.cons, lead: ME, alternate: null, sections: [], files: [], labels: {} },
  ...{
    observations: [],
    reportGaps: [],
    nextReport: null,
    waitingReports: [],
    completeness: { missing: [], bySection: {} },
  },
} as Partial<ProjectDetail> as ProjectDetail;

const plainType = { hasNumber: true, needsSupplier: true, withholds: false, isCredit: false, active: true };
export const TYPES = {
  invoice: { ...plainType, id: idOf(901), name: 'Factura', papers: [{ id: 'invoice', name: 'Factura' }] },
  fees: {
    ...{ ...plainType, id: idOf(902), name: 'Boleta de honorarios', withholds: true },
    papers: [
      { id: 'receipt', name: 'Boleta' },
      { id: 'report', name: 'Informe de actividades' },
    ],
  },
  credit: { ...plainType, id: idOf(903), name: 'Nota de crédito', isCredit: true, papers: [] },
  allowance: {
    ...{ ...plainType, id: idOf(904), name: 'Viático', hasNumber: false, needsSupplier: false },
    papers: [],
  },
} as const;

/** Of the fund for the first two. */
export const LINES: ProjectExpenses['lines'] = [
  { id: 'l1', category: 'fees', description: 'Monitores', quantity: 1, unitCost: 1_000_000, source: 'fund' },
  {
    id: 'l2',
    category: 'operation',
    description: 'Materiales',
    quantity: 2,
    unitCost: 250_000,
    source: 'fund',
  },
  { id: 'l3', category: 'operation', description: 'Sala', quantity: 1, unitCost: 200_000, source: 'unit' },
];

type More = Partial<Omit<Expense, 'voucher'>> & { voucher?: Partial<Expense['voucher']> };

/** An invoice of $100.000 for materials. */
export const expense = (n: number, { voucher: written, ...more }: More = {}): Expense => {
  const voucher: Expense['voucher'] = {
    ...{ id: idOf(500 + n), typeId: TYPES.invoice.id, number: String(n), currency: 'CLP', rate: 1 },
    supplier: { rut: '76123456-0', foreignId: '', name: 'Ferretería Sur' },
    ...{ issuedOn: '2026-10-05', gross: 100_000, grossPesos: 100_000, withholdingPercent: 0 },
    ...{ withheld: 0, net: 100_000, isShared: false },
    ...written,
  };
  return {
    ...{ id: idOf(n), voucher, budgetLineId: 'l2', source: 'fund', description: `Compra ${n}` },
    ...{ share: voucher.grossPesos, cost: voucher.grossPesos, correctsId: null, state: 'recorded' },
    ...{ statementId: null, position: null, observation: '', answer: '', papers: [], author: ME },
    ...{ recordedAt: '2026-10-06T12:00:00.000Z', version: 3, mayEdit: true, mayRemove: true },
    ...more,
  };
};

export const paper = (n: number, name: string, which = 'invoice'): Expense['papers'][number] => ({
  ...{ paper: which, id: idOf(700 + n), versionId: idOf(700 + n), version: 1, name },
  ...{ contentType: 'application/pdf', state: 'ready', isOlder: false },
});

export const spending = (more: Partial<ProjectExpenses> = {}): ProjectExpenses => ({
  ...{ expenses: [], lines: LINES, awarded: 1_500_000, types: Object.values(TYPES).map(withPapers) },
  withholding: [
    { year: 2025, percent: 14.5 },
    { year: 2026, percent: 15.25 },
  ],
  ...{ record: { allowed: true, reason: null }, from: '2026-03-01', to: '2026-12-31', today: TODAY },
  ...more,
});
const withPapers = ({ papers, ...type }: (typeof TYPES)[keyof typeof TYPES]) => ({
  ...type,
  papers: [...papers],
});

let stored = spending();
/** What the server has from now on. */
export const store = (next: ProjectExpenses) => {
  stored = next;
};

/** Somebody is signed in, and the server knows the project. */
export async function startSpending() {
  signIn();
  await forgetDrafts();
  store(spending());
  answer(`GET ${BASE}`, () => PROJECT);
  answer(`GET ${BASE}/expenses`, () => stored);
  answer(`GET ${BASE}/files`, () => ({ files: [], expiresAt: '2100-01-01T00:00:00.000Z' }));
  answer('GET /catalogues', () => ({
    ...{ schools: [], themes: [], periods: [], regions: [], comunas: [], bordersLicense: null },
    uploadLimitBytes: 1e8,
  }));
}

export function Screen() {
  const { data } = useProjectQuery({ kind: 'cons', id: 'p1' });
  return (
    data && (
      <ProjectProvider project={data}>
        <ExpensesPart />
      </ProjectProvider>
    )
  );
}

/** The expenses on screen, at an address of their tab. */
export async function openExpenses(more: Partial<ProjectExpenses> = {}, search = '') {
  store(spending(more));
  const shown = await showAt(`${BASE}?tab=spending${search}`, Screen);
  await screen.findByRole('button', { name: 'Registrar gasto' });
  return shown;
}

type User = Awaited<ReturnType<typeof openExpenses>>['user'];

/** Opens a form, and gives what stands in it. */
export async function openForm(user: User, button = 'Registrar gasto', title = button) {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: title }));
}
export type Form = Awaited<ReturnType<typeof openForm>>;

/** Chooses in a list of the form by the words of an option. */
export async function choose(user: User, form: Form, label: string | RegExp, option: string | RegExp) {
  await user.click(form.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}
