import type { CSSProperties } from 'react';
import classes from './cut.module.css';

/** Text cut at a CSS width, its whole as a tooltip; on a phone it wraps instead. A dash when there is none. */
export function Cut({ max, children }: { max: string; children: string | null | undefined }) {
  return (
    <span
      className={classes.cut}
      style={{ '--cut-width': max } as CSSProperties}
      title={children ?? undefined}
    >
      {children ?? '–'}
    </span>
  );
}
