import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../domain/audit/actions.ts';
import { AUDIT_OBJECTS } from '../../domain/audit/objects.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { keysOf } from '../../domain/kit/look-up.ts';
import { day, id, instant, listQuery, pageOf } from '../../domain/text/rules.ts';

const entry = z.object({
  id: z.string(),
  at: instant,
  /** How many saves in a row it stands for, by the same person of the same thing; 1 for everything else. */
  times: z.number().int(),
  /** When the last of them was; `at` is the first. */
  until: instant,
  /** Null where nobody was signed in: a first sign-in, a job. */
  actor: z.object({ id, name: z.string() }).nullable(),
  action: z.string(),
  /** The action in words. */
  label: z.string(),
  object: z.object({
    type: z.string(),
    id: z.string(),
    /** What it is called today; null once it is gone. */
    name: z.string().nullable(),
    /** Kind of a project, for its address. */
    kind: z.string().nullable(),
  }),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** Network address the request came from; null for jobs. */
  address: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type AuditRow = z.infer<typeof entry>;

/** Everything that was ever written, newest first; entries are never changed nor deleted. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  permission: 'audit.read',
  summary: 'Who changed what and when',
  query: listQuery(['at'], '-at').extend({
    /** One entry by its id. */
    entry: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    actor: id.optional(),
    object: z.enum(keysOf(AUDIT_OBJECTS)).optional(),
    /** One object's own entries, together with `object`. */
    objectId: z.string().max(100).optional(),
    kind: z.enum(keysOf(AUDIT_ACTIONS)).optional(),
    /** Each save by itself, instead of those in a row as one. */
    each: z.stringbool().optional(),
    /** Days of America/Santiago, both included. */
    from: day.optional(),
    to: day.optional(),
  }),
  output: pageOf(entry),
});
