import { DayInput } from '../form/dates/date-field.tsx';
import classes from './data-list.module.css';
import { type FilterProps, useFilter } from './filters.tsx';

/** A day, e.g. one end of a period. */
export function DayFilter({ name, label }: FilterProps) {
  const { value, set } = useFilter(name);
  return (
    <DayInput
      className={classes.filter}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={set}
      maxLength={10}
    />
  );
}
