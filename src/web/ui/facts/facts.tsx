import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Short facts, each beside its name. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>;

interface FactProps {
  name: string;
  children: ReactNode;
}

/** One of `Facts`; what is not known is a dash. */
export const Fact = ({ name, children }: FactProps) => (
  <>
    <dt>{name}</dt>
    <dd>{children || '–'}</dd>
  </>
);

interface FactListProps {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Facts that may be whole texts, each below its name; what is not known is a dash. */
export const FactList = ({ facts }: FactListProps) => (
  <dl className={classes.list}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value || '–'}</dd>
      </div>
    ))}
  </dl>
);
