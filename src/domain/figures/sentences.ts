import { formatCount, formatList, formatNumber } from '../text/format.ts';
import { TOLD } from './drawn-rows.ts';
import { type FigureName, figureOf, type Unit } from './figures.ts';
import { nounOf, OVERLAPPING } from './row-words.ts';
import { formatValue } from './totals.ts';
import { type FigureValues, type Sides, unitOf } from './values.ts';

/** One side of a figure. */
interface Row {
  readonly key: string | null;
  readonly label: string;
  readonly values: readonly (number | null)[];
}
interface Side {
  readonly name: FigureName;
  readonly measures: readonly string[];
  readonly rows: readonly Row[];
}

const NOTHING = 'sin datos';

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A share of a whole above 0. */
function percent(part: number, whole: number): string {
  const share = (part / whole) * 100;
  return `${share > 0 && share < 1 ? 'menos de 1' : formatNumber(share, 0)}\u00a0%`;
}

/** Sum of a measure; null where nobody has said any of it. */
function sumOf({ measures, rows }: Side, measure: string): number | null {
  const at = measures.indexOf(measure);
  const known = rows.flatMap(row => row.values[at] ?? []);
  return known.length > 0 ? known.reduce((a, b) => a + b, 0) : null;
}

const UNITS: Partial<Record<Unit, readonly [one: string, many: string]>> = {
  projects: ['proyecto', 'proyectos'],
  partners: ['socio', 'socios'],
  reviews: ['evaluación', 'evaluaciones'],
};
const OVERDUE = ['proyecto vencido', 'proyectos vencidos'] as const;

const countWords = (name: FigureName): readonly [string, string] =>
  name === 'overdue_by_step' || name === 'overdue_by_faculty'
    ? OVERDUE
    : (UNITS[unitOf(figureOf(name))] ?? ['', '']);

interface Sized {
  readonly key: string | null;
  readonly label: string;
  readonly value: number;
}

/** First measure of each row that has any; of a table with columns over all of them. */
function sizedRows({ rows }: Side): Sized[] {
  const byKey = new Map<string | null, Sized>();
  for (const { key, label, values } of rows) {
    const value = (byKey.get(key)?.value ?? 0) + (values[0] ?? 0);
    if (value > 0) byKey.set(key, { key, label, value });
  }
  return [...byKey.values()];
}

/** As many as these are named when they are equally large. */
const NAMED = 3;

/** The largest row, or rows, and its share. */
function mostWords(side: Side): string {
  const { by } = figureOf(side.name);
  const [one, many] = countWords(side.name);
  const all = sizedRows(side);
  const [first] = all;
  if (!first) return NOTHING;
  if (all.length === 1) return `${first.label}: ${formatCount(first.value, one, many)}`;
  const named = all.filter(row => row.key !== null);
  const most = Math.max(...named.map(row => row.value));
  const largest = named.filter(row => row.value === most);
  const total = all.reduce((sum, row) => sum + row.value, 0);
  const isWhole = !OVERLAPPING.includes(by);
  const noun = nounOf(by);
  const shown = `${formatNumber(most)}${isWhole ? ` de ${formatNumber(total)}` : ''}`;
  const labels = formatList(largest.map(row => row.label));
  const [the, they, each] = noun.feminine ? ['la', 'las', 'cada una'] : ['el', 'los', 'cada uno'];
  if (largest.length === 1) {
    const share = isWhole ? ` (${percent(most, total)})` : '';
    return `${the} ${noun.one} con más ${many} es ${labels}, con ${shown}${share}`;
  }
  if (largest.length <= NAMED)
    return `${they} ${noun.many} con más ${many} son ${labels}, con ${shown} ${each}`;
  const rest = largest.length < all.length ? `, más que ${they} demás` : '';
  return `${largest.length} ${noun.many} tienen ${formatCount(most, one, many)} ${each}${rest}`;
}

/** Groups of people overlap: of all of them those who take part are told. */
function counted(side: Side): Side & { readonly of: string } {
  if (figureOf(side.name).by !== 'group') return { ...side, of: '' };
  const told = side.rows.filter(row => row.values.some(Boolean));
  const row = told.find(each => each.key === TOLD) ?? told[0];
  return { ...side, rows: row ? [row] : [], of: row ? `${row.label}: ` : '' };
}

/** How many of those expected came. */
function peopleWords(given: Side): string {
  const side = counted(given);
  const [expected, actual] = [sumOf(side, 'expected'), sumOf(side, 'actual')];
  const came = (n: number) => `${n === 1 ? 'llegó' : 'llegaron'}`;
  if (expected === null && actual === null) return NOTHING;
  if (!expected) {
    if (actual === null) return `${side.of}no se prevén personas`;
    return `${side.of}${came(actual)} ${formatCount(actual, 'persona', 'personas')}, sin previsión`;
  }
  const people = formatCount(expected, 'persona', 'personas');
  if (actual === null)
    return `${side.of}se ${expected === 1 ? 'prevé' : 'prevén'} ${people}; de quienes llegaron no hay datos`;
  const foreseen = formatCount(expected, 'persona prevista', 'personas previstas');
  return `${side.of}de ${foreseen} ${came(actual)} ${formatNumber(actual)} (${percent(actual, expected)})`;
}

/** What happens to money, and what it is called afterwards. */
const MONEY: Readonly<Record<string, readonly [verb: string, participle: string]>> = {
  asked: ['se solicitaron', 'solicitados'],
  awarded: ['se adjudicaron', 'adjudicados'],
  planned: ['se presupuestaron', 'presupuestados'],
  spent: ['se gastaron', 'gastados'],
  paid: ['se pagaron', 'pagados'],
  returned: ['se devolvieron', 'devueltos'],
};

function moneyWords(side: Side): string {
  const sums = side.measures.flatMap(measure => {
    const sum = sumOf(side, measure);
    const [verb = '', participle = ''] = MONEY[measure] ?? [];
    return sum === null ? [] : [{ sum, participle, words: `${verb} ${formatValue('pesos', sum)}` }];
  });
  const [first, ...rest] = sums;
  if (!first) return NOTHING;
  if (rest.length === 0) return first.words;
  const [second] = rest;
  const share = second && rest.length === 1 && first.sum > 0 ? ` (${percent(second.sum, first.sum)})` : '';
  return `de ${formatValue('pesos', first.sum)} ${first.participle} ${formatList(rest.map(r => r.words))}${share}`;
}

const inDays = (value: number) => {
  const shown = formatValue('days', value);
  return `${shown} ${shown === '1' ? 'día' : 'días'}`;
};

/** The step that takes longer than it may, by most. */
function daysWords({ rows }: Side): string {
  const steps = rows.flatMap(({ label, values: [taken, allowed] }) =>
    taken === null || taken === undefined ? [] : [{ label, taken, allowed: allowed ?? null }],
  );
  const [first] = steps;
  if (!first) return NOTHING;
  const excess = ({ taken, allowed }: typeof first) => (allowed === null ? -Infinity : taken - allowed);
  const worst = steps.reduce((most, step) => (excess(step) > excess(most) ? step : most), first);
  // Less is not seen in what is written.
  if (worst.allowed !== null && excess(worst) >= 0.05)
    return `el paso que más excede su plazo es ${worst.label}, con ${inDays(worst.taken)} para un plazo de ${inDays(worst.allowed)}`;
  const longest = steps.reduce((most, step) => (step.taken > most.taken ? step : most), first);
  return `ningún paso excede su plazo y el más largo es ${longest.label}, con ${inDays(longest.taken)}`;
}

function indicatorWords(side: Side): string {
  const [reached = 0, ...others] = side.measures.map(measure => sumOf(side, measure) ?? 0);
  const total = others.reduce((sum, value) => sum + value, reached);
  if (total === 0) return NOTHING;
  const noun = total === 1 ? 'indicador alcanzado' : 'indicadores alcanzados';
  return `${formatNumber(reached)} de ${formatNumber(total)} ${noun} (${percent(reached, total)})`;
}

const REVIEWS: readonly (readonly [measure: string, one: string, many: string])[] = [
  ['done', 'confirmada', 'confirmadas'],
  ['waiting', 'en plazo', 'en plazo'],
  ['overdue', 'vencida', 'vencidas'],
];

function reviewWords(side: Side): string {
  const counts = REVIEWS.map(([measure, one, many]) => ({ n: sumOf(side, measure) ?? 0, one, many }));
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  const parts = counts.filter(({ n }) => n > 0).map(({ n, one, many }) => formatCount(n, one, many));
  if (total === 0) return NOTHING;
  return `de ${formatCount(total, 'evaluación', 'evaluaciones')} hay ${formatList(parts)}`;
}

function funnelWords({ rows }: Side): string {
  const at = (stage: string) => rows.find(row => row.key === stage)?.values[0] ?? 0;
  const [received, awarded] = [at('received'), at('awarded')];
  if (received === 0) return NOTHING;
  const sent = `de ${formatCount(received, 'recibida', 'recibidas')}`;
  if (awarded === 0) return `${sent} no se ha adjudicado ninguna`;
  return `${sent} ${awarded === 1 ? 'se adjudicó' : 'se adjudicaron'} ${formatNumber(awarded)} (${percent(awarded, received)})`;
}

function cutoffWords({ rows }: Side): string {
  const scores = rows.flatMap(row => row.values[0] ?? []);
  if (scores.length === 0) return NOTHING;
  const [least, most] = [Math.min(...scores), Math.max(...scores)].map(v => formatValue('points', v));
  if (scores.length === 1) return `el puntaje de corte es ${least}`;
  const of = `de ${formatNumber(scores.length)} líneas`;
  return least === most
    ? `los puntajes de corte ${of} son ${least}`
    : `los puntajes de corte ${of} van de ${least} a ${most}`;
}

function wordsFor(name: FigureName): (side: Side) => string {
  if (name === 'funnel') return funnelWords;
  if (name === 'reviews_by_call') return reviewWords;
  const words: Record<Unit, (side: Side) => string> = {
    projects: mostWords,
    partners: mostWords,
    reviews: mostWords,
    indicators: indicatorWords,
    people: peopleWords,
    pesos: moneyWords,
    days: daysWords,
    points: cutoffWords,
    // Drawn with words of their own.
    mixed: () => NOTHING,
  };
  return words[unitOf(figureOf(name))];
}

const isNothing = ({ values, other }: FigureValues['rows'][number]) =>
  [...values, ...(other ?? [])].every(value => !value);

/** What is seen on a figure, in Spanish: one sentence, and of which projects or steps that is where not of all. */
export function figureSentence(name: FigureName, { measures, rows }: FigureValues, sides: Sides): string {
  if (rows.every(isNothing)) return 'Sin datos.';
  const tell = wordsFor(name);
  const own = tell({ name, measures, rows });
  const others = rows.map(row => ({ ...row, values: row.other ?? [] }));
  const words = sides ? `${sides[0]}: ${own}; ${sides[1]}: ${tell({ name, measures, rows: others })}` : own;
  return [
    `${upperFirst(words)}.`,
    ...(figureOf(name).awarded ? ['De los proyectos aprobados en adelante.'] : []),
    ...(figureOf(name).items === 'steps' ? ['De los pasos terminados.'] : []),
  ].join(' ');
}
