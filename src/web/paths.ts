import type { ImportNoun } from '../domain/imports/nouns.ts';
import type { KindSlug } from '../domain/kinds/definition.ts';

/** Addresses of screens. Nothing else in the browser part writes one. */

/** Written again, as the domain's list would bring every section into the first script. */
export const KIND_SLUGS = ['cons', 'exts', 'fexs', 'incs', 'pacs'] as const satisfies readonly KindSlug[];

type SearchValue = string | number | boolean | null | undefined;
export type Search = Record<string, SearchValue | readonly SearchValue[]>;

/** Plain `?a=1&b=2&b=3`: repeated keys for several values, nothing for what is empty. */
export function stringifySearch(search: Search): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') params.append(key, String(item));
    }
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

/** The reverse: every value is text, or a list of texts where its key is repeated. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  // Entries rather than assignment: a key such as `__proto__` is then an ordinary one.
  return Object.fromEntries(
    [...new Set(params.keys())].map(key => {
      const values = params.getAll(key);
      return [key, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

const withSearch = (path: string, search?: Search) => path + (search ? stringifySearch(search) : '');
const segment = encodeURIComponent;

export const paths = {
  home: () => '/',
  login: () => '/auth/login',
  /** A document of its own: redirect and post-logout address of the Microsoft sign-in. */
  microsoftReturn: () => '/msal',
  profile: () => '/profile',
  notifications: (search?: Search) => withSearch('/notifications', search),
  reviews: (search?: Search) => withSearch('/reviews', search),
  review: (id: string, search?: Search) => withSearch(`/reviews/${segment(id)}`, search),
  projects: (search?: Search) => withSearch('/projects', search),
  newProject: (kind: KindSlug, search?: Search) => withSearch(`/projects/${kind}/new`, search),
  project: (kind: KindSlug, id: string, search?: Search) =>
    withSearch(`/projects/${kind}/${segment(id)}`, search),
  calls: (search?: Search) => withSearch('/calls', search),
  admissibility: (search?: Search) => withSearch('/admin/admissibility', search),
  audit: (search?: Search) => withSearch('/admin/audit', search),
  careers: (search?: Search) => withSearch('/admin/careers', search),
  importInto: (noun: ImportNoun, search?: Search) => withSearch(`/admin/${noun}/import`, search),
  changeStatus: (search?: Search) => withSearch('/admin/change-status', search),
  courses: (search?: Search) => withSearch('/admin/courses', search),
  mail: (search?: Search) => withSearch('/admin/mail', search),
  offerings: (search?: Search) => withSearch('/admin/courses/offerings', search),
  faculties: (search?: Search) => withSearch('/admin/faculties', search),
  themes: (search?: Search) => withSearch('/admin/themes', search),
  adminCalls: (search?: Search) => withSearch('/admin/calls', search),
  adminCall: (call: string, search?: Search) =>
    withSearch(`/admin/calls/${call === '$id' ? call : segment(call)}`, search),
  ranking: (call: string) => `/admin/calls/${segment(call)}/ranking`,
  adminReviews: (search?: Search) => withSearch('/admin/reviews', search),
  reassign: (search?: Search) => withSearch('/admin/reassign', search),
  schools: (search?: Search) => withSearch('/admin/schools', search),
  kinds: () => '/admin/kinds',
  kind: (slug: KindSlug | '$slug') => `/admin/kinds/${slug}`,
  settings: () => '/admin/settings',
  users: (search?: Search) => withSearch('/admin/users', search),
} as const;
