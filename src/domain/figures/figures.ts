import type { Scope } from './scopes.ts';
import { TERM_NAMES, TERMS } from './score.ts';

/** Parts of the dashboards, each read at once. */
export const TOPICS = {
  summary: 'Resumen',
  portfolio: 'Cartera',
  people: 'Personas',
  places: 'Socios y territorio',
  money: 'Dinero',
  time: 'Plazos',
  results: 'Resultados',
  calls: 'Convocatorias',
  reviews: 'Evaluaciones',
  score: 'Puntaje',
} as const;
export type Topic = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as [Topic, ...Topic[]];

/** What the rows of a figure stand for; `projects` of one of them are those that the filter of that name finds. */
export type RowsBy =
  | 'status'
  | 'kind'
  | 'period'
  | 'faculty'
  | 'school'
  | 'goal'
  | 'comuna'
  | 'region'
  | 'call'
  | 'group'
  | 'partnerType'
  | 'source'
  | 'stage'
  | 'line'
  | 'reviewState'
  | 'total'
  | 'term';

export type Unit =
  | 'projects'
  | 'partners'
  | 'reviews'
  | 'indicators'
  | 'people'
  | 'pesos'
  | 'days'
  | 'points'
  /** Each row has its own. */
  | 'mixed';

export interface Measure {
  readonly label: string;
  readonly unit: Unit;
  /** What a project spends and is paid: for whoever accounts for it and the office alone, see `mayReadSpending`. */
  readonly isSpending?: true;
}

/** `totals` are figures side by side, `terms` and `scores` what the composite score is made of. */
export type DrawingKind = 'bars' | 'stacked' | 'heat' | 'map' | 'totals' | 'terms' | 'scores';

export interface Figure {
  readonly topic: Topic;
  readonly title: string;
  readonly by: RowsBy;
  /** Shown among the first ones, too. */
  readonly inSummary?: true;
  /** What stands beside the rows, of a table with columns. */
  readonly across?: 'period';
  readonly measures: Readonly<Record<string, Measure>>;
  readonly drawing: DrawingKind;
  /** How the items of a row come to its value. */
  readonly fold: 'sum' | 'mean' | 'least';
  /** What a row is made of, each an entry of the list behind it. */
  readonly items: 'projects' | 'partners' | 'steps' | 'reviews' | 'awards';
  /** Counts only projects that are approved, under way or closed. */
  readonly awarded?: true;
  readonly scopes: readonly Scope[];
}

const PROJECTS: readonly Scope[] = ['all', 'units', 'mine'];
const counted = { projects: { label: 'Proyectos', unit: 'projects' } } as const;
const people = {
  expected: { label: 'Previstas', unit: 'people' },
  actual: { label: 'Llegaron', unit: 'people' },
} as const;
const asked = {
  asked: { label: 'Solicitado', unit: 'pesos' },
  awarded: { label: 'Adjudicado', unit: 'pesos' },
} as const;
const indicators = {
  reached: { label: 'Alcanzados', unit: 'indicators' },
  below: { label: 'Medidos, sin alcanzar', unit: 'indicators' },
  unmeasured: { label: 'Sin medir', unit: 'indicators' },
} as const;

const bars = { drawing: 'bars', fold: 'sum', items: 'projects', scopes: PROJECTS } as const;
const portfolio = { ...bars, topic: 'portfolio', measures: counted } as const;
const reached = { ...bars, topic: 'people', measures: people, awarded: true } as const;
const places = { ...bars, topic: 'places', measures: counted, awarded: true } as const;
const money = { ...bars, topic: 'money', measures: asked } as const;
const results = {
  ...bars,
  topic: 'results',
  measures: indicators,
  drawing: 'stacked',
  awarded: true,
} as const;

/** Part and whole of each term, in this order. */
const scores = {
  ...bars,
  topic: 'score',
  measures: Object.fromEntries(
    TERM_NAMES.flatMap((name): [string, Measure][] => [
      [`${name}_part`, { label: `${TERMS[name].label}, logrado`, unit: 'mixed' }],
      [`${name}_whole`, { label: `${TERMS[name].label}, posible`, unit: 'mixed' }],
    ]),
  ),
  drawing: 'scores',
  awarded: true,
} as const;

/** Every figure of the dashboards in the order of the screen: number, list behind it and files follow from each. */
export const FIGURES = {
  totals: {
    ...bars,
    topic: 'summary',
    title: 'En cifras',
    by: 'total',
    measures: { value: { label: 'Valor', unit: 'mixed' } },
    drawing: 'totals',
  },
  projects_by_status: { ...portfolio, title: 'Proyectos por estado', by: 'status', inSummary: true },
  projects_by_kind: { ...portfolio, title: 'Proyectos por tipo', by: 'kind' },
  projects_by_period: { ...portfolio, title: 'Proyectos por período', by: 'period' },
  projects_by_faculty: { ...portfolio, title: 'Proyectos por facultad', by: 'faculty' },
  projects_by_school: { ...portfolio, title: 'Proyectos por escuela', by: 'school' },
  units_by_period: {
    ...portfolio,
    title: 'Facultades y períodos',
    by: 'faculty',
    across: 'period',
    drawing: 'heat',
  },
  people_by_group: { ...reached, title: 'Personas por grupo', by: 'group' },
  people_by_period: {
    ...reached,
    title: 'Beneficiarios directos por período',
    by: 'period',
    inSummary: true,
  },
  people_by_faculty: { ...reached, title: 'Beneficiarios directos por facultad', by: 'faculty' },
  partners_by_type: {
    ...places,
    title: 'Socios por tipo',
    by: 'partnerType',
    measures: { partners: { label: 'Socios', unit: 'partners' } },
    items: 'partners',
  },
  projects_by_goal: { ...places, title: 'Proyectos por ODS', by: 'goal' },
  projects_by_comuna: { ...places, title: 'Proyectos por comuna', by: 'comuna', drawing: 'map' },
  projects_by_region: { ...places, title: 'Proyectos por región', by: 'region' },
  money_by_period: {
    ...money,
    title: 'Solicitado y adjudicado por período',
    by: 'period',
    inSummary: true,
  },
  money_by_faculty: { ...money, title: 'Solicitado y adjudicado por facultad', by: 'faculty' },
  budget_by_source: {
    ...money,
    title: 'Presupuesto por fuente',
    by: 'source',
    measures: {
      planned: { label: 'Presupuestado', unit: 'pesos' },
      spent: { label: 'Gastado o aportado', unit: 'pesos', isSpending: true },
    },
    awarded: true,
  },
  fund_by_period: {
    ...money,
    title: 'Dinero del fondo por período',
    by: 'period',
    measures: {
      awarded: { label: 'Adjudicado', unit: 'pesos' },
      paid: { label: 'Pagado', unit: 'pesos', isSpending: true },
      spent: { label: 'Gastado', unit: 'pesos', isSpending: true },
      returned: { label: 'Devuelto', unit: 'pesos', isSpending: true },
    },
    awarded: true,
    scopes: ['all', 'mine'],
  },
  days_by_step: {
    ...bars,
    topic: 'time',
    title: 'Días en cada paso, frente a su plazo',
    by: 'status',
    measures: { taken: { label: 'Tomó', unit: 'days' }, allowed: { label: 'Plazo', unit: 'days' } },
    fold: 'mean',
    items: 'steps',
  },
  overdue_by_step: {
    ...portfolio,
    topic: 'time',
    title: 'Vencidos por paso',
    by: 'status',
  },
  overdue_by_faculty: { ...portfolio, topic: 'time', title: 'Vencidos por facultad', by: 'faculty' },
  indicators_by_kind: { ...results, title: 'Indicadores por tipo de proyecto', by: 'kind' },
  indicators_by_faculty: { ...results, title: 'Indicadores por facultad', by: 'faculty' },
  funnel: { ...portfolio, topic: 'calls', title: 'De la postulación al cierre', by: 'stage' },
  cutoffs: {
    ...bars,
    topic: 'calls',
    title: 'Puntaje de corte por línea',
    by: 'line',
    measures: { score: { label: 'Puntaje de corte', unit: 'points' } },
    fold: 'least',
    items: 'awards',
    scopes: ['all'],
  },
  money_by_call: { ...money, topic: 'calls', title: 'Solicitado y adjudicado por convocatoria', by: 'call' },
  reviews_by_state: {
    ...bars,
    topic: 'reviews',
    title: 'Evaluaciones por estado',
    by: 'reviewState',
    measures: { reviews: { label: 'Evaluaciones', unit: 'reviews' } },
    items: 'reviews',
    scopes: ['all', 'reviews'],
  },
  reviews_by_call: {
    ...bars,
    topic: 'reviews',
    title: 'Evaluaciones por convocatoria',
    by: 'call',
    measures: {
      done: { label: 'Confirmadas', unit: 'reviews' },
      waiting: { label: 'En plazo', unit: 'reviews' },
      overdue: { label: 'Vencidas', unit: 'reviews' },
    },
    drawing: 'stacked',
    items: 'reviews',
    scopes: ['all', 'reviews'],
  },
  score_terms: {
    ...bars,
    topic: 'score',
    title: 'De qué se compone el puntaje',
    by: 'term',
    measures: { part: { label: 'Logrado', unit: 'mixed' }, whole: { label: 'Posible', unit: 'mixed' } },
    drawing: 'terms',
    awarded: true,
  },
  score_by_faculty: { ...scores, title: 'Puntaje por facultad', by: 'faculty' },
  score_by_school: { ...scores, title: 'Puntaje por escuela', by: 'school' },
  score_by_period: { ...scores, title: 'Puntaje por período', by: 'period' },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as [FigureName, ...FigureName[]];
export const figureOf = (name: FigureName): Figure => FIGURES[name];

/** What of a figure is told in this scope: nothing of what is spent where heads look at their units. */
export const measuresIn = ({ measures }: Figure, scope: Scope): string[] =>
  Object.entries(measures)
    .filter(([, { isSpending }]) => !isSpending || scope !== 'units')
    .map(([key]) => key);

export const isOfTopic = ({ topic, inSummary }: Figure, asked: Topic): boolean =>
  topic === asked || (asked === 'summary' && inSummary === true);

/** Figures of a topic that are told in this scope. */
export const figuresOf = (topic: Topic, scope: Scope): FigureName[] =>
  FIGURE_NAMES.filter(name => {
    const figure = figureOf(name);
    return isOfTopic(figure, topic) && figure.scopes.includes(scope);
  });

/** Topics of which something is told in this scope. */
export const topicsIn = (scope: Scope): Topic[] =>
  TOPIC_NAMES.filter(topic => figuresOf(topic, scope).length > 0);
