import type { ReactNode } from 'react';
import classes from './settle.module.css';

interface Props {
  /** What may stand above, and push this down, is known. */
  isSettled: boolean;
  children: ReactNode;
}

/** Fetches and draws what is inside, out of sight until it stays in its place; for a second at most. */
export const Settle = ({ isSettled, children }: Props) => (
  <div className={isSettled ? undefined : classes.moving}>{children}</div>
);
