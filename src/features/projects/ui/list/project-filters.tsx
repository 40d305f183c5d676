import { Suspense } from 'react';
import { isAdmin } from '../../../../domain/kit/actor.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { SwitchFilter, useFilteredList } from '../../../../web/table/filters.tsx';
import {
  FacultyFilter,
  KindFilter,
  MoreFilters,
  PeriodFilter,
  SchoolFilter,
  StatusFilter,
} from './filter-parts.tsx';

// Wanted by few, and heavier than all the others.
export const SubjectFilters = lazyPart(() => import('./subject-filters.tsx'), 'SubjectFilters');
const Chips = lazyPart(() => import('./filter-chips.tsx'), 'FilterChips');

/** What is on, each with a click that takes it off. */
export const FilterChips = () => <Suspense>{useFilteredList().narrowed && <Chips />}</Suspense>;

/** The usual filters in sight, the others behind a button; what is on shows as a chip that takes it off. */
export function ProjectFilters() {
  const user = useSessionUser();
  return (
    <>
      <StatusFilter />
      <SchoolFilter />
      <MoreFilters>
        <KindFilter />
        <FacultyFilter />
        <PeriodFilter />
        <SubjectFilters />
        <SwitchFilter name="mine" label="Dirigidos por mí" />
        <SwitchFilter name="overdue" label="Vencidos" />
        {user && isAdmin(user) && <SwitchFilter name="vacant" label="Pasos sin titular" />}
      </MoreFilters>
      <SwitchFilter name="myTurn" label="Me toca" />
      <FilterChips />
    </>
  );
}
