import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { amountOf, BUDGET_CATEGORIES } from '../../../../domain/sections/budget.ts';
import { spentByLine } from '../../../../domain/spending/balance.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import { useField } from '../../../../web/form/form.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import type { ProjectExpenses } from '../../contract.ts';
import { categoryLabel, type ExpenseBudgetLine, sourceLabel } from '../expense-words.tsx';

interface Props {
  data: ProjectExpenses;
  /** The expense that is filled in: what it takes itself is no less left. */
  own: string;
  /** A credit note gives back to the line of what it corrects. */
  disabled: boolean;
}

const lineWords = (line: ExpenseBudgetLine, spent: number): string => {
  const left = amountOf(line) - spent;
  const rest = left < 0 ? `sobregirado por ${formatMoney(-left)}` : `quedan ${formatMoney(left)}`;
  return [line.description || 'Sin descripción', sourceLabel(line.source), rest].filter(Boolean).join(' · ');
};

function groupsOf(data: ProjectExpenses, own: string) {
  const spent = spentByLine(data.expenses.filter(e => e.id !== own));
  const optionOf = (line: ExpenseBudgetLine) => ({
    value: line.id,
    label: lineWords(line, spent.get(line.id) ?? 0),
  });
  return [...BUDGET_CATEGORIES.map(c => c.value), null].flatMap(category => {
    const lines = data.lines.filter(l => l.category === category);
    return lines.length === 0 ? [] : [{ group: categoryLabel(category), items: lines.map(optionOf) }];
  });
}

/** A line of the budget, by category, with what each has left. */
export function LineField({ data, own, disabled }: Props) {
  const { value, onChange, input } = useField({
    ...{ name: 'budgetLineId', label: 'Ítem del presupuesto', disabled },
    ...(disabled && { description: 'Es el del gasto que corrige.' }),
  });
  const groups = useMemo(() => groupsOf(data, own), [data, own]);
  return (
    <Select
      {...input}
      data={groups}
      value={typeof value === 'string' && value ? value : null}
      onChange={onChange}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('form.nothingFound')}
    />
  );
}
