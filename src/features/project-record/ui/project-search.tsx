import { useNavigate, useRouterState } from '@tanstack/react-router';
import { REPORTS_TAB, reportAddress } from '../../../domain/reports/names.ts';
import { isSectionSlug, type SectionSlug } from '../../../domain/sections/index.ts';
import { parseSearch, paths } from '../../../web/routing/paths.ts';
import type { ProjectAddress } from './project-cache.tsx';

/** The tab that opens first, and whatever the others are called by who hands them over. */
export const FIRST_TAB = 'ficha';

/** What of a project is on screen; lives in the address. */
export interface Place {
  readonly tab: string;
  readonly section: SectionSlug | null;
  /** Of the reports the open one, as addresses name it. */
  readonly report: string | null;
  /** Path of the field to show and focus. */
  readonly field: string | null;
}

/** Where a report is, or something in it; the final one has no number. */
export const reportPlace = (number: number | null, field: string | null = null): Partial<Place> => ({
  tab: REPORTS_TAB,
  report: reportAddress(number),
  field,
});

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

export function usePlace(address: ProjectAddress) {
  const navigate = useNavigate();
  const search = useRouterState({ select: state => state.location.searchStr });
  const raw = parseSearch(search);
  const section = one(raw.section);
  const place: Place = {
    tab: one(raw.tab) || FIRST_TAB,
    section: isSectionSlug(section) ? section : null,
    report: one(raw.informe) || null,
    field: one(raw.field) || null,
  };
  const hrefOf = (to: Partial<Place>) =>
    paths.project(address.kind, address.id, {
      tab: to.tab === FIRST_TAB ? undefined : to.tab,
      section: to.section,
      informe: to.report,
      field: to.field,
    });
  return {
    place,
    hrefOf,
    go: (to: Partial<Place>, options: { replace?: boolean; resetScroll?: boolean } = {}) =>
      void navigate({ href: hrefOf(to), ...options }),
  };
}
