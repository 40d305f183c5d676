import { isAdmin } from '../../../../domain/kit/actor.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { SwitchFilter } from '../../../../web/table/filters.tsx';
import {
  FacultyFilter,
  FilterChips,
  KindFilter,
  MoreFilters,
  PeriodFilter,
  SchoolFilter,
  StatusFilter,
  SubjectFilters,
} from './filter-parts.tsx';

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
