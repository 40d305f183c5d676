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

interface Part {
  readonly key: number;
  readonly same: string;
  readonly gone: string;
  readonly fresh: string;
}

/** Runs of changes with nothing but spaces between them are one change: a phrase for a phrase, not word for word. */
function partsOf(before: string, after: string): Part[] {
  const changes = diffWordsWithSpace(before, after);
  const parts: Part[] = [];
  changes.forEach(({ value, added, removed }, n) => {
    const last = parts.at(-1);
    const inRun = last !== undefined && last.same === '';
    const next = changes[n + 1];
    const goesOn = next?.added === true || next?.removed === true;
    if (added || removed) {
      const own = { key: n, same: '', gone: removed ? value : '', fresh: added ? value : '' };
      if (inRun) parts[parts.length - 1] = join(last, own);
      else parts.push(own);
    } else if (inRun && goesOn && value.trim() === '')
      parts[parts.length - 1] = join(last, { key: n, same: '', gone: value, fresh: value });
    else parts.push({ key: n, same: value, gone: '', fresh: '' });
  });
  return parts;
}
const join = (a: Part, b: Part): Part => ({ ...a, gone: a.gone + b.gone, fresh: a.fresh + b.fresh });

/** Word by word; a text that was empty before or is now is shown whole. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  if (!before) return <Added>{after}</Added>;
  if (!after) return <Removed>{before}</Removed>;
  return partsOf(before, after).map(({ key, same, gone, fresh }) => (
    <span key={key}>
      {same}
      {gone.trim() && <Removed>{gone}</Removed>}
      {gone.trim() && fresh.trim() && ' '}
      {fresh.trim() ? <Added>{fresh}</Added> : fresh}
    </span>
  ));
}
