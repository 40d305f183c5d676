import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCash,
  IconCircleCheck,
  IconClock,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import {
  DELIVERABLE_LABELS,
  type DeliverableState,
  deliverableState,
} from '../../../../domain/execution/activities.ts';
import { formatAmount } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import { Pill, type Tone } from '../../../../web/ui/status/pill.tsx';
import type { Deliverable, Execution } from '../../contract.ts';
import classes from '../execution.module.css';
import { type OpenForm, usePlanned } from '../use-execution.tsx';

const LOOKS: Readonly<Record<DeliverableState, { icon: TablerIcon; tone: Tone }>> = {
  pending: { icon: IconClock, tone: 'quiet' },
  late: { icon: IconAlertTriangle, tone: 'attention' },
  delivered: { icon: IconSend, tone: 'review' },
  accepted: { icon: IconCircleCheck, tone: 'good' },
  paid: { icon: IconCash, tone: 'good' },
};

/** What is known of one that nothing has happened to. */
export const untouched = (itemId: string): Deliverable => ({
  ...{ itemId, deliveredOn: null, acceptedOn: null, paidOn: null },
  ...{ paymentReference: '', note: '', file: null, version: 0 },
});

interface Props {
  execution: Execution;
  onForm: (form: OpenForm) => void;
}

/** Deliverables of the contract with how far each is. */
export function DeliverableList({ execution, onForm }: Props) {
  const { deliverables: promised, currency } = usePlanned();
  return (
    <ol className={classes.lines}>
      {promised.map(({ id, name, dueDate, payment }) => {
        const stored = execution.deliverables.find(d => d.itemId === id) ?? untouched(id);
        const state = deliverableState(stored, dueDate ?? '', execution.today);
        const { icon, tone } = LOOKS[state];
        const facts = [
          payment !== null && `pago de ${formatAmount(payment, currency)}`,
          stored.deliveredOn && `entregado el ${formatDay(stored.deliveredOn)}`,
          stored.acceptedOn && `aceptado el ${formatDay(stored.acceptedOn)}`,
          stored.paidOn && `pagado el ${formatDay(stored.paidOn)}`,
          stored.file?.name,
        ].filter(Boolean);
        return (
          <li key={id} className={classes.line}>
            <span className={classes.day}>{dueDate ? formatDay(dueDate) : '–'}</span>
            <span className={classes.what}>
              <span>{name || 'Sin nombre'}</span>
              <small>{facts.join(' · ')}</small>
            </span>
            <Pill icon={icon} tone={tone}>
              {DELIVERABLE_LABELS[state]}
            </Pill>
            {execution.mayEditAll && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Actualizar ${name}`}
                onClick={() => onForm({ form: 'deliverable', itemId: id })}
              >
                Actualizar
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
