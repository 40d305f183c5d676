import { Anchor, Button } from '@mantine/core';
import { IconPaperclip, IconPhoto, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { peopleIn } from '../../../../domain/execution/people.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import { fetchWith } from '../../../../web/routing/lazy-page.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { useSaving } from '../../../../web/use-saving.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { ActivityRow, Execution } from '../../contract.ts';
import classes from '../execution.module.css';
import { usePlanned } from '../use-execution.tsx';

const fetchFile = fetchWith(() => import('./activity-file.tsx'), 'activity-file');

/** More than these come when asked for. */
const AT_ONCE = 50;

interface Props {
  execution: Execution;
  onOpen: (id: string) => void;
  onAdd: () => void;
}

/** What was done, latest first. */
export function ActivityList({ execution, onOpen, onAdd }: Props) {
  const { activities, record } = execution;
  const { project } = useProject();
  const { plan } = usePlanned();
  const { saving, save } = useSaving();
  const [shown, setShown] = useState(AT_ONCE);
  if (activities.length === 0)
    return (
      <EmptyState
        headingLevel={3}
        title="Todavía no hay actividades registradas"
        text="Registra cada actividad cuando ocurre, con fotos y cuántas personas llegaron: con eso se arma el informe."
        action={record?.allowed && <Button onClick={onAdd}>Registrar la primera</Button>}
      />
    );
  const planned = new Map(plan.map(item => [item.id, item.name]));
  return (
    <>
      <ol className={classes.lines}>
        {activities.slice(0, shown).map(activity => (
          <ActivityLine
            key={activity.id}
            activity={activity}
            planned={planned.get(activity.planItemId ?? '') ?? ''}
            onOpen={onOpen}
          />
        ))}
      </ol>
      <div className={classes.foot}>
        {activities.length > shown && (
          <Button variant="default" size="xs" onClick={() => setShown(shown + AT_ONCE)}>
            Ver más ({activities.length - shown})
          </Button>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          loading={saving}
          onClick={() =>
            void save(async () => (await fetchFile()).fileOfActivities(project.code, activities, planned))
          }
        >
          Descargar CSV
        </Button>
      </div>
    </>
  );
}

interface LineProps {
  activity: ActivityRow;
  planned: string;
  onOpen: (id: string) => void;
}

function ActivityLine({ activity, planned, onOpen }: LineProps) {
  const { id, name, day, startsAt, place, comuna, photos, documents, author } = activity;
  const people = peopleIn(activity.attendance.attendances, activity.counts);
  const { attendances, people: unique } = activity.attendance;
  const listed = attendances > 0 && [
    formatCount(attendances, 'asistencia', 'asistencias'),
    formatCount(unique, 'persona única', 'personas únicas'),
  ];
  const where = [planned && planned !== name ? planned : '', place, comuna?.name];
  const facts = [...where, ...(listed || []), author.name];
  return (
    <li className={classes.line}>
      <span className={classes.day}>
        <time dateTime={day}>{formatDay(day)}</time>
        <small>{startsAt}</small>
      </span>
      <span className={classes.what}>
        <Anchor component="button" type="button" ta="left" onClick={() => onOpen(id)}>
          {name}
        </Anchor>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <span className={classes.counts}>
        {people !== undefined && (
          <span title="Personas">
            <IconUsers size={16} aria-label="Personas" /> {formatNumber(people, 0)}
          </span>
        )}
        {photos > 0 && (
          <span title="Fotos">
            <IconPhoto size={16} aria-label="Fotos" /> {photos}
          </span>
        )}
        {documents > 0 && (
          <span title="Documentos">
            <IconPaperclip size={16} aria-label="Documentos" /> {documents}
          </span>
        )}
      </span>
    </li>
  );
}
