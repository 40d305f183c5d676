import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { parseTime } from './parse-time.ts';

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** `HH:MM`, or what was typed and is no time. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * A time of day with 24 hours. A browser's own input would show it as its language does, with AM and PM in some. What
 * is no time stays as it was typed, for the form's rules to refuse.
 */
export function TimeInput({ value, onChange, onBlur, ...input }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      placeholder={t('form.timePlaceholder')}
      inputMode="numeric"
      autoComplete="off"
      {...input}
      value={typed ?? value}
      onChange={event => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(parseTime(text) ?? text.trim());
      }}
      onBlur={event => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
