import { lookUp } from '../kit/look-up.ts';
import { type Question, scaleOf } from './questions.ts';
import type { Tally } from './tallies.ts';

/** A counted wave as a series takes it, all its answers, no part; or several of one version and year taken together. */
export interface CountedWave {
  /** How many are taken together; one, unless said. */
  readonly waves?: number;
  /** In which it was sent. */
  readonly year: number;
  /** Number of the version. */
  readonly version: number;
  readonly questions: readonly Question[];
  readonly answers: number;
  readonly tallies: readonly Pick<Tally, 'question' | 'value' | 'count'>[];
}

export interface SeriesPoint {
  readonly year: number;
  readonly waves: number;
  /** Who answered the question. */
  readonly answers: number;
  readonly counts: Readonly<Record<string, number>>;
}
/** Answers that may be compared: of one key and scale. */
export interface SeriesLine {
  /** The question as it was asked last. */
  readonly question: Question;
  readonly points: readonly SeriesPoint[];
}
export interface QuestionSeries {
  readonly key: string;
  /** The one that was asked first comes first; where there are several, what was asked is not the same. */
  readonly lines: readonly SeriesLine[];
}

interface Open {
  question: Question;
  readonly years: Map<number, { waves: number; answers: number; counts: Record<string, number> }>;
}

/**
 * What the closed questions of an instrument came to over the years. Waves of a year are taken together; another scale
 * begins another line. Questions in the order of the latest wave, those that are asked no more after them.
 */
export function seriesOf(waves: readonly CountedWave[]): QuestionSeries[] {
  const ordered = waves.toSorted((a, b) => a.year - b.year || a.version - b.version);
  const lines = new Map<string, Map<string, Open>>();
  for (const wave of ordered) for (const question of wave.questions) addWave(lines, wave, question);
  const latest = ordered.at(-1)?.questions.map(q => q.key) ?? [];
  const keys = [...new Set([...latest, ...lines.keys()])];
  return keys.flatMap(key => {
    const of = lines.get(key);
    return of ? [{ key, lines: [...of.values()].map(lineOf) }] : [];
  });
}

function addWave(lines: Map<string, Map<string, Open>>, wave: CountedWave, question: Question): void {
  if (question.kind === 'text') return;
  const scale = scaleOf(question);
  const of = lines.get(question.key) ?? new Map<string, Open>();
  lines.set(question.key, of);
  const line = of.get(scale) ?? { question, years: new Map() };
  of.set(scale, line);
  line.question = question;
  const point = line.years.get(wave.year) ?? { waves: 0, answers: 0, counts: {} };
  line.years.set(wave.year, point);
  const own = wave.tallies.filter(t => t.question === question.key);
  point.waves += wave.waves ?? 1;
  point.answers += wave.answers - (own.find(t => t.value === '')?.count ?? 0);
  for (const { value, count } of own)
    if (value !== '') point.counts[value] = (lookUp<number>(point.counts, value) ?? 0) + count;
}

const lineOf = ({ question, years }: Open): SeriesLine => ({
  question,
  points: [...years].map(([year, point]) => ({ year, ...point })).toSorted((a, b) => a.year - b.year),
});

/** Mean of the values of a scale; null where nobody answered. */
export function meanOf({ answers, counts }: Pick<SeriesPoint, 'answers' | 'counts'>): number | null {
  if (answers === 0) return null;
  const sum = Object.entries(counts).reduce((total, [value, count]) => total + Number(value) * count, 0);
  return sum / answers;
}
