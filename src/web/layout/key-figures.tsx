import type { ReactNode } from 'react';
import classes from './key-figures.module.css';

export type KeyFigure = readonly [label: string, value: ReactNode];

/** The few figures that something comes to, side by side, each under its words; `false` stands for one left out. */
export const KeyFigures = ({ facts }: { facts: readonly (KeyFigure | false)[] }) => (
  <dl className={classes.figures}>
    {facts
      .filter(fact => fact !== false)
      .map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
  </dl>
);
