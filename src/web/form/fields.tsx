import { MultiSelect, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { t } from '../i18n/i18n.ts';
import { type CommonProps, useField } from './form.tsx';
import { OptionLine } from './option-line.tsx';

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
  const { value, onChange, input } = useField(props);
  return (
    <TextInput
      {...input}
      type={type}
      autoComplete={autoComplete}
      value={String(value ?? '')}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

interface NumberProps extends CommonProps {
  /** Digits after the comma; 0 by default. */
  decimals?: number;
  suffix?: string;
  prefix?: string;
}

/** A number as written in Chile; empty is `null`. */
export function NumberField({ decimals = 0, suffix = '', prefix = '', ...props }: NumberProps) {
  const { value, onChange, input, rules } = useField(props);
  return (
    <NumberInput
      {...input}
      value={typeof value === 'number' ? value : ''}
      onChange={next => onChange(next === '' ? null : Number(next))}
      thousandSeparator="."
      decimalSeparator=","
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={(rules.min ?? -1) < 0}
      // The rule's message tells what is wrong; silently changing what was typed would not.
      clampBehavior="none"
      suffix={suffix}
      prefix={prefix}
      hideControls
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}

/** Whole pesos. */
export const MoneyField = (props: CommonProps) => <NumberField {...props} prefix="$" />;

interface ChoiceProps extends CommonProps {
  options: readonly Option[];
  /** Lets the person type to find; on by default from eight options. */
  searchable?: boolean;
  onSearch?: (text: string) => void;
}

/** Options with their second line, where they have one. */
const withHints = (options: readonly Option[]) =>
  options.some(option => option.hint)
    ? {
        renderOption: ({ option }: { option: { value: string; label: string } }) => (
          <OptionLine label={option.label} hint={options.find(o => o.value === option.value)?.hint} />
        ),
      }
    : {};

/** One of several; empty is `null`. */
export function SelectField({ options, searchable = options.length > 7, onSearch, ...props }: ChoiceProps) {
  const { value, onChange, input } = useField(props);
  return (
    <Select
      {...input}
      data={[...options]}
      value={typeof value === 'string' && value ? value : null}
      onChange={onChange}
      searchable={searchable || onSearch !== undefined}
      clearable={!input.withAsterisk}
      clearButtonProps={{ 'aria-label': t('form.clearField') }}
      nothingFoundMessage={t('form.nothingFound')}
      {...withHints(options)}
      {...(onSearch ? { onSearchChange: onSearch, filter: ({ options: all }) => all } : {})}
    />
  );
}

export function MultiSelectField({ options, onSearch, max, ...props }: ChoiceProps & { max?: number }) {
  const { value, onChange, input } = useField(props);
  return (
    <MultiSelect
      {...input}
      data={[...options]}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('form.nothingFound')}
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

export function SwitchField(props: CommonProps) {
  const { value, onChange, input } = useField(props);
  const { withAsterisk: _, ...rest } = input;
  return (
    <Switch {...rest} checked={value === true} onChange={event => onChange(event.currentTarget.checked)} />
  );
}
