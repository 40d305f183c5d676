import type { z } from 'zod';
import { choice, decimal, line, list, MAX_MONEY, money, newItemId } from './field.ts';
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

export const budget = section({
  label: 'Presupuesto',
  help: 'Cuánto cuesta y quién lo paga, en pesos.',
  fields: { lines },
});
export type Budget = z.output<typeof budget.schema>;
export type BudgetLine = Budget['lines'][number];

/** A line to be filled in; those of one category and source are usually typed together. */
export const newLine = (last?: BudgetLine): BudgetLine => ({
  ...lines.item.parse({ id: newItemId(), quantity: 1 }),
  category: last?.category ?? null,
  source: last?.source ?? null,
});

/** Whole pesos of one line; what is not filled in counts nothing. */
export const amountOf = (item: Readonly<{ quantity: number | null; unitCost: number | null }>): number =>
  Math.round((item.quantity ?? 0) * (item.unitCost ?? 0));

export const budgetTotal = (data: Budget): number => data.lines.reduce((sum, l) => sum + amountOf(l), 0);

const totals = <V extends string>(
  data: Budget,
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
export const totalsByCategory = (data: Budget) => totals(data, BUDGET_CATEGORIES, l => l.category);
export const totalsBySource = (data: Budget) => totals(data, BUDGET_SOURCES, l => l.source);
