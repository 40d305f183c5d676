import { Anchor, Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import {
  isDone,
  PLAN_STATE_LABELS,
  type PlanProgress,
  type PlanState,
  planProgress,
} from '../../../../domain/execution/progress.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { WhenNear } from '../../../../web/routing/when-near.tsx';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import { Pill, type Tone } from '../../../../web/ui/status/pill.tsx';
import type { ActivityRow, Execution } from '../../contract.ts';
import classes from '../execution.module.css';
import { type OpenForm, usePlanned } from '../use-execution.tsx';

const PlanGantt = lazyPart(() => import('./plan-gantt.tsx'), 'PlanGantt');

const LOOKS: Readonly<Record<PlanState, { icon: TablerIcon; tone: Tone }>> = {
  done: { icon: IconCheck, tone: 'good' },
  late: { icon: IconAlertTriangle, tone: 'attention' },
  current: { icon: IconPlayerPlay, tone: 'review' },
  upcoming: { icon: IconClock, tone: 'quiet' },
};

interface Props {
  execution: Execution;
  onForm: (form: OpenForm) => void;
  onOpen: (id: string) => void;
}

/** Every activity of the plan beside what was done for it. */
export function PlanTable({ execution, onForm, onOpen }: Props) {
  const { plan } = usePlanned();
  const { activities, today } = execution;
  const progress = planProgress(plan, activities, today);
  const outside = activities.filter(a => !plan.some(item => item.id === a.planItemId));
  return (
    <>
      <WhenNear className={classes.gantt}>
        <Suspense fallback={<div className={classes.gantt} />}>
          <PlanGantt progress={progress} today={today} />
        </Suspense>
      </WhenNear>
      <div className={cards.cards}>
        <table className={`${plain.table} ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col">Planificado</th>
              <th scope="col">Fechas</th>
              <th scope="col">Estado</th>
              <th scope="col">Hecho</th>
            </tr>
          </thead>
          <tbody>
            {progress.map(each => (
              <PlanLine
                key={each.item.id}
                progress={each}
                execution={execution}
                onForm={onForm}
                onOpen={onOpen}
              />
            ))}
            {outside.length > 0 && (
              <tr>
                <th scope="row" data-first>
                  Fuera del plan
                </th>
                <td data-label="Fechas">–</td>
                <td data-label="Estado">–</td>
                <td data-label="Hecho">
                  <Done activities={outside} onOpen={onOpen} />
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}

function datesOf({ from, to }: PlanProgress['item']): string {
  if (!from || !to) return '–';
  return from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`;
}

function PlanLine({ progress, execution, onForm, onOpen }: Props & { progress: PlanProgress }) {
  const { item, state, daysLate } = progress;
  const { icon, tone } = LOOKS[state];
  const done = execution.activities.filter(a => a.planItemId === item.id);
  const late = daysLate > 0 ? formatCount(daysLate, 'día', 'días') : '';
  return (
    <tr>
      <th scope="row" data-first>
        {item.isMilestone && <small>Hito · </small>}
        {item.name || 'Sin nombre'}
      </th>
      <td data-label="Fechas">
        <span className={classes.dates}>{datesOf(item)}</span>
      </td>
      <td data-label="Estado">
        <Pill icon={icon} tone={tone}>
          {PLAN_STATE_LABELS[state]}
        </Pill>
        {late && <small className={classes.late}>{isDone(state) ? `${late} después` : `hace ${late}`}</small>}
      </td>
      <td data-label="Hecho">
        <Done activities={done} onOpen={onOpen} />
        {execution.record?.allowed && !isDone(state) && (
          <Button
            variant="subtle"
            size="compact-sm"
            ml="-0.5rem"
            onClick={() => onForm({ form: 'activity', id: null, planItemId: item.id })}
            aria-label={`Registrar ${item.name}`}
          >
            Registrar
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Of many the latest are named. */
const NAMED = 5;

function Done({ activities, onOpen }: { activities: readonly ActivityRow[]; onOpen: (id: string) => void }) {
  if (activities.length === 0) return null;
  return (
    <ul className={classes.done}>
      {activities.slice(0, NAMED).map(a => (
        <li key={a.id}>
          <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onOpen(a.id)}>
            {formatDay(a.day)} {a.name}
          </Anchor>
        </li>
      ))}
      {activities.length > NAMED && <li>y {activities.length - NAMED} más</li>}
    </ul>
  );
}
