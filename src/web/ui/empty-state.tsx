import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** What is missing here. */
  title: string;
  /** What to do about it. */
  text?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  headingLevel?: 1 | 2 | 3;
}

export function EmptyState({ title, text, action, icon, headingLevel = 2 }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" maw={480} mx="auto">
      {icon}
      <Title order={headingLevel} size="h3">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      )}
      {action && <div style={{ marginTop: '0.5rem' }}>{action}</div>}
    </Stack>
  );
}
