import { MultiSelect, Pill, Select, Switch } from '@mantine/core';
import { createContext, use } from 'react';
import type { Option } from '../form/choices/select-field.tsx';
import { t } from '../i18n/i18n.ts';
import classes from './data-list.module.css';
import type { ListState } from './list-state.ts';

const Scope = createContext<ListState | null>(null);
/** Lets the filters of a list read and write its address. */
export const FiltersScope = Scope;

/** Rows that the filters of a list have found, on its page; none while they are on their way. For their names. */
export const FoundRows = createContext<readonly unknown[] | undefined>(undefined);

/** The list that a filter stands in. */
export function useFilteredList(): ListState {
  const list = use(Scope);
  if (!list) throw new Error('A filter stands outside of a list');
  return list;
}

/** A filter's value in the address of its list, and how to set it. */
export function useFilter(name: string) {
  const list = useFilteredList();
  return { value: list.query[name], set: (value: string | string[] | null) => list.set({ [name]: value }) };
}

export interface FilterProps {
  /** Name in the endpoint's query. */
  name: string;
  label: string;
}

export function SelectFilter({ name, label, options }: FilterProps & { options: readonly Option[] }) {
  const { value, set } = useFilter(name);
  return (
    <Select
      className={classes.filter}
      aria-label={label}
      placeholder={label}
      data={[...options]}
      value={typeof value === 'string' ? value : null}
      onChange={set}
      searchable={options.length > 7}
      clearable
      clearButtonProps={{ 'aria-label': t('form.clearField') }}
      nothingFoundMessage={t('form.nothingFound')}
    />
  );
}

const ONE_LINE = {
  input: classes.oneLine ?? '',
  pillsList: classes.chosen ?? '',
  inputField: classes.chosenInput ?? '',
};

/** Its list tells which are chosen; the field how many, in the height of any other. */
export function MultiSelectFilter({ name, label, options }: FilterProps & { options: readonly Option[] }) {
  const { value, set } = useFilter(name);
  const chosen = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
  return (
    <MultiSelect
      className={classes.filter}
      aria-label={label}
      placeholder={chosen.length > 0 ? '' : label}
      data={[...options]}
      value={chosen}
      onChange={set}
      classNames={ONE_LINE}
      {...(chosen.length > 1 && {
        renderPill: ({ value: each }: { value?: unknown }) =>
          each === chosen[0] && <Pill>{t('list.chosen', { label, count: chosen.length })}</Pill>,
      })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('form.clearField') }}
      nothingFoundMessage={t('form.nothingFound')}
    />
  );
}

/** On asks for `name=true`, off leaves it out. */
export function SwitchFilter({ name, label }: FilterProps) {
  const { value, set } = useFilter(name);
  return (
    <Switch
      label={label}
      checked={value === 'true'}
      onChange={event => set(event.currentTarget.checked ? 'true' : null)}
    />
  );
}
