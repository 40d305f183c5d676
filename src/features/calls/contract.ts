import { z } from 'zod';
import { CALL_STATE_SLUGS } from '../../domain/calls/calls.ts';
import { committee } from '../../domain/calls/committee.ts';
import { criterion, question, requiredDocument } from '../../domain/kinds/definition.ts';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { reportDates } from '../../domain/reports/dates.ts';
import { BUDGET_CATEGORIES } from '../../domain/sections/budget.ts';
import { enumOf } from '../../domain/sections/field.ts';
import { instalments } from '../../domain/spending/instalments.ts';
import { RULES } from '../../domain/text/rule-messages.ts';
import {
  bar,
  day,
  fileName,
  groupedBy,
  id,
  inCalendar,
  instant,
  lastResort,
  listQuery,
  pageOf,
  storedVersion,
  text,
} from '../../domain/text/rules.ts';

const callState = z.enum(CALL_STATE_SLUGS);
/** Kinds that may have a call. */
export const CALL_KINDS = ['fexs', 'incs'] as const satisfies readonly (typeof KIND_SLUGS)[number][];
const money = z.number().int().min(1).max(100_000_000_000);
/** A percentage of the amount asked. */
export const capShare = z.number().int().min(1).max(100);
const unique = (values: readonly string[]) => new Set(values).size === values.length;

const line = z.object({ id, name: text(120, 1), cap: money, budget: money });
const quota = z.object({ facultyId: id, quota: z.number().int().min(0).max(1000) });

const shape = z.object({
  name: text(120, 3),
  year: z.number().int().min(2000).max(2100),
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  endorseUntil: instant.nullable(),
  correctionDays: z.number().int().min(1).max(250),
  evaluationUntil: instant.nullable(),
  resolutionAt: instant.nullable(),
  appealDays: z.number().int().min(0).max(250),
  answerDays: z.number().int().min(1).max(250),
  invitationDays: z.number().int().min(1).max(60),
  executionFrom: day.nullable(),
  executionTo: day.nullable(),
  waitlistUntil: day.nullable(),
  committee,
  blind: z.boolean(),
  reviews: z.number().int().min(1).max(5),
  minimum: z.number().int().min(0).max(100),
  gap: z.number().int().min(1).max(100),
  consensusDays: z.number().int().min(0).max(60),
  proposalsPerLead: z.number().int().min(1).max(20),
  blocksOverdue: z.boolean(),
  /** Most of each category, and least of partners, in percent of the amount asked; an empty limit means none. */
  categoryCaps: z
    .array(z.object({ category: enumOf(BUDGET_CATEGORIES), share: capShare }))
    .max(BUDGET_CATEGORIES.length)
    .refine(all => unique(all.map(c => c.category)), 'Hay categorías repetidas.'),
  partnerMinimum: z.number().int().min(1).max(1000).nullable(),
  studentMinimum: z.number().int().min(1).max(100_000).nullable(),
  instalments,
  /** Days on which the progress reports of each project are due; without any, those of the kind. */
  reportDates,
  /** Days after the end of a project in which its vouchers may still be issued; empty for no limit. */
  graceDays: z.number().int().min(0).max(365).nullable(),
  /** Anybody may read whom it was awarded to, once its result is final. */
  publishesResults: z.boolean(),
  lines: z
    .array(line)
    .max(20)
    .refine(all => unique(all.map(l => l.id)), 'Hay líneas repetidas.'),
  quotas: z
    .array(quota)
    .max(100)
    .refine(all => unique(all.map(q => q.facultyId)), 'Hay facultades repetidas.'),
  rubric: z.object({
    criteria: z
      .array(criterion)
      .max(20)
      .refine(all => unique(all.map(c => c.id)), 'Hay criterios repetidos.')
      .refine(
        all => all.length === 0 || all.reduce((sum, c) => sum + c.weight, 0) === 100,
        'Las ponderaciones deben sumar 100.',
      ),
  }),
  questions: z
    .array(question)
    .max(40)
    .refine(all => unique(all.map(q => q.id)), 'Hay preguntas repetidas.'),
  documents: z
    .array(requiredDocument)
    .max(20)
    .refine(all => unique(all.map(d => d.type)), 'Hay documentos repetidos.'),
  publicText: z.string().max(200_000),
});

/** Stored ones may be of any year. */
const DATES = [
  ...(['opensAt', 'closesAt', 'endorseUntil', 'evaluationUntil', 'resolutionAt'] as const),
  ...(['executionFrom', 'executionTo', 'waitlistUntil'] as const),
];

/** In the order of the calendar; each date counts once it is given. */
const ORDER = [
  ['opensAt', 'closesAt', 'El cierre debe ser posterior a la apertura.'],
  ['closesAt', 'endorseUntil', 'El visto bueno de los decanatos termina después del cierre.'],
  ['endorseUntil', 'evaluationUntil', 'La evaluación termina después del visto bueno.'],
  ['closesAt', 'evaluationUntil', 'La evaluación termina después del cierre.'],
  ['evaluationUntil', 'resolutionAt', 'La resolución va después de la evaluación.'],
  ['closesAt', 'resolutionAt', 'La resolución va después del cierre.'],
] as const;

export const callSettings = shape.superRefine((call, context) => {
  for (const name of DATES)
    if (call[name] && !inCalendar(call[name]))
      context.addIssue({ code: 'custom', path: [name], message: RULES.date });
  for (const [before, after, message] of ORDER) {
    const [a, b] = [call[before], call[after]];
    if (a && b && new Date(b) <= new Date(a)) context.addIssue({ code: 'custom', path: [after], message });
  }
  const { executionFrom, executionTo } = call;
  if (executionFrom && executionTo && executionTo < executionFrom)
    context.addIssue({
      code: 'custom',
      path: ['executionTo'],
      message: 'La fecha de término debe ser igual o posterior a la de inicio.',
    });
  for (const [n, { cap, budget }] of call.lines.entries())
    if (cap > budget)
      context.addIssue({
        code: 'custom',
        path: ['lines', n, 'cap'],
        message: 'El tope por proyecto no puede superar el presupuesto de la línea.',
      });
});
export type CallSettings = z.output<typeof callSettings>;

const kind = z.enum(CALL_KINDS);
const callFile = z.object({ id, name: z.string(), size: z.number().int(), contentType: z.string() });

/** Proposals by how far they came. */
const counts = z.object({
  drafts: z.number().int(),
  /** In review, sent back or in admissibility. */
  received: z.number().int(),
  inEvaluation: z.number().int(),
  decided: z.number().int(),
});

export const callRow = z.object({
  id,
  name: z.string(),
  year: z.number().int(),
  kind,
  state: callState,
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  /** Whether proposals are taken now, by the server's clock. */
  taking: z.boolean(),
  lines: z.number().int(),
  /** CLP, over all lines. */
  budget: z.number().int(),
  proposals: z.number().int(),
  updatedAt: instant,
  updatedBy: z.string().nullable(),
});
export type CallRow = z.infer<typeof callRow>;

export const CALL_SORTS = ['name', 'year', 'state', 'opens', 'closes', 'updated'] as const;

export const listCalls = endpoint({
  method: 'GET',
  path: '/calls',
  permission: 'active',
  scope: 'calls',
  summary: 'Calls; those in preparation only for the office',
  query: listQuery(CALL_SORTS, '-closes').extend({
    state: callState.optional(),
    kind: kind.optional(),
    year: z.coerce.number().int().min(2000).max(2100).optional(),
    ...groupedBy(['state', 'kind', 'year']).shape,
  }),
  output: pageOf(callRow),
});

export const callDetail = z.object({
  ...shape.shape,
  lines: z.array(
    line.extend({
      /** CLP that came from other lines since the opening; below 0 where it went to them. */
      moved: z.number().int(),
    }),
  ),
  id,
  kind,
  state: callState,
  version: z.number().int(),
  files: z.array(callFile),
  extensions: z.array(
    z.object({ closedAt: instant, closesAt: instant, reason: z.string(), at: instant, by: z.string() }),
  ),
  /** Money of the lines, CLP; null for everybody but the office. */
  funds: z
    .object({
      awarded: z.array(z.object({ lineId: id, amount: z.number().int() })),
      /** The newest first. */
      transfers: z.array(
        z.object({
          id: z.number().int(),
          from: z.string(),
          to: z.string(),
          amount: z.number().int(),
          reason: z.string(),
          at: instant,
          by: z.string(),
        }),
      ),
    })
    .nullable(),
  /** Nobody but the office is told how many there are. */
  counts: counts.nullable(),
  /** The server's clock, which the countdown runs by. */
  now: instant,
  taking: z.boolean(),
  /** Why the reader cannot start a proposal now; null when they can. */
  startRefusal: z.string().nullable(),
  /** What keeps the reader from changing it; null for everybody but the office. */
  barred: bar,
  /** What it lacks to open; empty for everybody but the office. */
  missing: z.array(z.string()),
  /** The reader's own proposals to this call. */
  mine: z.array(z.object({ id, code: z.string(), title: z.string(), status: z.string() })),
  copiedFrom: z.object({ id, name: z.string() }).nullable(),
});
export type CallDetail = z.infer<typeof callDetail>;

export const callParams = z.object({ call: id });
export const done = z.object({ id, version: z.number().int() });

export const getCall = endpoint({
  method: 'GET',
  path: '/calls/:call',
  permission: 'active',
  scope: 'calls',
  summary: 'One call with its bases',
  params: callParams,
  output: callDetail,
});

/** Begins in preparation with the kind's rubric; everything else is edited afterwards. */
export const createCall = endpoint({
  method: 'POST',
  path: '/calls',
  permission: 'calls.manage',
  summary: 'Start preparing a call',
  body: z.object({ name: text(120, 3), year: z.number().int().min(2000).max(2100), kind }),
  output: done,
});

export const saveCall = endpoint({
  method: 'PUT',
  path: '/calls/:call',
  permission: 'calls.manage',
  summary: 'Save the settings; once open, only dates after the closing and the text',
  params: callParams,
  body: z.object({ version: storedVersion, settings: callSettings, lastResort }),
  output: done,
});

export const copyCall = endpoint({
  method: 'POST',
  path: '/calls/:call/copy',
  permission: 'calls.manage',
  summary: 'Prepare a call with the settings of an earlier one, dates left out',
  params: callParams,
  body: z.object({ name: text(120, 3), year: z.number().int().min(2000).max(2100) }),
  output: done,
});

export const deleteCall = endpoint({
  method: 'DELETE',
  path: '/calls/:call',
  permission: 'calls.manage',
  summary: 'Delete a call nobody applies to and that never opened',
  params: callParams,
  output: z.object({}),
});

export const moveCall = endpoint({
  method: 'POST',
  path: '/calls/:call/state',
  permission: 'calls.manage',
  summary: 'Move a call on, or back to preparation',
  params: callParams,
  body: z.object({ version: storedVersion, to: callState, lastResort }),
  output: done,
});

/** Everybody with a draft is told. */
export const extendCall = endpoint({
  method: 'POST',
  path: '/calls/:call/extend',
  permission: 'calls.manage',
  summary: 'Put the closing off',
  params: callParams,
  body: z.object({
    version: storedVersion,
    closesAt: instant.refine(inCalendar, RULES.date),
    reason: text(2000, 10),
    lastResort,
  }),
  output: done.extend({ told: z.number().int() }),
});

/** Up to 5 MB in one piece. */
export const addCallFile = endpoint({
  method: 'PUT',
  path: '/calls/:call/files',
  permission: 'calls.manage',
  summary: 'Add a file to the bases',
  params: callParams,
  query: z.object({ name: fileName }),
  output: callFile,
  transfer: 'upload',
});

export const removeCallFile = endpoint({
  method: 'DELETE',
  path: '/calls/:call/files/:file',
  permission: 'calls.manage',
  summary: 'Remove a file of the bases',
  params: callParams.extend({ file: id }),
  output: z.object({}),
});

export const openCallFile = endpoint({
  method: 'GET',
  path: '/calls/:call/files/:file',
  permission: 'active',
  summary: 'A file of the bases',
  params: callParams.extend({ file: id }),
  output: z.unknown(),
  transfer: 'download',
});

/** What the lists of calls are narrowed by. */
export const callYears = endpoint({
  method: 'GET',
  path: '/calls/years',
  permission: 'active',
  scope: 'calls',
  summary: 'Years that have calls the reader may see, the latest first',
  output: z.object({ years: z.array(z.number().int()) }),
});

/** What a draft may apply to now, for the section Fondo and for starting. */
export const openCalls = endpoint({
  method: 'GET',
  path: '/open-calls',
  permission: 'active',
  scope: 'calls',
  summary: 'Calls that take proposals now',
  query: z.object({ kind: z.enum(KIND_SLUGS).optional() }),
  output: z.object({
    now: instant,
    calls: z.array(
      z.object({
        id,
        name: z.string(),
        kind,
        closesAt: instant,
        lines: z.array(z.object({ id, name: z.string(), cap: z.number().int() })),
      }),
    ),
  }),
});
