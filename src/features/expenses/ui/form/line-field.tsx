import { Select } from '@mantine/core';
import { amountOf, BUDGET_CATEGORIES } from '../../../../domain/sections/budget.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import { useField } from '../../../../web/form/form.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import type { ProjectExpenses } from '../../contract.ts';
import { categoryLabel, sourceLabel } from '../expense-words.tsx';
import { spentBeside } from './form-values.tsx';

interface Props {
  data: ProjectExpenses;
  /** The expense that is filled in: what it takes itself is no less left. */
  own: string;
  /** A credit note gives back to the line of what it corrects. */
  disabled: boolean;
}

/** A line of the budget, by category, with what each has left. */
export function LineField({ data, own, disabled }: Props) {
  const { value, onChange, input } = useField({
    ...{ name: 'budgetLineId', label: 'Ítem del presupuesto', disabled },
    ...(disabled && { description: 'Es el del gasto que corrige.' }),
  });
  const optionOf = (line: ProjectExpenses['lines'][number]) => {
    const left = amountOf(line) - spentBeside(data, own, e => e.budgetLineId === line.id);
    const rest = left < 0 ? `sobregirado por ${formatMoney(-left)}` : `quedan ${formatMoney(left)}`;
    const parts = [line.description || 'Sin descripción', sourceLabel(line.source), rest];
    return { value: line.id, label: parts.filter(Boolean).join(' · ') };
  };
  const groups = [...BUDGET_CATEGORIES.map(c => c.value), null].flatMap(category => {
    const lines = data.lines.filter(l => l.category === category);
    return lines.length === 0 ? [] : [{ group: categoryLabel(category), items: lines.map(optionOf) }];
  });
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
