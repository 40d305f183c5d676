import { Select } from '@mantine/core';
import { useState } from 'react';
import type { ParamsOf } from '../../../domain/kit/endpoint.ts';
import { useTypedSearch } from '../../../web/form/typed-search.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { useRead } from '../../../web/query.ts';
import { useFilter } from '../../../web/table/filters.tsx';
import { searchOptions } from '../contract.ts';

type Noun = ParamsOf<typeof searchOptions>['noun'];

/** Name of an option that only the address knows: undefined until it has come, null where there is none. */
export function useOptionName(noun: Noun, id: string | undefined): string | null | undefined {
  const query = id === undefined ? {} : { id };
  const { data } = useRead(searchOptions, { params: { noun }, query }, { enabled: id !== undefined });
  return data && (data[0]?.label ?? null);
}

/** A filter over a large catalogue, by searching. */
export function OptionFilter({ name, label, noun }: { name: string; label: string; noun: Noun }) {
  const { value: given, set } = useFilter(name);
  const chosen = typeof given === 'string' ? given : undefined;
  const chosenName = useOptionName(noun, chosen);
  const [typed, setTyped] = useState('');
  const search = useTypedSearch(searchOptions, typed === chosenName ? '' : typed, query => ({
    params: { noun },
    query,
  }));
  const found = (search.data ?? []).filter(o => search.fits(o.label));
  const options = found.map(o => ({ value: o.id, label: o.label }));
  if (chosen && !options.some(o => o.value === chosen))
    options.unshift({
      value: chosen,
      label: chosenName ?? (chosenName === null ? `${label} que ya no existe` : '…'),
    });
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={options}
      value={chosen ?? null}
      onChange={set}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      clearable
      clearButtonProps={{ 'aria-label': t('form.clearField') }}
      nothingFoundMessage={search.nothingFound}
    />
  );
}
