import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import type { Permission } from '../../domain/kit/permissions.ts';
import { id, instant, PASSING, text, thingName } from '../../domain/text/rules.ts';

/** Lists whose views may be kept, by the path of their endpoint, with the permission to read each. */
export const VIEWED_LISTS = {
  '/accreditation-matrices': 'accreditation.read',
  '/admissibility': 'calls.manage',
  '/agreements': 'partners.read',
  '/audit': 'audit.read',
  '/calls': 'active',
  '/careers': 'catalogues.read',
  '/certificates': 'active',
  '/certificates/projects': 'certificates.manage',
  '/courses': 'catalogues.read',
  '/data-incidents': 'privacy.manage',
  '/data-requests': 'privacy.manage',
  '/exchange-rates': 'settings.manage',
  '/faculties': 'catalogues.read',
  '/institutional-indicators': 'catalogues.manage',
  '/instruments': 'surveys.read',
  '/mails': 'mail.manage',
  '/offerings': 'catalogues.read',
  '/partners': 'partners.read',
  '/processing-activities': 'privacy.manage',
  '/projects': 'active',
  '/reviews': 'active',
  '/schools': 'catalogues.read',
  '/search/misses': 'settings.manage',
  '/themes': 'catalogues.manage',
  '/users': 'catalogues.read',
  '/waves': 'surveys.read',
} as const satisfies Record<string, Permission>;
export type ViewedList = keyof typeof VIEWED_LISTS;
const viewedList = z.enum(Object.keys(VIEWED_LISTS) as [ViewedList, ...ViewedList[]]);

/** Of one person for one list; more are not found again. */
export const MOST_VIEWS = 50;

const value = text(500);
/** What an address still carries everywhere. */
const LONGEST = 8000;

/** What of an address makes a view, by parameter: filters, words, order, groups, columns. Each list reads its own. */
export const viewQuery = z
  .record(
    z
      .string()
      .regex(/^[a-zA-Z]{1,40}$/)
      .refine(name => !PASSING.includes(name)),
    z.union([value, z.array(value).max(40)]),
  )
  .refine(query => Object.keys(query).length <= 40, 'Una vista guarda como máximo 40 condiciones.')
  .refine(
    query => JSON.stringify(query).length <= LONGEST,
    'Las condiciones son demasiado largas para guardarlas: quita algunas.',
  );

export const viewFields = z.object({
  name: thingName(80, 1),
  query: viewQuery,
  /** With everybody who reads the list; the office alone shares. */
  shared: z.boolean(),
});

export const savedView = viewFields.extend({
  id,
  /** `left`: the account is no longer active. */
  owner: z.object({ id, name: z.string(), left: z.boolean() }),
  /** The reader's own. */
  mine: z.boolean(),
  mayChange: z.boolean(),
  updatedAt: instant,
});
export type SavedView = z.infer<typeof savedView>;

export const listViews = endpoint({
  method: 'GET',
  path: '/saved-views',
  permission: 'active',
  summary: 'Views of a list: the reader’s own and those shared, by name',
  query: z.object({ list: viewedList }),
  output: z.object({ views: z.array(savedView), mayShare: z.boolean() }),
});

/** `id` is made by the browser once per form: sending the form twice keeps one view. */
export const createView = endpoint({
  method: 'POST',
  path: '/saved-views',
  permission: 'active',
  summary: 'Keep a view of a list',
  body: viewFields.extend({ id, list: viewedList }),
  output: savedView,
});

/** Refused with 409 when somebody changed it since `updatedAt`. */
export const updateView = endpoint({
  method: 'PUT',
  path: '/saved-views/:id',
  permission: 'active',
  summary: 'Change name, conditions or sharing of a view',
  params: z.object({ id }),
  body: viewFields.extend({ updatedAt: instant }),
  output: savedView,
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/saved-views/:id',
  permission: 'active',
  summary: 'Delete a view; the rows it showed stay as they are',
  params: z.object({ id }),
  output: z.object({ id }),
});
