import { MultiSelect, TagsInput } from '@mantine/core';
import { t } from '../../i18n/i18n.ts';
import { type CommonProps, useField } from '../form.tsx';
import { withHints } from './option-line.tsx';
import type { ChoiceProps } from './select-field.tsx';

export function MultiSelectField(given: ChoiceProps & { max?: number }) {
  const { options, onSearch, nothingFound, max, ...props } = given;
  const { value, onChange, input } = useField(props);
  return (
    <MultiSelect
      {...input}
      data={[...options]}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      searchable
      hidePickedOptions
      nothingFoundMessage={nothingFound ?? t('form.nothingFound')}
      {...withHints(options)}
      {...(max === undefined ? {} : { maxValues: max })}
      {...(onSearch ? { onSearchChange: onSearch, filter: ({ options: all }) => all } : {})}
    />
  );
}

/** Free words, e.g. keywords: Enter or a comma ends one. */
export function TagsField({
  max,
  suggestions = [],
  ...props
}: CommonProps & { max?: number; suggestions?: string[] }) {
  const { value, onChange, input } = useField(props);
  return (
    <TagsInput
      {...input}
      data={suggestions}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      splitChars={[',', ';']}
      {...(max === undefined ? {} : { maxTags: max })}
    />
  );
}
