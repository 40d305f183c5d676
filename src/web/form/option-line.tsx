import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

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
