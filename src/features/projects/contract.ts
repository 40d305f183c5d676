import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { groupedBy, id, listQuery, pageOf, period, periodOrYear, text } from '../../domain/text/rules.ts';
import { kindSlug, projectRow, projectStatus } from '../project-record/contract.ts';

/** One value or several of a repeated key: `?status=draft&status=returned`. */
const several = <V extends z.ZodType>(value: V) =>
  z.union([z.array(value).max(20), value.transform(one => [one])]).optional();
const yes = z.stringbool().optional();

/** `turn`: what waits for the reader first; each by its due date. */
export const PROJECT_SORTS = ['updated', 'code', 'title', 'status', 'since', 'due', 'turn'] as const;
/** Each is a filter, too. */
export const PROJECT_GROUPS = [
  'status',
  'kind',
  'school',
  'faculty',
  'period',
  'lead',
  'theme',
  'call',
] as const;

export const projectFilters = z.object({
  kind: several(kindSlug),
  status: several(projectStatus),
  school: id.optional(),
  faculty: id.optional(),
  period: periodOrYear.optional(),
  /** Official region code, two digits. */
  region: z
    .string()
    .regex(/^\d{2}$/)
    .optional(),
  /** Official comuna code, five digits. */
  comuna: z
    .string()
    .regex(/^\d{5}$/)
    .optional(),
  /** Sustainable development goal, 1–17. */
  goal: z.coerce.number().int().min(1).max(17).optional(),
  theme: id.optional(),
  partner: id.optional(),
  lead: id.optional(),
  /** The call they apply to. */
  call: id.optional(),
  overdue: yes,
  /** Steps of a unit that the office holds in its place: nobody of the unit can. */
  vacant: yes,
  /** Led by the reader, as lead or alternate. */
  mine: yes,
  /** Held by the reader; for administrators the office's turn too. */
  myTurn: yes,
  /** Only projects from before the application, or none of them. */
  historic: yes,
});

export const projectsQuery = listQuery(PROJECT_SORTS, '-updated').extend({
  ...projectFilters.shape,
  ...groupedBy(PROJECT_GROUPS).shape,
  /** With what columns besides the usual ones need. */
  details: yes,
});

export const listProjects = endpoint({
  method: 'GET',
  path: '/projects',
  permission: 'active',
  scope: 'projects',
  summary: 'Projects the reader may see, filtered, sorted, a page at a time',
  query: projectsQuery,
  about: 'projects',
  output: pageOf(projectRow),
});

/** `id` is made by the browser once per form: sending the form twice creates one project. */
export const createProject = endpoint({
  method: 'POST',
  path: '/projects',
  permission: 'projects.create',
  summary: 'Start a draft',
  body: z.object({
    id,
    kind: kindSlug,
    title: text(200, 1),
    schoolId: id.nullish(),
    period: period.nullish(),
    /** Only administrators may start a project for somebody else. */
    leadId: id.nullish(),
    /** The call it applies to; left out, the only one open is taken where the kind needs one. */
    callId: id.nullish(),
    /** A project of the lead’s own, of the same kind, that this one begins as a copy of. */
    copyOf: id.nullish(),
  }),
  output: z.object({ id, code: z.string(), kind: kindSlug }),
});
