import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { t } from '../../../web/i18n/i18n.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { FoundRows, SwitchFilter } from '../../../web/table/filters.tsx';
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
import { CompareSelect } from './compare-select.tsx';
import classes from './reports.module.css';
import type { Report } from './use-report.tsx';

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

/** Filters of a list of projects, and what stands beside them. */
export function ReportFilters({ report }: { report: Report }) {
  const { list, scope } = report;
  return (
    <div className={`${classes.filters} no-print`}>
      <Filters list={list} columns={[]}>
        {scope === 'reviews' ? <OfReviews /> : <OfProjects />}
        <CompareSelect report={report} />
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
