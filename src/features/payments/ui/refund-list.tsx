import { Anchor, Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconHourglass, type TablerIcon } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { isRestDue } from '../../../domain/kinds/statuses.ts';
import {
  isAcceptedRefund,
  isReturnedRefund,
  REFUND_LABELS,
  type RefundState,
} from '../../../domain/spending/expense-states.ts';
import { formatDue, formatMoney } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import { FileViewer, useOpenFile } from '../../attachments/ui/preview/file-viewer.tsx';
import { useFileActions } from '../../attachments/ui/use-file-actions.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import type { ProjectPayments, Refund } from '../contract.ts';
import classes from './spending.module.css';
import { type OpenForm, stillToReturn } from './use-payments.tsx';

const RefundDecision = lazyPart(() => import('./forms/refund-decision.tsx'), 'RefundDecision');
const RemoveRefund = lazyPart(() => import('./forms/remove-refund.tsx'), 'RemoveRefund');

const LOOKS: Readonly<Record<RefundState, { icon: TablerIcon; tone: Tone }>> = {
  submitted: { icon: IconHourglass, tone: 'review' },
  accepted: { icon: IconCheck, tone: 'good' },
  returned: { icon: IconArrowBackUp, tone: 'attention' },
};

interface Props {
  data: ProjectPayments;
  onForm: (form: OpenForm) => void;
}

/** What is asked about a refund. */
type Asking = { readonly refund: Refund; readonly what: 'accept' | 'return' | 'remove' };

/** Money given back, the latest first. */
export function RefundList({ data, onForm }: Props) {
  const { refunds, giveBack } = data;
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const { status } = useProject().project;
  const due = isRestDue(status) ? stillToReturn(data) : 0;
  return (
    <>
      <header className={classes.head}>
        <h4>Reintegros</h4>
        {giveBack && (
          <span className={classes.ways}>
            {giveBack.allowed && due > 0 && <small>Falta devolver {formatMoney(due)}</small>}
            <ActionButton
              size="xs"
              variant="default"
              reason={giveBack.reason}
              onClick={() => onForm({ form: 'refund', id: null })}
            >
              Registrar reintegro
            </ActionButton>
          </span>
        )}
      </header>
      {refunds.length === 0 && <p className={classes.quiet}>No hay reintegros.</p>}
      {refunds.length > 0 && (
        <FileViewer files={[]}>
          <ul className={classes.refunds} aria-label="Reintegros">
            {refunds.map(refund => (
              <RefundItem
                key={refund.id}
                refund={refund}
                onEdit={() => onForm({ form: 'refund', id: refund.id })}
                onAsk={what => setAsking({ refund, what })}
              />
            ))}
          </ul>
        </FileViewer>
      )}
      <Suspense>
        {asking?.what === 'remove' && <RemoveRefund refund={asking.refund} onClose={close} />}
        {(asking?.what === 'accept' || asking?.what === 'return') && (
          <RefundDecision refund={asking.refund} accept={asking.what === 'accept'} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

interface ItemProps {
  refund: Refund;
  onEdit: () => void;
  onAsk: (what: Asking['what']) => void;
}

function RefundItem({ refund, onEdit, onAsk }: ItemProps) {
  const { day, amount, reference, note, proof, state, reason } = refund;
  return (
    <li>
      <div className={classes.head}>
        <strong className="figures">
          {formatMoney(amount)} · {formatDay(day)}
        </strong>
        <Pill {...LOOKS[state]}>{REFUND_LABELS[state]}</Pill>
      </div>
      <p className={classes.words}>
        {reference} · <Proof proof={proof} />
      </p>
      {note && <p className={classes.words}>{note}</p>}
      <p className={classes.quiet}>{factsOf(refund)}</p>
      {reason && !isAcceptedRefund(refund) && (
        <p className={classes.words}>
          <strong>{isReturnedRefund(refund) ? 'Motivo' : 'Se devolvió antes'}:</strong> {reason}
        </p>
      )}
      <Actions {...{ refund, onEdit, onAsk }} />
    </li>
  );
}

/** Opens over the page where its type is known, as of the version that counts. */
function Proof({ proof }: Pick<Refund, 'proof'>) {
  const { project } = useProject();
  const { open } = useFileActions();
  const show = useOpenFile();
  const known = project.files.find(f => f.id === proof.id && f.version === proof.version);
  const go = () =>
    known ? show({ ...proof, contentType: known.contentType }) : void open(proof, { version: proof.version });
  return (
    <Anchor component="button" type="button" inherit ta="left" onClick={go}>
      {proof.name}
    </Anchor>
  );
}

function factsOf(refund: Refund): string {
  const { author, submittedAt, decidedBy, decidedAt, due } = refund;
  const did = isAcceptedRefund(refund) ? 'aceptado' : 'devuelto';
  return [
    `Enviado el ${formatDay(submittedAt)} por ${author.name}`,
    decidedBy && `${did} el ${formatDay(decidedAt ?? submittedAt)} por ${decidedBy.name}`,
    !isAcceptedRefund(refund) && formatDue(new Date(due), new Date()),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Absent for whom it never is; refused with the reason where it is not now. */
function Actions({ refund, onEdit, onAsk }: ItemProps) {
  const { decide, mayEdit, day } = refund;
  const of = `el reintegro del ${formatDay(day)}`;
  if (!decide && !mayEdit) return null;
  return (
    <div className={`${classes.ways} no-print`}>
      {decide && (
        <>
          <ActionButton
            size="compact-sm"
            reason={decide.reason}
            aria-label={`Aceptar ${of}`}
            onClick={() => onAsk('accept')}
          >
            Aceptar
          </ActionButton>
          <ActionButton
            size="compact-sm"
            variant="default"
            reason={decide.reason}
            aria-label={`Devolver ${of}`}
            onClick={() => onAsk('return')}
          >
            Devolver
          </ActionButton>
        </>
      )}
      {mayEdit && (
        <>
          <Button size="compact-sm" variant="subtle" aria-label={`Editar ${of}`} onClick={onEdit}>
            {isReturnedRefund(refund) ? 'Corregir y enviar' : 'Editar'}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Retirar ${of}`}
            onClick={() => onAsk('remove')}
          >
            Retirar
          </Button>
        </>
      )}
    </div>
  );
}
