import { Button, Title } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

interface Props {
  readonly title: string;
  /** Asked for when it is unfolded, not before. */
  readonly content: () => ReactNode;
}

/** A section that is folded until somebody asks for it. */
export function FoldedSection({ title, content }: Props) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <section aria-label={title}>
      <Title order={2} size="h4">
        <Button
          variant="subtle"
          size="compact-md"
          aria-expanded={open}
          leftSection={<Chevron size={18} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {title}
        </Button>
      </Title>
      {open && content()}
    </section>
  );
}
