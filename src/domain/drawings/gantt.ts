import { addDays } from '../kit/calendar.ts';
import { formatCount, formatDay } from '../text/format.ts';
import { cutText, textWidth } from '../text/text-width.ts';
import { legendOf } from './bar-rows.ts';
import { type Drawing, labelled, type Mark, mark } from './mark.ts';
import { monthsOf, type Span, shareOf } from './months.ts';
import { isNarrow, lettering, painted, patternsOf, round, type Sheet } from './sheet.ts';

export interface GanttActivity {
  readonly label: string;
  /** Days `yyyy-mm-dd`, both included, in their order. */
  readonly from: string;
  readonly to: string;
  readonly isMilestone: boolean;
  /** Who answers for it; may be empty. */
  readonly responsible: string;
  /** What became of it; left out where only what is planned is drawn. */
  readonly state?: GanttState;
}
export type GanttState = 'done' | 'late' | 'open';
const STATE_WORDS: Readonly<Record<GanttState, string>> = {
  done: 'Hecha',
  late: 'Atrasada',
  open: 'Por hacer',
};
const STATES = Object.keys(STATE_WORDS) as GanttState[];
const isIn = (state: GanttState) => (activity: GanttActivity) => activity.state === state;

export interface GanttData {
  readonly activities: readonly GanttActivity[];
  readonly span: Span;
  readonly today: string;
  /** What the sentence calls the day, where it is read on other days. */
  readonly dayName?: string;
}

const dates = ({ from, to }: GanttActivity) =>
  from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`;

function sentenceOf({ activities, today, dayName = 'hoy' }: GanttData): string {
  const milestones = activities.filter(a => a.isMilestone).length;
  const others = activities.length - milestones;
  const counts = [
    ...(others > 0 ? [formatCount(others, 'actividad', 'actividades')] : []),
    ...(milestones > 0 ? [formatCount(milestones, 'hito', 'hitos')] : []),
  ].join(' y ');
  const first = activities.map(a => a.from).sort()[0] ?? today;
  const last =
    activities
      .map(a => a.to)
      .sort()
      .at(-1) ?? today;
  const running = activities.filter(a => a.from <= today && today <= a.to).length;
  const now =
    today < first
      ? 'todavía no comienza'
      : today > last
        ? 'ya terminó'
        : `${formatCount(running, 'está', 'están')} en curso ${dayName}`;
  const done = activities.filter(isIn('done')).length;
  const late = activities.filter(isIn('late')).length;
  const progress = activities.some(a => a.state)
    ? ` ${formatCount(done, 'hecha', 'hechas')}, ${formatCount(late, 'atrasada', 'atrasadas')}.`
    : '';
  return `${counts}, del ${formatDay(first)} al ${formatDay(last)}; ${now}.${progress}`;
}

/** Room and places of a chart. */
interface Layout {
  /** Where the months begin, and how wide they are. */
  readonly left: number;
  readonly room: number;
  readonly head: number;
  readonly step: number;
  /** From the top of a row to the middle of its bar, and of its name. */
  readonly bar: number;
  readonly name: number;
}

function layOut(sheet: Sheet): Layout {
  const { width, size } = sheet;
  const narrow = isNarrow(sheet);
  const left = narrow ? 0 : Math.min(width * 0.38, size * 26);
  return {
    left: round(left),
    room: round(Math.max(1, width - left - 1)),
    head: round(size * 1.8),
    step: round(size * (narrow ? 2.9 : 2)),
    bar: round(size * (narrow ? 2.1 : 1)),
    name: round(size * (narrow ? 0.9 : 1)),
  };
}

/** What is done is full, what is late has the pattern of a warning, what is still to do is an outline. */
function paintOf(
  { state, isMilestone }: Pick<GanttActivity, 'state' | 'isMilestone'>,
  sheet: Sheet,
): Mark['attributes'] {
  const { ink } = sheet;
  if (state === 'late') return painted(sheet, LATE);
  const colour = isMilestone ? ink.text : ink.series[0];
  return state === 'open' ? { fill: ink.ground, stroke: colour, 'stroke-width': 1.5 } : { fill: colour };
}
/** Of the series whose paint shows what is late. */
const LATE = 1;

function shape(activity: GanttActivity, x: (day: string) => number, y: number, sheet: Sheet): Mark {
  const { size } = sheet;
  const paint = paintOf(activity, sheet);
  const start = x(activity.from);
  const end = x(addDays(activity.to, 1));
  if (activity.isMilestone) {
    const [middle, half] = [round((start + end) / 2), size * 0.48];
    const d = `M${middle} ${round(y - half)}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
    return mark('path', { d, ...paint });
  }
  const high = size * 0.9;
  // A day of three years would be less than a pixel.
  const wide = Math.max(end - start, size * 0.25);
  const place = { x: round(start), y: round(y - high / 2), width: round(wide), height: round(high), rx: 2 };
  return mark('rect', { ...place, ...paint });
}

/** Activities over months, each in its row; of milestones a diamond in the middle of their days. */
export function drawGantt(data: GanttData, sheet: Sheet): Drawing {
  const { size, width, ink } = sheet;
  const { activities, span, today } = data;
  const layout = layOut(sheet);
  const { left, room, head, step } = layout;
  const shown = STATES.filter(state => activities.some(isIn(state)));
  const legend = legendOf(
    shown.map(state => STATE_WORDS[state]),
    sheet,
    n => paintOf({ state: shown[n] ?? 'open', isMilestone: false }, sheet),
  );
  const top = legend.height;
  const height = Math.ceil(top + head + activities.length * step + size * 0.4);
  const x = (day: string) => round(left + shareOf(span, day) * room);
  const months = monthsOf(span, Math.floor(room / (size * 3.6))).flatMap(({ day, label }) => [
    mark('line', { x1: x(day), x2: x(day), y1: top, y2: height, stroke: ink.line }),
    ...(x(day) + size * 0.35 + textWidth(label, size) <= width
      ? [lettering(sheet, x(day) + size * 0.35, top + head / 2, label, { dim: true, scale: 0.92 })]
      : []),
  ]);
  const row = (activity: GanttActivity, n: number): Mark => {
    const y = top + head + n * step;
    const { label, responsible, isMilestone, state } = activity;
    const named = isMilestone ? `Hito: ${label}` : label;
    const words = [named, dates(activity), responsible, state && STATE_WORDS[state]].filter(Boolean);
    const name = cutText(label, size, (left || width) - size);
    return labelled(words.join(', '), [
      // The whole row answers to the pointer, also where it is empty.
      mark('rect', { x: 0, y: round(y), width, height: step, fill: ink.ground, 'fill-opacity': 0 }),
      lettering(sheet, 0, y + layout.name, name),
      shape(activity, x, y + layout.bar, sheet),
    ]);
  };
  const isNow = span.from <= today && today < span.until;
  const line = {
    x1: x(today),
    x2: x(today),
    y1: top + head * 0.9,
    y2: height,
    stroke: ink.accent,
    'stroke-width': 2,
  };
  return {
    width,
    height,
    marks: [
      ...(activities.some(isIn('late')) ? [patternsOf(sheet, LATE + 1)] : []),
      ...legend.marks,
      mark('line', { x1: 0, x2: width, y1: top + head, y2: top + head, stroke: ink.line }),
      ...months,
      ...activities.map(row),
      ...(isNow ? [mark('line', { ...line, 'stroke-dasharray': '4 3' })] : []),
    ],
    sentence: sentenceOf(data),
    table: tableOf(activities),
  };
}

function tableOf(activities: readonly GanttActivity[]): Drawing['table'] {
  const hasStates = activities.some(a => a.state);
  const columns = ['Actividad', 'Tipo', 'Desde', 'Hasta', 'Responsable', ...(hasStates ? ['Estado'] : [])];
  return {
    columns: columns.map(title => ({ title })),
    rows: activities.map(a => [
      a.label,
      a.isMilestone ? 'Hito' : 'Actividad',
      formatDay(a.from),
      formatDay(a.to),
      a.responsible,
      ...(hasStates ? [a.state ? STATE_WORDS[a.state] : ''] : []),
    ]),
  };
}
