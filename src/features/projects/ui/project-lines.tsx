import { isFinal } from '../../../domain/workflow.ts';
import { paths } from '../../../web/paths.ts';
import { PageLink } from '../../../web/ui/link.tsx';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import { WhoseTurn } from '../../../web/ui/whose-turn.tsx';
import type { ProjectRow } from '../contract.ts';
import classes from './list/list.module.css';

/** Some projects, one below the other, each with its state and whose turn it is. */
export function ProjectLines({ rows, label }: { rows: readonly ProjectRow[]; label: string }) {
  return (
    <ul className={classes.lines} aria-label={label}>
      {rows.map(row => (
        <li key={row.id} className={classes.line}>
          <PageLink href={paths.project(row.kind, row.id)} className={classes.title}>
            {row.title}
          </PageLink>
          <span>
            <StatusPill status={row.status} />
          </span>
          <span className={classes.facts}>
            {[row.code, row.school?.name, row.lead.name].filter(Boolean).join(' · ')}
          </span>
          <span className={classes.turn}>
            <WhoseTurn turn={row.turn} final={isFinal(row.status)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
