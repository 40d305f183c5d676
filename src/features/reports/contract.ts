import { z } from 'zod';
import { peopleCounts, peopleTotals } from '../../domain/execution/people.ts';
import { FILE_STATES } from '../../domain/files/file-states.ts';
import { SUB_STEPS } from '../../domain/kinds/statuses.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { reportFacts } from '../../domain/reports/facts.ts';
import { MOST_PHOTOS, OBSERVED_PART_SLUGS, reportTexts } from '../../domain/reports/parts.ts';
import { REPORT_STATES } from '../../domain/reports/report-states.ts';
import { day, id, instant, storedVersion, text, version } from '../../domain/text/rules.ts';
import { decisionOffer, offer, person, projectParams } from '../project-record/contract.ts';

const standing = z.object({
  /** 1, 2, … of the progress reports; null of the final one. */
  number: z.number().int().nullable(),
  state: z.enum(REPORT_STATES),
  /** Who reviews it, or where it re-enters once it came back. */
  subStep: z.enum(SUB_STEPS).nullable(),
  /** Day by which it is to be sent first; null where none is set. */
  dueOn: day.nullable(),
  /** While it waits: until when it is decided, or sent again. */
  due: instant.nullable(),
  submittedBy: person.nullable(),
  submittedAt: instant.nullable(),
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
});

export const reportRow = standing.extend({
  /** Parts of the award that it releases, in percent of it; 0 for none. */
  releases: z.number().int(),
  /** How many of the texts it asks for are written. */
  written: z.number().int(),
  asked: z.number().int(),
});
export type ReportRow = z.infer<typeof reportRow>;

export const projectReports = z.object({
  /** Progress reports in order, then the final one. */
  reports: z.array(reportRow),
});
export type ProjectReports = z.infer<typeof projectReports>;

/** 404 for who may not read all of the project. */
export const getReports = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/reports',
  permission: 'active',
  summary: 'The progress reports and the final report of a project',
  params: projectParams,
  output: projectReports,
});

/** `final`, or the number of a progress report. */
const reportParams = projectParams.extend({ report: z.string() });

const photo = z.object({
  /** Of the file, through all its versions. */
  id,
  versionId: id,
  name: z.string(),
  caption: z.string(),
  state: z.enum(FILE_STATES),
  /** Link to a small picture; null where there is none. */
  thumbnail: z.string().nullable(),
});

export const reportObservation = z.object({
  id,
  part: z.enum(OBSERVED_PART_SLUGS),
  text: z.string(),
  /** Empty until it is answered. */
  answer: z.string(),
});
export type ReportObservation = z.infer<typeof reportObservation>;

export const report = standing.extend({
  texts: reportTexts,
  /** Of the final one: people by group where they are not what was recorded. */
  people: peopleCounts,
  peopleReason: z.string(),
  photos: z.array(photo),
  /** Photos of the project that may be shown, newest first. */
  choosable: z.array(photo.omit({ caption: true })),
  /** Until when the links of small pictures open. */
  expiresAt: instant,
  /** What was observed last; of the final one they are those of the project. */
  observations: z.array(reportObservation),
  /** What was said to all of it last. */
  comment: z.string(),
  /** As it was sent while it is looked at and once it is accepted; while it is written, as it is now. */
  facts: reportFacts,
  /** People by group as they are recorded now, without a correction. */
  recorded: peopleTotals,
  /** What it lacks to be sent, beside what the form of the project lacks. */
  gaps: z.array(z.object({ part: z.string(), label: z.string(), message: z.string() })),
  /** What a save sends back; 0 before the first one. */
  version,
  /** To write it; null where it is never the reader's. */
  edit: offer.nullable(),
  /** To send it; null where it is never the reader's, and of the final one, which is sent as a step of the project. */
  submit: offer.nullable(),
  /** To accept or return it; null where it is never the reader's, nothing waits, or it is the final one. */
  decide: decisionOffer.nullable(),
  /** Heads whose decision it waits for; the office where there are none. */
  deciders: z.array(person),
});
export type Report = z.infer<typeof report>;

export const getReport = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/reports/:report',
  permission: 'active',
  summary: 'One report of a project with what was recorded for it',
  params: reportParams,
  output: report,
});

export const reportFields = z.object({
  texts: reportTexts,
  people: peopleCounts.default({}),
  peopleReason: text(2000).default(''),
  photos: z
    .array(z.object({ versionId: id, caption: text(300).default('') }))
    .max(MOST_PHOTOS, `Elige hasta ${MOST_PHOTOS} fotos.`)
    .refine(all => new Set(all.map(p => p.versionId)).size === all.length, 'Hay fotos repetidas.'),
  answers: z
    .array(z.object({ id, answer: text(4000) }))
    .max(50)
    .default([]),
});
export type ReportFields = z.output<typeof reportFields>;

const written = z.object({ version: storedVersion, savedAt: instant });

/**
 * Replaces what is written. `version` is what the reader's form began with, 0 before the first save; a stale one answers
 * 409 with `newerEntry` unless these very values are stored already.
 */
export const saveReport = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/reports/:report',
  permission: 'active',
  summary: 'Write a report',
  params: reportParams,
  body: reportFields.extend({ version }),
  output: written,
});

/** Of progress reports; the final one is sent as a step of the project. Sent twice it is sent once. */
export const submitReport = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/reports/:report/submission',
  permission: 'active',
  summary: 'Send a progress report to be reviewed',
  params: reportParams,
  body: z.object({ version: storedVersion }),
  output: written,
});

export const reportDecision = z.object({
  version: storedVersion,
  accept: z.boolean(),
  observations: z
    .array(z.object({ part: z.enum(OBSERVED_PART_SLUGS), text: text(4000, 3) }))
    .max(50)
    .default([]),
  /** To all of it; needed from who decides as the last possible one. */
  comment: text(2000).default(''),
});

/** Director, then office. Returned with at least one observation it re-enters where it was returned. */
export const decideReport = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/reports/:report/decision',
  permission: 'active',
  summary: 'Accept a progress report or send it back',
  params: reportParams,
  body: reportDecision,
  output: written,
});

export const openReport = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/reports/:report/document',
  permission: 'active',
  summary: 'A report as a PDF',
  params: reportParams,
  output: z.unknown(),
  transfer: 'download',
});
