import { Textarea } from '@mantine/core';
import { type CommonProps, useField } from '../form.tsx';

/** A few sentences typed in place, such as a reason; narratives open the text modal instead. */
export function TextAreaField(props: CommonProps) {
  const { value, onChange, rules, input } = useField(props);
  return (
    <Textarea
      {...input}
      autosize
      minRows={3}
      maxRows={16}
      {...(rules.maxLength === undefined ? {} : { maxLength: rules.maxLength })}
      value={String(value ?? '')}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}
