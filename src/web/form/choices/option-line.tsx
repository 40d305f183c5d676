import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Option } from './select-field.tsx';

/** An option of a picker with what tells it apart below. */
export function OptionLine({ label, hint }: { label: ReactNode; hint: string | undefined }) {
  return (
    <div>
      {label}
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </div>
  );
}

/** Options with their second line, where they have one. */
export const withHints = (options: readonly Option[]) =>
  options.some(option => option.hint)
    ? {
        renderOption: ({ option }: { option: { value: string; label: string } }) => (
          <OptionLine label={option.label} hint={options.find(o => o.value === option.value)?.hint} />
        ),
      }
    : {};
