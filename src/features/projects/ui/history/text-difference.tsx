import { diffWordsWithSpace } from 'diff';
import classes from './history.module.css';

/** Spanish says it for those who hear the text; underline and strike-through for those who see it. */
export const Added = ({ children }: { children: string }) => (
  <ins className={classes.added}>
    <span className="visually-hidden">agregado: </span>
    {children}
  </ins>
);
export const Removed = ({ children }: { children: string }) => (
  <del className={classes.removed}>
    <span className="visually-hidden">quitado: </span>
    {children}
  </del>
);

/** Word by word; a text that was empty before or is now is shown whole. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  if (!before) return <Added>{after}</Added>;
  if (!after) return <Removed>{before}</Removed>;
  return diffWordsWithSpace(before, after).map(({ value, added, removed }, n) => {
    const key = `${n}`;
    if (added) return <Added key={key}>{value}</Added>;
    return removed ? <Removed key={key}>{value}</Removed> : <span key={key}>{value}</span>;
  });
}
