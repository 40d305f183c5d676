import { IconArrowsExchange, IconChecklist } from '@tabler/icons-react';
import { changeLabel } from '../../../domain/access/change-requests.ts';
import { isFinal } from '../../../domain/kinds/statuses.ts';
import { paths } from '../../../web/routing/paths.ts';
import { PageLink } from '../../../web/ui/link.tsx';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import type { ProjectRow } from '../../project-record/contract.ts';
import type { WaitingChange, WaitingReview } from '../contract.ts';
import classes from './project-lines.module.css';

interface LinesProps {
  rows: readonly ProjectRow[];
  label: string;
  /** Requested changes to decide, put among the projects by their due date. */
  changes?: readonly WaitingChange[];
  /** Reviews to answer or to write, the same way. */
  reviews?: readonly WaitingReview[];
}

const LAST = '9999';

/** Some projects, one below the other, each with its state and whose turn it is. */
export function ProjectLines({ rows, label, changes = [], reviews = [] }: LinesProps) {
  const lines = rows.map(row => ({
    key: row.id,
    due: row.turn.due ?? LAST,
    line: <ProjectLine row={row} />,
  }));
  const asked = [
    ...changes.map(change => ({ key: change.id, due: change.due, line: <ChangeLine change={change} /> })),
    ...reviews.map(review => ({
      key: review.id,
      due: review.due ?? LAST,
      line: <ReviewLine review={review} />,
    })),
  ];
  // Both come sorted by the server where there are two; projects alone keep the order they came in.
  const all = asked.length > 0 ? [...asked, ...lines].sort((a, b) => a.due.localeCompare(b.due)) : lines;
  return (
    <ul className={classes.lines} aria-label={label}>
      {all.map(({ key, line }) => (
        <li key={key} className={classes.line}>
          {line}
        </li>
      ))}
    </ul>
  );
}

function ProjectLine({ row }: { row: ProjectRow }) {
  return (
    <>
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
    </>
  );
}

function ReviewLine({ review }: { review: WaitingReview }) {
  const { id, code, title, kind, state, invitedAt, due, overdue } = review;
  const turn = { people: [], office: false, since: invitedAt, due, overdue, mine: true, next: null };
  return (
    <>
      <PageLink href={paths.review(id)} className={classes.title}>
        {title}
      </PageLink>
      <span>
        <Pill icon={IconChecklist} tone="attention">
          {state === 'invited' ? 'Te invitan a evaluar' : 'Por evaluar'}
        </Pill>
      </span>
      <span className={classes.facts}>
        {code} · {kind}
      </span>
      <span className={classes.turn}>
        <WhoseTurn turn={turn} />
      </span>
    </>
  );
}

function ChangeLine({ change }: { change: WaitingChange }) {
  const { project, section, author, createdAt, due, overdue } = change;
  const turn = { people: [], office: false, since: createdAt, due, overdue, mine: true, next: null };
  return (
    <>
      <PageLink href={paths.project(project.kind, project.id, { tab: 'changes' })} className={classes.title}>
        {project.title}
      </PageLink>
      <span>
        <Pill icon={IconArrowsExchange} tone="attention">
          Cambio pedido: {changeLabel(section)}
        </Pill>
      </span>
      <span className={classes.facts}>
        {project.code} · lo pide {author.name}
      </span>
      <span className={classes.turn}>
        <WhoseTurn turn={turn} />
      </span>
    </>
  );
}
