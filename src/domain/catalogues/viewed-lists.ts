import type { Permission } from '../kit/permissions.ts';

/** Lists whose views may be kept, by the path of their endpoint, with the permission to read each. */
export const VIEWED_LISTS = {
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

export const isViewedList = (list: string): list is ViewedList => Object.hasOwn(VIEWED_LISTS, list);
