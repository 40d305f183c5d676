import type { BarsData } from '../drawings/bars.ts';
import type { LineData } from '../drawings/line.ts';
import { formatCount, formatNumber } from '../text/format.ts';
import { type Question, scaleOf } from './questions.ts';
import { meanOf, type QuestionSeries, type SeriesLine } from './series.ts';
import { type Choice, promotersOf, type Shares, scaleWords } from './shares.ts';

/** Percent in words; none where nobody answered. */
export const percentWords = (percent: number | null): string =>
  percent === null ? '–' : `${formatNumber(percent, 0)}\u00a0%`;

/** A mean as it is written: always one decimal. */
export const meanWords = (mean: number | null): string => (mean === null ? '–' : formatNumber(mean, 1, 1));

/** A value in words, with what an end of a scale means. */
export function choiceWords(question: Question, { value, label }: Pick<Choice, 'value' | 'label'>): string {
  if (question.kind !== 'scale') return label;
  const { from, to, low, high } = question;
  const end = value === String(from) ? low : value === String(to) ? high : '';
  return end === '' ? label : `${label} (${end})`;
}

/** Who answered, and what a scale comes to. */
function resultSentence(question: Question, shares: Shares): string {
  const { answered, without, choices } = shares;
  const base = `${formatCount(answered, 'respondió', 'respondieron')}, ${formatNumber(without)} no.`;
  if (question.kind === 'multiple') return `${base} Se podía elegir más de una opción.`;
  if (question.kind !== 'scale' || answered === 0) return base;
  const counts = Object.fromEntries(choices.map(c => [c.value, c.count]));
  const mean = `Promedio ${meanWords(meanOf({ answers: answered, counts }))}.`;
  const promoters = promotersOf(question, shares);
  if (!promoters) return `${base} ${mean}`;
  const [most, least] = [promoters.promoters, promoters.detractors].map(percentWords);
  return `${base} ${mean} Promotores (9 y 10): ${most}; detractores (0 a 6): ${least}.`;
}

/** How often each value was chosen. */
export function resultBars(question: Question, shares: Shares): BarsData {
  const { answered, choices } = shares;
  return {
    series: ['Respuestas'],
    rows: choices.map(c => ({ label: choiceWords(question, c), values: [c.count] })),
    of: 'Respuesta',
    format: count =>
      `${formatNumber(count)} (${percentWords(answered > 0 ? (100 * count) / answered : null)})`,
    sentence: resultSentence(question, shares),
  };
}

export interface ScaleChange {
  /** In which it was first answered by the other scale. */
  readonly year: number;
  readonly before: Question;
  readonly after: Question;
}

/** Where a question begins to be answered by another scale, or by an earlier one again: what stands on both sides of it is not compared. */
export function changesOf({ lines }: Pick<QuestionSeries, 'lines'>): ScaleChange[] {
  const years = [...new Set(lines.flatMap(l => l.points.map(p => p.year)))].toSorted((a, b) => a - b);
  const changes: ScaleChange[] = [];
  let before: readonly SeriesLine[] = [];
  for (const year of years) {
    const now = lines.filter(l => l.points.some(p => p.year === year));
    for (const line of now) {
      const last = before.at(-1) ?? now[0];
      if (last && last !== line && !before.includes(line))
        changes.push({ year, before: last.question, after: line.question });
    }
    before = now;
  }
  return changes;
}

const isScale = ({ question }: SeriesLine): boolean => question.kind === 'scale';

/** Means over the years, of each scale by itself; null of what is no scale. */
export function meansOf(series: Pick<QuestionSeries, 'lines'>): LineData | null {
  const lines = series.lines.filter(isScale);
  const years = [...new Set(lines.flatMap(l => l.points.map(p => p.year)))].toSorted((a, b) => a - b);
  if (lines.length === 0) return null;
  const changes = changesOf({ lines });
  const dayOf = (year: number) => `${year}-01-01`;
  const meanIn = ({ points }: SeriesLine, year: number) => {
    const point = points.find(p => p.year === year);
    return point ? meanOf(point) : null;
  };
  return {
    series: lines.length > 1 ? lineNames(lines) : ['Promedio'],
    rows: years.map(year => ({ day: dayOf(year), values: lines.map(line => meanIn(line, year)) })),
    ...{ of: 'Año', years: true, format: meanWords },
    marks: changes.map(c => ({ name: 'Cambió la escala', day: dayOf(c.year) })),
    sentence: meansSentence(lines),
  };
}

/** By what they go from and to; where that is the same, also by what it means. */
function lineNames(lines: readonly SeriesLine[]): string[] {
  const short = lines.map(({ question: q }) => (q.kind === 'scale' ? `Escala ${q.from} a ${q.to}` : ''));
  if (new Set(short).size === lines.length) return short;
  return lines.map(l => `Escala ${scaleWords(l.question)}`);
}

/** The one that was asked last. */
export const latestOf = (lines: readonly SeriesLine[]): SeriesLine | undefined =>
  lines.toSorted((a, b) => (a.points.at(-1)?.year ?? 0) - (b.points.at(-1)?.year ?? 0)).at(-1);

/** From where to where, of the scale that was asked last. */
function meansSentence(lines: readonly SeriesLine[]): string {
  const last = latestOf(lines);
  const [first, latest] = [last?.points[0], last?.points.at(-1)];
  if (!last || !first || !latest) return '';
  const words = (point: typeof first) => `${meanWords(meanOf(point))} en ${point.year}`;
  const scale = `Promedio en la escala ${scaleWords(last.question)}: `;
  return first === latest ? `${scale}${words(first)}.` : `${scale}${words(first)} y ${words(latest)}.`;
}

/** Names a line among those of its question. */
export const lineKey = ({ question }: Pick<SeriesLine, 'question'>): string => scaleOf(question);
