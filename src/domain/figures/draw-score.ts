import { drawBars } from '../drawings/bars.ts';
import type { DataTable, Drawing } from '../drawings/mark.ts';
import type { Sheet } from '../drawings/sheet.ts';
import { FIRST_FORMULA, type ScoreFormula } from '../settings/score-formula.ts';
import { formatNumber } from '../text/format.ts';
import { type FigureName, figureOf } from './figures.ts';
import { ROW_HEADS } from './row-words.ts';
import { formulaText, type Score, scoreOf, TERM_NAMES, TERMS, type Term, type TermCounts } from './score.ts';
import type { FigureContext, FigureValues, Sides } from './values.ts';

type Values = readonly (number | null)[];
type Row = FigureValues['rows'][number];
type Side = 'values' | 'other';

const one = (value: number) => formatNumber(value, 1);
const percent = (share: number) => `${formatNumber(share * 100, 1)} %`;

/** Of the rows of `score_terms`, each with part and whole. */
export const countsOfTerms = (rows: readonly Row[], side: Side): TermCounts =>
  countsIn(name => {
    const values = rows.find(({ key }) => key === name)?.[side];
    return [values?.[0] ?? null, values?.[1] ?? null];
  });

/** Of one row of the other scores: part and whole of each term, in their order. */
export const countsOfRow = (values: Values): TermCounts =>
  countsIn(name => {
    const at = TERM_NAMES.indexOf(name) * 2;
    return [values[at] ?? null, values[at + 1] ?? null];
  });

const countsIn = (of: (name: keyof TermCounts) => TermCounts[keyof TermCounts]): TermCounts =>
  Object.fromEntries(TERM_NAMES.map(name => [name, of(name)])) as TermCounts;

const NO_DATA = 'Sin datos.';
const OF_AWARDED = 'De los proyectos aprobados en adelante.';
const isEmpty = (rows: readonly Row[]) =>
  rows.every(({ values, other }) => [...values, ...(other ?? [])].every(value => !value));

const scoreWords = ({ score }: Score) => (score === null ? 'sin datos' : `${one(score)} de 100`);

const termIn = ({ terms }: Score, { key }: Row): Term | undefined => terms.find(({ name }) => name === key);

/** How far each term has come, beside its goal; with the formula and what it comes to. */
function drawTerms(
  rows: readonly Row[],
  formula: ScoreFormula,
  { sides }: FigureContext,
  sheet: Sheet,
): Drawing {
  const own = scoreOf(formula, countsOfTerms(rows, 'values'));
  const other = sides && scoreOf(formula, countsOfTerms(rows, 'other'));
  const percentOf = (share: number | null | undefined) => (share == null ? null : share * 100);
  const bars = rows.map((row, n) => {
    const term = termIn(own, row);
    const second = other ? termIn(other, row)?.share : term?.goal;
    return {
      label: term ? `${row.label} (peso ${formatNumber(term.weight)})` : row.label,
      values: [percentOf(term?.share), percentOf(second)],
      ...(other ? { ids: [String(n), `${n}:o`] } : { id: String(n) }),
    };
  });
  const said =
    sides && other
      ? `${sides[0]}: ${scoreWords(own)}; ${sides[1]}: ${scoreWords(other)}.`
      : `Puntaje: ${scoreWords(own)}.`;
  const drawing = drawBars(
    {
      series: sides ?? ['Avance', 'Meta'],
      rows: bars,
      of: ROW_HEADS.term,
      format: value => `${one(value)} %`,
      sentence: isEmpty(rows) ? NO_DATA : `${said} ${formulaText(formula)}. ${OF_AWARDED}`,
    },
    sheet,
  );
  return { ...drawing, table: termsTable(rows, [own, ...(other ? [other] : [])], sides) };
}

function termsTable(rows: readonly Row[], scores: readonly Score[], sides: Sides): DataTable {
  const columnsOf = (side: string): DataTable['columns'] => [
    { title: `Logrado${side}`, format: formatNumber },
    { title: `Posible${side}`, format: formatNumber },
    { title: `Avance${side}`, format: percent },
    { title: `Puntos${side}`, format: one },
  ];
  const cellsOf = (term: Term | undefined) => [
    term?.part ?? null,
    term?.whole ?? null,
    term?.share ?? null,
    term?.points ?? null,
  ];
  return {
    columns: [
      { title: ROW_HEADS.term },
      { title: 'Peso', format: formatNumber },
      { title: 'Meta', format: percent },
      ...(sides ? sides.flatMap(side => columnsOf(` · ${side}`)) : columnsOf('')),
    ],
    ids: rows.map((_, n) => String(n)),
    rows: rows.map(row => {
      const terms = scores.map(score => termIn(score, row));
      return [row.label, terms[0]?.weight ?? null, terms[0]?.goal ?? null, ...terms.flatMap(cellsOf)];
    }),
  };
}

/** At most so many units are drawn; the table has all. */
const MOST = 20;

interface Scored {
  readonly row: Row;
  readonly id: string;
  readonly own: Score;
  readonly other: Score | null;
}

/** From the least to the most, where there are several; of periods the last one. */
function scoresWords(scored: readonly Scored[], isInTime: boolean): string {
  const told = scored.filter(({ own }) => own.score !== null);
  const [first, last] = [told[0], told.at(-1)];
  if (!first || !last) return NO_DATA;
  const words = ({ row, own }: Scored) => `${row.label}: ${scoreWords(own)}`;
  const said = first === last || isInTime ? words(last) : `De ${words(last)} a ${words(first)}`;
  return `${said}. ${OF_AWARDED}`;
}

/** The score of each unit, the best first, or of each period. */
function drawScores(
  name: FigureName,
  rows: readonly Row[],
  formula: ScoreFormula,
  { sides }: FigureContext,
  sheet: Sheet,
): Drawing {
  const { by } = figureOf(name);
  const isInTime = by === 'period';
  const scored = rows
    .map((row, n) => ({
      ...{ row, id: String(n), own: scoreOf(formula, countsOfRow(row.values)) },
      other: row.other && scoreOf(formula, countsOfRow(row.other)),
    }))
    .toSorted((a, b) => (isInTime ? 0 : (b.own.score ?? -1) - (a.own.score ?? -1)));
  const drawn = isInTime ? scored.slice(-MOST) : scored.slice(0, MOST);
  const left = scored.length - drawn.length;
  const rest = left > 0 ? ` Se dibujan ${drawn.length} de ${scored.length} filas.` : '';
  const drawing = drawBars(
    {
      series: sides ?? ['Puntaje'],
      rows: drawn.map(({ row, own, other, id }) => ({
        label: row.label,
        values: [own.score, ...(sides ? [other?.score ?? null] : [])],
        ...(sides ? { ids: [id, `${id}:o`] } : { id }),
      })),
      of: ROW_HEADS[by],
      format: one,
      sentence: `${scoresWords(scored, isInTime)}${rest}`,
    },
    sheet,
  );
  return { ...drawing, table: scoresTable(name, rows, scored, sides) };
}

/** In the order of the rows, with what each term comes to. */
function scoresTable(
  name: FigureName,
  rows: readonly Row[],
  scored: readonly Scored[],
  sides: Sides,
): DataTable {
  const columnsOf = (side: string) => [
    { title: `Puntaje${side}`, format: one },
    ...TERM_NAMES.map(term => ({ title: `${TERMS[term].label}${side}`, format: percent })),
  ];
  const cellsOf = (score: Score | null | undefined) => [
    score?.score ?? null,
    ...TERM_NAMES.map((_, n) => score?.terms[n]?.share ?? null),
  ];
  return {
    columns: [
      { title: ROW_HEADS[figureOf(name).by] },
      ...(sides ? sides.flatMap(side => columnsOf(` · ${side}`)) : columnsOf('')),
    ],
    ids: rows.map((_, n) => String(n)),
    rows: rows.map(row => {
      const found = scored.find(each => each.row === row);
      return [row.label, ...cellsOf(found?.own), ...(sides ? cellsOf(found?.other) : [])];
    }),
  };
}

/** The composite score: its terms, or what it comes to for each unit or period. */
export function drawScore(
  name: FigureName,
  { rows }: FigureValues,
  context: FigureContext,
  sheet: Sheet,
): Drawing {
  const formula = context.formula ?? FIRST_FORMULA;
  return figureOf(name).drawing === 'terms'
    ? drawTerms(rows, formula, context, sheet)
    : drawScores(name, rows, formula, context, sheet);
}
