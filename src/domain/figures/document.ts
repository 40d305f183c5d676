import { cellText, type DataTable } from '../drawings/mark.ts';
import { paperSheet, printDrawing } from '../kinds/print/drawings.ts';
import type { Block, PrintedDocument } from '../kinds/print/print.ts';
import { localTime } from '../kit/calendar.ts';
import { formatDateTime, formatDay, formatNumber } from '../text/format.ts';
import { drawFigure } from './draw-figure.ts';
import { drawPlaces } from './draw-places.ts';
import { type FigureName, figureOf, TOPICS, type Topic } from './figures.ts';
import { SCOPES, type Scope } from './scopes.ts';
import { type FigureContext, type FigureValues, figureTable, fillCounts } from './values.ts';

type Facts = PrintedDocument['facts'];

/** Figures of one snapshot, with the words that are not among them. */
export interface PrintedDashboard extends FigureContext {
  readonly topic: Topic;
  readonly scope: Scope;
  /** When the snapshot was taken. */
  readonly at: Date;
  readonly projects: number;
  readonly otherProjects: number | null;
  readonly figures: readonly (FigureValues & { readonly name: FigureName })[];
  /** What narrows it, in words. */
  readonly filters: Facts;
}

interface Heading {
  readonly institution: string;
  readonly product: string;
  readonly reader: string;
  readonly now: Date;
}

/** Every row, numbers on the right. */
function tableBlock(table: DataTable, label: string): Block {
  const isText = (column: number) => table.rows.some(row => typeof row[column] === 'string');
  return {
    type: 'table',
    label,
    columns: table.columns.map(({ title }, n) =>
      isText(n) ? { title, weight: 3 } : { title, weight: 1, number: true },
    ),
    rows: table.rows.map(row => row.map((cell, n) => cellText(table, cell, n))),
  };
}

/** Of both sides side by side no more measures are read in the width of a page. */
const MOST_BESIDE = 2;

/** What is behind a drawing: one table, or one for each side where there are many measures. */
function tablesOf(name: FigureName, given: FigureValues, { sides }: FigureContext): Block[] {
  const data = fillCounts(name, given);
  if (!sides || data.measures.length <= MOST_BESIDE) return [tableBlock(figureTable(name, data, sides), '')];
  const none = data.measures.map(() => null);
  const others = { ...data, rows: data.rows.map(row => ({ ...row, values: row.other ?? none })) };
  const [own, other] = sides;
  return [tableBlock(figureTable(name, data, null), own), tableBlock(figureTable(name, others, null), other)];
}

/** A figure, drawn and as a table. */
export function figureSection(
  { name, ...data }: PrintedDashboard['figures'][number],
  context: FigureContext,
  sheetOf = paperSheet,
): PrintedDocument['sections'][number] {
  const { title, drawing } = figureOf(name);
  if (data.rows.length === 0) return { label: title, blocks: [] };
  const sheet = sheetOf(name);
  const drawn = drawing === 'map' ? drawPlaces(data, context, sheet) : drawFigure(name, data, context, sheet);
  return { label: title, blocks: [printDrawing(drawn), ...tablesOf(name, data, context)] };
}

function factsOf({ scope, sides, filters, projects, otherProjects, at }: PrintedDashboard): Facts {
  const { day, time } = localTime(at);
  const counts = [
    formatNumber(projects),
    ...(otherProjects === null ? [] : [`frente a ${formatNumber(otherProjects)}`]),
  ];
  return [
    { label: 'Alcance', text: SCOPES[scope] },
    ...(filters.length > 0 ? filters : [{ label: 'Filtros', text: 'Ninguno' }]),
    ...(sides ? [{ label: 'Comparación', text: `${sides[0]} frente a ${sides[1]}` }] : []),
    { label: 'Proyectos', text: counts.join(' ') },
    { label: 'Leído', text: `el ${formatDay(day)} a las ${time}` },
  ];
}

/** Figures on paper as they are on screen, each with the table behind it. */
export function dashboardDocument(given: PrintedDashboard, heading: Heading): PrintedDocument {
  const { institution, product, reader, now } = heading;
  return {
    institution,
    product,
    code: formatDay(localTime(given.at).day),
    title: `Reportes: ${TOPICS[given.topic]}`,
    kind: institution,
    facts: factsOf(given),
    sections: given.figures.map(figure => figureSection(figure, given)),
    signatures: [],
    printed: `Impreso el ${formatDateTime(now)} por ${reader}`,
  };
}
