import { Input, type InputWrapperProps } from '@mantine/core';
import type { useField } from './form.tsx';

interface FieldFrameProps extends Pick<InputWrapperProps, 'errorProps' | 'children'> {
  input: ReturnType<typeof useField>['input'];
}

/** Label, help and error around a field of several parts, none of which the label could name alone. */
export function FieldFrame({ input, ...rest }: FieldFrameProps) {
  const { label, description, error, withAsterisk } = input;
  return <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div" {...rest} />;
}
