import { Select } from '@mantine/core';
import { useState } from 'react';
import { ORGANISATION_TYPES } from '../../../../domain/catalogues/organisations.ts';
import { labelIn } from '../../../../domain/text/format.ts';
import { withHints } from '../../../../web/form/choices/option-line.tsx';
import type { Option } from '../../../../web/form/choices/select-field.tsx';
import { useTypedSearch } from '../../../../web/form/typed-search.ts';
import { listPartners, type PartnerRow } from '../../contract.ts';
import type { Named } from './use-merging.tsx';

const MOST = 20;

const hintOf = ({ rut, type, comuna, active }: PartnerRow) =>
  [rut, labelIn(ORGANISATION_TYPES, type), comuna?.name, active ? '' : 'Inactiva']
    .filter(Boolean)
    .join(' · ');

interface OtherFieldProps {
  /** Which one it is not. */
  besides: string;
  chosen: Named | null;
  onChoose: (other: Named | null) => void;
}

/** The other organisation, found in the whole directory: one that is out of use may be the same, too. */
export function OtherField({ besides, chosen, onChoose }: OtherFieldProps) {
  const [typed, setTyped] = useState('');
  const isLabel = typed.trim() === chosen?.name;
  const search = useTypedSearch(listPartners, isLabel ? '' : typed, query => ({
    query: { ...query, size: MOST },
  }));
  const rows = (search.data?.rows ?? []).filter(row => row.id !== besides);
  const options = rows.map((row): Option => ({ value: row.id, label: row.name, hint: hintOf(row) }));
  if (chosen && !options.some(option => option.value === chosen.id))
    options.unshift({ value: chosen.id, label: chosen.name });
  return (
    <Select
      label="Unir con"
      description="Busca por nombre o RUT."
      placeholder="Elige una organización"
      withAsterisk
      data-autofocus
      data={options.map(({ value, label }) => ({ value, label }))}
      value={chosen?.id ?? null}
      onChange={value => {
        const found = options.find(option => option.value === value);
        onChoose(found ? { id: found.value, name: found.label } : null);
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has looked; what it found by a former name does not hold what was typed.
      filter={({ options: all }) => all}
      nothingFoundMessage={search.nothingFound}
      {...withHints(options)}
    />
  );
}
