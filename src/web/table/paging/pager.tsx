import { Button, Group } from '@mantine/core';

interface Props {
  /** From 1. */
  page: number;
  last: number;
  onPage: (page: number) => void;
}

/** One page back or on; absent where one is all. */
export function Pager({ page, last, onPage }: Props) {
  if (last <= 1) return null;
  return (
    <Group gap="xs" mt="xs">
      <Button size="compact-sm" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Anterior
      </Button>
      <span className="figures">
        {page} de {last}
      </span>
      <Button size="compact-sm" variant="default" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Siguiente
      </Button>
    </Group>
  );
}
