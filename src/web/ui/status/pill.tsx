import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './status-pill.module.css';

/** Red only for what was refused, green only for what succeeded; everything under way stays calm. */
export type Tone = 'quiet' | 'review' | 'attention' | 'good' | 'bad';

/** A state as icon and word, so that colour alone never tells it. */
export function Pill({ icon: Icon, tone, children }: { icon: TablerIcon; tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {children}
    </span>
  );
}
