import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../../../web/api.ts';
import { formatDay } from '../../../../web/dates.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type Execution, type Meeting, removeMeeting } from '../../contract.ts';
import classes from '../execution.module.css';
import { type OpenForm, useExecutionOutdated } from '../use-execution.tsx';
import { SettleBox } from './settle-box.tsx';

interface Props {
  execution: Execution;
  onForm: (form: OpenForm) => void;
}

/** Meetings with what was agreed in each, latest first. */
export function MeetingList({ execution, onForm }: Props) {
  const [removing, setRemoving] = useState<Meeting | null>(null);
  const { meetings, today } = execution;
  if (meetings.length === 0)
    return (
      <p className={classes.quiet}>
        Anota aquí las reuniones con el socio: los acuerdos quedan con responsable y fecha, y se recuerdan
        solos.
      </p>
    );
  return (
    <>
      <ol className={classes.meetings}>
        {meetings.map(meeting => (
          <MeetingCard
            key={meeting.id}
            meeting={meeting}
            today={today}
            onEdit={() => onForm({ form: 'meeting', id: meeting.id })}
            onRemove={() => setRemoving(meeting)}
          />
        ))}
      </ol>
      {removing && <RemoveDialog meeting={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

interface CardProps {
  meeting: Meeting;
  today: string;
  onEdit: () => void;
  onRemove: () => void;
}

function MeetingCard({ meeting, today, onEdit, onRemove }: CardProps) {
  const { day, startsAt, organisation, place, link, attendees, summary, actionItems, mayEdit } = meeting;
  const facts = [formatDay(day), startsAt, place].filter(Boolean).join(' · ');
  return (
    <li className={classes.meeting}>
      <header className={classes.head}>
        <h4>{organisation ? `Reunión con ${organisation.name}` : 'Reunión'}</h4>
        <small>
          {day > today && 'Agendada · '}
          {facts}
        </small>
      </header>
      {link && (
        <p className={classes.words}>
          <Anchor href={link} target="_blank" rel="noreferrer" inherit>
            {link}
          </Anchor>
        </p>
      )}
      {attendees && <p className={classes.words}>Asistieron: {attendees}</p>}
      {summary && <p className={classes.words}>{summary}</p>}
      {actionItems.length > 0 && (
        <ul className={classes.lines} aria-label="Acuerdos">
          {actionItems.map(item => (
            <li
              key={item.id}
              className={classes.line}
              data-late={(item.doneAt === null && item.dueDay < today) || undefined}
            >
              <SettleBox item={item} label="" />
              <span className={classes.what}>
                <span data-done={item.doneAt !== null || undefined}>{item.text}</span>
                <small>
                  {item.responsible?.name ?? item.responsibleName} · para el {formatDay(item.dueDay)}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <div className={classes.foot}>
          <Button variant="subtle" size="compact-sm" onClick={onEdit}>
            Editar
          </Button>
          <Button variant="subtle" size="compact-sm" color="gray" onClick={onRemove}>
            Eliminar
          </Button>
        </div>
      )}
    </li>
  );
}

function RemoveDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const { project } = useProject();
  const refresh = useExecutionOutdated();
  return (
    <ConfirmDialog
      open
      destructive
      title="Eliminar reunión"
      confirm="Eliminar reunión"
      onCancel={onClose}
      onConfirm={async () => {
        const params = { kind: project.kind, id: project.id, meeting: meeting.id };
        await request(removeMeeting, { params });
        onClose();
        refresh();
        toasts.success('Reunión eliminada.');
      }}
    >
      Se elimina la reunión del {formatDay(meeting.day)} con sus acuerdos. No se puede deshacer.
    </ConfirmDialog>
  );
}
