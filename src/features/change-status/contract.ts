import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { keysOf } from '../../domain/kit/look-up.ts';
import { PROBLEMS } from '../../domain/kit/problem-codes.ts';
import { amount, id, instant, storedVersion, text } from '../../domain/text/rules.ts';
import { kindSlug, person, projectRow, projectStatus } from '../project-record/contract.ts';

/** Projects a request takes; larger selections come in several, so that progress shows and nobody waits long. */
export const CHUNK = 25;

const address = z.object({ kind: kindSlug, id });
const chunkOf = <S extends z.ZodType>(project: S) => z.array(project).min(1).max(CHUNK);

/** For a selection that a reload has to find again. */
export const chosenProjects = endpoint({
  method: 'POST',
  path: '/change-status/projects',
  permission: 'projects.manage',
  summary: 'Rows of these projects, by code; those that are gone are left out',
  body: z.object({ ids: z.array(id).min(1).max(200) }),
  output: z.array(projectRow),
});

const place = z.object({ people: z.array(person), office: z.boolean(), due: instant.nullable() });
export type Place = z.infer<typeof place>;

/** What of its call a project would take; CLP. */
const money = z.object({
  /** It would be among those that have money of the call and has none: `applyChange` needs a line and an amount. */
  needed: z.boolean(),
  /** Suggested: its line, and what it asked for. */
  lineId: id.nullable(),
  amount: z.number().int().nullable(),
  /** With what is left of each beside every other project awarded; below 0 where too much is. */
  lines: z.array(z.object({ id, name: z.string(), left: z.number().int() })),
});
export type EffectMoney = z.infer<typeof money>;

/** What changing its status would do to one project. */
const effect = z.object({
  id,
  /** That of the project looked at; `applyChange` sends it back. */
  version: z.number().int(),
  from: projectStatus.nullable(),
  /** Why it would not be done; `null` when it would. */
  refused: z.string().nullable(),
  /** Who holds it and until when, now and then. */
  before: place.nullable(),
  after: place.nullable(),
  /** Why it would go to them when not to its own unit. */
  note: z.string().nullable(),
  /** Who would get a mail at once, unless nobody is to be told. */
  mailed: z.array(person),
  /** `null` without a call, or where it is refused. */
  money: money.nullable(),
  /** CLP of its call that nobody would have any more. */
  frees: z.number().int(),
  /** Certificates that it would suspend by leaving `closed`, or make valid again by coming back to it. */
  suspends: z.number().int(),
  reinstates: z.number().int(),
});
export type Effect = z.infer<typeof effect>;

export const previewChange = endpoint({
  method: 'POST',
  path: '/change-status/preview',
  permission: 'projects.manage',
  summary: 'What changing the status of these projects would do, and what would be refused',
  body: z.object({ to: projectStatus, projects: chunkOf(address) }),
  output: z.array(effect),
});

/** One project of a change: done, or why not; `status` is where it stands now, as far as it may be told. */
const result = z.object({
  id,
  done: z.boolean(),
  status: projectStatus.nullable(),
  code: z.enum(keysOf(PROBLEMS)).nullable(),
  message: z.string().nullable(),
  /** At the fields of that project. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type Result = z.infer<typeof result>;

/**
 * Every project in a transaction of its own: one that is refused stops no other. `batch` is made by the browser once
 * per change: sending a part again repeats nothing, and the whole is taken back by it.
 */
export const applyChange = endpoint({
  method: 'POST',
  path: '/change-status',
  permission: 'projects.manage',
  summary: 'Change the status of projects, with a result for each',
  body: z.object({
    batch: id,
    to: projectStatus,
    reason: text(2000, 10),
    /** Off: nobody is told, neither in the application nor by mail. */
    notify: z.boolean().default(true),
    projects: chunkOf(
      address.extend({
        version: storedVersion,
        /** Where `previewChange` says that money is needed: from which line of its call and how much, CLP. */
        lineId: id.optional(),
        amount: amount.optional(),
      }),
    ),
  }),
  output: z.array(result),
});

const batch = z.object({
  id,
  at: instant,
  by: person,
  to: projectStatus,
  reason: z.string(),
  /** Projects changed, and those taken back since. */
  changed: z.number().int(),
  undone: z.number().int(),
});

export const listBatches = endpoint({
  method: 'GET',
  path: '/change-status/batches',
  permission: 'projects.manage',
  summary: 'The last changes of status, newest first',
  output: z.array(batch),
});

export const getBatch = endpoint({
  method: 'GET',
  path: '/change-status/batches/:batch',
  permission: 'projects.manage',
  summary: 'The projects of one change of status, as they stand now',
  params: z.object({ batch: id }),
  output: batch.extend({
    projects: z.array(
      z.object({
        id,
        kind: kindSlug,
        code: z.string(),
        title: z.string(),
        from: projectStatus,
        status: projectStatus,
        undone: z.boolean(),
        /** Why it cannot be taken back; `null` when it can. */
        locked: z.string().nullable(),
      }),
    ),
  }),
});
export type Batch = z.infer<NonNullable<typeof getBatch.output>>;

export const undoChange = endpoint({
  method: 'POST',
  path: '/change-status/batches/:batch/undo',
  permission: 'projects.manage',
  summary: 'Take back the change in those projects where nothing happened after it',
  params: z.object({ batch: id }),
  body: z.object({ reason: text(2000, 1), projects: chunkOf(address) }),
  output: z.array(result),
});
