import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '../../../web/query.ts';
import { suggestImportTexts } from '../../imports/contract.ts';

const SEARCH_MS = 200;

interface Choice {
  value: string;
  label: string;
}

/** Choices by value, each once. */
const unique = (choices: readonly Choice[]): Choice[] => [
  ...new Map(choices.map(each => [each.value, each])).values(),
];

/** What a text of the file means: suggestions first, everything else by typing. */
export function TextPicker({
  importId,
  field,
  label,
  first,
  placeholder,
  onPick,
}: {
  importId: string;
  field: string;
  label: string;
  /** Offered before anything is typed. */
  first: readonly Choice[];
  placeholder?: string;
  onPick: (value: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), SEARCH_MS);
  const [open, setOpen] = useState(false);
  const input = { params: { id: importId }, query: { field, ...(q && { q }) } };
  const { data, isFetching } = useRead(suggestImportTexts, input, { enabled: open, keepPrevious: true });
  const found = data ?? [];
  return (
    <Select
      size="xs"
      aria-label={label}
      // An empty value would clear the choice: every one of them carries a mark.
      data={unique(q === '' ? [...first, ...found] : found).map(each => ({
        value: `=${each.value}`,
        label: each.label,
      }))}
      filter={({ options }) => options}
      value={null}
      onChange={value => value !== null && onPick(value.slice(1))}
      searchable
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={isFetching ? 'Buscando…' : 'Nada se llama así'}
      placeholder={placeholder ?? 'Elige qué significa'}
      maw={320}
      comboboxProps={{ withinPortal: true, width: 320, position: 'bottom-start' }}
    />
  );
}
