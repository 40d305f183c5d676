import { Textarea, type TextareaProps } from '@mantine/core';
import { t } from '../../i18n/i18n.ts';

interface ReasonFieldProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: string;
  onChange: (text: string) => void;
}

/** Why somebody decides as they do, in a few sentences; kept by the dialog that asks, not by a form. */
export function ReasonField({ onChange, ...props }: ReasonFieldProps) {
  return (
    <Textarea
      label={t('form.reason')}
      withAsterisk
      autosize
      minRows={3}
      maxLength={2000}
      {...props}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}
