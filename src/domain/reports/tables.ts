import { COUNTED, type PeopleCounts, peopleIn } from '../execution/people.ts';
import type { Block, PrintedColumn } from '../kinds/print/print.ts';
import { formatCount, formatDay, formatMoney, formatNumber } from '../text/format.ts';
import { planState } from './charts.ts';
import type { ReportFacts } from './facts.ts';

// What was recorded, as a report has it on paper.

const NONE = '—';
const dayOf = (day: string | null) => (day === null ? NONE : formatDay(day));
const count = (n: number | undefined) => (n === undefined ? NONE : formatNumber(n, 0));

/** None where there are no rows. */
const table = (label: string, columns: readonly PrintedColumn[], rows: string[][]): Block[] =>
  rows.length === 0 ? [] : [{ type: 'table', label, columns, rows }];

export function activityTable({ activities, plan }: Pick<ReportFacts, 'activities' | 'plan'>): Block[] {
  const planned = new Map(plan.map(item => [item.id, item.name]));
  const columns = [
    { title: 'Fecha', weight: 1.1 },
    { title: 'Actividad', weight: 3 },
    { title: 'Del plan', weight: 2.5 },
    { title: 'Lugar', weight: 2 },
    { title: 'Personas', weight: 0.9, number: true },
    { title: 'Asistencias', weight: 1, number: true },
  ];
  const rows = activities.map(a => [
    formatDay(a.day),
    a.name,
    [(a.planItemId && planned.get(a.planItemId)) || '', a.completes ? '(la completa)' : '']
      .filter(Boolean)
      .join(' ') || NONE,
    a.place || NONE,
    count(peopleIn(a.attendances, a.counts)),
    a.attendances === 0 ? NONE : count(a.attendances),
  ]);
  return table('', columns, rows);
}

const STATES = { late: 'Atrasada', open: 'Por hacer' } as const;

/** Names in full, which a chart has no room for, and when each was done. */
export function planTable({ plan, to }: Pick<ReportFacts, 'plan' | 'to'>): Block[] {
  const columns = [
    { title: 'Actividad', weight: 4 },
    { title: 'Desde', weight: 1.1 },
    { title: 'Hasta', weight: 1.1 },
    { title: 'Estado', weight: 1.8 },
  ];
  const stateOf = (item: ReportFacts['plan'][number]) => {
    const state = planState(item, to);
    return state === 'done' ? `Hecha el ${dayOf(item.doneOn)}` : STATES[state];
  };
  const rows = plan.map(item => [
    `${item.isMilestone ? 'Hito: ' : ''}${item.name || 'Sin nombre'}`,
    dayOf(item.from),
    dayOf(item.to),
    stateOf(item),
  ]);
  return table('', columns, rows);
}

/** Of the final report: people by group where they are not what was recorded, and why. */
export interface PeopleCorrection {
  /** As they are recorded, without it. */
  readonly recorded: PeopleCounts;
  readonly people: PeopleCounts;
  readonly peopleReason: string;
}

/** People by group: expected, recorded and, where it says otherwise, as the report corrects them. */
function peopleTable(
  { expected, people }: Pick<ReportFacts, 'expected' | 'people'>,
  correction: PeopleCorrection | null,
): Block[] {
  const recorded = correction?.recorded ?? people;
  const columns = [
    { title: 'Grupo', weight: 3 },
    { title: 'Esperadas', weight: 1, number: true },
    { title: 'Registradas', weight: 1, number: true },
    ...(correction ? [{ title: 'Corregidas', weight: 1, number: true }] : []),
  ];
  const rows = COUNTED.flatMap(({ label, groups }) =>
    groups.flatMap(({ value, label: group }) => {
      const corrected = correction?.people[value];
      if ([expected[value], recorded[value], corrected].every(n => n === undefined)) return [];
      // Where nothing is corrected, what was recorded holds.
      const last = corrected === undefined ? '' : count(corrected);
      return [
        [`${label}: ${group}`, count(expected[value]), count(recorded[value]), ...(correction ? [last] : [])],
      ];
    }),
  );
  return table('', columns, rows);
}

/** The number of people with how it was counted, and why it was corrected. */
export function peopleBlocks(facts: ReportFacts, correction: PeopleCorrection | null): Block[] {
  const { attendances, people, unidentified } = facts.attendance;
  const came = `${formatCount(attendances, 'asistencia', 'asistencias')} de ${formatCount(people, 'persona', 'personas')}`;
  const listed = `Las listas suman ${came}${unidentified > 0 ? `, y ${formatCount(unidentified, 'asistencia', 'asistencias')} de quienes no se pudo identificar` : ''}.`;
  return [
    ...peopleTable(facts, correction),
    ...(attendances > 0 ? [{ type: 'text', label: 'Asistencia', text: listed } as const] : []),
    ...(correction
      ? [{ type: 'text', label: 'Por qué se corrigió', text: correction.peopleReason } as const]
      : []),
  ];
}

export function indicatorTable({ indicators }: Pick<ReportFacts, 'indicators'>): Block[] {
  const columns = [
    { title: 'Indicador', weight: 3 },
    { title: 'Línea base', weight: 1.5 },
    { title: 'Meta', weight: 1.5 },
    { title: 'Logrado', weight: 2 },
  ];
  const rows = indicators.map(({ name, words }) => [
    name || 'Sin nombre',
    ...[words.baseline, words.target, words.actual].map(text => text || NONE),
  ]);
  return table('', columns, rows);
}

export function deliverableTable({ deliverables }: Pick<ReportFacts, 'deliverables'>): Block[] {
  const columns = [
    { title: 'Entregable', weight: 4 },
    ...['Entregado', 'Aceptado', 'Pagado'].map(title => ({ title, weight: 1.1 })),
  ];
  const rows = deliverables.map(d => [
    d.name || 'Sin nombre',
    ...[d.deliveredOn, d.acceptedOn, d.paidOn].map(dayOf),
  ]);
  return table('', columns, rows);
}

type Money = NonNullable<ReportFacts['money']>;

export function moneyFacts({ awarded, paid, spent, approved, refunded }: Money): Block {
  const all = [
    ...(awarded === null ? [] : [{ label: 'Adjudicado', text: formatMoney(awarded) }]),
    { label: 'Pagado por la universidad', text: formatMoney(paid) },
    { label: 'Gastado', text: formatMoney(spent) },
    { label: 'Rendido y aprobado', text: formatMoney(approved) },
    ...(refunded === 0 ? [] : [{ label: 'Reintegrado', text: formatMoney(refunded) }]),
  ];
  return { type: 'facts', facts: all };
}

export function moneyTable({ categories }: Pick<Money, 'categories'>): Block[] {
  const columns = [
    { title: 'Categoría', weight: 3 },
    ...['Presupuesto', 'Gastado', 'Saldo'].map(title => ({ title, weight: 1, number: true })),
  ];
  const amounts = (planned: number, spent: number) => [planned, spent, planned - spent].map(formatMoney);
  const rows = categories.map(c => [c.label, ...amounts(c.planned, c.spent)]);
  const sum = (which: 'planned' | 'spent') => categories.reduce((all, c) => all + c[which], 0);
  if (rows.length === 0) return [];
  const total = ['Total', ...amounts(sum('planned'), sum('spent'))];
  return [{ type: 'table', label: '', columns, rows, ...(rows.length > 1 && { total }) }];
}
