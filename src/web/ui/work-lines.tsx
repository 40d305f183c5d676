import type { ReactNode } from 'react';
import { PageLink } from './link.tsx';
import classes from './work-lines.module.css';

interface LinesProps {
  label: string;
  lines: readonly { readonly key: string; readonly line: ReactNode }[];
}

/** Things to work on, one below the other, each a `WorkLine`. */
export const WorkLines = ({ label, lines }: LinesProps) => (
  <ul className={classes.lines} aria-label={label}>
    {lines.map(({ key, line }) => (
      <li key={key} className={classes.line}>
        {line}
      </li>
    ))}
  </ul>
);

interface LineProps {
  href: string;
  title: string;
  /** A pill: how it stands. */
  mark: ReactNode;
  facts: string;
  /** Whose turn it is, and until when. */
  turn: ReactNode;
}

export const WorkLine = ({ href, title, mark, facts, turn }: LineProps) => (
  <>
    <PageLink href={href} className={classes.title}>
      {title}
    </PageLink>
    <span>{mark}</span>
    <span className={classes.facts}>{facts}</span>
    <span className={classes.turn}>{turn}</span>
  </>
);
