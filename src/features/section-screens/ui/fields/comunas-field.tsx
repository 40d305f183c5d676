import { type ComboboxItem, type ComboboxItemGroup, MultiSelect } from '@mantine/core';
import { plain } from '../../../../domain/text/plain.ts';
import { useField } from '../../../../web/form/form.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import { useRead } from '../../../../web/query.ts';
import { getCatalogues } from '../../../options/contract.ts';
import type { ControlProps } from '../scope.tsx';

type Groups = ComboboxItemGroup<ComboboxItem>[];

/** A region's name finds all of its comunas. */
function searchGroups(groups: Groups, search: string): Groups {
  const wanted = plain(search.trim());
  if (!wanted) return groups;
  return groups
    .map(({ group, items }) => ({
      group,
      items: plain(String(group)).includes(wanted)
        ? items
        : items.filter(i => plain(String(i.label)).includes(wanted)),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Comunas by region. */
export function ComunasField({ field, common }: ControlProps) {
  const { value, onChange, input } = useField(common);
  const { data } = useRead(getCatalogues);
  const groups = (data?.regions ?? []).map(region => ({
    group: region.name,
    items: (data?.comunas ?? [])
      .filter(c => c.regionCode === region.code)
      .map(c => ({ value: c.code, label: c.name })),
  }));
  const codes = Array.isArray(value) ? value.map(String) : [];
  return (
    <MultiSelect
      {...input}
      data={groups}
      value={data ? codes : []}
      onChange={onChange}
      searchable
      hidePickedOptions
      maxValues={field.info.max ?? 50}
      maxDropdownHeight={320}
      comboboxProps={{ zIndex: 2500 }}
      filter={({ options, search }) => searchGroups(options as Groups, search)}
      placeholder={codes.length === 0 ? 'Busca por comuna o región' : ''}
      nothingFoundMessage={t('form.nothingFound')}
    />
  );
}
