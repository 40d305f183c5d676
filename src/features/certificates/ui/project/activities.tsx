import { useState } from 'react';
import { formatCount } from '../../../../domain/text/format.ts';
import cards from '../../../../web/layout/part-cards.module.css';
import { useWrite } from '../../../../web/query.ts';
import { Pager } from '../../../../web/table/paging/pager.tsx';
import { usePagedRows } from '../../../../web/table/paging/use-paged-rows.tsx';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import type { PartProps } from '../../../project-record/ui/project-slots.tsx';
import { issueForActivity, type ProjectCertificates } from '../../issuing/contract.ts';
import classes from '../certificates.module.css';
import { issuedWords, shareWords } from '../looks.tsx';
import { useCertificatesOutdated } from '../use-certificates.tsx';

type Activity = ProjectCertificates['activities'][number];

interface Props extends PartProps {
  activities: readonly Activity[];
}

const AT_ONCE = 10;

/** Each activity with a list of who came, and the way to give these their certificates. */
export function Activities({ project, activities }: Props) {
  const [issuing, setIssuing] = useState<Activity | null>(null);
  const { shown, pager } = usePagedRows(activities, AT_ONCE);
  return (
    <section className={classes.part} aria-labelledby="certificates-activities">
      <h3 id="certificates-activities">Actividades</h3>
      {activities.length === 0 ? (
        <p className={classes.words}>
          Todavía no hay actividades con lista de asistencia. Regístralas en Ejecución.
        </p>
      ) : (
        <ul className={cards.cards}>
          {shown.map(activity => (
            <Card key={activity.id} activity={activity} onIssue={() => setIssuing(activity)} />
          ))}
        </ul>
      )}
      <Pager {...pager} />
      <IssueDialog project={project} activity={issuing} onClose={() => setIssuing(null)} />
    </section>
  );
}

interface CardProps {
  activity: Activity;
  onIssue: () => void;
}

const Card = ({ activity, onIssue }: CardProps) => (
  <li className={cards.card}>
    <span className={classes.activity}>{activity.name}</span>
    {activity.refused !== undefined && (
      <ActionButton
        size="xs"
        variant="default"
        aria-label={`Emitir certificados de ${activity.name}`}
        reason={activity.refused}
        onClick={onIssue}
      >
        Emitir
      </ActionButton>
    )}
    <span className={cards.words}>
      <DateTime value={activity.day} /> · {shareWords(activity)} con certificado
      {activity.refused && ` · ${activity.refused}`}
    </span>
  </li>
);

interface DialogProps extends PartProps {
  /** Null: it is closed. */
  activity: Activity | null;
  onClose: () => void;
}

function IssueDialog({ project, activity, onClose }: DialogProps) {
  const refresh = useCertificatesOutdated();
  const issue = useWrite(issueForActivity);
  // Its words stay while it closes.
  const [last, setLast] = useState(activity);
  if (activity && activity !== last) setLast(activity);
  const missing = last ? last.people - last.issued : 0;
  const send = async () => {
    if (!activity) return;
    try {
      const params = { kind: project.kind, id: project.id, activity: activity.id };
      const { issued } = await issue.mutateAsync({ params });
      toasts.success(`${issuedWords(issued)}.`);
    } finally {
      void refresh();
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open={activity !== null}
      title="Emitir certificados"
      confirm="Emitir"
      onConfirm={send}
      onCancel={onClose}
    >
      {missing === 1
        ? `Se emite un certificado a 1 persona de la lista de «${last?.name}», que recibe un aviso, o un correo si dejó su dirección.`
        : `Se emiten certificados a ${formatCount(missing, 'persona', 'personas')} de la lista de «${last?.name}». Cada una recibe un aviso, o un correo si dejó su dirección.`}{' '}
      No se puede deshacer: un certificado emitido solo se anula.
    </ConfirmDialog>
  );
}
