import { Button, Group } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCheck,
  IconCircleOff,
  IconCircleX,
  IconHourglass,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { changeLabel, isOpenChange } from '../../../domain/access/change-requests.ts';
import { request } from '../../../web/api.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import type { ChangeRequest } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { withdrawChange } from '../contract.ts';
import { ChangeDifferences } from './change-differences.tsx';
import classes from './changes.module.css';
import { DecisionDialog } from './decision-dialog.tsx';

const STATES: Record<ChangeRequest['state'], { label: string; icon: TablerIcon; tone: Tone }> = {
  open: { label: 'Por decidir', icon: IconHourglass, tone: 'attention' },
  accepted: { label: 'Aceptado', icon: IconCheck, tone: 'good' },
  refused: { label: 'Rechazado', icon: IconCircleX, tone: 'bad' },
  withdrawn: { label: 'Retirado', icon: IconArrowBackUp, tone: 'quiet' },
  closed: { label: 'Cerrado al terminar el proyecto', icon: IconCircleOff, tone: 'quiet' },
};

/** A requested change: what, why, whose turn, and what came of it. */
export function ChangeCard({ change }: { change: ChangeRequest }) {
  const { section, state, reason, author, onBehalfOf, createdAt, turn, note, stale } = change;
  const { label, icon, tone } = STATES[state];
  return (
    <article className={classes.card} data-state={state} aria-label={`Cambio de ${changeLabel(section)}`}>
      <header className={classes.head}>
        <h3>{changeLabel(section)}</h3>
        <Pill icon={icon} tone={tone}>
          {label}
        </Pill>
        <span className={classes.meta}>
          {author.name}
          {onBehalfOf && `, en nombre de ${onBehalfOf.name}`}, <DateTime value={createdAt} withTime />
        </span>
      </header>
      <p className={classes.words}>Motivo: {reason}</p>
      {stale && (
        <p className={classes.notice} role="status">
          La sección cambió después de pedirse este cambio. Aquí se compara con lo que dice ahora.
        </p>
      )}
      <ChangeDifferences change={change} />
      {turn && (
        <div className={classes.turn}>
          <WhoseTurn turn={turn} />
          {note && <span className={classes.meta}>{note}</span>}
        </div>
      )}
      <Answer change={change} />
      <Decisions change={change} />
    </article>
  );
}

function Answer({ change }: { change: ChangeRequest }) {
  const { state, decidedBy, decidedAt, answer } = change;
  if (isOpenChange(change) || !decidedAt) return null;
  return (
    <>
      <p className={classes.meta}>
        {STATES[state].label} por {decidedBy?.name}, <DateTime value={decidedAt} withTime />
      </p>
      {answer && <p className={classes.words}>{answer}</p>}
    </>
  );
}

function Decisions({ change }: { change: ChangeRequest }) {
  const [asked, setAsked] = useState<'accept' | 'refuse' | 'withdraw' | null>(null);
  const { mayDecide, mayWithdraw, refusal } = change;
  const close = () => setAsked(null);
  // What somebody else settled meanwhile stays told in the open dialog.
  if (!asked && !mayDecide && !mayWithdraw && !refusal) return null;
  return (
    <>
      {refusal && <p className={classes.meta}>{refusal}</p>}
      <Group gap="xs" mt="sm" className="no-print">
        {mayDecide && (
          <>
            <Button size="xs" onClick={() => setAsked('accept')}>
              Aceptar cambio
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsked('refuse')}>
              Rechazar cambio
            </Button>
          </>
        )}
        {mayWithdraw && (
          <Button size="xs" variant="default" onClick={() => setAsked('withdraw')}>
            Retirar solicitud
          </Button>
        )}
      </Group>
      {(asked === 'accept' || asked === 'refuse') && (
        <DecisionDialog change={change} accept={asked === 'accept'} onClose={close} />
      )}
      <WithdrawDialog change={change} open={asked === 'withdraw'} onClose={close} />
    </>
  );
}

function WithdrawDialog({
  change,
  open,
  onClose,
}: {
  change: ChangeRequest;
  open: boolean;
  onClose: () => void;
}) {
  const { project, cache } = useProject();
  const params = { kind: project.kind, id: project.id, change: change.id };
  return (
    <ConfirmDialog
      open={open}
      title="Retirar solicitud"
      confirm="Retirar solicitud"
      destructive
      onCancel={onClose}
      onConfirm={async () => {
        await request(withdrawChange, { params }).finally(() => cache.refresh());
        onClose();
        toasts.success('Solicitud retirada.');
      }}
    >
      Nadie la decide y la Ficha queda como está. Puedes pedir el cambio otra vez.
    </ConfirmDialog>
  );
}
