import { Select } from '@mantine/core';
import { givenBy } from '../../../../domain/sections/indicator-values.ts';
import { useField } from '../../../../web/form/form.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import { useRead } from '../../../../web/query.ts';
import { getInstitutionalIndicators } from '../../../options/institutional/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type ControlProps, type Controls, useScope } from '../scope.tsx';
import { withCurrent } from './catalogue-fields.tsx';

/** An indicator of the institution; what it decides of the project's is filled in, see `isGiven`. */
function InstitutionalField({ common }: ControlProps) {
  const { data } = useRead(getInstitutionalIndicators);
  const { nameOf, learn } = useProject();
  const { prefix, values, set } = useScope();
  const { value, onChange, input } = useField(common);
  const rows = data ?? [];
  const options = rows.map(row => ({ value: row.id, label: row.name }));
  const choose = (id: string | null) => {
    onChange(id);
    const row = rows.find(r => r.id === id);
    if (!row) return;
    learn(row.id, row.name);
    for (const [key, given] of Object.entries(givenBy(row))) set(prefix + key, given);
    if (!values.name) set(`${prefix}name`, row.name);
  };
  return (
    <Select
      {...input}
      data={withCurrent(options, value, nameOf(String(value)))}
      value={typeof value === 'string' && value ? value : null}
      onChange={choose}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('form.clearField') }}
      placeholder={input.placeholder ?? 'Ninguno'}
      nothingFoundMessage={t('form.nothingFound')}
    />
  );
}

export const CONTROLS: Controls = { institutionalIndicator: InstitutionalField };
