import { Checkbox, Stack } from '@mantine/core';
import { type CommonProps, useField } from '../form.tsx';

interface ChecksProps extends CommonProps {
  options: readonly { value: string; label: string; description?: string }[];
}

/** Several of a few options, all of them in view. */
export function ChecksField({ options, ...props }: ChecksProps) {
  const { value, onChange, input } = useField(props);
  const { label, description, error, disabled, withAsterisk } = input;
  return (
    <Checkbox.Group
      {...{ label, description, error, withAsterisk }}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {options.map(option => (
          <Checkbox key={option.value} {...option} disabled={disabled} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
