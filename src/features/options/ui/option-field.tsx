import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ParamsOf } from '../../../domain/endpoint.ts';
import { type Option, SelectField } from '../../../web/form/fields.tsx';
import { type CommonProps, useFormScope } from '../../../web/form/form.tsx';
import { MultiSelectField } from '../../../web/form/several-field.tsx';
import { useRead } from '../../../web/query.ts';
import { getCatalogues, searchOptions } from '../../projects/options/contract.ts';

type Noun = ParamsOf<typeof searchOptions>['noun'];

interface OptionFieldProps extends CommonProps {
  noun: Noun;
  /** Names of what is chosen already. */
  known: readonly { id: string; name: string }[];
}

const SEARCH_MS = 200;

/** First matches of what is typed; whatever is chosen stays in the list with its name. */
function useOptions({ noun, known, name }: OptionFieldProps) {
  const value = useFormScope().getValue(name);
  const chosen = Array.isArray(value) ? value.map(String) : value ? [String(value)] : [];
  const [seen, setSeen] = useState<ReadonlyMap<string, Option>>(new Map());
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), SEARCH_MS);
  const labelOf = (id: string) => seen.get(id)?.label ?? known.find(each => each.id === id)?.name ?? id;
  // The box of a single choice is filled with its label: that is no search.
  const isLabel = chosen.some(id => labelOf(id) === q);
  const query = q && !isLabel ? { q } : {};
  const { data = [] } = useRead(searchOptions, { params: { noun }, query }, { keepPrevious: true });
  const found = data.map(({ id, label, hint }): Option => ({ value: id, label, hint }));
  const missing = chosen.filter(id => !found.some(option => option.value === id));
  const search = (text: string) => {
    setTyped(text);
    setSeen(before => new Map([...before, ...found.map(option => [option.value, option] as const)]));
  };
  return { options: [...missing.map(id => ({ value: id, label: labelOf(id) })), ...found], search };
}

/** One of a large catalogue, found by typing. */
export function OptionField(props: OptionFieldProps) {
  const { options, search } = useOptions(props);
  const { noun: _noun, known: _known, ...common } = props;
  return <SelectField {...common} options={options} onSearch={search} />;
}

/** Several of a large catalogue. */
export function OptionsField({ max, ...props }: OptionFieldProps & { max?: number }) {
  const { options, search } = useOptions(props);
  const { noun: _noun, known: _known, ...common } = props;
  return (
    <MultiSelectField
      {...common}
      options={options}
      onSearch={search}
      {...(max === undefined ? {} : { max })}
    />
  );
}

type Small = 'faculties' | 'schools';

/** Active rows of a small catalogue as options; what is chosen stays, even when it is no longer active. */
export function useSmallOptions(
  which: Small,
  chosen: readonly { id: string; name: string }[] = [],
): Option[] {
  const { data } = useRead(getCatalogues);
  const active = data?.[which] ?? [];
  const missing = chosen.filter(each => !active.some(row => row.id === each.id));
  return [...missing, ...active].map(({ id, name }) => ({ value: id, label: name }));
}

export function usePeriodOptions(chosen?: string): Option[] {
  const { data } = useRead(getCatalogues);
  const periods = new Set([...(data?.periods ?? []), ...(chosen ? [chosen] : [])]);
  return [...periods]
    .sort()
    .reverse()
    .map(value => ({ value, label: value }));
}
