import { Switch, TextInput } from '@mantine/core';
import { type CommonProps, useField } from './form.tsx';

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

export function SwitchField(props: CommonProps) {
  const { value, onChange, input } = useField(props);
  const { withAsterisk: _, ...rest } = input;
  return (
    <Switch {...rest} checked={value === true} onChange={event => onChange(event.currentTarget.checked)} />
  );
}
