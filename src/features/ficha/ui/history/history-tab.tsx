import { isStatus, statusLabel } from '../../../../domain/kinds/statuses.ts';
import { DateTime } from '../../../../web/ui/format.tsx';
import type { HistoryEntry } from '../../../project-record/detail/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { Differences } from './differences.tsx';
import classes from './history.module.css';

const labelOf = (status: string) => (isStatus(status) ? statusLabel(status) : status);

/** Who did what and when, newest first. */
export function HistoryTab() {
  const { project } = useProject();
  return (
    <ol className={classes.list} aria-label="Historial">
      {project.history.map(entry => (
        <li key={entry.id} className={classes.entry} data-undone={entry.undone || undefined}>
          <Entry entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { at, actor, onBehalfOf, deputyOf, label, from, to, note, reason, comment, undone } = entry;
  return (
    <>
      <div className={classes.when}>
        <DateTime value={at} withTime />
      </div>
      <div className={classes.what}>
        <p>
          <strong>{label}</strong>
          {undone && <span className={classes.note}> (deshecho)</span>}
          {' · '}
          {actor?.name ?? 'El sistema'}
          {onBehalfOf && `, en nombre de ${onBehalfOf.name}`}
          {deputyOf && `, por subrogancia de ${deputyOf.name}`}
        </p>
        {from !== to && (
          <p className={classes.note}>
            {from && `${labelOf(from)} → `}
            {labelOf(to)}
          </p>
        )}
        {note && <p className={classes.note}>{note}</p>}
        {reason && <p className={classes.words}>Motivo: {reason}</p>}
        {comment && <p className={classes.words}>{comment}</p>}
        {entry.hasSnapshot && <Differences entry={entry} />}
      </div>
    </>
  );
}
