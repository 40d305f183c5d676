import { Button } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import type { Scope } from '../../../domain/figures/scopes.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { FoundRows, SwitchFilter } from '../../../web/table/filters.tsx';
import type { ListState } from '../../../web/table/list-state.ts';
import { Filters } from '../../../web/table/toolbar/filter-row.tsx';
import {
  FacultyFilter,
  FilterChips,
  KindFilter,
  MoreFilters,
  PeriodFilter,
  SchoolFilter,
  StatusFilter,
  SubjectFilters,
} from '../../projects/ui/list/filter-parts.tsx';
import classes from './reports.module.css';

const CallFilter = lazyPart<object, 'CallFilter'>(
  () => import('../../calls/ui/call-filter.tsx'),
  'CallFilter',
);

const NO_ROWS: readonly never[] = [];

const OfProjects = () => (
  <>
    <PeriodFilter />
    <FacultyFilter />
    <SchoolFilter />
    <KindFilter />
    <StatusFilter />
    <MoreFilters>
      <SubjectFilters />
      <SwitchFilter name="overdue" label="Vencidos" />
    </MoreFilters>
  </>
);
const OfReviews = () => (
  <>
    <Suspense>
      <CallFilter />
    </Suspense>
    <KindFilter />
  </>
);

interface Props {
  list: ListState;
  scope: Scope;
  /** What stands beside the filters. */
  children?: ReactNode;
}

/** Filters of a list of projects; of one's own reviews those that tell nothing of a blind one. */
export function ReportFilters({ list, scope, children }: Props) {
  return (
    <div className={`${classes.filters} no-print`}>
      <Filters list={list} columns={[]}>
        {scope === 'reviews' ? <OfReviews /> : <OfProjects />}
        {children}
        {/* No row may name what the catalogues have no more: it is said to be gone. */}
        <FoundRows value={NO_ROWS}>
          <FilterChips />
        </FoundRows>
      </Filters>
      {list.narrowed && (
        <Button variant="subtle" onClick={list.clear}>
          {t('list.clearFilters')}
        </Button>
      )}
    </div>
  );
}
