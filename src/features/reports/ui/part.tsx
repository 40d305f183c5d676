import { type ReactNode, useId } from 'react';
import classes from './reports.module.css';

interface PartProps {
  title: string;
  /** Path of what stands in it, where what is missing leads to. */
  place?: string;
  children: ReactNode;
}

/** Something with a heading within a report. */
export function Part({ title, place, children }: PartProps) {
  const heading = useId();
  return (
    <section
      className={classes.part}
      aria-labelledby={heading}
      data-field={place}
      tabIndex={place ? -1 : undefined}
    >
      <h5 id={heading}>{title}</h5>
      {children}
    </section>
  );
}
