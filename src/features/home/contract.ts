import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, instant, pageOf } from '../../domain/text/rules.ts';
import { waitingAppeal } from '../awards/appeals/contract.ts';
import { waitingChange } from '../change-requests/contract.ts';
import { waitingDataRequest } from '../data-requests/waiting/contract.ts';
import { ownRound } from '../evaluation/preferences/contract.ts';
import { waitingQuestion } from '../evaluation/questions/contract.ts';
import { waitingMeasurements } from '../indicators/waiting/contract.ts';
import { waitingRefunds } from '../payments/waiting/contract.ts';
import { kindSlug, projectRow, projectStatus } from '../project-record/contract.ts';
import { waitingReport } from '../reports/waiting/contract.ts';
import { waitingReview } from '../review-desk/contract.ts';
import { setup } from '../setup/contract.ts';
import { waitingStatement } from '../statements/waiting/contract.ts';

const project = z.object({ id, kind: kindSlug, code: z.string(), title: z.string() });

const deadline = z.object({
  ...{ project, status: projectStatus, due: instant, overdue: z.boolean() },
  /** While running: number of the progress report that is due; null where that is the final one. */
  report: z.number().int().nullable(),
});

/** A unit the reader heads, with what was submitted to it, in the order of the workflow. */
const unitFigures = z.object({
  /** `null` for the whole university. */
  id: id.nullable(),
  unit: z.enum(['school', 'faculty', 'university']),
  name: z.string(),
  counts: z.array(z.object({ status: projectStatus, count: z.number().int() })),
});
export type UnitFigures = z.infer<typeof unitFigures>;

export const getHome = endpoint({
  method: 'GET',
  path: '/home',
  permission: 'active',
  about: 'projects',
  summary: 'What waits for the reader, the reader’s own projects and deadlines, figures of their units',
  output: z.object({
    /** "Te toca a ti": oldest due first, at most 20; `total` counts all. */
    myTurn: pageOf(projectRow),
    /** Requested changes that wait for the reader, oldest due first. */
    changes: z.array(waitingChange),
    /** Measurements that wait for the reader by project, oldest due first, at most 20. */
    measurements: z.array(waitingMeasurements),
    /** Refunds that the reader decides or mends by project, oldest due first, at most 20. */
    refunds: z.array(waitingRefunds),
    /** Statements that the reader decides or answers, oldest due first, at most 20. */
    statements: z.array(waitingStatement),
    /** Progress reports that the reader decides or answers, oldest due first, at most 20. */
    reports: z.array(waitingReport),
    /** The reader's own reviews, oldest due first, at most 20. */
    reviews: z.array(waitingReview),
    /** Reviewers' questions that wait for the reader, oldest due first, at most 20. */
    questions: z.array(waitingQuestion),
    /** Calls that ask the reader what they would like to review, the first to end first. */
    rounds: z.array(ownRound),
    /** Appeals that wait for the office, oldest due first, at most 20; none for everybody else. */
    appeals: z.array(waitingAppeal),
    /** Requests about personal data that wait for the office, oldest due first, at most 20; none for everybody else. */
    dataRequests: z.array(waitingDataRequest),
    /** Led by the reader and not waiting for them, latest change first, at most 10; `total` counts all they lead. */
    mine: pageOf(projectRow),
    /** Next dates of the reader's own projects that do not wait for them, and the report due of those that run. */
    deadlines: z.array(deadline),
    units: z.array(unitFigures),
    /** For administrators only. */
    office: z
      .object({
        /** Steps of a unit that nobody of it can hold. */
        vacantSteps: z.number().int(),
        overdueSteps: z.number().int(),
        pendingPeople: z.number().int(),
      })
      .nullable(),
    /** What is open of setting up; for administrators only. */
    setup: setup.nullable(),
  }),
});
