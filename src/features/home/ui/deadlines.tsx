import { isRunning, type Status, statusLabel } from '../../../domain/kinds/statuses.ts';
import { reportName } from '../../../domain/reports/names.ts';
import { formatDue } from '../../../domain/text/format.ts';
import { dayOf, formatDay } from '../../../web/dates.ts';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import classes from './home.module.css';
import type { OutputFor } from './parts.tsx';

/** What is to happen by that day, where the status alone does not say it. */
const DUE: Partial<Record<Status, string>> = {
  returned: 'Responder las observaciones',
  approved: 'Inicio del proyecto',
};

/** What is to happen by that day; of a project that runs the report that is due. */
const whatIsDue = ({ status, report }: Pick<OutputFor['deadlines'][number], 'status' | 'report'>): string =>
  isRunning(status) ? reportName(report) : (DUE[status] ?? statusLabel(status));

/** The next dates of the reader's own projects that others hold; those of their own turn stand with it. */
export function Deadlines({ deadlines }: { deadlines: OutputFor['deadlines'] }) {
  if (deadlines.length === 0) return null;
  const now = new Date();
  return (
    <section aria-labelledby="deadlines">
      <h2 id="deadlines">Próximos plazos</h2>
      <ul className={classes.deadlines}>
        {deadlines.map(({ project, due, overdue, ...rest }) => (
          <li key={project.id}>
            <span>
              {whatIsDue(rest)}
              <time
                dateTime={due}
                title={formatDay(dayOf(due))}
                className={classes.late}
                data-late={overdue || undefined}
              >
                {' · '}
                {formatDue(new Date(due), now)}
              </time>
            </span>
            <TextLink href={paths.project(project.kind, project.id)} className={classes.of ?? ''}>
              {project.title}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
