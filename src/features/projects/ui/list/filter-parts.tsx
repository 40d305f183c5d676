import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { STATUS_INFO, STATUSES } from '../../../../domain/kinds/statuses.ts';
import { periodOptions } from '../../../../domain/kit/periods.ts';
import { useRead } from '../../../../web/query.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import {
  MultiSelectFilter,
  SelectFilter,
  useFilter,
  useFilteredList,
} from '../../../../web/table/filters.tsx';
import { listKinds } from '../../../kinds/contract.ts';
import { getCatalogues } from '../../../options/contract.ts';
import classes from './list.module.css';

/** Filters of whatever is narrowed by its projects, each under the name that `projectFilters` has for it. */

const STATUS_OPTIONS = STATUSES.map(s => ({ value: s, label: STATUS_INFO[s].label }));
const byId = (rows: readonly { id: string; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** Kinds in the office's own words; undefined until they have come. */
export function useKindOptions() {
  const { data } = useRead(listKinds);
  return data?.map(k => ({ value: k.definition.slug as string, label: k.definition.label }));
}

/** What units and periods are chosen from; empty until they have come. */
export function useUnitOptions() {
  const { data } = useRead(getCatalogues);
  return {
    faculties: byId(data?.faculties),
    schools: byId(data?.schools),
    periods: periodOptions(data?.periods ?? []),
  };
}

export const StatusFilter = () => <MultiSelectFilter name="status" label="Estado" options={STATUS_OPTIONS} />;
export const KindFilter = () => (
  <MultiSelectFilter name="kind" label="Tipo" options={useKindOptions() ?? []} />
);
export const SchoolFilter = () => (
  <SelectFilter name="school" label="Escuela" options={useUnitOptions().schools} />
);
export const FacultyFilter = () => (
  <SelectFilter name="faculty" label="Facultad" options={useUnitOptions().faculties} />
);
export function PeriodFilter() {
  const { data } = useRead(getCatalogues);
  const { value } = useFilter('period');
  return <SelectFilter name="period" label="Período" options={periodOptions(data?.periods ?? [], value)} />;
}

// Wanted by few, and heavier than all the others.
export const SubjectFilters = lazyPart(() => import('./subject-filters.tsx'), 'SubjectFilters');
const Chips = lazyPart(() => import('./filter-chips.tsx'), 'FilterChips');

/** What is on, each with a click that takes it off. */
export const FilterChips = () => <Suspense>{useFilteredList().narrowed && <Chips />}</Suspense>;

/** Filters behind a button. */
export function MoreFilters({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant={open ? 'light' : 'default'}
        leftSection={<IconAdjustments size={16} aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Más filtros
      </Button>
      <div id={id} className={classes.more} hidden={!open}>
        <Suspense>{open && children}</Suspense>
      </div>
    </>
  );
}
