import type { FigureName } from '../../domain/figures/figures.ts';
import type { ImportNoun } from '../../domain/imports/nouns.ts';
import type { KindSlug } from '../../domain/kinds/slugs.ts';
import { ofPages, PAGES } from './pages.ts';

/** Addresses of screens. Nothing else in the browser part writes one. */

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
  ...ofPages(name => (search?: Search) => withSearch(PAGES[name].at, search)),
  /** A document of its own: redirect and post-logout address of the Microsoft sign-in. */
  microsoftReturn: () => '/msal',
  review: (id: string, search?: Search) => withSearch(`/reviews/${segment(id)}`, search),
  preferences: (call: string, search?: Search) =>
    withSearch(`/reviews/preferences/${call === '$call' ? call : segment(call)}`, search),
  partner: (id: string, search?: Search) =>
    withSearch(`/partners/${id === '$id' ? id : segment(id)}`, search),
  survey: (id: string, search?: Search) => withSearch(`/surveys/${id === '$id' ? id : segment(id)}`, search),
  instrument: (id: string) => `/surveys/instruments/${id === '$id' ? id : segment(id)}`,
  /** What an instrument came to over the years. */
  surveySeries: (instrument: string, search?: Search) =>
    withSearch(`/surveys/series/${instrument === '$id' ? instrument : segment(instrument)}`, search),
  accreditationMatrix: (id: string, search?: Search) =>
    withSearch(`/reports/accreditation/${id === '$id' ? id : segment(id)}`, search),
  /** What a figure of the dashboards, or a row of it, is made of. */
  figure: (name: FigureName | '$figure', search?: Search) => withSearch(`/reports/${name}`, search),
  newProject: (kind: KindSlug, search?: Search) => withSearch(`/projects/${kind}/new`, search),
  project: (kind: KindSlug, id: string, search?: Search) =>
    withSearch(`/projects/${kind}/${segment(id)}`, search),
  importInto: (noun: ImportNoun, search?: Search) => withSearch(`/admin/${noun}/import`, search),
  call: (id: string) => `/calls/${id === '$id' ? id : segment(id)}`,
  adminCall: (call: string, search?: Search) =>
    withSearch(`/admin/calls/${call === '$id' ? call : segment(call)}`, search),
  callLetters: (call: string) => `/admin/calls/${segment(call)}/letters`,
  ranking: (call: string) => `/admin/calls/${segment(call)}/ranking`,
  /** What projects have come to, of one indicator. */
  institutionalValues: (id: string) => `/admin/institutional-indicators/${id === '$id' ? id : segment(id)}`,
  kind: (slug: KindSlug | '$slug') => `/admin/kinds/${slug}`,
} as const;
