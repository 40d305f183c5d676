import type { z } from 'zod';
import { MAX_MONEY } from '../text/rules.ts';
import { choice, decimal, line, list, money, newItemId } from './field.ts';
import { section } from './section.ts';

export const BUDGET_CATEGORIES = [
  { value: 'fees', label: 'Honorarios' },
  { value: 'operation', label: 'Operación' },
  { value: 'travel', label: 'Viáticos y traslados' },
  { value: 'equipment', label: 'Equipamiento' },
  { value: 'dissemination', label: 'Difusión' },
  { value: 'other', label: 'Otros' },
] as const;

export const BUDGET_SOURCES = [
  { value: 'fund', label: 'Fondo' },
  { value: 'unit', label: 'Unidad' },
  { value: 'partner_cash', label: 'Socio, en dinero' },
  { value: 'partner_in_kind', label: 'Socio, valorado' },
] as const;

const lines = list(
  'Ítems',
  'Ítem',
  {
    category: choice('Categoría', BUDGET_CATEGORIES, { required: true }),
    description: line('Descripción', { max: 300, required: true }),
    quantity: decimal('Cantidad', { max: 1_000_000, required: true }),
    unitCost: money('Costo unitario', { required: true }),
    source: choice('Fuente', BUDGET_SOURCES, { required: true }),
  },
  {
    max: 200,
    refine(item, fail) {
      if (amountOf(item) > MAX_MONEY) fail('unitCost', 'El total del ítem es demasiado grande.');
      if (item.quantity !== null && Number(item.quantity.toFixed(2)) !== item.quantity)
        fail('quantity', 'Hasta 2 decimales.');
    },
  },
);

const NO_FUND = 'Sin convocatoria no hay fondo: elige otra fuente.';

export const budget = section({
  label: 'Presupuesto',
  help: 'Cuánto cuesta y quién lo paga, en pesos.',
  fields: { lines },
  // Nobody else pays by the fund; what was sent before that was asked stays as it was.
  rules: (data, { call, amountTyped = false }) =>
    call || amountTyped
      ? []
      : data.lines.flatMap(({ source }, n) =>
          source === 'fund'
            ? [{ path: `lines.${n}.source`, label: `Ítem ${n + 1}: Fuente`, message: NO_FUND }]
            : [],
        ),
});
export type Budget = z.output<typeof budget.schema>;
export type BudgetLine = Budget['lines'][number];
export type BudgetCategory = (typeof BUDGET_CATEGORIES)[number]['value'];

/** A line to be filled in; those of one category and source are usually typed together. */
export const newLine = (last?: BudgetLine): BudgetLine => ({
  ...lines.item.parse({ id: newItemId(), quantity: 1 }),
  category: last?.category ?? null,
  source: last?.source ?? null,
});

/** Whole pesos of one line, half a peso up; what is not filled in counts nothing. In hundredths, which are exact. */
export const amountOf = (item: Readonly<{ quantity: number | null; unitCost: number | null }>): number =>
  Math.round((Math.round((item.quantity ?? 0) * 100) * (item.unitCost ?? 0)) / 100);

interface Lines {
  readonly lines: readonly BudgetLine[];
}

export const budgetTotal = ({ lines: all }: Lines): number => all.reduce((sum, l) => sum + amountOf(l), 0);

/** The lines that the fund of a call pays. */
export const fundLines = (all: readonly BudgetLine[]): BudgetLine[] => all.filter(l => l.source === 'fund');
/** Pesos of them: what a proposal asks for. */
export const fundTotal = ({ lines: all }: Lines): number => budgetTotal({ lines: fundLines(all) });
/** A value that somebody gives, and no money. */
export const isInKind = (source: string | null | undefined): boolean => source === 'partner_in_kind';
/** Pesos that partners put in, in money and valued. */
export const partnerTotal = ({ lines: all }: Lines): number =>
  budgetTotal({ lines: all.filter(l => l.source === 'partner_cash' || isInKind(l.source)) });

const totals = <V extends string>(
  data: Lines,
  groups: readonly { readonly value: V }[],
  key: (item: BudgetLine) => V | null,
) =>
  Object.fromEntries(
    groups.map(g => [
      g.value,
      data.lines.filter(l => key(l) === g.value).reduce((sum, l) => sum + amountOf(l), 0),
    ]),
  ) as Record<V, number>;

/** Pesos by category; lines without one are only in the grand total. */
export const totalsByCategory = (data: Lines) => totals(data, BUDGET_CATEGORIES, l => l.category);
export const totalsBySource = (data: Lines) => totals(data, BUDGET_SOURCES, l => l.source);
