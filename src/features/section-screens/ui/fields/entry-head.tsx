import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronRight, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './list.module.css';

interface HeadProps {
  title: string;
  detail: string;
  open: boolean;
  onToggle: () => void;
  /** `null` where it cannot move any further. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}

/** Folds and unfolds an entry of a list; moves and removes it. */
export function EntryHead({ title, detail, open, onToggle, onUp, onDown, onRemove }: HeadProps) {
  return (
    <div className={classes.head}>
      <button type="button" className={classes.toggle} aria-expanded={open} onClick={onToggle}>
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <span className={classes.title}>{title}</span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </button>
      {onUp && (
        <EntryButton label={`Subir ${title}`} onClick={onUp} icon={<IconArrowUp size={16} aria-hidden />} />
      )}
      {onDown && (
        <EntryButton
          label={`Bajar ${title}`}
          onClick={onDown}
          icon={<IconArrowDown size={16} aria-hidden />}
        />
      )}
      <EntryButton label={`Quitar ${title}`} onClick={onRemove} icon={<IconTrash size={16} aria-hidden />} />
    </div>
  );
}

function EntryButton({ label, onClick, icon }: { label: string; onClick: () => void; icon: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}
