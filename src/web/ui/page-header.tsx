import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** One line below the title: what the page is for, or whose turn it is. */
  text?: ReactNode;
  /** Beside the title, e.g. a status pill. */
  mark?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, text, mark, actions }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
      <div style={{ minWidth: 0, flex: '1 1 20rem' }}>
        <Group gap="sm">
          <Title order={1}>{title}</Title>
          {mark}
        </Group>
        {text && (
          <Text component="div" size="sm" c="dimmed" mt={2}>
            {text}
          </Text>
        )}
      </div>
      {actions && (
        <Group gap="xs" className="no-print">
          {actions}
        </Group>
      )}
    </Group>
  );
}
