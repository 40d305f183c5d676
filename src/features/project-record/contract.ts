import { z } from 'zod';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { STATUSES, SUB_STEPS } from '../../domain/kinds/statuses.ts';
import { day, id, instant, storedVersion } from '../../domain/text/rules.ts';

export const kindSlug = z.enum(KIND_SLUGS);
export const projectStatus = z.enum(STATUSES);

export const person = z.object({ id, name: z.string() });
export const unit = z.object({ id, name: z.string() });

/** Of something that the reader may do, or may not now: the domain's `Offer`. */
export const offer = z.object({ allowed: z.boolean(), reason: z.string().nullable() });
/** Of a decision: the reader may be the last one who can make it, despite a conflict. */
export const decisionOffer = offer.extend({ lastResort: z.boolean() });

/** Address of one project; a wrong kind answers 404 like a wrong id. */
export const projectParams = z.object({ kind: z.string(), id: z.string() });

/** What a 409 brings along in `extra` when somebody saved the entry of a project since. */
export const newerEntry = z.object({ version: storedVersion, updatedBy: z.string() });

/** Whose turn it is: named people, or the outreach office, or nobody when the project has ended. */
export const turn = z.object({
  people: z.array(person),
  /** While in evaluation: how many reviewers it waits for; who they are only the office and they themselves see. */
  reviewers: z.number().int(),
  /** True while "Oficina de Vinculación" (any administrator) holds it. */
  office: z.boolean(),
  since: instant,
  due: instant.nullable(),
  overdue: z.boolean(),
  /** Whoever holds it has something to do; else it is only under way. */
  now: z.boolean(),
  /** The reader is one of those who have something to do. */
  mine: z.boolean(),
  /** What comes next, in words (the domain's `whatComesNext`). */
  next: z.string(),
});

const figure = z.number().int().nullable();
/** What a row of the list tells besides, where it is asked for; money is null for who may not read it. */
export const projectDetails = z.object({
  theme: z.string().nullable(),
  call: z.string().nullable(),
  regions: z.array(z.string()),
  comunas: z.array(z.string()),
  /** Sustainable development goals, 1–17. */
  goals: z.array(z.number().int()),
  partners: z.array(z.string()),
  /** Pesos: of the fund, of the whole budget, accounted for so far. */
  asked: figure,
  awarded: figure,
  budget: figure,
  spent: figure,
  /** People who take part directly, as planned and as they came. */
  expectedPeople: figure,
  actualPeople: figure,
  /** Indicators with a target, and those that have come to it. */
  indicators: z.number().int(),
  indicatorsReached: z.number().int(),
});
export type ProjectDetails = z.infer<typeof projectDetails>;

export const projectRow = z.object({
  id,
  code: z.string(),
  kind: kindSlug,
  status: projectStatus,
  subStep: z.enum(SUB_STEPS).nullable(),
  title: z.string(),
  /** From before the application, brought in from a spreadsheet. */
  historic: z.boolean(),
  period: z.string().nullable(),
  startDate: day.nullable(),
  endDate: day.nullable(),
  school: unit.nullable(),
  faculty: unit.nullable(),
  lead: person,
  turn,
  submittedAt: instant.nullable(),
  updatedAt: instant,
  details: projectDetails.optional(),
});
export type ProjectRow = z.infer<typeof projectRow>;
