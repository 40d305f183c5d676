import { z } from 'zod';
import { FIGURE_NAMES, TOPIC_NAMES } from '../../domain/figures/figures.ts';
import { SCOPE_NAMES } from '../../domain/figures/scopes.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { scoreFormula } from '../../domain/settings/score-formula.ts';
import { id, instant, listQuery, periodOrYear } from '../../domain/text/rules.ts';
import { kindSlug } from '../project-record/contract.ts';
import { projectFilters } from '../projects/contract.ts';

const scope = z.enum(SCOPE_NAMES);
const topic = z.enum(TOPIC_NAMES);
export const figureName = z.enum(FIGURE_NAMES);

/**
 * Which projects are counted: those of a list with the same filters, as far as they are the scope's. Left out, the scope is
 * the widest that the reader has.
 */
export const dashboardFilters = projectFilters
  .omit({ mine: true, myTurn: true, vacant: true })
  .extend({ scope: scope.optional() });

/** What stands beside it: the same projects, but of another period, unit or kind. At most one of them is given. */
export const comparedWith = z.object({
  otherPeriod: periodOrYear.optional(),
  otherFaculty: id.optional(),
  otherSchool: id.optional(),
  otherKind: kindSlug.optional(),
});

export const dashboardQuery = dashboardFilters.extend(comparedWith.shape);
/** All figures of a topic, or one of them. */
const askedQuery = dashboardQuery.extend({ figure: figureName.optional() });
type DashboardFilters = z.output<typeof dashboardFilters>;

/** The filters of what is compared: the same, but for what is another one. Null where nothing is compared. */
export function otherFilters({
  otherPeriod,
  otherFaculty,
  otherSchool,
  otherKind,
  ...filters
}: z.output<typeof dashboardQuery>): DashboardFilters | null {
  if (otherPeriod) return { ...filters, period: otherPeriod };
  if (otherSchool) return { ...filters, school: otherSchool, faculty: undefined };
  if (otherFaculty) return { ...filters, faculty: otherFaculty, school: undefined };
  if (otherKind) return { ...filters, kind: [otherKind] };
  return null;
}

/** What the list behind a row is asked for where the row has no key. */
export const NO_KEY = 'none';

/** One for each measure, in the order of the figure; null where nobody has said it. */
const values = z.array(z.number().nullable());

const row = z.object({
  /** What the rows' filter calls it; null for what has none. */
  key: z.string().nullable(),
  label: z.string(),
  /** The same of what stands across; null in figures without. */
  across: z.string().nullable(),
  values,
  /** The same of what is compared; null where nothing is. */
  other: values.nullable(),
});
export type FigureRow = z.infer<typeof row>;

const figure = z.object({
  name: figureName,
  /** Measures that are told in this scope, in the order of all values. */
  measures: z.array(z.string()),
  rows: z.array(row),
});
export type FigureData = z.infer<typeof figure>;

const read = {
  /** When the snapshot was taken that everything here is of. */
  at: instant,
  scope,
  /** Those that the reader may ask for, the widest first. */
  scopes: z.array(scope),
};

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboards/:topic',
  permission: 'active',
  scope: 'figures',
  summary: 'Figures of a topic in one snapshot, of the projects of a scope under the filters of their list',
  params: z.object({ topic }),
  query: askedQuery,
  output: z.object({
    ...read,
    /** Projects that are counted, and of those they are compared with. */
    projects: z.number().int(),
    otherProjects: z.number().int().nullable(),
    figures: z.array(figure),
    /** Of the composite score; null in topics that have none. */
    formula: scoreFormula.nullable(),
  }),
});

const item = z.object({
  /** Of a project, a partner, a review, or of project and step. */
  id: z.string(),
  /** Of the project; null for a partner. */
  project: z.object({ id, kind: kindSlug, code: z.string(), title: z.string() }).nullable(),
  /** What it is besides its project: the partner, the reviewer, the days of a step. */
  name: z.string(),
  values,
});
export type FigureItem = z.infer<typeof item>;

export const FIGURE_SORTS = ['code', 'value'] as const;

export const listFigure = endpoint({
  method: 'GET',
  path: '/dashboards/figures/:figure',
  permission: 'active',
  scope: 'figures',
  summary: 'What a figure is made of, with the figure itself, in one snapshot',
  params: z.object({ figure: figureName }),
  query: listQuery(FIGURE_SORTS, 'code')
    .omit({ q: true })
    .extend({
      ...dashboardFilters.shape,
      /** One row of it alone, by its key; `NO_KEY` for what has none. */
      row: z.string().max(200).optional(),
      across: z.string().max(200).optional(),
    }),
  output: z.object({
    ...read,
    measures: z.array(z.string()),
    /** What `rows` come to, of all pages. */
    values,
    /** Name of the row, where one was asked for. */
    label: z.string().nullable(),
    rows: z.array(item),
    total: z.number().int(),
  }),
});

/** A topic, or one figure of it, as a document. */
export const printDashboard = endpoint({
  method: 'GET',
  path: '/dashboards/:topic/pdf',
  permission: 'active',
  summary: 'Figures of a topic as a PDF, with the filters in words and the time of the snapshot',
  params: z.object({ topic }),
  query: askedQuery,
  output: z.unknown(),
  transfer: 'download',
});

const storedFormula = scoreFormula.extend({ updatedAt: instant, updatedBy: z.string().nullable() });

export const getScoreFormula = endpoint({
  method: 'GET',
  path: '/settings/score',
  permission: 'settings.manage',
  summary: 'What the composite score is made of, with the version to change',
  output: storedFormula,
});

export const saveScoreFormula = endpoint({
  method: 'PUT',
  path: '/settings/score',
  permission: 'settings.manage',
  summary: 'Change weights and goals of the composite score; 409 when somebody changed them since',
  body: scoreFormula.extend({ updatedAt: instant }),
  output: storedFormula,
});
