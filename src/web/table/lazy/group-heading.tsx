import { useEffect, useRef } from 'react';
import type { RowGroup } from '../../../domain/text/rules.ts';
import { t } from '../../i18n/i18n.ts';
import classes from '../data-list.module.css';
import { labelOf } from '../groups/sections.ts';
import type { Grouping } from '../groups/use-grouping.tsx';

export interface GroupHeadingProps {
  grouping: Grouping;
  group: RowGroup;
  continued: boolean;
  columns: number;
}

/** Above the rows of a group. */
export function GroupHeading({ grouping, group, continued, columns }: GroupHeadingProps) {
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
    <tr data-group>
      <th ref={heading} scope="rowgroup" colSpan={columns} tabIndex={-1} aria-label={`${label}, ${count}`}>
        <span>
          <strong>{label}</strong>
          {continued && <span>{t('list.continued')}</span>}
          <span className="figures">{count}</span>
          {group.key !== null && (
            <button
              type="button"
              className={classes.linkButton}
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
