import { useEffect, useRef } from 'react';
import type { RowGroup } from '../../../domain/text/rules.ts';
import type { Option } from '../../form/choices/select-field.tsx';
import { t } from '../../i18n/i18n.ts';
import classes from './groups.module.css';
import type { Place } from './sections.ts';

/** The groups a list shows, and what one can do with them. */
export interface Grouping {
  by: Option;
  groups: readonly RowGroup[];
  place: Place;
  /** The group that somebody is on the way to. */
  wanted: RowGroup | null;
  onReached: () => void;
  onOnly: (key: string) => void;
}

export const labelOf = ({ key, label }: RowGroup, by: Option) =>
  key === null ? t('list.without', { name: by.label.toLocaleLowerCase('es') }) : label;

interface Props {
  grouping: Grouping;
  group: RowGroup;
  continued: boolean;
  columns: number;
}

/** Above the rows of a group. */
export function GroupHeading({ grouping, group, continued, columns }: Props) {
  const heading = useRef<HTMLTableCellElement>(null);
  const { by, onOnly, onReached } = grouping;
  const wanted = !continued && grouping.wanted?.key === group.key;
  useEffect(() => {
    if (!wanted) return;
    heading.current?.closest('tbody')?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
    onReached();
  }, [wanted, onReached]);
  const label = labelOf(group, by);
  const count = t('list.rows', { count: group.count });
  return (
    <tr className={classes.row}>
      <th
        ref={heading}
        scope="rowgroup"
        colSpan={columns}
        tabIndex={-1}
        className={classes.heading}
        aria-label={`${label}, ${count}`}
      >
        <span className={classes.words}>
          <span className={classes.label}>{label}</span>
          {continued && <span>{t('list.continued')}</span>}
          <span className="figures">{count}</span>
          {group.key !== null && (
            <button
              type="button"
              className={classes.only}
              aria-label={t('list.onlyTheseOf', { name: label })}
              onClick={() => group.key !== null && onOnly(group.key)}
            >
              {t('list.onlyThese')}
            </button>
          )}
        </span>
      </th>
    </tr>
  );
}
