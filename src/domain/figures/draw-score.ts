import { drawBars } from '../drawings/bars.ts';
import type { DataTable, Drawing } from '../drawings/mark.ts';
import type { Sheet } from '../drawings/sheet.ts';
import { FIRST_FORMULA, type ScoreFormula } from '../settings/score-formula.ts';
import { formatNumber } from '../text/format.ts';
import type { FigureContext, FigureValues } from './draw-figure.ts';
import { type FigureName, figureOf } from './figures.ts';
import { ROW_HEADS } from './rows.ts';
import { formulaText, type Score, scoreOf, TERM_NAMES, TERMS, type TermCounts } from './score.ts';

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

const scoreWords = ({ score }: Score) => (score === null ? 'sin datos' : `${one(score)} de 100`);

/** How far each term has come, beside its goal; with the formula and what it comes to. */
function drawTerms(
  rows: readonly Row[],
  formula: ScoreFormula,
  { sides }: FigureContext,
  sheet: Sheet,
): Drawing {
  const own = scoreOf(formula, countsOfTerms(rows, 'values'));
  const other = sides ? scoreOf(formula, countsOfTerms(rows, 'other')) : null;
  const compared = other && sides ? { other, sides } : null;
  const series = compared ? [...compared.sides] : ['Avance', 'Meta'];
  const bars = own.terms.map(({ name, share, goal, weight }, n) => {
    const [mine, second] = [share, compared ? (compared.other.terms[n]?.share ?? null) : goal];
    return {
      label: `${TERMS[name].label} (peso ${formatNumber(weight)})`,
      values: [mine, second].map(s => (s === null ? null : s * 100)),
      id: String(rows.findIndex(({ key }) => key === name)),
    };
  });
  const said = compared
    ? `${compared.sides[0]}: ${scoreWords(own)}; ${compared.sides[1]}: ${scoreWords(compared.other)}.`
    : `Puntaje: ${scoreWords(own)}.`;
  const sentence = `${said} ${formulaText(formula)}.`;
  const drawing = drawBars(
    { series, rows: bars, of: ROW_HEADS.term, format: value => `${one(value)} %`, sentence },
    sheet,
  );
  return { ...drawing, table: termsTable(own, compared) };
}

function termsTable(
  own: Score,
  compared: { other: Score; sides: readonly [string, string] } | null,
): DataTable {
  const columns = (side: string): DataTable['columns'] => [
    { title: `Logrado${side}`, format: formatNumber },
    { title: `Posible${side}`, format: formatNumber },
    { title: `Avance${side}`, format: percent },
    { title: `Puntos${side}`, format: one },
  ];
  const cells = (score: Score, n: number) => {
    const term = score.terms[n];
    return [term?.part ?? null, term?.whole ?? null, term?.share ?? null, term?.points ?? null];
  };
  return {
    columns: [
      { title: 'Término' },
      { title: 'Qué se cuenta' },
      { title: 'Peso', format: formatNumber },
      { title: 'Meta', format: percent },
      ...columns(compared ? `, ${compared.sides[0]}` : ''),
      ...(compared ? columns(`, ${compared.sides[1]}`) : []),
    ],
    rows: own.terms.map(({ name, weight, goal }, n) => [
      TERMS[name].label,
      `${TERMS[name].part}, de ${TERMS[name].whole}`,
      weight,
      goal,
      ...cells(own, n),
      ...(compared ? cells(compared.other, n) : []),
    ]),
  };
}

/** At most so many units are drawn; the table has all. */
const MOST = 20;

/** The score of each unit or period, the best first. */
function drawScores(
  name: FigureName,
  rows: readonly Row[],
  formula: ScoreFormula,
  { sides }: FigureContext,
  sheet: Sheet,
): Drawing {
  const { by } = figureOf(name);
  const scored = rows
    .map((row, n) => ({
      ...{ row, id: String(n) },
      own: scoreOf(formula, countsOfRow(row.values)),
      other: row.other ? scoreOf(formula, countsOfRow(row.other)) : null,
    }))
    .toSorted((a, b) => (by === 'period' ? 0 : (b.own.score ?? -1) - (a.own.score ?? -1)));
  const drawn = scored.filter(({ own, other }) => own.score !== null || (other?.score ?? null) !== null);
  const [first, last] = [drawn[0], drawn.at(-1)];
  const range =
    first && last && first !== last && by !== 'period'
      ? `De ${scoreWords(last.own)} (${last.row.label}) a ${scoreWords(first.own)} (${first.row.label}).`
      : first
        ? `${first.row.label}: ${scoreWords(first.own)}.`
        : 'Sin datos.';
  const drawing = drawBars(
    {
      series: sides ? [...sides] : ['Puntaje'],
      rows: drawn.slice(0, MOST).map(({ row, own, other, id }) => ({
        label: row.label,
        values: [own.score, ...(sides ? [other?.score ?? null] : [])],
        id,
      })),
      of: ROW_HEADS[by],
      format: one,
      sentence: range,
    },
    sheet,
  );
  const terms = TERM_NAMES.map(term => ({ title: TERMS[term].label, format: percent }));
  return {
    ...drawing,
    table: {
      columns: [
        { title: ROW_HEADS[by] },
        ...(sides ?? ['']).flatMap(side => [
          { title: side ? `Puntaje, ${side}` : 'Puntaje', format: one },
          ...terms.map(term => ({ ...term, title: side ? `${term.title}, ${side}` : term.title })),
        ]),
      ],
      rows: scored.map(({ row, own, other }) => [
        row.label,
        ...[own, ...(sides ? [other] : [])].flatMap(score => [
          score?.score ?? null,
          ...TERM_NAMES.map((_, n) => score?.terms[n]?.share ?? null),
        ]),
      ]),
    },
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
