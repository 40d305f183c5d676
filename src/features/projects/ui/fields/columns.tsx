import type { ReactNode } from 'react';
import classes from './fields.module.css';

/** Short fields side by side; on a phone one below the other. */
export function Columns({ children, narrow }: { children: ReactNode; narrow?: boolean }) {
  return <div className={narrow ? `${classes.columns} ${classes.pair}` : classes.columns}>{children}</div>;
}

/** A field that takes all columns. */
export const Span = ({ children }: { children: ReactNode }) => <div className={classes.span}>{children}</div>;
