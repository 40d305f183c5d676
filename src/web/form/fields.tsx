import { Select, Switch, TextInput } from '@mantine/core';
import { t } from '../i18n/i18n.ts';
import { type CommonProps, useField } from './form.tsx';
import { withHints } from './option-line.tsx';

export interface Option {
  value: string;
  label: string;
  /** Second line in the list, which tells options of the same name apart. */
  hint?: string;
  disabled?: boolean;
}

interface TextProps extends CommonProps {
  type?: 'text' | 'email' | 'url' | 'tel';
  autoComplete?: string;
}

export function TextField({ type = 'text', autoComplete = 'off', ...props }: TextProps) {
  const { value, onChange, input, scope } = useField(props);
  const text = String(value ?? '');
  return (
    <TextInput
      {...input}
      type={type}
      autoComplete={autoComplete}
      value={text}
      onChange={event => onChange(event.currentTarget.value)}
      // What stays on screen is what will be stored.
      onBlur={event => {
        const kept = scope.kept(props.name, text);
        if (kept !== text) onChange(kept);
        input.onBlur(event);
      }}
    />
  );
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

export function SwitchField(props: CommonProps) {
  const { value, onChange, input } = useField(props);
  const { withAsterisk: _, ...rest } = input;
  return (
    <Switch {...rest} checked={value === true} onChange={event => onChange(event.currentTarget.checked)} />
  );
}
