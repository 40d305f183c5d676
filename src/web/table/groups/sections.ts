import type { RowGroup } from '../../../domain/text/rules.ts';
import type { Option } from '../../form/choices/select-field.tsx';
import { t } from '../../i18n/i18n.ts';

/** Which rows a page of a list shows. */
export interface Place {
  page: number;
  size: number;
}

/** Rows of a page that stand together, from index `start` until before `end`; no group where the list has none. */
export interface Section {
  group?: RowGroup;
  /** It began on an earlier page. */
  continued?: boolean;
  start: number;
  end: number;
}

/**
 * How a page of so many rows is divided. Rows that no group claims stand by themselves: a list may change between the
 * answers it is put together from, and no row is to be lost by that.
 */
export function sectionsOf(groups: readonly RowGroup[], { page, size }: Place, rows: number): Section[] {
  const first = (page - 1) * size;
  const sections: Section[] = [];
  let next = 0;
  for (const group of groups.toSorted((a, b) => a.from - b.from)) {
    const start = Math.max(group.from - first, next);
    const end = Math.min(group.from + group.count - first, rows);
    if (start >= end) continue;
    if (start > next) sections.push({ start: next, end: start });
    sections.push({ group, continued: group.from < first, start, end });
    next = end;
  }
  if (next < rows) sections.push({ start: next, end: rows });
  return sections;
}

/** The page on which a group begins. */
export const pageOfGroup = ({ from }: RowGroup, size: number) => Math.floor(from / size) + 1;

/** Words for a group; those without any, where nothing else is said, are named by what they lack. */
export const labelOf = ({ key, label }: RowGroup, by: Option) =>
  key === null && label === '' ? t('list.without', { name: by.label.toLocaleLowerCase('es') }) : label;

/** Whether an answer tells of every group of the list rather than of those on its page. */
export const allTold = (groups: readonly RowGroup[], total: number) =>
  groups.reduce((sum, { count }) => sum + count, 0) >= total;
