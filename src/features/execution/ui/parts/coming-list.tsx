import { Button } from '@mantine/core';
import { useState } from 'react';
import { COMING_LABELS, type Coming, comingNext } from '../../../../domain/execution/progress.ts';
import { isRunning } from '../../../../domain/kinds/statuses.ts';
import { daysBetween } from '../../../../domain/kit/calendar.ts';
import { reportName } from '../../../../domain/reports/names.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { dayOf, formatDay } from '../../../../web/dates.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { Execution } from '../../contract.ts';
import classes from '../execution.module.css';
import { type OpenForm, usePlanned } from '../use-execution.tsx';
import { SettleBox } from './settle-box.tsx';

/** More than these are folded. */
const SHOWN = 8;

function useComing({ activities, meetings, deliverables, today }: Execution): Coming[] {
  const { project } = useProject();
  const { plan, deliverables: promised } = usePlanned();
  return comingNext(
    {
      plan,
      recorded: activities,
      // One that has been told of was held.
      meetings: meetings
        .filter(m => m.summary === '')
        .map(m => ({ id: m.id, day: m.day, label: m.organisation?.name ?? 'Reunión' })),
      actionItems: meetings
        .flatMap(m => m.actionItems)
        .map(i => ({
          ...{ id: i.id, text: i.text, dueDay: i.dueDay },
          responsible: i.responsible?.name ?? i.responsibleName,
          isDone: i.doneAt !== null,
        })),
      deliverables: promised,
      delivered: deliverables.filter(d => d.deliveredOn !== null).map(d => d.itemId),
      report:
        isRunning(project.status) && project.turn.due
          ? { name: reportName(project.nextReport), day: dayOf(project.turn.due) }
          : null,
    },
    today,
  );
}

function whenOf({ day }: Coming, today: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return 'hoy';
  if (days === 1) return 'mañana';
  if (days < 0) return `atraso de ${formatCount(-days, 'día', 'días')}`;
  return days <= 14 ? `en ${formatCount(days, 'día', 'días')}` : '';
}

interface Props {
  execution: Execution;
  onForm: (form: OpenForm) => void;
}

/** What is late and what comes next, by day. */
export function ComingList({ execution, onForm }: Props) {
  const [all, setAll] = useState(false);
  const coming = useComing(execution);
  if (coming.length === 0)
    return <p className={classes.quiet}>Nada pendiente: todo lo planificado está hecho.</p>;
  return (
    <>
      <ol className={classes.lines}>
        {coming.slice(0, all ? undefined : SHOWN).map(each => (
          <ComingLine key={`${each.kind} ${each.id}`} coming={each} execution={execution} onForm={onForm} />
        ))}
      </ol>
      {coming.length > SHOWN && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(!all)}>
          {all ? 'Ver menos' : `Ver todo (${coming.length})`}
        </Button>
      )}
    </>
  );
}

function ComingLine({ coming, execution, onForm }: Props & { coming: Coming }) {
  const { kind, id, label, day, responsible, isLate } = coming;
  const mayRecord = execution.record?.allowed ?? false;
  const form: OpenForm | null =
    kind === 'activity' || kind === 'milestone'
      ? { form: 'activity', id: null, planItemId: id }
      : kind === 'meeting'
        ? { form: 'meeting', id }
        : kind === 'deliverable' && execution.mayEditAll
          ? { form: 'deliverable', itemId: id }
          : null;
  const verb = kind === 'meeting' ? 'Abrir' : 'Registrar';
  const item = execution.meetings.flatMap(m => m.actionItems).find(i => i.id === id);
  return (
    <li className={classes.line} data-late={isLate || undefined}>
      <span className={classes.day}>
        <time dateTime={day}>{formatDay(day)}</time>
        <small>{whenOf(coming, execution.today)}</small>
      </span>
      <span className={classes.what}>
        <small>{[COMING_LABELS[kind], responsible].filter(Boolean).join(' · ')}</small>
        <span>{label}</span>
      </span>
      {item?.maySettle ? (
        <SettleBox item={item} label="Hecho" />
      ) : (
        mayRecord &&
        form && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onForm(form)}
            aria-label={`${verb} ${label}`}
          >
            {verb}
          </Button>
        )
      )}
    </li>
  );
}
