import { z } from 'zod';
import {
  activationEndpoint,
  activeFilter,
  bulkEndpoint,
  catalogueEndpoints,
  catalogueName,
  lastChange,
} from '../../domain/catalogues/catalogue.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import type { FieldError } from '../../domain/kit/problem.ts';
import { enumOf } from '../../domain/sections/field.ts';
import {
  ACCUMULATIONS,
  accumulatesBy,
  DIRECTIONS,
  INDICATOR_KINDS,
  INDICATOR_LEVELS,
  INDICATOR_SCOPES,
} from '../../domain/sections/indicators.ts';
import { RULES } from '../../domain/text/rule-messages.ts';
import { groupedBy, id, listQuery, pageOf, period, text } from '../../domain/text/rules.ts';
import { kindSlug } from '../project-record/contract.ts';

/** What is told in words does not add up. */
export const INSTITUTIONAL_KINDS = INDICATOR_KINDS.filter(
  (kind): kind is Exclude<typeof kind, { value: 'qualitative' }> => kind.value !== 'qualitative',
);

/** How the values of projects come to one. */
export const ROLL_UPS = [
  { value: 'sum', label: 'Suma' },
  { value: 'average', label: 'Promedio' },
  { value: 'max', label: 'Máximo' },
] as const;

const fields = z.object({
  name: catalogueName.refine(name => name === '' || [...name].length >= 3, RULES.minLength(3)),
  description: text(1000).default(''),
  kind: enumOf(INSTITUTIONAL_KINDS),
  unit: text(60).default(''),
  direction: enumOf(DIRECTIONS),
  accumulates: enumOf(ACCUMULATIONS),
  scope: enumOf(INDICATOR_SCOPES),
  level: enumOf(INDICATOR_LEVELS),
  rollUp: enumOf(ROLL_UPS),
});
type Fields = z.output<typeof fields>;

const NO_SUM = 'Los puntos de una escala no se suman: elige otro.';

/** All that is wrong with how values come to one. */
function additionErrors({ kind, accumulates, rollUp }: Fields): FieldError[] {
  const errors: FieldError[] = [];
  if (!accumulatesBy(kind).includes(accumulates)) {
    const message = kind === 'scale' ? NO_SUM : 'De un hito vale la medición más reciente.';
    errors.push({ path: 'accumulates', message });
  }
  if (kind === 'scale' && rollUp === 'sum') errors.push({ path: 'rollUp', message: NO_SUM });
  const isShare = kind === 'percentage' || kind === 'ratio';
  // Of an average or a maximum nobody knows of how many cases it is.
  if (isShare && rollUp === 'sum' && accumulates !== 'sum' && accumulates !== 'last')
    errors.push({
      path: 'rollUp',
      message: 'Los casos de los proyectos solo se suman si el valor que cuenta es la suma o el último.',
    });
  return errors;
}

export const indicatorFields = fields.superRefine((given, context) => {
  for (const { path, message } of additionErrors(given))
    context.addIssue({ code: 'custom', path: [path], message });
});

const row = fields.extend({
  id,
  name: z.string(),
  description: z.string(),
  unit: z.string(),
  /** Projects that name it, whatever their status. */
  projects: z.number().int(),
  active: z.boolean(),
  ...lastChange,
});
export type InstitutionalIndicator = z.infer<typeof row>;

export const institutionalIndicators = catalogueEndpoints({
  path: '/institutional-indicators',
  what: 'the indicators of the institution',
  // It counts projects of every unit.
  read: 'catalogues.manage',
  manage: 'catalogues.manage',
  row,
  fields: indicatorFields,
  query: listQuery(['name', 'projects', 'updatedAt'], 'name').extend({
    state: activeFilter,
    kind: enumOf(INSTITUTIONAL_KINDS).optional(),
    ...groupedBy(['kind']).shape,
  }),
});
export const setInstitutionalActive = activationEndpoint('/institutional-indicators', row);
export const setActiveOfInstitutional = bulkEndpoint('/institutional-indicators', 'active', {
  value: z.boolean(),
});

const figure = z.number().nullable();

const projectValue = z.object({
  /** Of project and indicator: a project may name the same one twice. */
  id: z.string(),
  project: z.object({ id, kind: kindSlug, code: z.string(), title: z.string() }),
  school: z.string(),
  period: z.string().nullable(),
  /** How the project calls it. */
  name: z.string(),
  unit: z.string(),
  target: figure,
  value: figure,
  /** Share of the way to the target, see `shareReached`. */
  share: figure,
});
export type ProjectValue = z.infer<typeof projectValue>;

const one = z.object({ id });

export const listProjectValues = endpoint({
  method: 'GET',
  path: '/institutional-indicators/:id/values',
  permission: 'catalogues.manage',
  summary: 'Awarded projects that name an indicator of the institution, with what each has come to',
  params: one,
  query: listQuery(['code', 'title', 'school', 'period', 'value'], 'code').extend({
    period: period.optional(),
  }),
  output: pageOf(projectValue),
});

export const getInstitutionalTotal = endpoint({
  method: 'GET',
  path: '/institutional-indicators/:id/total',
  permission: 'catalogues.manage',
  summary: 'What the values of all awarded projects come to, by the roll-up of the indicator',
  params: one,
  query: z.object({ period: period.optional() }),
  output: z.object({
    indicator: row,
    /** Null while no project has a value. */
    total: figure,
    withValue: z.number().int(),
    withoutValue: z.number().int(),
    /** Of those with a value, which have reached all their targets of it. */
    reached: z.number().int(),
  }),
});
