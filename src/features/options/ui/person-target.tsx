import { Select } from '@mantine/core';
import type { TargetFieldProps } from '../../../web/bulk/bulk-actions.tsx';
import { withHints } from '../../../web/form/choices/option-line.tsx';
import { useSearched } from './searched.tsx';

/** A person of the directory for several rows at once. */
export function PersonTarget({ label, value, onChange }: TargetFieldProps) {
  const chosen = value ? [value] : [];
  const { options, search, nothingFound } = useSearched({ noun: 'person', known: [], chosen });
  return (
    <Select
      label={label}
      data={options}
      {...withHints(options)}
      value={value}
      onChange={onChange}
      onSearchChange={search}
      filter={({ options: all }) => all}
      placeholder="Busca por nombre o correo"
      searchable
      nothingFoundMessage={nothingFound}
    />
  );
}
