import { z } from 'zod';
import { CERTIFICATE_RULES } from '../../../domain/certificates/rules.ts';
import { KIND_SLUGS } from '../../../domain/kinds/slugs.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { groupedBy, id, listQuery, optionOf, pageOf } from '../../../domain/text/rules.ts';
import { projectParams } from '../../project-record/contract.ts';

/** People who could be given one, and how many of them were. */
const counts = { people: z.number().int(), issued: z.number().int() };

export const getProjectCertificates = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/certificates',
  permission: 'active',
  summary: 'What a project gives certificates for, and how many were issued',
  params: projectParams,
  output: z.object({
    rule: optionOf(CERTIFICATE_RULES),
    /** False: its Ficha says that its activities give none. */
    givesParticipants: z.boolean(),
    /** As the project closes: the team, and participants unless by activity. */
    closing: z.object(counts),
    /** Newest first; only those with a list of who came. */
    activities: z.array(
      z.object({
        id,
        name: z.string(),
        /** `yyyy-mm-dd` */
        day: z.string(),
        ...counts,
        /** Why the reader may not issue these now; null where they may; undefined for who never may. */
        refused: z.string().nullable().optional(),
      }),
    ),
  }),
});
export type ProjectCertificates = z.infer<typeof getProjectCertificates.output>;

export const issueForActivity = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/activities/:activity/certificates',
  permission: 'active',
  summary: 'Issue certificates to who came to an activity and has none yet',
  params: projectParams.extend({ activity: id }),
  output: z.object({ issued: z.number().int() }),
});

const closedProject = z.object({
  id,
  kind: z.enum(KIND_SLUGS),
  code: z.string(),
  title: z.string(),
  school: z.string().nullable(),
  /** `yyyy-mm-dd` */
  closedOn: z.string(),
  rule: optionOf(CERTIFICATE_RULES),
  ...counts,
});
export type ClosedProject = z.infer<typeof closedProject>;

export const listClosedProjects = endpoint({
  method: 'GET',
  path: '/certificates/projects',
  permission: 'certificates.manage',
  summary: 'Closed projects with how many people could be given a certificate and how many were',
  query: listQuery(['code', 'title', 'closedOn'], '-closedOn').extend({
    kind: z.enum(KIND_SLUGS).optional(),
    school: id.optional(),
    /** Year in which it was closed. */
    year: z.coerce.number().int().min(2000).max(9999).optional(),
    /** Only those with somebody who has none. */
    missing: z.stringbool().optional(),
    ...groupedBy(['kind', 'school', 'year']).shape,
  }),
  output: pageOf(closedProject),
});

/** Projects of which certificates are issued at once. */
export const MOST_PROJECTS = 50;

/** Each project by itself: what one of them is refused for says its row. */
export const issueForProjects = endpoint({
  method: 'POST',
  path: '/certificates/projects/issue',
  permission: 'certificates.manage',
  summary: 'Issue what is missing of closed projects, some at once',
  body: z.object({
    ids: z.array(id).min(1).max(MOST_PROJECTS),
    /** Tell the people, by notice or mail. */
    notify: z.boolean(),
  }),
  output: z.object({
    rows: z.array(z.object({ id, issued: z.number().int(), refused: z.string().nullable() })),
  }),
});

const work = z.object({
  /** Null outside of calls: then kind and year say which. */
  callId: id.nullable(),
  kind: z.enum(KIND_SLUGS),
  year: z.number().int(),
  /** Name of the call, or of the kind. */
  name: z.string(),
  ...counts,
});
export type ReviewedWork = z.infer<typeof work>;

export const listReviewedWork = endpoint({
  method: 'GET',
  path: '/certificates/reviewers',
  permission: 'certificates.manage',
  summary: 'Resolved calls, and past years of kinds reviewed outside of calls, with their reviewers',
  output: z.array(work),
});

export const issueForReviewers = endpoint({
  method: 'POST',
  path: '/certificates/reviewers/issue',
  permission: 'certificates.manage',
  summary: 'Issue certificates to reviewers of a call, or of a kind and year, who have none yet',
  body: work.pick({ callId: true, kind: true, year: true }).extend({ notify: z.boolean() }),
  output: z.object({ issued: z.number().int() }),
});
