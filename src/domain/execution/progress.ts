import { daysBetween } from '../kit/calendar.ts';
import type { Contract } from '../sections/contract.ts';
import type { Plan } from '../sections/plan.ts';

/** An activity as it was recorded, as far as the plan asks for it. */
export interface Recorded {
  readonly planItemId: string | null;
  /** Day `yyyy-mm-dd`. */
  readonly day: string;
  /** With it the plan's activity is done. */
  readonly completes: boolean;
}

export const PLAN_STATES = ['done', 'late', 'current', 'upcoming'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

export const PLAN_STATE_LABELS: Readonly<Record<PlanState, string>> = {
  done: 'Hecha',
  late: 'Atrasada',
  current: 'En curso',
  upcoming: 'Por comenzar',
};

/** Nothing more is expected of it. */
export const isDone = (state: PlanState): boolean => state === 'done';

type PlanItem = Plan['activities'][number];

export interface PlanProgress {
  readonly item: PlanItem;
  readonly state: PlanState;
  /** Day of the last activity that completed it; null while it is not done. */
  readonly doneOn: string | null;
  /** Days it is late, or was when it was done; 0 in time. */
  readonly daysLate: number;
  /** How many activities were recorded for it. */
  readonly recorded: number;
}

/** How far one activity of the plan is on a day. */
function progressOf(item: PlanItem, recorded: readonly Recorded[], today: string): PlanProgress {
  const own = recorded.filter(r => r.planItemId === item.id);
  const doneOn =
    own
      .filter(r => r.completes)
      .map(r => r.day)
      .sort()
      .at(-1) ?? null;
  const until = doneOn ?? today;
  const daysLate = item.to ? Math.max(0, daysBetween(item.to, until)) : 0;
  const open: PlanState = daysLate > 0 ? 'late' : item.from && item.from <= today ? 'current' : 'upcoming';
  return { item, state: doneOn ? 'done' : open, doneOn, daysLate, recorded: own.length };
}

/** The plan with what became of each of its activities, in its own order. */
export const planProgress = (
  items: readonly PlanItem[],
  recorded: readonly Recorded[],
  today: string,
): PlanProgress[] => items.map(item => progressOf(item, recorded, today));

/** How a chart shows it. */
export const ganttState = (state: PlanState): 'done' | 'late' | 'open' =>
  state === 'done' || state === 'late' ? state : 'open';

export const COMING_KINDS = [
  'activity',
  'milestone',
  'meeting',
  'action_item',
  'deliverable',
  'report',
] as const;
export type ComingKind = (typeof COMING_KINDS)[number];

export const COMING_LABELS: Readonly<Record<ComingKind, string>> = {
  activity: 'Actividad',
  milestone: 'Hito',
  meeting: 'Reunión',
  action_item: 'Acuerdo',
  deliverable: 'Entregable',
  report: 'Informe',
};

/** Something that is still to be done, on a day or by it. */
export interface Coming {
  readonly kind: ComingKind;
  /** Of the entry; of a report the project's word. */
  readonly id: string;
  readonly label: string;
  /** Day `yyyy-mm-dd` on which it begins or is due. */
  readonly day: string;
  /** Name of who answers for it; may be empty. */
  readonly responsible: string;
  readonly isLate: boolean;
}

export interface Expected {
  readonly plan: readonly PlanItem[];
  readonly recorded: readonly Recorded[];
  readonly meetings: readonly { readonly id: string; readonly label: string; readonly day: string }[];
  readonly actionItems: readonly {
    readonly id: string;
    readonly text: string;
    readonly dueDay: string;
    readonly responsible: string;
    readonly isDone: boolean;
  }[];
  readonly deliverables: readonly Contract['deliverables'][number][];
  /** Ids of those that were delivered. */
  readonly delivered: readonly string[];
  /** The report that is to be sent next, by its name, and its last day; null where none is due. */
  readonly report: { readonly name: string; readonly day: string } | null;
}

/** What comes next in a project, what is late first, by day. What began is due by its last day. */
export function comingNext(e: Expected, today: string): Coming[] {
  const due = (kind: ComingKind, id: string, label: string, day: string, responsible = ''): Coming => ({
    ...{ kind, id, label, day, responsible },
    isLate: day < today,
  });
  const planned = planProgress(e.plan, e.recorded, today).flatMap(({ item, state }) => {
    const { id, name, from, to, isMilestone, responsible } = item;
    if (state === 'done' || !from || !to) return [];
    const day = state === 'upcoming' && !isMilestone ? from : to;
    return [due(isMilestone ? 'milestone' : 'activity', id, name || 'Sin nombre', day, responsible)];
  });
  const rest = [
    ...e.meetings.filter(m => m.day >= today).map(m => due('meeting', m.id, m.label, m.day)),
    ...e.actionItems
      .filter(a => !a.isDone)
      .map(a => due('action_item', a.id, a.text, a.dueDay, a.responsible)),
    ...e.deliverables.flatMap(d =>
      d.dueDate && !e.delivered.includes(d.id)
        ? [due('deliverable', d.id, d.name || 'Sin nombre', d.dueDate)]
        : [],
    ),
    ...(e.report ? [due('report', 'report', `Enviar el ${e.report.name.toLowerCase()}`, e.report.day)] : []),
  ];
  return [...planned, ...rest].sort((a, b) => a.day.localeCompare(b.day) || a.label.localeCompare(b.label));
}
