import { SelectFilter } from '../../../web/table/filters.tsx';
import { usePeriodOptions, useSmallOptions } from './option-field.tsx';

export const FacultyFilter = () => (
  <SelectFilter name="faculty" label="Facultad" options={useSmallOptions('faculties')} />
);
export const SchoolFilter = ({ label = 'Escuela' }: { label?: string }) => (
  <SelectFilter name="school" label={label} options={useSmallOptions('schools')} />
);
export const PeriodFilter = () => <SelectFilter name="period" label="Período" options={usePeriodOptions()} />;
