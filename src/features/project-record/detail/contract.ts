import { z } from 'zod';
import { CHANGE_SECTIONS, CHANGE_STATES } from '../../../domain/access/change-requests.ts';
import { FILE_STATES } from '../../../domain/files/file-states.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { REPORT_PLACE } from '../../../domain/reports/names.ts';
import { BUDGET_CATEGORIES } from '../../../domain/sections/budget.ts';
import { enumOf } from '../../../domain/sections/field.ts';
import { SECTION_SLUGS } from '../../../domain/sections/index.ts';
import { id, instant } from '../../../domain/text/rules.ts';
import { OBSERVATION_STATES } from '../../../domain/workflow/observation-states.ts';
import { TRANSITION_ACTIONS, type TransitionRequirement } from '../../../domain/workflow/transitions.ts';
import { kindDefinition } from '../../kinds/contract.ts';
import { offer, person, projectParams, projectRow, projectStatus, turn } from '../contract.ts';

/** A button of the domain's `allowedActions`; what a role never has here is left out. */
export const actionOffer = z.object({
  action: z.enum(TRANSITION_ACTIONS),
  label: z.string(),
  allowed: z.boolean(),
  reason: z.string().nullable(),
  /** What to give along: reason, observations, comment, confirmation. */
  requires: z.array(z.string() as z.ZodType<TransitionRequirement>).readonly(),
  onBehalf: z.boolean(),
  lastResort: z.boolean(),
});

/** Null for whom it never is to extend. */
export const extensionOffer = z
  .object({
    /** Why it is not possible now; null when it is. */
    reason: z.string().nullable(),
  })
  .nullable();

/** What is missing to submit, with the path of each field, and progress by section (see the domain). */
export const completeness = z.object({
  missing: z
    .array(
      z.object({ section: z.enum(SECTION_SLUGS), path: z.string(), label: z.string(), message: z.string() }),
    )
    .readonly(),
  bySection: z.partialRecord(z.enum(SECTION_SLUGS), z.object({ done: z.number(), total: z.number() })),
});

export const projectSection = z.object({
  slug: z.enum(SECTION_SLUGS),
  /** 0 until somebody saves it. */
  version: z.number().int(),
  data: z.record(z.string(), z.unknown()),
  updatedAt: instant.nullable(),
  updatedBy: person.nullable(),
  mayEdit: z.boolean(),
  /** Why not, when `mayEdit` is false. */
  reason: z.string().nullable(),
});
export type ProjectSection = z.infer<typeof projectSection>;

export const historyEntry = z.object({
  id: z.number().int(),
  at: instant,
  actor: person.nullable(),
  onBehalfOf: person.nullable(),
  /** The head in whose place a deputy acted. */
  deputyOf: person.nullable(),
  action: z.string(),
  /** What happened, e.g. `Visto bueno`. */
  label: z.string(),
  from: projectStatus.nullable(),
  to: projectStatus,
  reason: z.string().nullable(),
  comment: z.string().nullable(),
  /** Why the step went to whom it did. */
  note: z.string().nullable(),
  undone: z.boolean(),
  /** All sections as they were then can be read. */
  hasSnapshot: z.boolean(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const observation = z.object({
  id,
  /** What it is about: a section, or the final report. */
  section: z.enum([...SECTION_SLUGS, REPORT_PLACE]),
  text: z.string(),
  author: person,
  createdAt: instant,
  state: z.enum(OBSERVATION_STATES),
  answers: z.array(z.object({ id, author: person, text: z.string(), createdAt: instant })),
  /** What the reader may do with it. */
  mayAnswer: z.boolean(),
  mayResolve: z.boolean(),
});
export type Observation = z.infer<typeof observation>;

/** The version of a file that counts: the newest that is ready, or the only one. */
export const projectFile = z.object({
  /** Of the file, through all its versions. */
  id,
  version: z.number().int(),
  state: z.enum(FILE_STATES),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  documentType: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  contentType: z.string(),
  /** Hexadecimal. */
  sha256: z.string(),
  uploadedBy: person,
  uploadedAt: instant,
});
export type ProjectFile = z.infer<typeof projectFile>;

/** Proof that a proposal was received. */
export const receipt = z.object({
  id,
  receivedAt: instant,
  /** SHA-256 of what was sent, hexadecimal. */
  contentHash: z.string(),
  /** The submit was taken back afterwards. */
  undone: z.boolean(),
});

/** Values of the fields asked to change, by name. */
export const changedValues = z.record(z.string(), z.unknown());

/** A request to change what approval froze. */
export const changeRequest = z.object({
  id,
  section: z.enum(CHANGE_SECTIONS),
  reason: z.string(),
  state: z.enum(CHANGE_STATES),
  author: person,
  onBehalfOf: person.nullable(),
  createdAt: instant,
  /** What is there now while the request is open, then what was there when it was decided. */
  before: changedValues,
  after: changedValues,
  /** The section changed after the request was made. */
  stale: z.boolean(),
  /** The section's version that `before` shows; accepting sends it back. */
  version: z.number().int(),
  /** Names of the people in `before` and `after`. */
  names: z.record(z.string(), z.string()),
  /** Who decides; `null` once decided. */
  turn: turn.nullable(),
  /** Why it went to whom it did. */
  note: z.string().nullable(),
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
  answer: z.string().nullable(),
  /** Why the reader may not decide; `null` when the reader may, or never does. */
  refusal: z.string().nullable(),
  mayDecide: z.boolean(),
  /** The last possible administrator decides despite a conflict: accepting asks for a reason too. */
  lastResort: z.boolean(),
  mayWithdraw: z.boolean(),
});
export type ChangeRequest = z.infer<typeof changeRequest>;

export const projectDetail = projectRow.extend({
  /** Goes up with every step of the workflow; `takeAction` sends it back. */
  version: z.number().int(),
  alternate: person.nullable(),
  /** While returned: the status it comes back to. */
  returnedFrom: projectStatus.nullable(),
  createdAt: instant,
  /** The kind as it was when the project was created. */
  definition: kindDefinition,
  /** In the order of the definition; what the reader may not see is left out. */
  sections: z.array(projectSection),
  completeness,
  /** Of the project this one continues, which its completeness is judged by. */
  previousStatus: projectStatus.nullable(),
  /** Progress reports that wait for the reader: to be decided, or to be sent again by lead and alternate. */
  waitingReports: z.array(z.object({ number: z.number().int(), isReturned: z.boolean() })),
  /** While running: number of the progress report that is to be sent next; null where that is the final one. */
  nextReport: z.number().int().nullable(),
  /** While running: what the final report lacks, in the order of the form. */
  reportGaps: z.array(
    z.object({
      section: z.enum([...SECTION_SLUGS, REPORT_PLACE]),
      ...{ path: z.string(), label: z.string(), message: z.string() },
    }),
  ),
  actions: z.array(actionOffer),
  /** The evaluation has begun, and the reader may see what came of it. */
  showsReviews: z.boolean(),
  extendDue: extensionOffer,
  /** The office may let the final report come early. */
  earlyReport: extensionOffer,
  /** The office may open these sections too while the project is corrected. */
  openSections: z
    .object({ reason: z.string().nullable(), closed: z.array(z.enum(SECTION_SLUGS)) })
    .nullable(),
  observations: z.array(observation),
  /** Requests to change what approval froze, newest first. */
  changes: z.array(changeRequest),
  /** Whether the reader may ask for changes, and if not yet, why; `null` where it is never theirs to ask. */
  requestChange: offer.nullable(),
  /** Newest first. */
  history: z.array(historyEntry),
  files: z.array(projectFile),
  /** The call it applies to; null without one. */
  call: z
    .object({
      id,
      name: z.string(),
      closesAt: instant.nullable(),
      lines: z.array(z.object({ id, name: z.string(), cap: z.number().int() })).readonly(),
      categoryCaps: z
        .array(z.object({ category: enumOf(BUDGET_CATEGORIES), share: z.number().int() }))
        .readonly(),
      partnerMinimum: z.number().int().nullable(),
      studentMinimum: z.number().int().nullable(),
    })
    .nullable(),
  /** Sent before the amount asked was derived from the budget: it stays as it was typed. */
  amountTyped: z.boolean(),
  /** CLP, for who reads the budget; null where nothing is asked or awarded. */
  amountAsked: z.number().int().nullable(),
  amountAwarded: z.number().int().nullable(),
  /** CLP that may still be moved between categories of the fund without a request; null without an award. */
  amountMovable: z.number().int().nullable(),
  /** The lead fits the budget to the award: only its lines of the fund are open. */
  fitting: z.boolean(),
  /** While it is a draft: the rules of its call, met or not. */
  eligibility: z.array(z.object({ rule: z.string(), label: z.string(), message: z.string().nullable() })),
  /** Newest first. */
  receipts: z.array(receipt),
  /** The server's clock. */
  now: instant,
  mayUpload: z.boolean(),
  /** What it spends and is paid is told to the reader, from the approval on. */
  readsSpending: z.boolean(),
  /** Its reports are told to the reader, from the start on. */
  readsReports: z.boolean(),
  /** What anybody may see of it is told to the reader, from the approval on. */
  readsPublication: z.boolean(),
  /** All of it is told to the reader: they may have its case file. */
  readsCaseFile: z.boolean(),
  mayRemoveFiles: z.boolean(),
  /** Names of whatever the sections refer to by id: people, schools, careers, offerings, organisations… */
  labels: z.record(z.string(), z.string()),
});
export type ProjectDetail = z.infer<typeof projectDetail>;

export const getProject = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id',
  permission: 'active',
  scope: 'projects',
  summary: 'Everything the reader may see of one project',
  params: projectParams,
  output: projectDetail,
});
