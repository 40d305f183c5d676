import { Select } from '@mantine/core';
import { t } from '../../i18n/i18n.ts';
import { type CommonProps, useField } from '../form.tsx';
import { withHints } from './option-line.tsx';

export interface Option {
  value: string;
  label: string;
  /** Second line in the list, which tells options of the same name apart. */
  hint?: string;
  disabled?: boolean;
}

export interface ChoiceProps extends CommonProps {
  options: readonly Option[];
  /** Lets the person type to find; on by default from eight options. */
  searchable?: boolean;
  onSearch?: (text: string) => void;
  /** What the list says while it is empty. */
  nothingFound?: string;
}

/** One of several; empty is `null`. */
export function SelectField(given: ChoiceProps) {
  const { options, searchable = options.length > 7, onSearch, nothingFound, ...props } = given;
  const { value, onChange, input } = useField(props);
  return (
    <Select
      {...input}
      data={[...options]}
      value={typeof value === 'string' && value ? value : null}
      onChange={onChange}
      // The keyboard passes through a form, and begins in it, without a list over the fields below.
      openOnFocus={false}
      searchable={searchable || onSearch !== undefined}
      clearable={!input.withAsterisk}
      // Choosing once more what is chosen must not empty what is asked for.
      allowDeselect={!input.withAsterisk}
      clearButtonProps={{ 'aria-label': t('form.clearField') }}
      nothingFoundMessage={nothingFound ?? t('form.nothingFound')}
      {...withHints(options)}
      {...(onSearch ? { onSearchChange: onSearch, filter: ({ options: all }) => all } : {})}
    />
  );
}
