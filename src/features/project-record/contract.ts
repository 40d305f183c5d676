import { z } from 'zod';
import { KIND_SLUGS } from '../../domain/kinds/definition.ts';
import { STATUSES, SUB_STEPS } from '../../domain/kinds/statuses.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { day, id, instant, listQuery, pageOf, period, text } from '../../domain/text/rules.ts';

export const kindSlug = z.enum(KIND_SLUGS);
export const projectStatus = z.enum(STATUSES);

export const person = z.object({ id, name: z.string() });
export const unit = z.object({ id, name: z.string() });

/** Address of one project; a wrong kind answers 404 like a wrong id. */
export const projectParams = z.object({ kind: z.string(), id: z.string() });

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
  /** The reader is one of those who hold it. */
  mine: z.boolean(),
  /** What comes next, in words (the domain's `whatComesNext`). */
  next: z.string(),
});

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
});
export type ProjectRow = z.infer<typeof projectRow>;

/** One value or several of a repeated key: `?status=draft&status=returned`. */
const several = <V extends z.ZodType>(value: V) =>
  z.union([z.array(value).max(20), value.transform(one => [one])]).optional();
const yes = z.stringbool().optional();

export const PROJECT_SORTS = ['updated', 'code', 'title', 'status', 'since', 'due'] as const;

export const projectFilters = z.object({
  kind: several(kindSlug),
  status: several(projectStatus),
  school: id.optional(),
  faculty: id.optional(),
  period: period.optional(),
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

export const projectsQuery = listQuery(PROJECT_SORTS, '-updated').extend(projectFilters.shape);

export const listProjects = endpoint({
  method: 'GET',
  path: '/projects',
  permission: 'active',
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
  }),
  output: z.object({ id, code: z.string(), kind: kindSlug }),
});
