import { z } from 'zod';
import { AT_DESK } from '../../domain/calls/proposals.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { SECTION_SLUGS } from '../../domain/sections/index.ts';
import {
  bar,
  groupedBy,
  id,
  instant,
  lastResort,
  listQuery,
  pageOf,
  text,
  version,
} from '../../domain/text/rules.ts';
import { person, projectParams, projectStatus, unit } from '../project-record/contract.ts';

const item = z.object({ ok: z.boolean(), note: text(500).default('') });

export const waitingRow = z.object({
  id,
  code: z.string(),
  kind: z.string(),
  title: z.string(),
  /** `admissibility`, or `returned` while it is being corrected. */
  status: projectStatus,
  lead: person,
  school: unit.nullable(),
  call: z.object({ id, name: z.string() }).nullable(),
  line: z.string().nullable(),
  /** CLP. */
  amount: z.number().int().nullable(),
  receivedAt: instant.nullable(),
  due: instant.nullable(),
  checked: z.number().int(),
  total: z.number().int(),
  /** It came back from its one correction. */
  corrected: z.boolean(),
});
export type WaitingRow = z.infer<typeof waitingRow>;

export const ADMISSIBILITY_SORTS = ['due', 'code', 'title', 'received', 'amount'] as const;

export const listWaiting = endpoint({
  method: 'GET',
  path: '/admissibility',
  permission: 'calls.manage',
  summary: 'Proposals that wait for the admissibility desk, and those it sent back',
  query: listQuery(ADMISSIBILITY_SORTS, 'due').extend({
    call: id.optional(),
    status: z.enum(AT_DESK).optional(),
    ...groupedBy(['call']).shape,
  }),
  output: pageOf(waitingRow),
});

/** A unit's endorsement, as the desk reads it. */
const endorsement = z.object({
  /** The step that endorsed. */
  status: projectStatus,
  by: person.nullable(),
  at: instant,
  /** After the day the call gives for it. */
  late: z.boolean(),
});

const checks = z.object({
  version: z.number().int(),
  /** When the proposal was sent first. */
  receivedAt: instant.nullable(),
  /** Until when its unit had to endorse it. */
  endorseUntil: instant.nullable(),
  /** In the order of the steps, each step's last. */
  endorsements: z.array(endorsement),
  /** Sections changed since it was sent back last; null where it never was. */
  corrected: z.array(z.enum(SECTION_SLUGS)).nullable(),
  /** Whether they may be changed now. */
  open: z.boolean(),
  /** What keeps the reader from changing them; null when nothing does. */
  barred: bar,
  items: z.array(item.extend({ id: z.string(), label: z.string() })),
});
export type Checks = z.infer<typeof checks>;

export const getChecks = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/checks',
  permission: 'calls.manage',
  summary: 'The admissibility checklist of a proposal',
  params: projectParams,
  output: checks,
});

export const saveChecks = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/checks',
  permission: 'calls.manage',
  summary: 'Save the checklist; admitting asks for every item',
  params: projectParams,
  body: z.object({ version, items: z.record(z.string().max(60), item), lastResort }),
  output: checks,
});
