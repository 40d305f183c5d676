import type { ReactNode } from 'react';
import { useScope } from '../scope.tsx';
import classes from './fields.module.css';

/** Short fields side by side; on a phone, and for readers of a section, one below the other. */
export function Columns({ children, narrow }: { children: ReactNode; narrow?: boolean }) {
  const { readOnly, prefix } = useScope();
  if (readOnly && !prefix) return <div className={classes.pairRead}>{children}</div>;
  return <div className={narrow ? `${classes.columns} ${classes.pair}` : classes.columns}>{children}</div>;
}

/** A field that takes all columns. */
export const Span = ({ children }: { children: ReactNode }) => <div className={classes.span}>{children}</div>;
