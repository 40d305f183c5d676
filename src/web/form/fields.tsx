import { Switch, TextInput } from '@mantine/core';
import { type CommonProps, useField } from './form.tsx';
import { useShortness } from './texts/use-shortness.tsx';

interface TextProps extends CommonProps {
  type?: 'text' | 'email' | 'url' | 'tel';
  autoComplete?: string;
  /** Least characters, where only sending asks for them and not the schema. */
  least?: number | undefined;
}

export function TextField({ type = 'text', autoComplete = 'off', least, ...props }: TextProps) {
  const { value, onChange, input, scope, rules } = useField(props);
  const text = String(value ?? '');
  const short = useShortness(text, least ?? rules.minLength ?? 0);
  return (
    <TextInput
      {...input}
      error={input.error || short.error}
      type={type}
      autoComplete={autoComplete}
      value={text}
      onChange={event => onChange(event.currentTarget.value)}
      // What stays on screen is what will be stored.
      onBlur={event => {
        const kept = scope.kept(props.name, text);
        if (kept !== text) onChange(kept);
        short.onLeave();
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
