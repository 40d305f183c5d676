import { useState } from 'react';
import type { ParamsOf } from '../../../domain/kit/endpoint.ts';
import type { Option } from '../../../web/form/choices/select-field.tsx';
import { useTypedSearch } from '../../../web/form/typed-search.ts';
import { searchOptions } from '../contract.ts';

export interface Search {
  noun: ParamsOf<typeof searchOptions>['noun'];
  /** Only those who may be it. */
  fit?: 'deputy' | undefined;
  /** Names of what is chosen already. */
  known: readonly { id: string; name: string }[];
  chosen: readonly string[];
}

/** First matches of what is typed; whatever is chosen stays in the list with its name. */
export function useSearched({ noun, fit, known, chosen }: Search) {
  const [seen, setSeen] = useState<ReadonlyMap<string, Option>>(new Map());
  const [typed, setTyped] = useState('');
  const labelOf = (id: string) => seen.get(id)?.label ?? known.find(each => each.id === id)?.name ?? id;
  // The box of a single choice is filled with its label: that is no search.
  const isLabel = chosen.some(id => labelOf(id) === typed.trim());
  const { fits, nothingFound, ...answer } = useTypedSearch(searchOptions, isLabel ? '' : typed, query => ({
    params: { noun },
    query: { ...query, ...(fit && { for: fit }) },
  }));
  const all = (answer.data ?? []).map(({ id, label, hint }): Option => ({ value: id, label, hint }));
  const found = all.filter(({ label }) => fits(label));
  const missing = chosen.filter(id => !found.some(option => option.value === id));
  const search = (text: string) => {
    setTyped(text);
    setSeen(before => new Map([...before, ...all.map(option => [option.value, option] as const)]));
  };
  const kept = missing.map((id): Option => ({ value: id, label: labelOf(id) }));
  return { options: [...kept, ...found], search, nothingFound };
}
