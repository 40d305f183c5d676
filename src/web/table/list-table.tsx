import { Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type MouseEvent, Suspense } from 'react';
import { t } from '../i18n/i18n.ts';
import { lazyPart } from '../routing/lazy-page.ts';
import { PageLink, useGo } from '../ui/link.tsx';
import cards from './cards.module.css';
import { ResizeHandle } from './columns/resize-handle.tsx';
import type { ColumnMemory } from './columns/use-columns.tsx';
import { cellStyle, tableStyle } from './columns/widths.ts';
import { type Column, cellText } from './columns.ts';
import classes from './data-list.module.css';
import type { DataListProps, Row } from './data-list.tsx';
import { type Place, sectionsOf } from './groups/sections.ts';
import type { Grouping } from './groups/use-grouping.tsx';
import type { GroupHeadingProps } from './lazy/group-heading.tsx';
import type { ListState } from './list-state.ts';
import type { Selection } from './selection.ts';
import { TwoLines } from './two-lines.tsx';

interface ListTableProps<R extends Row>
  extends Pick<DataListProps<R>, 'title' | 'href' | 'onOpen' | 'tone' | 'notSelectable'> {
  columns: Column<R>[];
  list: ListState;
  /** Undefined while the first page loads. */
  rows: R[] | undefined;
  /** The last page is shown while the next one loads. */
  stale: boolean;
  selection: Selection<R> | undefined;
  /** Widths of the columns; without it they have the usual ones. */
  memory?: ColumnMemory;
  grouping?: Grouping | undefined;
}

const GroupHeading = lazyPart<GroupHeadingProps, 'GroupHeading'>(
  () => import('./lazy/parts.ts'),
  'GroupHeading',
);

const SKELETON_ROWS = Array.from({ length: 12 }, (_, index) => index);

/** What wraps would shrink to its longest word. */
const usualStyle = <R,>({ width, lines }: Column<R>) =>
  width === undefined ? undefined : { width, ...(lines && { minWidth: width }) };

interface HeadingProps<R> {
  column: Column<R>;
  isFirst: boolean;
  list: ListState;
  memory: ColumnMemory | undefined;
}

function SortableHeading<R>({ column, isFirst, list, memory }: HeadingProps<R>) {
  const sorted = String(list.values.sort ?? '');
  const active = column.sort !== undefined && sorted.replace(/^-/, '') === column.sort;
  const descending = sorted.startsWith('-');
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  const sized = memory?.widths[column.key] !== undefined;
  return (
    <th
      scope="col"
      data-column={column.key}
      data-first={isFirst || undefined}
      data-align={column.align}
      data-lines={column.lines}
      data-sized={sized || undefined}
      style={sized ? cellStyle(column.key) : usualStyle(column)}
      // The handle within is no part of its name.
      aria-label={memory && column.title}
      aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sort ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => list.set({ sort: active && !descending ? `-${column.sort}` : column.sort })}
        >
          {column.title}
          {active && <Arrow size={14} aria-hidden />}
        </button>
      ) : (
        column.title
      )}
      {memory && <ResizeHandle column={column} memory={memory} />}
    </th>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return SKELETON_ROWS.map(row => (
    <tr key={row}>
      <td colSpan={columns}>
        <Skeleton h="0.75rem" w={`${88 - ((row * 17) % 40)}%`} />
      </td>
    </tr>
  ));
}

interface CellsProps<R extends Row> {
  row: R;
  columns: Column<R>[];
  href: ((row: R) => string) | undefined;
  onOpen: ((row: R) => void) | undefined;
  memory: ColumnMemory | undefined;
}

/** The first column is the row's link or button, so that every row opens by keyboard and in a new tab. */
function Cells<R extends Row>({ row, columns, href, onOpen, memory }: CellsProps<R>) {
  return columns.map((column, index) => {
    const text = cellText(column.value(row));
    const plain = column.lines ? <TwoLines>{text}</TwoLines> : text;
    const content = column.render ? column.render(row) : plain;
    const first = index === 0;
    const sized = memory?.widths[column.key] !== undefined;
    return (
      <td
        key={column.key}
        data-align={column.align}
        data-label={column.title}
        data-lines={column.lines}
        data-sized={sized || undefined}
        style={sized ? cellStyle(column.key) : undefined}
        data-first={first || undefined}
        data-not-on-phone={column.notOnPhone || undefined}
        title={column.render || column.lines ? undefined : text}
      >
        {first && href ? (
          <PageLink href={href(row)} className={classes.open}>
            {content}
          </PageLink>
        ) : first && onOpen ? (
          <button type="button" className={classes.open} onClick={() => onOpen(row)}>
            {content}
          </button>
        ) : (
          <div className={classes.value}>{content}</div>
        )}
        {column.below && <div className={classes.below}>{column.below(row)}</div>}
      </td>
    );
  });
}

function SelectAll<R extends Row>({ rows, selection }: { rows: R[]; selection: Selection<R> }) {
  const count = rows.filter(row => selection.selected.has(row.id)).length;
  return (
    <th scope="col" className={classes.check}>
      <Checkbox
        size="xs"
        aria-label={t('list.selectAll')}
        checked={rows.length > 0 && count === rows.length}
        disabled={rows.length === 0}
        indeterminate={count > 0 && count < rows.length}
        onChange={event => selection.toggle(rows, event.currentTarget.checked)}
      />
    </th>
  );
}

function SelectCell<R extends Row>({
  row,
  name,
  refused,
  selection,
}: {
  row: R;
  name: string;
  /** Why it cannot be selected. */
  refused: string | null;
  selection: Selection<R>;
}) {
  return (
    <td className={classes.check} title={refused ?? undefined}>
      <Checkbox
        size="xs"
        aria-label={[t('list.selectRow', { name }), refused].filter(Boolean).join(': ')}
        disabled={refused !== null}
        checked={selection.selected.has(row.id)}
        onChange={event => selection.toggle([row], event.currentTarget.checked)}
      />
    </td>
  );
}

interface BodyProps<R extends Row> extends ListTableProps<R> {
  rows: R[];
}

/** Rows, those of a group under its heading. */
function Body<R extends Row>(props: BodyProps<R>) {
  const { columns, rows, stale, selection, href, onOpen, tone, memory, grouping } = props;
  const { notSelectable = () => null } = props;
  const go = useGo();
  const openByMouse = (event: MouseEvent<HTMLElement>, row: R) => {
    // A click on something of its own in the row, or after marking text, is not meant for the row.
    const own = (event.target as HTMLElement).closest('a, button, input, label');
    if (own || window.getSelection()?.toString()) return;
    if (href) go(href(row));
    else onOpen?.(row);
  };
  const opens = href !== undefined || onOpen !== undefined;
  const rowOf = (row: R) => (
    // For the mouse only: the first cell holds a link or button for the keyboard.
    <tr
      key={row.id}
      data-opens={opens || undefined}
      data-tone={tone?.(row)}
      data-selected={selection?.selected.has(row.id) || undefined}
      onClick={opens ? event => openByMouse(event, row) : undefined}
    >
      {selection && (
        <SelectCell
          row={row}
          name={cellText(columns[0]?.value(row))}
          refused={notSelectable(row)}
          selection={selection}
        />
      )}
      <Cells {...{ row, columns, href, onOpen, memory }} />
    </tr>
  );
  return sectionsOf(grouping?.groups ?? [], grouping?.place ?? FIRST, rows.length).map(
    ({ group, continued = false, start, end }) => (
      <tbody key={start} data-stale={stale || undefined}>
        {group && grouping && (
          <Suspense>
            <GroupHeading
              {...{ grouping, group, continued }}
              columns={columns.length + (selection ? 1 : 0)}
            />
          </Suspense>
        )}
        {rows.slice(start, end).map(rowOf)}
      </tbody>
    ),
  );
}

/** Where nothing is said of groups, no row is asked for its place. */
const FIRST: Place = { page: 1, size: 1 };

export function ListTable<R extends Row>(props: ListTableProps<R>) {
  const { title, columns, list, rows, stale, selection, memory } = props;
  const { notSelectable = () => null } = props;
  const sized = columns.some(({ key }) => memory?.widths[key] !== undefined);
  return (
    <div className={classes.scroller} aria-busy={!rows || stale}>
      <table
        className={`${classes.table} ${cards.rows}`}
        aria-label={title}
        data-sized={sized || undefined}
        style={memory && tableStyle(memory.widths)}
      >
        <thead>
          <tr>
            {selection && (
              <SelectAll
                rows={rows?.filter(row => notSelectable(row) === null) ?? []}
                selection={selection}
              />
            )}
            {columns.map((column, index) => (
              <SortableHeading
                key={column.key}
                column={column}
                isFirst={index === 0}
                list={list}
                memory={memory}
              />
            ))}
          </tr>
        </thead>
        {rows ? (
          <Body {...props} rows={rows} />
        ) : (
          <tbody>
            <SkeletonRows columns={columns.length + (selection ? 1 : 0)} />
          </tbody>
        )}
      </table>
    </div>
  );
}
