import { type ReactNode, useId } from 'react';
import classes from './statements.module.css';

interface Props {
  title: string;
  /** At the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of the tab of expenses with its heading. */
export function SpendingPart({ title, actions, children }: Props) {
  const heading = useId();
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <header className={classes.partHead}>
        <h3 id={heading}>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
