import type { Sheet } from '../drawings/sheet.ts';
import { figureSection, type PrintedDashboard } from '../figures/document.ts';
import { figureOf, type Topic } from '../figures/figures.ts';
import type { Total } from '../figures/totals.ts';
import type { FigureContext } from '../figures/values.ts';
import { paperSheet } from '../kinds/print/drawings.ts';
import type { Block, PrintedDocument } from '../kinds/print/print.ts';
import { AWARDED, statusLabel } from '../kinds/statuses.ts';
import { localTime } from '../kit/calendar.ts';
import { formatCount, formatDateTime, formatDay, formatList, formatNumber } from '../text/format.ts';

/** What of the dashboards it tells, in this order. */
export const ANNUAL_TOPICS: readonly Topic[] = [
  'summary',
  'portfolio',
  'people',
  'places',
  'money',
  'results',
  'calls',
];

/** A text of an accepted final report. */
interface Told {
  readonly label: string;
  readonly text: string;
}

export interface AnnualProject {
  readonly code: string;
  readonly title: string;
  readonly kind: string;
  readonly status: string;
  readonly faculty: string;
  readonly school: string;
  readonly lead: string;
  readonly partners: readonly string[];
  /** Direct beneficiaries who came; null where nobody has said it. */
  readonly people: number | null;
  /** Of its final report, once that was accepted. */
  readonly told: readonly Told[];
}

/** What is told of a year of the university, or of some of its units. */
export interface AnnualReport extends Omit<FigureContext, 'sides' | 'formula'> {
  readonly year: number;
  /** Of whom: the university, a faculty, a school, somebody's units. */
  readonly of: string;
  readonly foreword: string;
  /** When the snapshot was taken. */
  readonly at: Date;
  readonly figures: PrintedDashboard['figures'];
  /** By faculty, school and code. */
  readonly projects: readonly AnnualProject[];
}

interface Heading {
  readonly institution: string;
  readonly product: string;
  readonly reader: string;
  readonly now: Date;
  /** What drawings are made on. */
  readonly sheetOf?: (name: string) => Sheet;
}

type Sections = PrintedDocument['sections'];

const peopleOf = (projects: readonly AnnualProject[]) =>
  projects.reduce((sum, { people }) => sum + (people ?? 0), 0);

/** The projects of a school. */
const schoolTable = ([school, projects]: [string, AnnualProject[]]): Block => ({
  type: 'table',
  label: school,
  columns: [
    { title: 'Código', weight: 1.6 },
    { title: 'Título', weight: 4 },
    { title: 'Tipo', weight: 1.8 },
    { title: 'Estado', weight: 1.6 },
    { title: 'Responsable', weight: 2.2 },
    { title: 'Socios', weight: 2.6 },
    { title: 'Personas', weight: 1, number: true },
  ],
  rows: projects.map(p => [
    ...[p.code, p.title, p.kind, p.status, p.lead, formatList(p.partners)],
    p.people === null ? '' : formatNumber(p.people),
  ]),
  total: [
    formatCount(projects.length, 'proyecto', 'proyectos'),
    ...['', '', '', '', ''],
    formatNumber(peopleOf(projects)),
  ],
});

const unitSections = (projects: readonly AnnualProject[]): Sections =>
  [...Map.groupBy(projects, p => p.faculty)].map(([faculty, own]) => ({
    label: `Proyectos · ${faculty}`,
    blocks: [...Map.groupBy(own, p => p.school)].map(schoolTable),
  }));

/** What those that closed say of themselves. */
function resultSection(projects: readonly AnnualProject[]): Sections {
  const closed = projects.filter(({ told }) => told.length > 0);
  if (closed.length === 0) return [];
  const blocks = closed.map(
    (p): Block => ({
      type: 'entry',
      title: `${p.code} · ${p.title}`,
      blocks: [
        {
          type: 'facts',
          facts: [
            { label: 'Unidad', text: p.school },
            { label: 'Responsable', text: p.lead },
            ...(p.partners.length > 0 ? [{ label: 'Socios', text: formatList(p.partners) }] : []),
            ...(p.people === null ? [] : [{ label: 'Personas', text: formatNumber(p.people) }]),
          ],
        },
        ...p.told.map(({ label, text }): Block => ({ type: 'text', label, text })),
      ],
    }),
  );
  return [{ label: 'Lo que lograron los proyectos terminados', blocks }];
}

function sourceSection({ year, at }: AnnualReport): Sections {
  const { day } = localTime(at);
  const text =
    `Cuenta los proyectos de los períodos ${year}-1 y ${year}-2 como estaban el ${formatDay(day)}. ` +
    `Cada cifra es la de Reportes con el filtro «Año ${year}», la misma unidad y los estados ` +
    `${formatList(AWARDED.map(statusLabel))}; la de convocatorias, con todos los estados. ` +
    'Sus filas están en Registros con los mismos filtros. ' +
    'Personas son los beneficiarios directos que llegaron, según lo registrado.';
  return [{ label: 'De dónde salen las cifras', blocks: [{ type: 'text', label: '', text }] }];
}

/** Ready for paper and for the screen: figures, drawn and as tables, every project by its unit, and what they achieved. */
export function annualDocument(report: AnnualReport, heading: Heading): PrintedDocument {
  const { year, of, foreword, at, figures, projects } = report;
  const { institution, product, reader, now, sheetOf = paperSheet } = heading;
  const context: FigureContext = { ...report, sides: null, formula: null };
  const drawn = figures
    .filter(({ rows }) => rows.length > 0)
    .map(figure => figureSection(figure, context, sheetOf));
  return {
    institution,
    product,
    code: String(year),
    title: `Memoria ${year}`,
    kind: of,
    facts: [
      { label: 'Períodos', text: `${year}-1 y ${year}-2` },
      { label: 'Proyectos', text: formatNumber(projects.length) },
      { label: 'Datos al', text: formatDay(localTime(at).day) },
    ],
    sections: [
      ...(foreword.trim()
        ? [{ label: 'Presentación', blocks: [{ type: 'text', label: '', text: foreword.trim() }] as const }]
        : []),
      ...drawn,
      ...unitSections(projects),
      ...resultSection(projects),
      ...sourceSection(report),
    ],
    signatures: [],
    printed: `Preparado el ${formatDateTime(now)} por ${reader}`,
  };
}

/** What waits while it is read: nothing that a year came to. */
const OF_THE_DAY: readonly (string | null)[] = ['reviewed', 'overdue'] satisfies Total[];

/** Each figure once, in the order of the topics: those of the summary stand in others, too. */
export function annualFigures(topics: readonly { readonly figures: PrintedDashboard['figures'] }[]) {
  const figures = new Map(topics.flatMap(topic => topic.figures.map(figure => [figure.name, figure])));
  return [...figures.values()].map(figure =>
    figureOf(figure.name).by === 'total'
      ? { ...figure, rows: figure.rows.filter(({ key }) => !OF_THE_DAY.includes(key)) }
      : figure,
  );
}
