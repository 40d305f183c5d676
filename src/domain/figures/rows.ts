import { REVIEW_STATE_LABELS, REVIEW_STATES, type ReviewState } from '../calls/review-states.ts';
import { ORGANISATION_TYPES } from '../catalogues/organisations.ts';
import { COUNTED_OPTIONS } from '../execution/people.ts';
import {
  AWARDED,
  CONTEST,
  RESOLVED,
  STARTED,
  STATUSES,
  type Status,
  statusLabel,
} from '../kinds/statuses.ts';
import { BUDGET_SOURCES } from '../sections/budget.ts';
import { SDGS } from '../sections/goals.ts';
import type { RowsBy } from './figures.ts';
import { TERM_NAMES, TERMS } from './score.ts';
import { TOTALS } from './totals.ts';

/** How far a proposal of a call has come: each is among those of the stage before. */
export const STAGES = {
  received: 'Recibidas',
  evaluated: 'Pasaron a evaluación',
  resolved: 'Con resultado',
  awarded: 'Adjudicadas',
  started: 'Iniciadas',
  closed: 'Cerradas',
} as const;
export type Stage = keyof typeof STAGES;

/** Statuses that say that a proposal has come so far; all that were sent are received. */
export const STAGE_STATUSES: Readonly<Record<Exclude<Stage, 'received'>, readonly Status[]>> = {
  evaluated: [...CONTEST, ...RESOLVED],
  resolved: RESOLVED,
  awarded: AWARDED,
  started: STARTED,
  closed: ['closed'],
};

type Labels = ReadonlyMap<string, string>;
const ofOptions = (options: readonly { readonly value: string; readonly label: string }[]): Labels =>
  new Map(options.map(({ value, label }) => [value, label]));

/** Rows whose names and order the program has; the others are named by the database. */
export const KNOWN_ROWS: Partial<Record<RowsBy, Labels>> = {
  status: new Map(STATUSES.map(status => [status, statusLabel(status)])),
  goal: new Map(SDGS.map(({ number, label }) => [String(number), label])),
  group: ofOptions(COUNTED_OPTIONS),
  partnerType: ofOptions(ORGANISATION_TYPES),
  source: ofOptions(BUDGET_SOURCES),
  stage: new Map(Object.entries(STAGES)),
  total: new Map(Object.entries(TOTALS).map(([key, { label }]) => [key, label])),
  term: new Map(TERM_NAMES.map(name => [name, TERMS[name].label])),
  reviewState: new Map(REVIEW_STATES.map((state: ReviewState) => [state, REVIEW_STATE_LABELS[state]])),
};

/** What a row without a value is called. */
export const NO_ROW: Partial<Record<RowsBy, string>> = {
  period: 'Sin período',
  faculty: 'Sin facultad',
  school: 'Sin escuela',
  call: 'Sin convocatoria',
};
