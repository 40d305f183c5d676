import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { countsAsSpent } from '../../../../domain/spending/expense-states.ts';
import { useField } from '../../../../web/form/form.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import type { ProjectExpenses } from '../../contract.ts';
import { expenseInWords } from '../expense-words.tsx';

interface Props {
  data: ProjectExpenses;
  /** The credit note itself. */
  own: string;
  disabled: boolean;
}

/** Which expense of this project a credit note takes back; its line comes along, and who issued it. */
export function CorrectsField({ data, own, disabled }: Props) {
  const { value, onChange, input, scope } = useField({
    ...{ name: 'correctsId', label: 'Gasto que corrige', required: true, disabled },
  });
  const choose = (id: string | null) => {
    const corrected = data.expenses.find(e => e.id === id);
    onChange(id);
    if (!corrected) return;
    scope.setValue('budgetLineId', corrected.budgetLineId);
    // The note is of whoever issued the voucher.
    scope.setValue('voucher.supplier', corrected.voucher.supplier);
  };
  const options = useMemo(
    () =>
      data.expenses
        .filter(e => e.id === value || (e.id !== own && e.correctsId === null && countsAsSpent(e)))
        .map(e => ({ value: e.id, label: expenseInWords(data, e) })),
    [data, own, value],
  );
  return (
    <Select
      {...input}
      data={options}
      value={typeof value === 'string' && value ? value : null}
      onChange={choose}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('form.nothingFound')}
    />
  );
}
