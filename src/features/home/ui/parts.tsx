import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import type { getHome } from '../contract.ts';
import classes from './home.module.css';

export type OutputFor = OutputOf<typeof getHome>;

interface HeadingProps {
  id: string;
  title: string;
  total: number;
  shown: number;
  /** Filters of the list that shows all of them. */
  all: Record<string, string | boolean>;
}

export function Heading({ id, title, total, shown, all }: HeadingProps) {
  return (
    <div className={classes.heading}>
      <h2 id={id}>{title}</h2>
      {total > 0 && <span className={classes.total}>{total}</span>}
      {total > shown && (
        <TextLink href={paths.projects(all)} className={classes.more ?? ''}>
          Ver los {total}
        </TextLink>
      )}
    </div>
  );
}
