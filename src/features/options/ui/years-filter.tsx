import { yearOptions } from '../../../domain/kit/periods.ts';
import { useRead } from '../../../web/query.ts';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { getCatalogues } from '../contract.ts';

/** From which year to which, of those of the academic periods. */
export function YearsFilter() {
  const { data } = useRead(getCatalogues);
  const years = yearOptions(data?.periods ?? []);
  return (
    <>
      <SelectFilter name="from" label="Desde el año" options={years} />
      <SelectFilter name="to" label="Hasta el año" options={years} />
    </>
  );
}
